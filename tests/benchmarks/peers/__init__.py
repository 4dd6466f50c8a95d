"""Other tools beside memdecay, on the same files and questions. Each is only run, by its own commands."""
