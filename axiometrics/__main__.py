"""The program: `axiometrics`, or `python -m axiometrics`. Where Ctrl-C is pressed while the command line is being
imported, the program ends with one line, as it does later.
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
