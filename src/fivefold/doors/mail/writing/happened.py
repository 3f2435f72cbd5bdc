"""What happened in a match since somebody was told last, in sentences, and its last moves as a table."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fivefold.contract import CHANCE
from fivefold.doors.mail.writing.words import phrase
from fivefold.house.match_view.events import Facts, History
from fivefold.parts.messages import Reader
from fivefold.play.outcome import WORDS
from fivefold.session import narration, races
from fivefold.session.snapshot import MOVE, UNDO, Entry, MatchSnapshot

MOST_TOLD: Final = 12
"""Lines of what happened: who has been away for longer than that looks at the board."""
ENDS: Final = frozenset(WORDS)
"""Kinds of entries with which a match ends."""
ROUNDS: Final = 4
"""Of moves that are listed, the last ones."""
LONGEST_NAME: Final = 16


class Line(NamedTuple):
    """A turn: a move with what chance brought before or after it."""

    mover: int
    facts: tuple[Facts, ...]


def since(now: MatchSnapshot, history: History, reader: Reader, after: int, number: int) -> list[str]:
    """Return what entries ``after`` + 1 to ``number`` brought, a sentence or a few for each turn.

    What was taken back meanwhile is left out, and how the match ended: that is said first.
    """
    by_ply = {facts.ply: facts for facts in history.all_facts()}
    told: list[str] = []
    deal = _deal(now)
    for entry in _standing(now, after, number):
        if entry.kind in ENDS:
            continue
        if entry.kind != MOVE:
            told.append(narration.sentence(narration.entry_sentence(entry, reader)))
            continue
        facts = by_ply.get(now.plies[entry.number - 1])
        if facts is None or facts.ply <= deal:
            continue
        sentence = narration.sentence(told_event(now, facts, reader))
        if facts.begins or not told:
            told.append(sentence)
        else:
            told[-1] += f" {sentence}"
    return told


def _standing(now: MatchSnapshot, after: int, number: int) -> Iterator[Entry]:
    """Yield entries without the moves that were taken back later."""
    left = len(now.match.moves)
    kept = []
    for entry in reversed(now.entries):
        if entry.kind == UNDO:
            left = min(left, int(entry.text))
        if after < entry.number <= number and (entry.kind != MOVE or now.plies[entry.number - 1] <= left):
            kept.append(entry)
        if entry.number <= after:
            break
    return reversed(kept)


def _deal(now: MatchSnapshot) -> int:
    """Return how many plies chance had before anybody moved: the table as people found it."""
    movers = now.match.movers
    return next((ply for ply, mover in enumerate(movers) if mover != CHANCE), len(movers))


def told_event(now: MatchSnapshot, facts: Facts, reader: Reader) -> str:
    """Return who played what, and what it did."""
    return narration.event_text(now.match.game, facts.accounts, shown_text(facts), reader)


def shown_text(facts: Facts) -> str:
    """Return a move as it is typed."""
    return races.without_seat_number(facts.text) if facts.anyone else facts.text


# --- the list of moves -----------------------------------------------------------------------------------------------


def lines(now: MatchSnapshot, history: History, ply: int) -> list[Line]:
    """Return the turns until a ply; without what was dealt before the first."""
    found: list[Line] = []
    deal, turns_are_long = _deal(now), now.match.game.long_turns is not None
    for facts in history.all_facts():
        if not deal < facts.ply <= ply:
            continue
        goes_on = turns_are_long and found and facts.mover == found[-1].mover
        if not found or (facts.begins and not goes_on):
            found.append(Line(facts.mover, (facts,)))
        else:
            mover, before = found[-1]
            found[-1] = Line(facts.mover if mover == CHANCE else mover, (*before, facts))
    return found


def moves_table(
    now: MatchSnapshot, history: History, ply: int, reader: Reader, whole: bool = False
) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of the moves until a ply: a round a row, a player a column."""
    rounds = _rounds(now, [line for line in lines(now, history, ply) if line.mover >= 0])
    starts = [*(number for number, _ in rounds), bisect_left(now.match.decisions, ply) + 1]
    numbered = [(_numbers(starts[at], starts[at + 1] - 1), row) for at, (_, row) in enumerate(rounds)]
    names = [_short(name) for name in narration.names_for(reader)]
    rows = [[numbers, *row] for numbers, row in (numbered if whole else numbered[-ROUNDS:])]
    return [phrase("round"), *names], rows


def _numbers(first: int, last: int) -> str:
    return f"{first}–{last}" if last > first else str(first)


def _rounds(now: MatchSnapshot, turns: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """Return the moves of each round by seat, with the number of the first of them."""
    rounds: list[tuple[int, list[str]]] = []
    last = seats = len(now.seats)
    for line in turns:
        place = (line.mover - turns[0].mover) % seats
        if place <= last:
            rounds.append((_number(now, line), [""] * seats))
        rounds[-1][1][line.mover] = _turn_text(line)
        last = place
    return rounds


def _number(now: MatchSnapshot, line: Line) -> int:
    """Return the number of a turn's first move, as people count the moves that somebody chose."""
    ply = next(facts.ply for facts in line.facts if facts.mover >= 0)
    return bisect_left(now.match.decisions, ply - 1) + 1


def _turn_text(line: Line) -> str:
    """Return what a player typed in a turn."""
    return ", ".join(shown_text(facts) for facts in line.facts if facts.mover >= 0)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
