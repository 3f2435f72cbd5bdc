"""What whoever serves the house may choose."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How an app behaves that is not a matter of the house."""

    limited: bool = True
    """Whether rates are limited; off to measure."""
    url_base: str = ""
    """What the public types before a path, as ``https://fivefold.example``; empty: as each request says."""
