"""Brings in what people already have: each format is data and a small reader, all share the rest.

`finding` says which files, `reading` cuts them, `dating` and `scoping` say when and where their
instructions hold; `memdecay.memory.bulk` takes them in. No source is ever written to.
"""
