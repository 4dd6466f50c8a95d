"""The landing: the only rooms that see both the world and the rules."""
