"""Lets `python -m memdecay` do what the `memdecay` command does."""

from memdecay.cli.app import main

if __name__ == "__main__":
    main()
