"""Guests of these tests, and how two standings are compared."""

ANNA, BEN, CLEO, DORA = ("a" * 16, "b" * 16, "c" * 16, "d" * 16)


def facts(standing):
    """Return everything a standing says, for comparison with another of the same match."""
    match = standing.match
    return {
        **{name: getattr(standing, name) for name in FIELDS},
        **{name: getattr(match, name) for name in MATCH_FIELDS},
        "source": (match.source.kind, match.source.public),
        "legal": match.legal_moves() if match.outcome is None else [],
        "game": match.game.key,
    }


FIELDS = (
    *("id", "entries", "seats", "status", "started", "asking", "agreed", "double", "double_of", "carried", "second"),
    *("rematch", "revision", "plies", "names", "due", "to_act"),
)
MATCH_FIELDS = (
    *("options", "drawn", "seats", "row", "moves", "movers", "script", "outcome", "ending", "started", "ended"),
    *("decisions", "history", "scores", "to_move"),
)
