"""The formats in which others read what a memory holds, and the archive that holds all of it."""
