"""What can go wrong at the edges. Every message says what, where and what would do."""


class FivefoldError(Exception):
    """The root of every error this package raises on purpose."""


class InvalidMove(FivefoldError):
    """A text that is no move at all in this game's notation."""


class IllegalMove(FivefoldError):
    """A well-formed move that the rules do not allow in this position."""


class InvalidOption(FivefoldError):
    """An unknown game, option or option value."""


class InvalidRecord(FivefoldError):
    """A record that is damaged, edited or of another format; names the line and the reason."""


class MatchOver(FivefoldError):
    """A move, undo or resignation that comes after the end, or an undo with nothing to take back."""


class MissingChance(FivefoldError):
    """Chance is to move and nothing decides for it: a script that ran out, or a fair match without its seed."""
