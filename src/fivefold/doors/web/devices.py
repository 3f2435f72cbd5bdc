"""Devices in words, from what a browser says of itself."""

from typing import Final

BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox")),
    *(("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""What a browser's words hold, the surest sign first."""
SYSTEMS: Final = (
    *(("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "a Chromebook"), ("Mac OS X", "a Mac"), ("Linux", "Linux")),
)
UNKNOWN: Final = "A browser"


def device_words(user_agent: str) -> str:
    """Return ``Firefox on Windows``; as much as can be told."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), UNKNOWN)
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser
