"""How a visitor wants pages to look: a cookie that server and scripts both read and write."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final, Self
from urllib.parse import urlencode

from fivefold.doors.web.request_parsing import read_pairs

COOKIE: Final = "look"
LONGEST: Final = 200
"""Characters of the cookie; the rest is ignored."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("system", "light", "dark"),
    "suits": ("2", "4"),
    "contrast": ("system", "normal", "more"),
    "sound": ("off", "on"),
    "motion": ("system", "on", "off"),
    "pace": ("calm", "quick", "instant"),
    "values": ("pick", "always", "never"),
}
"""The choices; the first of each is the default."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A visitor's choices, each one of ``CHOICES``."""

    theme: str = "system"
    suits: str = "2"
    contrast: str = "system"
    sound: str = "off"
    motion: str = "system"
    pace: str = "calm"
    values: str = "pick"

    @classmethod
    def read(cls, cookie: str) -> Self:
        """Return the choices in a cookie; the default for those missing or invalid."""
        return cls().with_choices(read_pairs(cookie[:LONGEST]))

    def with_choices(self, chosen: Mapping[str, str]) -> Self:
        """Return these choices with others instead; invalid ones change nothing."""
        valid = {name: value for name, value in chosen.items() if value in CHOICES.get(name, ())}
        return type(self)(**{**asdict(self), **valid})

    def write(self) -> str:
        """Return the cookie's value: the choices that differ from the defaults, as ``theme=dark&suits=4``."""
        plain = type(self)()
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        return urlencode({name: value for name, value in chosen.items() if value != getattr(plain, name)})
