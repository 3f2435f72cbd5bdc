"""Long work as jobs: how it is shared out, kept and gone on with."""
