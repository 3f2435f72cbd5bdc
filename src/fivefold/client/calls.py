"""Everything that can be asked of a house, described once; ``Client`` and ``AsyncClient`` send it.

The names of bodies and answers are those of the API's description, ``/openapi.json``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, Unpack
from urllib.parse import quote

from fivefold.client import types

API: Final = "/api/v1"
Answered = TypeVar("Answered")


@dataclass(frozen=True, slots=True)
class Call(Generic[Answered]):
    """A request to a house, and by its type what the answer is."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] | None = None
    again: bool = False
    """Whether sending it twice does no more than sending it once."""
    text: bool = False
    """Whether the answer is text rather than JSON."""


def _get(path: str, **query: object) -> Call[Any]:
    return Call("GET", path, query=in_query(query), again=True)


def in_query(given: Mapping[str, object]) -> dict[str, str]:
    """Return values as a query has them; those that are ``None`` are left out."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in given.items()
        if value is not None
    }


def _post(path: str, body: Mapping[str, Any] | None = None, *, again: bool = False) -> Call[Any]:
    return Call("POST", path, body={} if body is None else body, again=again)


def at(match_id: str, what: str = "") -> str:
    """Return the path of a match, or of something at it."""
    return f"/matches/{quote(match_id, safe='')}{what}"


# --- who calls -------------------------------------------------------------------------------------------------------


def account() -> Call[types.AccountTold]:
    """See who you are, and what your token may do."""
    return _get("/account")


def become_bot() -> Call[types.AccountTold]:
    """Make your account a bot, before its first game and for good: everybody sees that a program plays."""
    return _post("/account/bot", again=True)


def revoke_token() -> Call[None]:
    """Revoke the token that this client uses."""
    return Call("DELETE", "/account/token")


# --- games and matches -----------------------------------------------------------------------------------------------


def games() -> Call[types.GamesTold]:
    """List the games, with their options, presets and computer opponents."""
    return _get("/games")


def game(key: str) -> Call[types.GameTold]:
    """See one game."""
    return _get(f"/games/{quote(key, safe='')}")


def begin(**new: Unpack[types.NewMatch]) -> Call[types.CompactMatch]:
    """Begin a match: against computers, against whoever has the link, or against players who are challenged."""
    return _post("/matches", new)


def matches() -> Call[types.MatchesTold]:
    """List your matches that are not over, those you played last first."""
    return _get("/matches")


def see(
    match_id: str, *, since: int | None = None, legal: bool = False, position: bool = False
) -> Call[types.CompactMatch]:
    """See a match as it is now, with the moves after entry ``since``.

    ``legal``: also the moves you may make now. ``position``: also the position, in numbers and as text.
    """
    return _get(at(match_id), since=since, legal=legal or None, position=position or None)


def legal(match_id: str) -> Call[types.LegalMovesTold]:
    """List the moves that you may make now, each with what it earns or does."""
    return _get(at(match_id, "/legal"))


def record(match_id: str) -> Call[str]:
    """Return a match's record, a text that ``fivefold show`` and ``fivefold verify`` read."""
    return Call("GET", at(match_id, "/record"), again=True, text=True)


# --- at a table ------------------------------------------------------------------------------------------------------


def move(match_id: str, number: int, move: str, *, lag: int = 0) -> Call[types.CompactState]:
    """Make a move, with the number of the entry that it would be. Where the connection breaks it is sent again."""
    return _post(at(match_id, "/moves"), {"number": number, "move": move, "lag": lag}, again=True)


def sit(match_id: str, **seat: Unpack[types.Seat]) -> Call[types.CompactMatch]:
    """Take an open seat."""
    return _post(at(match_id, "/seats"), seat)


def ready(match_id: str) -> Call[types.CompactMatch]:
    """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
    return _post(at(match_id, "/ready"), again=True)


def undo(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Take back your last move; where other people play, ask them whether you may."""
    return _post(at(match_id, "/undo"), {"number": number})


def resign(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Give the match up."""
    return _post(at(match_id, "/resign"), {"number": number})


def offer(match_id: str, **offered: Unpack[types.Offer]) -> Call[types.CompactMatch]:
    """Offer the others something; where that begins the next match, it is the answer."""
    return _post(at(match_id, "/offers"), offered)


def answer(match_id: str, **said: Unpack[types.Answer]) -> Call[types.CompactMatch]:
    """Accept what is offered, or decline it; where that begins the next match, it is the answer."""
    return _post(at(match_id, "/offers/answer"), said)


def claim(match_id: str) -> Call[types.CompactMatch]:
    """End a slow match in which another player's time is out."""
    return _post(at(match_id, "/claim"))


def give_time(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Give the others more time."""
    return _post(at(match_id, "/give"), {"number": number})


def fill(match_id: str, **filled: Unpack[types.Filled]) -> Call[types.CompactMatch]:
    """Give an open seat of your table to a computer."""
    return _post(at(match_id, "/fill"), filled)


def stand_up(match_id: str) -> Call[types.CompactMatch]:
    """Give your seat back while the table waits for others."""
    return _post(at(match_id, "/stand-up"))


def close_table(match_id: str) -> Call[types.CompactMatch]:
    """Close your table before its match begins."""
    return _post(at(match_id, "/close"))


def rematch(match_id: str) -> Call[types.CompactMatch]:
    """Offer to play again, seats swapped, or accept that; once it has begun the next match is the answer."""
    return _post(at(match_id, "/rematch"))


def second(match_id: str) -> Call[types.CompactMatch]:
    """Say that you are ready for the second game of a double match."""
    return _post(at(match_id, "/second"))


def new_cards(match_id: str) -> Call[types.CompactMatch]:
    """Play on with fresh cards, everybody in the same seat."""
    return _post(at(match_id, "/new-cards"))


def same_cards(match_id: str) -> Call[types.CompactMatch]:
    """Play the same cards again, everybody in the same seat."""
    return _post(at(match_id, "/same-cards"))


def play_on(match_id: str, **wish: Unpack[types.PlayOn]) -> Call[types.CompactMatch]:
    """Play on from a position of a match that is over."""
    return _post(at(match_id, "/play-on"), wish)


# --- what the house thinks -------------------------------------------------------------------------------------------


def ask_for_hint(match_id: str) -> Call[types.HintView | types.Thinking]:
    """Ask the strongest opponent what it would play; ``hint`` fetches the answer. Not in matches between people."""
    return _post(at(match_id, "/hint"), again=True)


def hint(match_id: str) -> Call[types.HintView | types.Thinking]:
    """Get the hint that was asked for."""
    return _get(at(match_id, "/hint"))


def ask_coach(match_id: str) -> Call[types.CoachView | types.Thinking]:
    """Ask the coach about your last move; ``coach`` fetches the answer."""
    return _post(at(match_id, "/coach"), again=True)


def coach(match_id: str) -> Call[types.CoachView | types.Thinking]:
    """Get what the coach says of your last move."""
    return _get(at(match_id, "/coach"))


def hindsight(match_id: str) -> Call[types.HindsightTold | types.Thinking]:
    """Get the best that could have been made of the cards of a match that is over."""
    return _get(at(match_id, "/hindsight"))


def analysis(match_id: str) -> Call[types.AnalysisView]:
    """Get what is known of a match that is over, and have the rest worked out: ``done`` of ``of`` positions."""
    return _get(at(match_id, "/analysis"))


# --- challenges ------------------------------------------------------------------------------------------------------


def accept(challenge_id: str, *, nonce: str = "") -> Call[types.CompactMatch]:
    """Sit down where a challenge asks you to."""
    return _post(f"/challenges/{quote(challenge_id, safe='')}/accept", {"nonce": nonce})


def decline(challenge_id: str, *, reason: str = "", word: str = "") -> Call[None]:
    """Say no to a challenge, with the key of a ready reason or a word of your own."""
    return _post(f"/challenges/{quote(challenge_id, safe='')}/decline", {"reason": reason, "word": word})
