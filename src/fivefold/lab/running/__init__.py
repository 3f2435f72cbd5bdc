"""How long work runs: independent tasks shared out among processes, with progress, drafts and an end."""
