"""Lessons on boards to try moves on: what a step asks, and what comes of the move a visitor answers with."""

from collections.abc import Sequence
from urllib.parse import urlencode

from fivefold.contract import Game
from fivefold.contract.words import narration
from fivefold.house.computers.hints import in_words
from fivefold.house.match_view.view_types import FrameView, LearnerAnswerView, LessonView, TaskView
from fivefold.house.trial import Boards
from fivefold.parts.messages import Reader
from fivefold.play.lessons import Step, lesson_of
from fivefold.play.match import Match
from fivefold.play.start import Start


def step_task(boards: Boards, game: Game, number: int) -> LessonView:
    """Return a step of a game's lesson, from 1, as it is shown. Raises ``IndexError``."""
    steps = lesson_of(game)
    step = steps[number - 1]
    look = urlencode(
        [
            ("seed", step.start.seed),
            *((f"option-{name}", value) for name, value in step.start.options.items()),
            *(("move", move) for move in step.start.moves),
        ]
    )
    asked = task(boards, step.start, step.words, f"/try/{game.key}/view?{look}")
    return {**asked, "number": number, "of": len(steps), "light": list(step.light)}


def task(boards: Boards, start: Start, words: str, look: str) -> TaskView:
    """Return a position to answer in; ``look``: the address of what picks would do there."""
    view = boards.view(start, seat=max(start.match().to_move, 0))
    return {
        "words": words,
        "look": look,
        "picture": view["picture"],
        "size": view["size"],
        "moves": view["moves"],
        "scores": view["scores"],
    }


def answer_step(boards: Boards, step: Step, move: str) -> LearnerAnswerView:
    """Return what comes of a move in a step. Raises ``InvalidMove``, ``IllegalMove``."""
    match, played = read(step.start, move)
    if not step.accepts(match, played):
        does, words = said(match, played), step.why_not(played)
        return {"right": False, "move": played, "words": words, "said": does, "frames": []}
    shown = frames(boards, step.start, match.to_move, (played, *step.goes_on_with(played)))
    return {"right": True, "move": played, "words": step.after, "said": shown[0]["said"], "frames": shown}


def read(start: Start, move: str) -> tuple[Match, str]:
    """Return the match at this position, and a move's canonical text. Raises ``InvalidMove``, ``IllegalMove``."""
    match = start.match()
    seen, notation = match.seen_by(match.to_move), match.game.notation
    return match, notation.say(seen, notation.read(seen, move), match.to_move)


def said(match: Match, move: str) -> str:
    """Return what a move would do, in words."""
    seen, notation = match.seen_by(match.to_move), match.game.notation
    return in_words(notation, seen, notation.read(seen, move))


def frames(boards: Boards, start: Start, seat: int, moves: Sequence[str]) -> list[FrameView]:
    """Return the positions after each of these moves, as a seat sees them."""
    found: list[FrameView] = []
    for count, move in enumerate(moves):
        told = _told(start.after(*moves[:count]).match(), move, seat)
        view = boards.view(start.after(*moves[: count + 1]), seat=max(seat, 0))
        ended = f". {view['outcome']['said']}" if view["outcome"] else ""
        motions = view["last"]["motions"] if view["last"] else []
        found.append({"picture": view["picture"], "said": told + ended, "motions": motions, "scores": view["scores"]})
    return found


def _told(match: Match, move: str, you: int) -> str:
    notation, seen = match.game.notation, match.seen_by(match.to_move)
    account = notation.account(seen, notation.read(seen, move))
    return narration(notation.WORDS, [account], move, Reader(match.seats, you))
