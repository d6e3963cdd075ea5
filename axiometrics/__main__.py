"""The program: `axiometrics`, or `python -m axiometrics`. Ctrl-C while the command line is imported ends it in one
line, as later.
"""

import sys


def main() -> None:
    """Import the command line and run it."""
    try:
        from axiometrics.cli import main as command_line
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("axiometrics: interrupted\n")
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
