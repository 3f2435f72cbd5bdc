"""Answers given in advance as their player sees them: the tree, the positions that may come, and all of it in words."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from fivefold.contract.errors import FivefoldError, MissingChance
from fivefold.house.computers.hints import in_passing
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.match_view.answers_view import AheadView, AnswerLineView, AnswersView, MovesAheadView
from fivefold.house.match_view.view_types import MatchView
from fivefold.house.match_view.views import Views
from fivefold.house.table.answers import Answers, Given, is_live
from fivefold.parts.messages import Catalogue, Message
from fivefold.play.chance import Scripted
from fivefold.play.observation import observed
from fivefold.session import answers, steps
from fivefold.session.answers import ANYTHING, Fate, Position, Step, Told, Tree
from fivefold.session.narration import sentence
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot

WORDS: Final = Catalogue(
    {
        "played": "{who} played {text}, and {answer} was played for you.",
        "played-ahead": "{answer} was played for you.",
        "unanswered": "{who} played {text}, which you had no answer for, so your answers were dropped.",
        "taken-back": "A move was taken back, so your answers were dropped.",
        "chance": "Chance came in between, so your answers were dropped.",
        "left": "{who} dropped out, so your answers were dropped.",
        "illegal": "{answer} was not possible any more, so it was dropped.",
        "if": "If {who} plays {text}",
        "then": "you play {text}",
        "forced": "{text} follows by itself",
        "what-they": "What could {who} play?",
        "what-you": "What do you play then?",
        "closed": "The line ends here: {why}.",
        "longest": "A line has {count} moves at most.",
        "one": "{first}, {answer}.",
        "some": "You have answers ready to {count} moves.",
        "otherwise": "To anything else you will play {text}, if you can.",
        "ahead": "You will play {text} next, if you can.",
    }
)
PLAYER: Final = "player"
"""Who has every seat on a board that shows what may come."""


def answers_view(found: Given) -> AnswersView:
    """Return a player's answers."""
    now, seat, plan = found
    lines = _lines(now, seat, plan.tree)
    return {
        "number": now.number,
        "live": is_live(now),
        "refused": _refusal(now, seat),
        "lines": lines,
        "ahead": next(iter(plan.tree.get(ANYTHING, {})), ""),
        "summary": _summary(plan.tree, lines),
        "told": _told(now, plan.told),
    }


def kind(now: MatchSnapshot, person_id: str) -> str:
    """Return what a person can do at this table while others are to move: ``ahead``, ``tree``, or nothing."""
    if now.status == OVER:
        return ""
    with suppress(NotYours, NotOffered):
        answers.answering_seat(now, person_id)
        return "ahead" if is_live(now) else "tree"
    return ""


def ahead_view(
    house: Answers, person_id: str, match_id: str, line: Sequence[str], picks: Sequence[str] | None = None
) -> AheadView:
    """Return the position after a line; with ``picks`` also their preview.

    Raises ``NotYours``, ``NotOffered``, ``InvalidMove``, ``IllegalMove``.
    """
    now, seat, _ = house.given(person_id, match_id)
    made, here = answers.walked(answers.start(now, seat), line)
    shown, views = _board(now, made), Views()
    view: MatchView = {**views.view(shown, PLAYER), "cover": None}
    ends = bool(here.closed) or len(made) >= answers.DEEPEST
    if ends:
        view["moves"] = []
    return {
        "view": view,
        "preview": views.preview(shown, PLAYER, picks) if picks else None,
        "line": [step.text for step in made],
        "told": list(_in_words(answers.start(now, seat), made)),
        "asks": "" if ends else _question(now, here),
        "answers": here.turn == seat and not ends,
        "closed": WORDS.text(_end(here)) if ends else "",
    }


def moves_ahead_view(house: Answers, person_id: str, match_id: str) -> MovesAheadView:
    """Return the moves that a player may make ahead. Raises ``NotYours``, ``NotOffered``."""
    now, seat, _ = house.given(person_id, match_id)
    known = answers.moves_ahead(answers.start(now, seat))
    return {"moves": [{"text": text, "picks": list(picks)} for text, picks in known.items()]}


def _board(now: MatchSnapshot, line: Sequence[Step]) -> MatchSnapshot:
    """Return a table at which these moves have been made and one player has every seat; chance never comes there."""
    match = now.match.copy()
    match.source, match.script = Scripted(), ()
    with suppress(MissingChance):  # where it would have to, the last move is not shown
        for step in line:
            if not step.forced:
                match.play(step.text)
    seats = tuple(replace(each, kind=PERSON, person=PLAYER, level=None) for each in now.seats)
    more = steps.entries_since(now.match, match, now.number)
    return steps.advanced(replace(now, seats=seats, clocks=None), match, more)


def _in_words(here: Position, line: Sequence[Step]) -> Iterator[str]:
    """Yield each move of a line as the table tells of it."""
    for step in line:
        move = here.game.notation.read(here.row, step.text)
        yield _told_of(here, move)
        here = here.after(move)


def _told_of(here: Position, move: int) -> str:
    """Return a move in words: ``king of hearts face up on c3 (flush, 8 points)``."""
    return in_passing(here.game.notation, observed(here.game, here.row, here.seat), move)


def _end(here: Position) -> Message:
    return Message("closed", why=here.closed) if here.closed else Message("longest", count=answers.DEEPEST)


def _question(now: MatchSnapshot, here: Position) -> str:
    return WORDS.text(Message("what-you") if here.turn == here.seat else Message("what-they", who=now.names[here.turn]))


def _refusal(now: MatchSnapshot, seat: int) -> str:
    try:
        answers.start(now, seat)
    except NotOffered as error:
        words = sentence(error.problem.message)
        return f"{words[:1].upper()}{words[1:]}"
    return ""


def _lines(now: MatchSnapshot, seat: int, tree: Tree) -> list[AnswerLineView]:
    here = Position(now.match.game, seat, now.match.row)
    return list(_below(now, here, tree, ()))


def _below(now: MatchSnapshot, here: Position, tree: Tree, before: tuple[str, ...]) -> Iterator[AnswerLineView]:
    """Yield the moves of a tree, each with what follows it."""
    for text, below in tree.items():
        try:
            move = here.game.notation.read(here.row, text)
        except FivefoldError:  # ``ANYTHING``, or of a game whose rules have changed since
            continue
        yield {
            "path": [*before, text],
            "text": text,
            "seat": here.turn,
            "yours": here.turn == here.seat,
            "said": WORDS.text(_named(now, here, _told_of(here, move))),
        }
        yield from _below(now, here.after(move), below, (*before, text))


def _named(now: MatchSnapshot, here: Position, text: str) -> Message:
    if here.forced:
        return Message("forced", text=text)
    if here.turn == here.seat:
        return Message("then", text=text)
    return Message("if", who=now.names[here.turn], text=text)


def _summary(tree: Tree, lines: Sequence[AnswerLineView]) -> str:
    told = []
    answered = tree.keys() - {ANYTHING}
    if len(answered) > 1:
        told.append(Message("some", count=len(answered)))
    elif answer := next((line for line in lines if line["yours"]), None):
        told.append(Message("one", first=lines[0]["said"], answer=answer["said"]))
    if ANYTHING in tree:
        told.append(Message("otherwise" if answered else "ahead", text=next(iter(tree[ANYTHING]), "")))
    return " ".join(map(WORDS.text, told))


def _told(now: MatchSnapshot, told: Told) -> str:
    if not told.fate:
        return ""
    who = now.names[told.seat] if 0 <= told.seat < len(now.names) else ""
    key = "played-ahead" if told.fate == Fate.PLAYED and not who else told.fate
    return WORDS.text(Message(key, who=who, text=told.text, answer=told.answer))
