"""Challenges: asking a certain player to sit down, answered yes or no, with a word why, or once for all beforehand."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.bus import CHANGED, Signal
from fivefold.house.database.schema import challenges, finished, matches, people, seats, standing_answers
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.ledger import Ledger
from fivefold.house.meeting.lobby import table_of
from fivefold.house.notices import news
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.people import Person, new_match_id, note
from fivefold.house.people.ties import Blocks, Follows
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.parts.words import listed
from fivefold.play.catalogue import find
from fivefold.play.chance import check_nonce
from fivefold.play.time_control import TimeControl
from fivefold.session import steps
from fivefold.session.errors import SeatTaken
from fivefold.session.snapshot import WAITING, Cause, MatchSnapshot

ALL_GAMES: Final = ""
HIGHEST_LIMIT: Final = 100
REJECTS, AT_LIMIT = "rejects", "at-limit"  # Why somebody is not challenged.
NOT_WANTED: Final[Mapping[str, tuple[str, str]]] = {
    REJECTS: ("they take no challenges to {game}", "name somebody else"),
    AT_LIMIT: ("they play as many matches of {game} as they want to", "ask again later, or name somebody else"),
}
"""What is said of it, and what would do."""
REPLY = standing_answers.c


class AutoReply(NamedTuple):
    """What a person has settled for a game."""

    person: str
    game: str  # Empty for all games.
    rejects: bool = False
    most: int | None = None
    seeks: int = 0
    terms: Any = None  # Of the matches they look for.
    match: str | None = None  # The table that is open for one now.


def replies(connection: Connection, *which: ColumnElement[bool]) -> list[AutoReply]:
    """Return what people have settled, of each person what holds for all games first."""
    chosen = select(*(REPLY[name] for name in AutoReply._fields)).order_by(REPLY.person, REPLY.game)
    return [AutoReply(*row) for row in connection.execute(chosen.where(*which))]


def replies_of(connection: Connection, person: str) -> list[AutoReply]:
    """Return all that a person has settled, what holds for all games first."""
    return replies(connection, REPLY.person == person)


def seeking(connection: Connection, game: str | None = None) -> list[AutoReply]:
    """Return who looks for matches, of a game or of any."""
    return replies(connection, REPLY.seeks > 0, *([] if game is None else [REPLY.game == game]))


def store_reply(connection: Connection, new: AutoReply) -> None:
    """Store it in the place of what was there."""
    mine = (REPLY.person == new.person) & (REPLY.game == new.game)
    values = {**new._asdict(), "terms": new.terms or {}}
    if connection.execute(update(standing_answers).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(standing_answers), values)


def count_going_on(connection: Connection, person: str, game: str) -> int:
    """Return how many unfinished matches a person plays with others; of a game, or of all if it is empty."""
    other = seats.alias()
    with_others = select(other.c.match).where(
        other.c.match == seats.c.match, other.c.person.is_not(None), other.c.person != person
    )
    mine = select(func.count(func.distinct(seats.c.match))).where(
        seats.c.person == person, seats.c.over.is_(False), with_others.exists()
    )
    if game:
        mine = mine.join(matches, matches.c.id == seats.c.match).where(matches.c.game == game)
    return connection.scalar(mine) or 0


class AutoReplies:
    """What people answer to challenges before they are asked; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str) -> list[AutoReply]:
        """Return what a person has settled, what holds for all games first."""
        return self._ledger.read(replies_of, person_id)

    def reject(self, person_id: str, game: str = ALL_GAMES) -> None:
        """Let nobody challenge a person to a game, or to any."""
        self._set_rejects(person_id, game, rejects=True)

    def accept(self, person_id: str, game: str = ALL_GAMES) -> None:
        """Let others challenge a person again."""
        self._set_rejects(person_id, game, rejects=False)

    def limit(self, person_id: str, game: str, most: int | None) -> None:
        """Let nobody challenge a person who has so many matches of a game going on; ``None``: however many they have.
        Raises ``InvalidOption``."""
        if most is not None and not 0 <= most <= HIGHEST_LIMIT:
            remedy = f"0 to {HIGHEST_LIMIT}, or off"
            raise InvalidOption("is no number of matches", subject=str(most)[:20], field="limit", remedy=remedy)
        self.change(person_id, game, lambda before: before._replace(most=most))

    def refuse(self, person_id: str, game: str, subject: str) -> None:
        """Raise ``InvalidOption`` where a person has settled that they don't want a challenge to a game now."""
        why = self.why_not(person_id, game)
        if why:
            words, remedy = NOT_WANTED[why]
            wrong = words.format(game=find(game).name)
            raise InvalidOption(wrong, subject=subject, remedy=remedy, field="to", code=why)

    def why_not(self, person_id: str, game: str) -> str:
        """Return why a person is not to be challenged to a game now, ``REJECTS`` or ``AT_LIMIT``; empty if they are."""
        known = {each.game: each for each in self._ledger.read(replies_of, person_id)}
        own = known.get(game) or known.get(ALL_GAMES)
        if own is not None and own.rejects:
            return REJECTS
        return AT_LIMIT if self.is_full(person_id, game) else ""

    def is_full(self, person_id: str, game: str) -> bool:
        """Return whether a person plays as many matches of a game, or of all, as they want to."""
        with self._ledger.reading() as connection:
            limits = [each for each in replies_of(connection, person_id) if each.game in (game, ALL_GAMES)]
            return any(
                each.most is not None and count_going_on(connection, person_id, each.game) >= each.most
                for each in limits
            )

    def going_on(self, person_id: str, game: str) -> int:
        """Return how many unfinished matches of a game a person plays with others; of all if it is empty."""
        return self._ledger.read(count_going_on, person_id, game)

    def change(self, person_id: str, game: str, changed: Callable[[AutoReply], AutoReply]) -> AutoReply:
        """Change what a person has settled for a game; until then it is as for all games. Return what holds now."""
        with self._ledger.writing() as connection:
            note(connection, person_id, time_text(self._ledger.now()))
            known = {each.game: each for each in replies_of(connection, person_id)}
            every = known.get(ALL_GAMES)
            usual = AutoReply(person_id, game, rejects=every is not None and every.rejects)
            new = changed(known.get(game, usual))
            _keep(connection, new, every)
        return new

    def _set_rejects(self, person_id: str, game: str, *, rejects: bool) -> None:
        if game == ALL_GAMES:  # it holds for each game, also for those of which something was settled before
            for each in self.of(person_id):
                self.change(person_id, each.game, lambda before: before._replace(rejects=rejects))
        self.change(person_id, game, lambda before: before._replace(rejects=rejects))


def _keep(connection: Connection, new: AutoReply, every: AutoReply | None) -> None:
    usual = every is not None and every.rejects and new.game != ALL_GAMES
    if new.rejects == usual and new.most is None and not new.seeks and new.match is None:
        connection.execute(delete(standing_answers).where(REPLY.person == new.person, REPLY.game == new.game))
    else:
        store_reply(connection, new)


OPEN, ACCEPTED, DECLINED, WITHDRAWN = "open", "accepted", "declined", "withdrawn"
REASONS: Final[Mapping[str, str]] = {
    "": "No, thank you",
    "later": "Not now: ask me later",
    "casual": "I’d rather play a casual game",
    "rated": "I’d rather play a rated game",
    "set-up": "I’d rather play another set-up",
    "game": "I’d rather play another game",
}
"""Ready words with which to decline, by key."""
LONGEST_WORD: Final = 140
MOST_BY: Final = 10  # Open challenges of one person.
MOST_TO: Final = 20  # Open challenges to one person.
MOST_DECLINED: Final = 3  # Challenges that one person declines another before the other has to wait for a day.
DAY: Final = timedelta(days=1)
REMEMBERED: Final = timedelta(hours=12)  # How long one's own challenges are shown after they were answered.
MOST_MET: Final = 8
RECENT_MATCHES: Final = 60  # Matches in which to look for people met before.

log = logging.getLogger("fivefold.service")


class ChallengeRow(NamedTuple):
    """A row of ``challenges``."""

    id: str
    match: str
    seat: int | None
    by: str
    to: str
    state: str
    word: str
    made: str
    answered: str | None


class Met(NamedTuple):
    """Somebody met in a match."""

    match: str
    seat: int
    person: str
    name: str


COLUMNS = tuple(challenges.c[name] for name in ChallengeRow._fields)
IS_OPEN = challenges.c.state == OPEN


def challenges_of(connection: Connection, person: str, answered_since: str) -> list[ChallengeRow]:
    """Return a person's challenges that are open, and those of theirs that were answered lately, the latest first."""
    mine = or_(challenges.c.by == person, challenges.c.to == person)
    lately = (challenges.c.by == person) & (challenges.c.answered >= answered_since)
    chosen = select(*COLUMNS).where(mine, or_(IS_OPEN, lately)).order_by(challenges.c.made.desc(), challenges.c.id)
    return [ChallengeRow(*row) for row in connection.execute(chosen.limit(50))]


def open_at(connection: Connection, match_id: str) -> list[ChallengeRow]:
    """Return the open challenges to a table."""
    chosen = select(*COLUMNS).where(challenges.c.match == match_id, IS_OPEN)
    return [ChallengeRow(*row) for row in connection.execute(chosen)]


def people_met(connection: Connection, person: str) -> list[Met]:
    """Return who sat at a person's latest matches, the latest first; the same people may come again."""
    lately = (
        select(finished.c.match, finished.c.ended)
        .where(finished.c.person == person)
        .order_by(finished.c.ended.desc())
        .limit(RECENT_MATCHES)
        .subquery()
    )
    others = (
        select(seats.c.match, seats.c.seat, seats.c.person, people.c.name)
        .join(lately, lately.c.match == seats.c.match)
        .join(people, people.c.id == seats.c.person)
        .where(seats.c.person != person, people.c.deleted.is_(None))
        .order_by(lately.c.ended.desc(), seats.c.seat)
    )
    return [Met(*row) for row in connection.execute(others)]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge as one of the two sees it."""

    id: str
    match: str
    game: Game
    set_up: str  # In a few words; empty for the usual one.
    rated: bool
    mine: bool  # Whether it is the viewer's own, to somebody else.
    other: str  # The name of the other person.
    path: str | None  # The address of their page; guests have none.
    state: str
    word: str  # What the challenger says; once it was declined, why.
    made: datetime
    time: TimeControl | None = None  # How long everybody may think; ``None`` for no limit.
    bot: bool = False  # Whether a program plays for the other.


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody whom a person follows, or has met."""

    key: str  # Names them in forms: by name, or a match and a seat of it.
    name: str
    path: str | None  # The address of their page; guests have none.
    presence: str | None = None  # How present they are, of those who are followed and tell it.
    followed: bool = False


def _answer(connection: Connection, found: ChallengeRow, state: str, word: str, at: str) -> bool:
    """Note what came of a challenge; return whether it was still open."""
    here = (challenges.c.id == found.id) & IS_OPEN
    return connection.execute(update(challenges).where(here).values(state=state, word=word, answered=at)).rowcount == 1


CHALLENGE_STORED: Final[Signal[[Connection, ChallengeRow]]] = Signal()
"""A challenge as it is stored, in the transaction that stores it."""
CHALLENGES_CHANGED: Final[Signal[[str]]] = Signal()  # The challenges of the person with this id have changed.


class Challenges:
    """All challenges of a house."""

    def __init__(
        self,
        ledger: Ledger,
        accounts: Accounts,
        blocks: Blocks,
        follows: Follows,
        told: news.News,
        refuse_seat: Callable[[MatchSnapshot, str], None],
    ) -> None:
        """``refuse_seat``: raises where a person may not sit at a table."""
        self._ledger, self._accounts, self._news = ledger, accounts, told
        self._blocks, self._follows = blocks, follows
        self.standing, self._refuse_seat = AutoReplies(ledger), refuse_seat
        ledger.bus.subscribe(CHANGED, self._heard)
        ledger.bus.subscribe("challenge", lambda words: self._tell(words[0]))

    def addressees(self, person_id: str, wish: MatchRequest) -> list[str]:
        """Return whom somebody wants to challenge: by name, or as acquaintances. Raises ``InvalidOption`` where there
        is nobody like that, or it is not possible."""
        free = wish.others.count(LINK)
        if (wish.asked and not free) or (len(wish.others) > 1 and len(wish.asked) > free):
            subject = wish.asked[-1][:40]
            raise InvalidOption("no free seat is left for them", subject=subject, field="to", remedy="leave one free")
        found = [self._addressee(person_id, to) for to in wish.asked]
        for place, other in enumerate(found):
            if other in found[:place]:
                raise InvalidOption("named twice", subject=wish.asked[place][:40], field="to", remedy="once is enough")
            subject = wish.invited[place] if wish.invited else "challenge"
            self._refuse(person_id, other, place, subject)
            self.standing.refuse(other, wish.game, subject)
        return found

    def _addressee(self, person_id: str, to: str) -> str:
        found = self._met(person_id, to) if ":" in to else getattr(self._accounts.by_name(to), "id", None)
        if found is None:
            raise InvalidOption(
                "nobody has an account of this name", subject=to[:40], field="to", remedy="send them a link instead"
            )
        if found == person_id:
            raise InvalidOption("that is you", subject=to[:40], field="to", remedy="name somebody else")
        return found

    def _met(self, person_id: str, key: str) -> str | None:
        match_id, _, seat = key.partition(":")
        if not seat.isdigit():
            return None
        met = self._ledger.read(people_met, person_id)
        return next((each.person for each in met if (each.match, str(each.seat)) == (match_id, seat)), None)

    def _refuse(self, person_id: str, other: str, more: int, subject: str) -> None:
        """Raise where a person cannot be challenged; ``more``: how many others are at the same time."""
        now = self._ledger.now()
        counted, mine = select(func.count()).select_from(challenges), challenges.c.by == person_id
        theirs = challenges.c.to == other
        refused = mine & theirs & (challenges.c.state == DECLINED) & (challenges.c.answered >= time_text(now - DAY))
        conditions = (IS_OPEN & mine, IS_OPEN & theirs, IS_OPEN & mine & theirs, refused)
        with self._ledger.reading() as connection:
            by, to, between, declined = (connection.scalar(counted.where(each)) or 0 for each in conditions)
        reasons = (
            (self._blocks.blocked(person_id, other), "they don’t take challenges from you", "name somebody else"),
            (between > 0, "you have asked them already", "wait for their answer, or take that invitation back"),
            (by + more >= MOST_BY, f"you have {by} open ones", "withdraw one first"),
            (to >= MOST_TO, "they have too many to answer", "try again later"),
            (declined >= MOST_DECLINED, "they have said no often enough today", "name somebody else"),
        )
        for applies, words, remedy in reasons:
            if applies:
                raise InvalidOption(words, subject=subject, remedy=remedy, field="to")

    def making(
        self, person_id: str, others: Sequence[str], table: MatchSnapshot, wish: MatchRequest
    ) -> Callable[[Connection], None]:
        """Return what stores challenges to a table, in the transaction that stores the table. Where the person has
        chosen a seat, each is asked to one of their own, in turn order; else to any that is free."""
        now, free, word = time_text(self._ledger.now()), _free_after(table, person_id), tidy_word(wish.word)
        if len(others) > len(free):
            raise InvalidOption("there are not so many free seats", subject=str(len(others)), field="to")

        def store(connection: Connection) -> None:
            for other, seat in zip(others, free, strict=False):
                own = seat if wish.seat is not None else None
                made = ChallengeRow(new_match_id(), table.id, own, person_id, other, OPEN, word, now, None)
                connection.execute(insert(challenges), made._asdict())
                self._note(connection, made)

        return store

    def invite(self, match_id: str, person_id: str, names: Sequence[str], word: str = "") -> MatchSnapshot:
        """Ask others to the free seats of a table that one has opened. Raises as ``addressees`` does, ``NotYours``."""
        self._ledger.refuse.person(person_id)
        now = self._ledger.snapshot(match_id)
        steps.check_owner(now, person_id, "invite")
        wish = MatchRequest(now.match.game.key, {}, (LINK,) * len(names), invited=tuple(names), word=word)
        others = self.addressees(person_id, wish)
        free = len(steps.open_seats(now)) - len(self.asked_to(match_id))
        if len(others) > free:
            taken = "every seat is taken, or somebody is asked to it"
            raise NotOffered(taken, subject=names[-1][:40], remedy="wait for their answers")
        self._ledger.write(self.making(person_id, others, now, wish))
        return self.told(now, others)

    def told(self, table: MatchSnapshot, others: Sequence[str]) -> MatchSnapshot:
        """Tell people that they are challenged to a table, once that is stored; return the table."""
        for other in others:
            self._news.note(other, news.CHALLENGE, table.id)
            self._changed(other)
        return table

    # Seats kept for whom was challenged

    def kept_from(self, now: MatchSnapshot, person_id: str) -> list[str]:
        """Return for whom the seats of a table are kept where none is left for this person; nobody where one is."""
        asked = self._asked_besides(now, person_id)
        free = steps.open_seats(now)
        return self._names(asked) if asked and len(free) <= len(asked) else []

    def seat_for(self, now: MatchSnapshot, person_id: str, seat: int | None) -> int | None:
        """Return where somebody with the link may sit down who wants this seat, or any if ``None``. Raises
        ``SeatTaken`` where it is kept for somebody who was challenged."""
        asked = self._asked_besides(now, person_id)
        if not asked:
            return seat
        kept = {row.seat for row in asked if row.seat is not None}
        free = [each for each in steps.open_seats(now) if each not in kept]
        if seat in kept or len(steps.open_seats(now)) <= len(asked):
            raise SeatTaken(f"the seat is kept for {listed(self._names(asked))}", remedy="you can watch")
        return free[0] if seat is None else seat

    def _asked_besides(self, now: MatchSnapshot, person_id: str) -> list[ChallengeRow]:
        """Return the open challenges that keep a seat from a person: not where they have one, or are asked as well, nor
        at a table in the lobby."""
        if now.status != WAITING or now.terms.listed or now.seats_of(person_id):
            return []
        asked = self._ledger.read(open_at, now.id)
        return [] if any(row.to == person_id for row in asked) else asked

    # Answering

    def accept(self, challenge_id: str, person_id: str, nonce: str = "") -> MatchSnapshot:
        """Sit down where one is asked to. Raises ``NotYours``, ``NotOffered``, ``SeatTaken``."""
        self._ledger.refuse.person(person_id)
        found = self._open(challenge_id, person_id, mine=False)
        own, person = check_nonce(nonce) if nonce else self._ledger.nonce(), self._ledger.person(person_id)
        self._refuse_seat(self._ledger.snapshot(found.match), person_id)
        self._blocks.refuse_company(self._ledger.snapshot(found.match), person_id, "challenge", "decline it")
        sit = {found.match: lambda now: steps.sit(now, person_id, found.seat, person.shown, own)}
        after = self._ledger.change(sit, person, self._answering(found, ACCEPTED, ""))[0]
        self._settled(found)
        return after

    def decline(self, challenge_id: str, person_id: str, reason: str = "", word: str = "") -> None:
        """Say no, with a ready reason or a word of one's own. Raises ``NotYours``, ``NotOffered``,
        ``InvalidOption``."""
        said = tidy_word(word) or REASONS.get(reason, "")
        self._end(self._open(challenge_id, person_id, mine=False), DECLINED, said)

    def withdraw(self, challenge_id: str, person_id: str) -> None:
        """Take a challenge back. Raises ``NotYours``, ``NotOffered``."""
        self._end(self._open(challenge_id, person_id, mine=True), WITHDRAWN, "")

    def block(self, challenge_id: str, person_id: str) -> None:
        """Decline a challenge and block whoever made it. Raises ``NotYours``, ``NotOffered``."""
        found = self._open(challenge_id, person_id, mine=False)
        self._blocks.block(person_id, found.by)
        self._end(found, DECLINED, "")

    def block_at_table(self, match_id: str, person_id: str, seat: int) -> None:
        """Block whoever sits in a seat of a match that one has played. Raises ``NotYours``, ``NotOffered``."""
        now = self._ledger.snapshot(match_id)
        if not now.seats_of(person_id):
            raise NotYours("you have no seat there", subject="block")
        other = now.seats[seat].person if seat < len(now.seats) else None
        if other is None:
            raise NotOffered("nobody sits there", subject="block")
        self._blocks.block(person_id, other)

    # Reading

    def of(self, person_id: str) -> list[Challenge]:
        """Return the challenges that wait for a person's answer, and their own, the latest first."""
        since = time_text(self._ledger.now() - REMEMBERED)
        found = self._ledger.read(challenges_of, person_id, since)
        names = self._stored_names([each for row in found for each in (row.by, row.to)])
        views = (self._view(row, person_id, names) for row in found)
        return [view for view in views if view is not None]

    def asked_to(self, match_id: str) -> list[str]:
        """Return the names of those who have not answered yet whether they come to a table."""
        waiting = self._ledger.read(open_at, match_id)
        return self._names(waiting)

    def _names(self, asked: Sequence[ChallengeRow]) -> list[str]:
        names = self._stored_names([row.to for row in asked])
        return [Person(row.to, names.get(row.to, "")).shown for row in asked]

    def _stored_names(self, person_ids: Sequence[str]) -> dict[str, str]:
        chosen = select(people.c.id, people.c.name).where(people.c.id.in_(person_ids))
        return {row.id: row.name for row in self._ledger.rows(chosen)}

    def acquaintances(self, person_id: str) -> list[Acquaintance]:
        """Return whom a person follows, first who is here; then others met lately, the latest first, none blocked."""
        met, followed = self._ledger.read(people_met, person_id), self._follows.followed_by(person_id)
        besides = self._blocks.around(person_id).union(each.account.id for each in followed)
        first = {each.person: each for each in reversed(met) if each.person not in besides}
        lately = sorted(first.values(), key=met.index)[:MOST_MET]
        return [
            *(Acquaintance(each.name, each.name, each.path, seen, True) for each, seen in followed),
            *(
                Acquaintance(
                    f"{each.match}:{each.seat}", Person(each.person, each.name).shown, self._accounts.path(each.person)
                )
                for each in lately
            ),
        ]

    def _open(self, challenge_id: str, person_id: str, *, mine: bool) -> ChallengeRow:
        row = self._ledger.row(select(*COLUMNS).where(challenges.c.id == challenge_id))
        found = None if row is None else ChallengeRow(*row)
        if found is None or person_id != (found.by if mine else found.to):
            raise NotYours("it is not for you to answer", subject="challenge")
        if found.state != OPEN:
            raise NotOffered(f"it is {found.state} already", subject="challenge")
        return found

    def _answering(self, found: ChallengeRow, state: str, word: str) -> Callable[[Connection], None]:
        now = time_text(self._ledger.now())

        def store(connection: Connection) -> None:
            if not _answer(connection, found, state, word, now):
                raise NotOffered("it has been answered already", subject="challenge")
            note(connection, found.to if state != WITHDRAWN else found.by, now)
            self._note(connection, found._replace(state=state, word=word, answered=now))

        return store

    def _note(self, connection: Connection, changed: ChallengeRow) -> None:
        self._ledger.bus.signal(CHALLENGE_STORED, connection, changed)

    def _end(self, found: ChallengeRow, state: str, word: str) -> None:
        """Note that nobody comes; a table that was opened for this one person is closed with it."""
        with self._ledger.turn():
            now = self._ledger.known(found.match)
            others = len(self._ledger.read(open_at, found.match)) > 1
            alone = len({seat.person for seat in now.seats} - {None}) <= 1
            closes = now.status == WAITING and alone and not others and not now.terms.listed
            cause = Cause.DECLINED if state == DECLINED else Cause.WITHDRAWN
            step = partial(steps.closed, cause=cause) if closes else lambda now: now
            self._ledger.change({found.match: step}, also=self._answering(found, state, word))
        self._settled(found)

    def _settled(self, found: ChallengeRow) -> None:
        self._news.recount(found.to)
        for person_id in (found.to, found.by):
            self._changed(person_id)

    def _changed(self, person_id: str) -> None:
        self._ledger.bus.publish_soon("challenge", person_id)
        self._tell(person_id)

    def _tell(self, person_id: str) -> None:
        self._ledger.bus.signal(CHALLENGES_CHANGED, person_id)

    def _heard(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Settle the challenges to a table at which somebody sat down by its link, or that waits no more."""
        if before is None or before.status != WAITING or (after.status == WAITING and after.seats == before.seats):
            return
        waiting = self._ledger.read(open_at, after.id)
        for found in waiting:
            state = ACCEPTED if after.seats_of(found.to) else WITHDRAWN if not steps.open_seats(after) else ""
            if state:
                self._settle(found, state)

    def _settle(self, found: ChallengeRow, state: str) -> None:
        try:
            with self._ledger.writing() as connection:
                now = time_text(self._ledger.now())
                if _answer(connection, found, state, "", now):
                    self._note(connection, found._replace(state=state, answered=now))
        except FivefoldError as error:
            log.warning("challenge %s stays open: %s", found.id, error)
        self._settled(found)

    def _view(self, row: ChallengeRow, person_id: str, names: Mapping[str, str]) -> Challenge | None:
        try:
            table = table_of(self._ledger.known(row.match))
        except FivefoldError:  # a damaged match asks nobody
            return None
        mine = row.by == person_id
        other = row.to if mine else row.by
        shown, path = Person(other, names.get(other, "")).shown, self._accounts.path(other)
        said = row.state, row.word, time_from_text(row.made), table.time, self._accounts.is_bot(other)
        return Challenge(row.id, row.match, table.game, table.set_up, table.rated, mine, shown, path, *said)


def tidy_word(word: str) -> str:
    """Return a word of one's own as it is stored. Raises ``InvalidOption`` for one that is too long or not shown."""
    tidy = " ".join(word.split())
    if len(tidy) > LONGEST_WORD:
        remedy = f"at most {LONGEST_WORD}"
        raise InvalidOption(f"{len(tidy)} characters are too long", subject="word", field="word", remedy=remedy)
    if not tidy.isprintable():
        raise InvalidOption("it has characters that cannot be shown", subject="word", field="word")
    return tidy


def _free_after(now: MatchSnapshot, person_id: str) -> list[int]:
    free, mine = steps.open_seats(now), now.seats_of(person_id)
    own = mine[0] if mine else -1
    return [seat for seat in free if seat > own] + [seat for seat in free if seat < own]
