"""The house: the one door through which matches change, and through which they are read."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from secrets import token_bytes
from typing import NamedTuple

from fivefold.contract import Game
from fivefold.house import bounds, log
from fivefold.house import database as store
from fivefold.house.computers.analysis import Arrangements, Estimates
from fivefold.house.computers.shadow_match import ShadowMatches
from fivefold.house.decision import Decision, Step
from fivefold.house.errors import DamagedMatch
from fivefold.house.ledger import Seeds, revised
from fivefold.house.links import BESIDE, PACK_OF, REMATCH, SECOND, TOURNAMENT, with_link, with_second_board
from fivefold.house.match_view.facts import FactViews
from fivefold.house.match_view.view_cache import ViewCache
from fivefold.house.match_view.views import Views
from fivefold.house.meeting.challenges import Challenges
from fivefold.house.meeting.lobby import Lobby
from fivefold.house.meeting.quick_match import QuickMatch
from fivefold.house.meeting.slow_seeks import SlowSeeks
from fivefold.house.moderation.active_rules import Moderation
from fivefold.house.moderation.reports import Reports
from fivefold.house.notices.mail.mail import Mail
from fivefold.house.notices.news import CHAT, News
from fivefold.house.notices.push import Push
from fivefold.house.people.accounts import Accounts, Bots
from fivefold.house.people.bringing import Bringing
from fivefold.house.people.export import Export
from fivefold.house.people.leaving import Leaving
from fivefold.house.people.number_tables import NumberTables
from fivefold.house.people.passkeys import Passkeys
from fivefold.house.people.people import Person, new_match_id
from fivefold.house.people.renaming import Renaming
from fivefold.house.people.sessions import Sessions
from fivefold.house.people.signing_in import SigningIn
from fivefold.house.people.ties import Blocks, Follows
from fivefold.house.people.tokens import Tokens
from fivefold.house.people.vacations import Vacations
from fivefold.house.records.daily import DailyDeals
from fivefold.house.records.histories import Histories
from fivefold.house.records.own_level import OWN_LEVEL, OwnLevel, own_level
from fivefold.house.records.puzzles import Puzzles
from fivefold.house.records.ratings import Ratings
from fivefold.house.records.results import Results
from fivefold.house.records.tournaments import Tournaments
from fivefold.house.table import delays, followups, seating
from fivefold.house.table.answers import Answers
from fivefold.house.table.chat import LINE_SAID, Chat
from fivefold.house.table.clocks import Clocks, RaceStarts
from fivefold.house.table.delays import Delays
from fivefold.house.table.offers import Offers
from fivefold.house.table.presence import Presence, SharedPresence
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.house.table.second_boards import SecondBoards
from fivefold.house.trial import Boards
from fivefold.play import catalogue, chance
from fivefold.play.match import Clock, utc_now
from fivefold.session import races, steps
from fivefold.session.snapshot import UNDO, Link, MatchSnapshot, Summary

logger = logging.getLogger("fivefold.service")


class Due(NamedTuple):
    """A match in which a computer is to move."""

    match: str
    number: int
    """Of the entry that its move will be."""
    level: int
    at: datetime
    """Not before then."""


class House(Renaming):
    """All matches and people of one database; safe to share among threads."""

    def __init__(self, database: store.Database, clock: Clock = utc_now, seeds: Seeds = token_bytes) -> None:
        """``seeds``: returns so many bytes, which nobody else knows; tests fix them."""
        super().__init__(database, clock, seeds)
        self.accounts, self.blocks, self.sessions = Accounts(self), Blocks(self), Sessions(self)
        self.presence = Presence()
        self.follows = Follows(self, self.accounts, self.presence)
        self.moderation, self.signing_in = Moderation(self), SigningIn(self)
        self.tokens, self.bots = Tokens(self, self.accounts, self.sessions), Bots(self, self.accounts)
        self.leaving, self.passkeys = Leaving(self, self.signing_in), Passkeys(self, self.accounts)
        self.export = Export(self, self.signing_in, self.passkeys)
        self.bringing = Bringing(self, self.accounts, self.sessions)
        self.shadow_matches, self.tournaments = ShadowMatches(self), Tournaments(self)
        self.vacations = Vacations(self, self.accounts)
        self.clocks, self.answers = Clocks(self, self.vacations), Answers(self, self.play)
        self.offers, self.second_boards = Offers(self, self.blocks), SecondBoards(self)
        self.number_tables, self.race_starts = NumberTables(self), RaceStarts(self)
        self.estimates, self.arrangements = Estimates(self), Arrangements(self)
        self.results, self.histories = Results(self), Histories(self, self.accounts, self.blocks, self.follows)
        self.daily, self.puzzles = DailyDeals(self, self.results), Puzzles(self)
        self.news = News(self, self.answers.foreseen)
        self.views, self.boards = Views(self.clocks.stops, self.count_heard), Boards()
        self.encoded = ViewCache(self.views, self.accounts.is_bot)
        self.compact = FactViews(self.views, self.accounts.is_bot)
        self.ratings = Ratings(self, self.accounts)
        self.lobby = Lobby(self, self.blocks, self.follows, self.ratings.together)
        ties = self.blocks, self.follows
        self.challenges = Challenges(self, self.accounts, *ties, self.news, self.ratings.refuse_seat)
        self.standing = self.challenges.standing
        self.slow_seeks = SlowSeeks(self, self.challenges, self.create, self.sit)
        rated, bots = self.ratings.refuse_guest, self.bots.refuse_quick_match
        self.quick_match = QuickMatch(self, self.ratings.strength, rated, bots)
        self.chat = Chat(self, self.accounts)
        self.bus.subscribe(LINE_SAID, lambda person_id, match_id: self.news.note(person_id, CHAT, match_id))
        self.push = Push(self, self.news, self.presence, self.accounts)
        self.shared_presence = SharedPresence(self, self.presence, self.news)
        self.reports, self.delays = Reports(self, self.chat), Delays(self)
        self.mail = Mail(self, self.accounts, self.challenges)

    def own_level(self, person_id: str, game: Game) -> OwnLevel:
        """Return how strong a computer has to be to play about as well as a person."""
        return own_level(person_id, game, self.ratings, self.results)

    # Commands

    def create(self, person_id: str, wish: MatchRequest) -> MatchSnapshot:
        """Begin a match; ``OWN_LEVEL`` among the others is one as strong as the person. Raises ``InvalidOption``,
        ``NotOffered`` for one too many, and what a first move can raise."""
        game = catalogue.find(wish.game)
        if OWN_LEVEL in wish.others:
            own = str(self.own_level(person_id, game).level)
            wish = replace(wish, others=tuple(own if each == OWN_LEVEL else each for each in wish.others))
        wish = seating.with_duplicate(game, wish)
        self.ratings.refuse_unratable(person_id, wish)
        seating.check(game, wish)
        bounds.refuse_more(self, person_id)
        invited, wish = self.challenges.addressees(person_id, wish), replace(wish, nonce=wish.nonce or self.nonce())
        source = self.fair() if wish.seed is None else chance.Seeded(wish.seed)
        match = steps.undealt_match(game, wish.options, source, self._clock)
        open_to_others = LINK in wish.others and len(match.seats) > 1
        if not open_to_others and (wish.move or not races.is_ahead(match)):
            match.deal(chance.mixed(source, [chance.Nonce(0, wish.nonce)]))
        person = self.person(person_id)
        new = steps.open_table(new_match_id(), match, seating.seated(match, wish, person))
        if wish.double:
            new = with_link(new, SECOND, Link(""))
        if not match.dealt and wish.seat is None and not races.is_ahead(match):
            new = replace(new, begin=wish.begin)
        new = replace(new, terms=seating.terms(new, wish, person_id))
        new = with_second_board(new) if wish.duplicate else new
        if new.terms.listed:
            self.lobby.refuse_more(person_id)
        if wish.move:
            new = replace(steps.play(new, new.seats_of(person_id), new.number + 1, wish.move), revision=0)
        return self.challenges.told(
            self.begin(new, person, self.challenges.making(person_id, invited, new, wish)), invited
        )

    def sit(
        self, match_id: str, person_id: str, seat: int | None = None, name: str = "", nonce: str = ""
    ) -> MatchSnapshot:
        """Take an open seat, any if ``None``; a person who sits already stays there. The person is called ``name`` from
        now on.

        The ``nonce`` is mixed into the deal, which comes with the last seat; without one the house makes one.
        Raises ``SeatTaken``, ``InvalidName``, ``InvalidOption``.
        """
        self.ratings.refuse_seat(self.snapshot(match_id), person_id)
        self.refuse.person(person_id)
        own = chance.check_nonce(nonce) if nonce else self.nonce()
        self.blocks.refuse_company(self.snapshot(match_id), person_id, "this table", "choose another in the lobby")
        person = self.introduce(person_id, name)

        def step(now: MatchSnapshot) -> MatchSnapshot:
            return steps.sit(now, person_id, self.challenges.seat_for(now, person_id, seat), person.shown, own)

        return self._do(match_id, step, person)

    def play(
        self, match_id: str, person_id: str, number: int, text: str, lag: int = 0, arrived: datetime | None = None
    ) -> MatchSnapshot:
        """Make a move as entry ``number``, one more than the player has seen; the same one again changes nothing.

        In a race it may come later in the log, if it still does what the player meant. ``lag``: milliseconds that the
        network took, as the player's device says; ``arrived``: when the move did, if not now. A move that comes after
        the player's time loses the match.
        Raises ``InvalidMove``, ``IllegalMove``, ``NotYours``, ``NotOffered``, ``MatchOver``, ``Stale``.
        """
        with self.clocks.arriving(match_id):
            self.snapshot(match_id)
            after = self.second_boards.move(match_id, self.clocks.playing(person_id, number, text, lag, arrived))
        return self.clocks.in_time(after, number, text)

    def play_for(self, match_id: str, number: int, text: str, seconds: float = 0.0) -> MatchSnapshot:
        """Make a computer opponent's move, for which it thought so long. Raises what ``play`` does, ``Stale`` also
        where it is not due yet."""
        return self.second_boards.move(match_id, self.clocks.thought(number, text, seconds))

    def undo(self, match_id: str, person_id: str, number: int) -> MatchSnapshot:
        """Take back the person's last move as entry ``number``, or ask the other people for it; see ``offer``."""
        return self.offers.make(match_id, person_id, UNDO, number)

    def offer(self, match_id: str, person_id: str, kind: str, number: int) -> MatchSnapshot:
        """Offer the others something, of a kind of ``session.offer_kinds``; with nobody to ask it happens at once.

        Return the next match where that begins it. Raises ``NotOffered``, ``NotYours``, ``Stale``.
        """
        if kind == REMATCH and self.snapshot(match_id).linked(TOURNAMENT) is not None:
            return self.rematch(match_id, person_id)
        return self.offers.make(match_id, person_id, kind, number)

    def answer(self, match_id: str, person_id: str, agree: bool, kind: str = "", number: int = 0) -> MatchSnapshot:
        """Accept what is offered, of this kind if one is given, or decline; whoever offered it withdraws it with a no.

        Return the next match where that begins it. Raises ``NotOffered``, ``NotYours``.
        """
        return self.offers.answer(match_id, person_id, agree, kind, number)

    def resign(self, match_id: str, person_id: str, number: int) -> MatchSnapshot:
        """Give up as entry ``number``. Raises ``MatchOver``, ``NotYours``, ``Stale``."""
        return self._do(match_id, lambda now: steps.resign(now, person_id, number))

    def rematch(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Offer the others a rematch, or accept theirs; return the next match once it has begun, until then this one.

        In a tournament it is its next game, at once. Raises ``NotOffered``, ``NotYours``.
        """
        now = self.snapshot(match_id)
        tournament = now.linked(TOURNAMENT)
        if tournament is not None:
            followups.check_rematch(now, person_id)
            return self.tournaments.play(tournament, person_id, followups.entrants(now)[::-1])
        return self.offers.make(match_id, person_id, REMATCH)

    def second(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Note that a person is ready for the second game of a double match.

        Return it if everybody is; until then the first. Raises ``NotOffered``, ``NotYours``.
        """

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            (now,) = known
            self.refuse.person(person_id)
            followups.check_second(now, person_id)
            ready = followups.ready_for_second(now, person_id)
            if now.linked(SECOND) is not None or (ready == now.agreed and not followups.all_ready(now, ready)):
                return Decision([(now, now)])
            if not followups.all_ready(now, ready):
                return Decision([(now, revised(now, agreed=ready))])
            bounds.refuse_more(self, person_id)
            begun = followups.second(now, new_match_id(), self._clock)
            return Decision([(now, revised(with_link(now, SECOND, Link(begun.id)), agreed=()))], [begun])

        return self._next(match_id, decide, lambda now: now.linked(SECOND) or match_id)

    def new_cards(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Return a match like this one, everybody in the same seat, the cards shuffled anew.

        If such a match has begun and nobody has played in it yet, that one; in a tournament it is the next game.
        Raises ``NotOffered``, ``NotYours``.
        """
        now = self.snapshot(match_id)
        tournament = now.linked(TOURNAMENT)
        if tournament is not None:
            followups.check_new_cards(now, person_id)
            return self.tournaments.play(tournament, person_id, followups.entrants(now))

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            (now,) = known
            followups.check_new_cards(now, person_id)
            self.blocks.refuse_company(now, person_id, "new cards")
            if self._waits(now.linked(REMATCH), now):
                return Decision([(now, now)])
            bounds.refuse_more(self, person_id)
            begun = followups.new_cards(now, new_match_id(), self.fair(), self._clock)
            return Decision([(now, revised(with_link(now, REMATCH, Link(begun.id))))], [begun])

        return self._next(match_id, decide, lambda now: now.linked(REMATCH))

    def same_cards(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Return a match on the same cards, everybody in the same seat.

        If such a match has begun and nobody has played in it yet, that one; in a tournament it is a game of it.
        Raises ``NotOffered``, ``NotYours``.
        """
        now = self.snapshot(match_id)
        tournament = now.linked(TOURNAMENT)
        if tournament is not None:
            followups.check_same_cards(now, person_id)
            return self.tournaments.play(tournament, person_id, followups.entrants(now), match_id)
        found: list[str | None] = [None]

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            (now,) = known
            followups.check_same_cards(now, person_id)
            self.blocks.refuse_company(now, person_id, "same cards")
            others = self.read(log.replays, now.linked(PACK_OF) or now.id)
            found[0] = next((other for other in others if other != now.id and self._waits(other, now)), None)
            if found[0] is not None:
                return Decision([(now, now)])
            bounds.refuse_more(self, person_id)
            begun = followups.same_cards(now, new_match_id(), self._clock)
            found[0] = begun.id
            # This changes ``now``, so that only one of two processes begins the match.
            return Decision([(now, revised(now))], [begun])

        return self._next(match_id, decide, lambda _: found[0])

    def play_on(self, match_id: str, person_id: str, ply: int, against: str) -> MatchSnapshot:
        """Begin a match from a position of another; see ``followups.played_on``. Raises ``NotOffered``, ``NotYours``,
        ``InvalidOption``."""
        now = self.shown_to(person_id, match_id)
        followups.check_playing_on(now, ply, person_id)
        bounds.refuse_more(self, person_id)
        person = self.person(person_id)
        new = followups.played_on(now, ply, against, person, new_match_id(), self.fair(), self._clock)
        return self.begin(new, person)

    # Reads

    def shown_to(self, person_id: str, match_id: str) -> MatchSnapshot:
        """Return a match as a person may see it, somebody without a seat perhaps with a delay. Raises ``NotYours``, and
        what ``snapshot`` does."""
        found = self.snapshot(match_id)
        self.daily.refuse_early_look(found, person_id)
        return self.delays.seen_by(found, person_id)

    def matches_of(self, person_id: str, limit: int = 20) -> list[Summary]:
        """Return a person's matches, unfinished ones first, the latest first among these."""
        with self.reading() as connection:
            found = log.of_person(connection, person_id, limit)
        summaries = (self._summary(match_id, person_id) for match_id in found)
        return [summary for summary in summaries if summary is not None]

    def due(self, besides: Collection[str] = ()) -> list[Due]:
        """Return the matches in which a computer is to move, longest waiting first, but for some."""
        found = self.read(log.due)
        return [Due(*each, self._called(*each[:2])) for each in found if each[0] not in besides]

    def patron(self, snapshot: MatchSnapshot) -> str:
        """Return the person for whom computers think in a match: the first who sits there.

        For a companion it is the person it plays beside; for computers among themselves the owner of the tournament.
        """
        beside, tournament = snapshot.linked(BESIDE), snapshot.linked(TOURNAMENT)
        if beside is not None:
            return self.patron(self.known(beside))
        seated = next((seat.person for seat in snapshot.seats if seat.person is not None), None)
        if seated is not None or tournament is None:
            return seated or ""
        return self.tournaments.owner(tournament)

    def sealed(self, snapshot: MatchSnapshot) -> str:
        """Return when the seed of a match that is over may be shown, "once …"; empty if it may be shown now."""
        return delays.sealed(self, snapshot)

    # How it works

    def _do(self, match_id: str, step: Step, person: Person | None = None) -> MatchSnapshot:
        """Take a person's step in a match that people may see."""
        self.snapshot(match_id)
        return self.change({match_id: step}, person)[0]

    def _next(
        self,
        match_id: str,
        decide: Callable[[Sequence[MatchSnapshot]], Decision],
        following: Callable[[MatchSnapshot], str | None],
    ) -> MatchSnapshot:
        self.snapshot(match_id)
        ((_, after),) = self.carry_out([match_id], decide).steps
        return self.snapshot(following(after) or "")

    def _waits(self, match_id: str | None, now: MatchSnapshot) -> bool:
        """Return whether a match can follow ``now``: it has the same people and is still to be played.

        A single player has not begun to play it; among several, somebody else may have.
        """
        if match_id is None:
            return False
        found = self.known(match_id)
        same = [(seat.person, seat.level) for seat in found.seats] == [(seat.person, seat.level) for seat in now.seats]
        anew = found.match.outcome is None and found.match.script == now.match.script
        return same and anew and not (now.alone and found.match.decisions)

    def _called(self, match_id: str, number: int) -> datetime:
        """Return when a computer is to move.

        A damaged match is due at once, so that it is reported.
        """
        try:
            snapshot = self.known(match_id)
            if snapshot.number + 1 != number:  # another process was here
                self._live.outdate([match_id])
                snapshot = self.known(match_id)
        except DamagedMatch:
            return self.now()
        first = races.first_call(snapshot, self.now())
        return first.at if first is not None else self.now()

    def _summary(self, match_id: str, person_id: str) -> Summary | None:
        """Return a match for its person's list; a damaged one is logged and does not hide the others."""
        try:
            snapshot = self.snapshot(match_id)
        except DamagedMatch:
            logger.exception("match %s is left out of a list", match_id)
            return None
        return Summary.of(snapshot, person_id)
