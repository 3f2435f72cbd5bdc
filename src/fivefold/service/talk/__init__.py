"""Company at a table: chat and reports, who is here, and what spectators see later."""
