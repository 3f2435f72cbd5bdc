"""Answers given in advance: kept for their player alone, and played as soon as they fit.

The store is the truth: which answers a match has outrun is read from it, so nothing is lost when a process ends, and
two processes that look do no harm. Whoever makes a move never waits for any of this: it comes after the commit, in a
thread of its own (``sweeper``), whether there are answers or not.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, MatchOver, MissingChance
from fivefold.contract.stored import stored_sentences
from fivefold.house.computers.hints import in_passing
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.ledger import Ledger
from fivefold.house.match_view.view_types import AheadView, AnswerLineView, AnswersView, MatchView, MovesAheadView
from fivefold.house.match_view.views import Views
from fivefold.house.notices.news import TURN, Note
from fivefold.house.table import stored_answers
from fivefold.house.table.stored_answers import StoredAnswers
from fivefold.parts.messages import Message
from fivefold.play.chance import Scripted
from fivefold.play.observation import observed
from fivefold.session import answers, offers, steps
from fivefold.session.answers import ANYTHING, Fate, Plan, Position, Step, Told, Tree
from fivefold.session.narration import sentence
from fivefold.session.rights import check_next
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import LIVE, OVER, MatchSnapshot

TRIES: Final = 20
"""How often answers are looked at again because somebody else changed them or the match meanwhile."""
Refusal = Callable[[MatchSnapshot, int], None]


class Plays(Protocol):
    """The usual door for moves: ``House.play``."""

    def __call__(self, match_id: str, person_id: str, number: int, text: str, /) -> MatchSnapshot:
        """Make a person's move as entry ``number``."""


class Given(NamedTuple):
    """The answers of a player as they stand now."""

    now: MatchSnapshot
    seat: int
    plan: Plan


class Answers:
    """The answers that players have given in advance; safe to share among threads."""

    def __init__(self, ledger: Ledger, play: Plays) -> None:
        self._ledger, self._play = ledger, play

    # What their player does

    def given(self, person_id: str, match_id: str) -> Given:
        """Return the answers that a person has given. Raises ``NotYours``, ``NotOffered``."""
        now = self._ledger.snapshot(match_id)
        seat = answers.answering_seat(now, person_id)
        return Given(now, seat, _plan(self._stored(match_id, seat), now, seat))

    def add_line(self, person_id: str, match_id: str, number: int, line: Sequence[str]) -> Given:
        """Add a line, moves of all players beginning with entry ``number``, the next one, which ends with an answer.
        Raises ``NotYours``, ``NotOffered``, ``Stale``, ``InvalidMove``, ``IllegalMove``."""
        self._ledger.refuse.person(person_id)

        def add(here: Position, tree: Tree) -> Tree:
            return answers.merged(tree, answers.checked_line(here, line), here.seat)

        return self._change(person_id, match_id, number, add, _refuse_live)

    def drop_line(self, person_id: str, match_id: str, number: int, line: Sequence[str]) -> Given:
        """Remove the last move of a line, and what follows it. Raises what ``add_line`` does."""

        def drop(here: Position, tree: Tree) -> Tree:
            return answers.without(tree, answers.walked(here, line)[0], here.seat)

        return self._change(person_id, match_id, number, drop)

    def move_ahead(self, person_id: str, match_id: str, number: int, text: str, slow: bool = False) -> Given:
        """Make one move ahead, to be tried whatever else the others play; another one takes its place. Raises what
        ``add_line`` does."""
        self._ledger.refuse.person(person_id)

        def ahead(here: Position, tree: Tree) -> Tree:
            known = answers.moves_ahead(here)
            if text not in known:
                raise IllegalMove("it is not possible after any move of theirs", subject=text[: answers.LONGEST_MOVE])
            return {**tree, ANYTHING: {text: {}}}

        return self._change(person_id, match_id, number, ahead, None if slow else _refuse_slow)

    def clear(self, person_id: str, match_id: str) -> Given:
        """Remove all answers, and what was told of them. Raises ``NotYours``, ``NotOffered``."""
        with self._ledger.turn():
            found = self.given(person_id, match_id)
            self._store(found.now, found.seat, Plan({}))
        return found._replace(plan=Plan({}))

    def _change(
        self,
        person_id: str,
        match_id: str,
        number: int,
        change: Callable[[Position, Tree], Tree],
        refuse: Refusal | None = None,
    ) -> Given:
        with self._ledger.turn():
            now, seat, plan = self.given(person_id, match_id)
            check_next(now, number)
            if refuse is not None:
                refuse(now, seat)
            changed = Plan(change(answers.start(now, seat), plan.tree))
            self._store(now, seat, changed)
        self.look(match_id)  # another process may have moved meanwhile
        return self.given(person_id, match_id)

    # What the house does

    def given_in(self, match_ids: Collection[str]) -> list[StoredAnswers]:
        """Return the answers that are given in these matches."""
        return self._ledger.read(stored_answers.of_matches, match_ids)

    def look(self, match_id: str) -> None:
        """Play the answers that fit in a match, and drop those that do not; doing it twice does no harm."""
        for each in self.given_in([match_id]):
            for _ in range(TRIES):
                if not self._advance(match_id, each.seat):
                    break

    def sweep(self) -> None:
        """Look at every match that went on since answers were given there."""
        pending = self._ledger.read(stored_answers.pending)
        for match_id in pending:
            self._ledger.catch_up(match_id)
            self.look(match_id)

    def foreseen(self, note: Note) -> bool:
        """Return whether somebody need not be told that it is their turn: the house has answered for them, or will."""
        if note.kind != TURN or note.match_id is None:
            return False
        now = self._ledger.known(note.match_id)
        seat = now.to_act if now.to_act in now.seats_of(note.person_id) else None
        return seat is None or _plan(self._stored(now.id, seat), now, seat).answer is not None

    def _advance(self, match_id: str, seat: int) -> bool:
        """Bring a seat's answers up to date, or play one; return whether there may be more to do."""
        stored = self._stored(match_id, seat)
        now = self._ledger.known(match_id)
        if stored is None or now.number <= stored.number or now.status != LIVE:
            return False
        plan = _plan(stored, now, seat)
        if now.to_act == seat and plan.answer is not None:
            return self._play_answer(now, seat, plan, stored)
        with self._ledger.turn():
            self._write(stored, StoredAnswers(match_id, seat, now.number, plan.tree, plan.told.stored))
        return False

    def _play_answer(self, now: MatchSnapshot, seat: int, plan: Plan, stored: StoredAnswers) -> bool:
        person_id, answer = now.seats[seat].person, plan.answer
        if person_id is None or answer is None or now.paused:
            return False
        if now.offer is not None and seat in offers.waits_for(now):  # a move would decline it
            return False
        try:
            self._play(now.id, person_id, now.number + 1, answer)
        except (InvalidMove, IllegalMove):
            dropped = plan.dropped(Told(Fate.ILLEGAL, seat, "", answer))
            with self._ledger.turn():
                self._write(stored, StoredAnswers(now.id, seat, now.number, dropped.tree, dropped.told.stored))
        except Stale:
            return True
        except (MatchOver, NotYours, NotOffered):
            return False
        return True

    # The store

    def _stored(self, match_id: str, seat: int) -> StoredAnswers | None:
        return self._ledger.read(stored_answers.of_seat, match_id, seat)

    def _store(self, now: MatchSnapshot, seat: int, plan: Plan) -> None:
        after = StoredAnswers(now.id, seat, now.number, plan.tree, plan.told.stored)
        for _ in range(TRIES):
            if self._write(self._stored(now.id, seat), after):
                return

    def _write(self, before: StoredAnswers | None, after: StoredAnswers) -> bool:
        if before == after:
            return True
        return self._ledger.write(stored_answers.replace, before, after)


def _plan(stored: StoredAnswers | None, now: MatchSnapshot, seat: int) -> Plan:
    if stored is None:
        return Plan({})
    return Plan(stored.tree, Told.read(stored.said)).after(now.entries[stored.number :], seat)


def _refuse_live(now: MatchSnapshot, seat: int) -> None:
    if is_live(now):
        raise NotOffered("with a live clock you can make one move ahead", subject="answers in advance")


def _refuse_slow(now: MatchSnapshot, seat: int) -> None:
    if not is_live(now):
        raise NotOffered("without a live clock you can answer their moves in advance", subject="move ahead")


def is_live(now: MatchSnapshot) -> bool:
    """Return whether a match has a live clock."""
    return now.terms.time is not None and not now.terms.time.slow


WORDS: Final = stored_sentences("fivefold.house", "answers")
PLAYER: Final = "player"  # Who has every seat on a board that shows what may come.


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
    """Return the position after a line; with ``picks`` also their preview. Raises ``NotYours``, ``NotOffered``,
    ``InvalidMove``, ``IllegalMove``."""
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
