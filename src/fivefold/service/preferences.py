"""What a person has chosen for themselves: one typed set, stored as the choices that differ from the usual."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, Self, get_args

from fivefold.contract.errors import InvalidOption

Choice = bool | str
ChallengedBy = Literal["everybody", "met", "nobody"]
CHALLENGED_BY: Final[tuple[str, ...]] = get_args(ChallengedBy)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; every feature adds its own here, with what holds until somebody chooses."""

    challenged_by: str = "everybody"
    """Who may send a challenge, one of ``CHALLENGED_BY``; ``met``: who has played with this person."""
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


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {"challenged_by": CHALLENGED_BY}
"""For each choice that is not yes or no, its values."""


def _is_valid(preferences: Preferences, name: str, value: object) -> bool:
    if name not in {field.name for field in fields(preferences)}:
        return False
    return value in CHOICES[name] if name in CHOICES else isinstance(value, bool)
