"""Search over any game that keeps the contract; knows no game."""
