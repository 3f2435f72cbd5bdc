"""Questions about a game, answered from matches played for it: `fivefold study`."""
