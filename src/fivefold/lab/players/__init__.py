"""Who can be sent into a match."""
