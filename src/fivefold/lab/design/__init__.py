"""Designing a game's table of hands: players play by it, hands are counted, and points are set by how rare they are."""
