"""`python -m axiometrics` is `axiometrics`."""

from axiometrics.cli import main

if __name__ == "__main__":
    main()
