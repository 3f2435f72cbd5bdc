"""What a person has chosen for themselves: one typed set, stored as the choices that differ from the usual."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, Self, get_args

from fivefold.contract.errors import InvalidOption
from fivefold.play.rest import Rest

Choice = bool | str
MailOfMatches = Literal["every", "turns", "digest", "ends", "never"]
MAIL_OF_MATCHES: Final[tuple[str, ...]] = get_args(MailOfMatches)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; every feature adds its own here, with what holds until somebody chooses."""

    chat: bool = True
    """Whether the chat is open at the table."""
    named_spectator: bool = False
    """Whether those at a table see the name of this person who looks on."""
    public_profile: bool = True
    """Whether others see more of the player's page than the name."""
    show_presence: bool = True
    """Whether the player's page tells whether the player is here now."""
    public_games: bool = True
    """Whether the player's page shows results and recent games."""
    public_ratings: bool = True
    """Whether the player's page shows ratings; the leaderboards too."""
    public_opponents: bool = True
    """Whether the player's page tells who was played most."""
    news_of_turns: bool = True
    """Whether a push tells of a turn."""
    news_of_offers: bool = True
    """Whether a push tells of offers and rematches."""
    news_of_challenges: bool = True
    """Whether a push tells of challenges."""
    news_of_seats: bool = True
    """Whether a push tells that somebody sat down at a table."""
    news_of_ends: bool = True
    """Whether a push tells that a match is over."""
    news_of_chat: bool = False
    """Whether a push tells of messages at a table."""
    mail_of_matches: str = "every"
    """When a mail tells of a match, one of ``MAIL_OF_MATCHES``: after every move; when it is this person's turn, and
    when the match is over; of all matches together at ``mail_hours``; when the match is over; never."""
    mail_hours: str = "08,18"
    """The hours of the day at which such a mail of all matches goes out."""
    mail_pictures: bool = True
    """Whether mails come as HTML with pictures beside their text."""
    quiet_from: str = ""
    """The hour of the day, ``00`` to ``23``, from which nothing is sent; empty for none."""
    quiet_until: str = ""
    """The hour until which nothing is sent."""
    time_zone: str = ""
    """Where all these hours hold, ``Europe/Vienna``; empty for UTC."""
    rest: str = ""
    """When the clock stands still every week in slow games, as ``fivefold.play.rest`` writes it; empty for never."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored choices; those that are missing or no longer valid are as usual."""
        usual = cls()
        return replace(usual, **{name: value for name, value in stored.items() if _is_valid(usual, name, value)})

    def having(self, name: str, value: Choice) -> Self:
        """Return these preferences with another choice. Raises ``InvalidOption``."""
        if not _is_valid(self, name, value):
            raise InvalidOption("there is no such choice", subject=f"{name}={value}"[:60], field=name)
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def stored(self) -> dict[str, Choice]:
        """Return what is stored: the choices that differ from the usual."""
        usual = asdict(type(self)())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,20}(/[A-Za-z0-9_+-]{1,20}){0,2}")
"""How time zones are named; one that the machine does not know counts as UTC."""
HOURS: Final = ("", *(f"{hour:02}" for hour in range(24)))
MAIL_HOURS: Final = re.compile(r"(?:[01]\d|2[0-3])(?:,(?:[01]\d|2[0-3])){0,23}")
"""Hours of the day, each once and in order."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "mail_of_matches": MAIL_OF_MATCHES,
    "quiet_from": HOURS,
    "quiet_until": HOURS,
}
"""For each choice that is not yes or no, its values."""


def _is_valid(preferences: Preferences, name: str, value: object) -> bool:
    if name not in {field.name for field in fields(preferences)}:
        return False
    if name == "time_zone":
        return isinstance(value, str) and (not value or ZONE.fullmatch(value) is not None)
    if name == "mail_hours":
        return isinstance(value, str) and _are_hours(value)
    if name == "rest":
        return isinstance(value, str) and _is_rest(value)
    return value in CHOICES[name] if name in CHOICES else isinstance(value, bool)


def _are_hours(text: str) -> bool:
    hours = text.split(",")
    return MAIL_HOURS.fullmatch(text) is not None and sorted(set(hours)) == hours


def _is_rest(text: str) -> bool:
    try:
        _ = Rest.parse(text)
    except InvalidOption:
        return False
    return True
