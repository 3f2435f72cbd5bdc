"""Playing in plain text."""
