"""What somebody may write on purpose: made here, never fetched."""
