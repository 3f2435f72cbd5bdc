"""What is refused because those who run the house have decided so."""

from fivefold.session.errors import NotOffered


class Banned(NotOffered):
    """Somebody who is banned may not do this now."""


class GameClosed(NotOffered):
    """No match of this game begins for now."""
