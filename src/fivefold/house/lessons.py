"""Lessons and puzzles on boards to try moves on: what is asked, and what to say of the move a visitor answers with."""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import Game
from fivefold.contract.stored import stored_sentences
from fivefold.contract.words import narration
from fivefold.house.computers.analysis import MistakeKind
from fivefold.house.computers.hints import in_words, passing
from fivefold.house.match_view.view_types import FrameView, LearnerAnswerView, TaskView, TrialView
from fivefold.house.trial import Boards
from fivefold.parts.messages import Message, Reader
from fivefold.play.lessons import Kind, Puzzle, Start, Step, gain, lesson_of, puzzles_of
from fivefold.play.match import Match
from fivefold.session.narration import percent

EASY: Final = 5
MEDIUM: Final = 3  # So many of the six levels asked find it.
CLOSE: Final = 0.005  # Chances to win that differ by less are called equal.
WORDS: Final = stored_sentences("fivefold.house", "learning")
"""What puzzles ask, and what is said of an answer, in English."""


def step_task(boards: Boards, game: Game, number: int) -> TaskView:
    """Return a step of a game's lesson, from 1, as it is shown. Raises ``IndexError``."""
    steps = lesson_of(game)
    step = steps[number - 1]
    return _task(boards, step.start, number, len(steps), step.words, step.light)


def puzzle_task(boards: Boards, game: Game, number: int) -> TaskView:
    """Return a puzzle of a game, from 1, as it is shown. Raises ``IndexError``."""
    puzzles = puzzles_of(game)
    puzzle = puzzles[number - 1]
    return _task(boards, puzzle.start, number, len(puzzles), f"{asked(puzzle)} {who(puzzle)}".strip(), ())


def _task(boards: Boards, start: Start, number: int, of: int, words: str, light: Sequence[str]) -> TaskView:
    view = _look(boards, start, start.match().to_move)
    return {
        "number": number,
        "of": of,
        "words": words,
        "light": list(light),
        "game": start.game,
        "seed": start.seed,
        "options": dict(start.options),
        "before": list(start.moves),
        "picture": view["picture"],
        "size": view["size"],
        "moves": view["moves"],
        "scores": view["scores"],
    }


def _look(boards: Boards, start: Start, seat: int) -> TrialView:
    return boards.view(start.game, start.options, start.seed, start.moves, seat=max(seat, 0))


def answer_step(boards: Boards, step: Step, move: str) -> LearnerAnswerView:
    """Return what comes of a move in a step. Raises ``InvalidMove``, ``IllegalMove``."""
    match, played = read(step.start, move)
    if not step.accepts(match, played):
        return wrong(match, played, step.why_not(played))
    replies = step.goes_on_with(played)
    frames = _frames(boards, step.start, match.to_move, (played, *replies))
    return {"right": True, "move": played, "words": step.after, "said": frames[0]["said"], "frames": frames}


def answer_puzzle(boards: Boards, puzzle: Puzzle, move: str) -> LearnerAnswerView:
    """Return what comes of a move in a puzzle. Raises ``InvalidMove``, ``IllegalMove``."""
    match, played = read(puzzle.start, move)
    if played != puzzle.answer:
        return wrong(match, played, why_not(puzzle, match, played))
    frames = _frames(boards, puzzle.start, match.to_move, (played,))
    return {"right": True, "move": played, "words": why(puzzle), "said": frames[0]["said"], "frames": frames}


def read(start: Start, move: str) -> tuple[Match, str]:
    """Return the match at this position, and a move's canonical text. Raises ``InvalidMove``, ``IllegalMove``."""
    match = start.match()
    seen, notation = match.seen_by(match.to_move), match.game.notation
    return match, notation.say(seen, notation.read(seen, move), match.to_move)


def wrong(match: Match, move: str, words: str) -> LearnerAnswerView:
    """Return the answer to a move that will not do: what it would do, and what to look for."""
    seen, notation = match.seen_by(match.to_move), match.game.notation
    said = in_words(notation, seen, notation.read(seen, move))
    return {"right": False, "move": move, "words": words, "said": said, "frames": []}


def _frames(boards: Boards, start: Start, seat: int, moves: Sequence[str]) -> list[FrameView]:
    frames: list[FrameView] = []
    for count, move in enumerate(moves):
        said = _told(start.after(*moves[:count]).match(), move, seat)
        view = _look(boards, start.after(*moves[: count + 1]), seat)
        ended = f". {view['outcome']['said']}" if view["outcome"] else ""
        motions = view["last"]["motions"] if view["last"] else []
        frames.append({"picture": view["picture"], "said": said + ended, "motions": motions, "scores": view["scores"]})
    return frames


def _told(match: Match, move: str, you: int) -> str:
    notation, seen = match.game.notation, match.seen_by(match.to_move)
    account = notation.account(seen, notation.read(seen, move))
    return narration(notation.WORDS, [account], move, Reader(match.seats, you))


# --- puzzles in words ------------------------------------------------------------------------------------------------


def asked(puzzle: Puzzle) -> str:
    """Return what a puzzle asks for, and how hard it is."""
    if puzzle.kind == Kind.POINTS:
        what = Message("find-points", points=Message("points", count=puzzle.points))
    elif puzzle.kind == Kind.WIN:
        what = Message("win-now") if puzzle.turns == 1 else Message("win-in", turns=puzzle.turns)
    else:
        what = Message("find-best")
    return WORDS.text(Message("asked", grade=Message(grade(puzzle)), what=what))


def grade(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, ``easy``, ``medium`` or ``hard``: what most levels find is easy."""
    found = len(puzzle.found_by)
    return "easy" if found >= EASY else "medium" if found >= MEDIUM else "hard"


def who(puzzle: Puzzle) -> str:
    """Return whom the learner plays, in a sentence; empty where one plays alone."""
    match = puzzle.match()
    return WORDS.text(Message("you-are", seat=match.seats[puzzle.seat])) if len(match.seats) > 1 else ""


def why(puzzle: Puzzle) -> str:
    """Return why the answer is right."""
    if puzzle.kind == Kind.WIN:
        return WORDS.text(Message("wins-anyway" if puzzle.turns != 1 else "wins"))
    values = sorted(puzzle.values.values(), reverse=True)
    if len(values) < 2:
        return WORDS.text(Message("nothing-close"))
    return WORDS.text(Message("and-next", worth=worth(puzzle, values[0]), next=share(puzzle, values[1])))


def why_not(puzzle: Puzzle, match: Match, move: str) -> str:
    """Return why a move is not the answer."""
    if puzzle.kind == Kind.POINTS:
        scored = gain(match, move)
        if scored < puzzle.points:
            return WORDS.text(Message("fewer", scored=Message("points", count=scored), points=puzzle.points))
    if puzzle.kind == Kind.WIN:
        reply = puzzle.replies.get(move)
        if not reply:
            return WORDS.text(Message("not-forced"))
        return WORDS.text(Message("answered", move=passing(puzzle.start.after(move).match(), reply)))
    best, value = max(puzzle.values.values(), default=0.0), puzzle.values.get(move)
    if value is None or best - value < CLOSE:
        return WORDS.text(Message("something-better"))
    return WORDS.text(Message("and-best", worth=worth(puzzle, value), best=share(puzzle, best)))


def worth(puzzle: Puzzle, value: float) -> Message:
    """Return what a move is worth: a chance to win, or where one plays alone points in the end."""
    if max(puzzle.values.values()) > 1:
        return Message("expects", points=Message("points", count=round(value)))
    return Message("chance", share=percent(value))


def share(puzzle: Puzzle, value: float) -> Message:
    """Return the same as a number."""
    return (
        Message("about", points=round(value))
        if max(puzzle.values.values()) > 1
        else Message("share", of=percent(value))
    )


def mistake(kind: MistakeKind) -> str:
    """Return what was wrong with a move."""
    told = {
        MistakeKind.MISSED: Message("missed"),
        MistakeKind.HASTY: Message("hasty"),
        MistakeKind.UNSEEN: Message("unseen"),
    }
    return WORDS.text(told[kind])
