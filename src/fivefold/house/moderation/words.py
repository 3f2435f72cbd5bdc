"""Until when something holds, in words."""

from datetime import UTC, datetime


def until_words(until: datetime | None) -> str:
    """Return until when something holds: ``until 3 December 2026, 14:00 UTC``."""
    if until is None:
        return "until further notice"
    there = until.astimezone(UTC)
    return f"until {there.day} {there:%B %Y, %H:%M} UTC"
