"""The hooks of git: where they go, what stands in them, and what they do when git calls them."""
