"""memdecay: a memory of instructions as plain files that answers what is currently true."""

__version__ = "0.1.0"
