"""What can be asked of a house at its tables, described once; ``Client`` and ``AsyncClient`` send it.

The names of bodies and answers are those of the API's description, ``/openapi.json``.
"""

from typing import Unpack
from urllib.parse import quote

from fivefold.client import types
from fivefold.client.call import Call, at, delete, get, post

# --- who calls -------------------------------------------------------------------------------------------------------


def account() -> Call[types.AccountTold]:
    """See who you are, and what your token may do."""
    return get("/account")


def become_bot() -> Call[types.AccountTold]:
    """Make your account a bot, before its first game and for good: everybody sees that a program plays."""
    return post("/account/bot", again=True)


def revoke_token() -> Call[None]:
    """Revoke the token that this client uses."""
    return Call("DELETE", "/account/token")


# --- games and matches -----------------------------------------------------------------------------------------------


def games() -> Call[types.GamesTold]:
    """List the games, with their options, presets and computer opponents."""
    return get("/games")


def game(key: str) -> Call[types.GameTold]:
    """See one game."""
    return get(f"/games/{quote(key, safe='')}")


def begin(**new: Unpack[types.NewMatch]) -> Call[types.CompactMatch]:
    """Begin a match: against computers, against whoever has the link, or against players who are challenged."""
    return post("/matches", new)


def matches() -> Call[types.MatchesTold]:
    """List your matches that are not over, those you played last first."""
    return get("/matches")


def see(
    match_id: str, *, since: int | None = None, legal: bool = False, position: bool = False
) -> Call[types.CompactMatch]:
    """See a match as it is now, with the moves after entry ``since``.

    ``legal``: also the moves you may make now. ``position``: also the position, in numbers and as text.
    """
    return get(at(match_id), since=since, legal=legal or None, position=position or None)


def legal(match_id: str) -> Call[types.LegalMovesTold]:
    """List the moves that you may make now, each with what it earns or does."""
    return get(at(match_id, "/legal"))


def record(match_id: str) -> Call[str]:
    """Return a match's record, a text that ``fivefold show`` and ``fivefold verify`` read."""
    return Call("GET", at(match_id, "/record"), again=True, text=True)


# --- at a table ------------------------------------------------------------------------------------------------------


def move(match_id: str, number: int, move: str, *, lag: int = 0) -> Call[types.CompactState]:
    """Make a move, with the number of the entry that it would be. Where the connection breaks it is sent again."""
    return post(at(match_id, "/moves"), {"number": number, "move": move, "lag": lag}, again=True)


def sit(match_id: str, **seat: Unpack[types.Seat]) -> Call[types.CompactMatch]:
    """Take an open seat."""
    return post(at(match_id, "/seats"), seat)


def ready(match_id: str) -> Call[types.CompactMatch]:
    """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
    return post(at(match_id, "/ready"), again=True)


def undo(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Take back your last move; where other people play, ask them whether you may."""
    return post(at(match_id, "/undo"), {"number": number})


def resign(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Give the match up."""
    return post(at(match_id, "/resign"), {"number": number})


def offer(match_id: str, **offered: Unpack[types.Offer]) -> Call[types.CompactMatch]:
    """Offer the others something; where that begins the next match, it is the answer."""
    return post(at(match_id, "/offers"), offered)


def answer(match_id: str, **said: Unpack[types.Answer]) -> Call[types.CompactMatch]:
    """Accept what is offered, or decline it; where that begins the next match, it is the answer."""
    return post(at(match_id, "/offers/answer"), said)


def claim(match_id: str) -> Call[types.CompactMatch]:
    """End a slow match in which another player's time is out."""
    return post(at(match_id, "/claim"))


def give_time(match_id: str, number: int) -> Call[types.CompactMatch]:
    """Give the others more time."""
    return post(at(match_id, "/give"), {"number": number})


def fill(match_id: str, **filled: Unpack[types.Filled]) -> Call[types.CompactMatch]:
    """Give an open seat of your table to a computer."""
    return post(at(match_id, "/fill"), filled)


def stand_up(match_id: str) -> Call[types.CompactMatch]:
    """Give your seat back while the table waits for others."""
    return post(at(match_id, "/stand-up"))


def close_table(match_id: str) -> Call[types.CompactMatch]:
    """Close your table before its match begins."""
    return post(at(match_id, "/close"))


def rematch(match_id: str) -> Call[types.CompactMatch]:
    """Offer to play again, seats swapped, or accept that; once it has begun the next match is the answer."""
    return post(at(match_id, "/rematch"))


def second(match_id: str) -> Call[types.CompactMatch]:
    """Say that you are ready for the second game of a double match."""
    return post(at(match_id, "/second"))


def new_cards(match_id: str) -> Call[types.CompactMatch]:
    """Play on with fresh cards, everybody in the same seat."""
    return post(at(match_id, "/new-cards"))


def same_cards(match_id: str) -> Call[types.CompactMatch]:
    """Play the same cards again, everybody in the same seat."""
    return post(at(match_id, "/same-cards"))


def play_on(match_id: str, **wish: Unpack[types.PlayOn]) -> Call[types.CompactMatch]:
    """Play on from a position of a match that is over."""
    return post(at(match_id, "/play-on"), wish)


# --- what the house thinks -------------------------------------------------------------------------------------------


def ask_for_hint(match_id: str) -> Call[types.HintView | types.Thinking]:
    """Ask the strongest opponent what it would play; ``hint`` fetches the answer. Not in matches between people."""
    return post(at(match_id, "/hint"), again=True)


def hint(match_id: str) -> Call[types.HintView | types.Thinking]:
    """Get the hint that was asked for."""
    return get(at(match_id, "/hint"))


def ask_coach(match_id: str) -> Call[types.CoachView | types.Thinking]:
    """Ask the coach about your last move; ``coach`` fetches the answer."""
    return post(at(match_id, "/coach"), again=True)


def coach(match_id: str) -> Call[types.CoachView | types.Thinking]:
    """Get what the coach says of your last move."""
    return get(at(match_id, "/coach"))


def hindsight(match_id: str) -> Call[types.HindsightTold | types.Thinking]:
    """Get the best that could have been made of the cards of a match that is over."""
    return get(at(match_id, "/hindsight"))


def analysis(match_id: str) -> Call[types.AnalysisView]:
    """Get what is known of a match that is over, and have the rest worked out: ``done`` of ``of`` positions."""
    return get(at(match_id, "/analysis"))


# --- answers in advance ----------------------------------------------------------------------------------------------


def answers_ahead(match_id: str) -> Call[types.AnswersView]:
    """See the answers that you have given in advance."""
    return get(at(match_id, "/answers"))


def answer_ahead(match_id: str, **line: Unpack[types.AnswerLine]) -> Call[types.AnswersView]:
    """Add a line: if the others play so, your answers are played for you. In slow games.

    ``number`` is that of the next entry, as for a move. Where there is another answer to the same moves this raises
    ``NotPossible``: remove that one first.
    """
    return post(at(match_id, "/answers"), line)


def remove_answer(match_id: str, **line: Unpack[types.AnswerLine]) -> Call[types.AnswersView]:
    """Remove the last move of a line, and all that follows it."""
    return post(at(match_id, "/answers/remove"), line)


def clear_answers(match_id: str) -> Call[types.AnswersView]:
    """Take back all of your answers, and a move made ahead."""
    return delete(at(match_id, "/answers"))


def move_ahead(match_id: str, number: int, move: str) -> Call[types.AnswersView]:
    """Make a move ahead, while it is another's turn, in live games. Another one takes its place."""
    return post(at(match_id, "/ahead"), {"number": number, "move": move})
