"""Who meets whom: the lobby, quick matches, challenges."""
