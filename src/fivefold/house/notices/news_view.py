"""What the house sends of news: types alone, from which the page's are made."""

from typing_extensions import TypedDict


class NewsItemView(TypedDict):
    """Something that has just happened."""

    kind: str
    """``turn``, ``offer``, ``ready``, ``challenge``, ``seated``, ``ended``, ``chat``, ``time`` or ``time-out``."""
    match: str
    title: str
    """What has happened, in a few words."""
    words: str
    """Where: the game and who else plays."""
    path: str
    """Of the page to look at."""
    challenge: str
    """Of a challenge that is open its address, where it is accepted or declined; else empty."""


class NewsView(TypedDict):
    """What waits for a person, and what has just happened."""

    waiting: int
    """How many matches and challenges wait, not counting the match of this page."""
    items: list[NewsItemView]
