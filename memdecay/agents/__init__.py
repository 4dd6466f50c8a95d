"""How coding agents are served: their hooks, their settings files, and tools over a protocol."""
