"""The next match: a rematch, the second game of a double match, new cards, the same cards again, or from a position.

What chance brought until then stays as it was; what comes is drawn anew. The new match is linked to the old one as one
with the same cards, so that it counts for nobody's best; to itself while the old one goes on, or that one's seed would
stay secret until the new one is over.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from fivefold.contract import CHANCE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.contract.stored import LEVELS
from fivefold.house.errors import NotOffered
from fivefold.house.links import (
    DAY,
    PACK_OF,
    REMATCH,
    SECOND,
    WON_BEFORE,
    is_double,
    no_help_reason,
    points_from_first,
    with_link,
)
from fivefold.house.match_view.view_types import FollowupsPart
from fivefold.house.people.people import Person
from fivefold.house.table.seating import HERE
from fivefold.parts.messages import Reader
from fivefold.play import chance
from fivefold.play.match import Clock, Match
from fivefold.play.outcome import Outcome, Termination
from fivefold.session import narration, offers, races, steps
from fivefold.session.rights import check_seated
from fivefold.session.seats import COMPUTER, OPEN, PERSON, Seat, Terms, emptied, seats_change
from fivefold.session.snapshot import DOUBLE_OF, OVER, Link, MatchSnapshot

FROM_HERE: Final = "try from here"


def check_rematch(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where there is no rematch."""
    offers.check_rematch(now, now.seats_of(person_id))
    refuse_before_second(now)


def refuse_before_second(now: MatchSnapshot) -> None:
    """Raise ``NotOffered`` for a rematch between the two games of a double match, or on the first board of a duplicate:
    there is one rematch."""
    if now.terms.duplicate and SECOND in now.links and not _cancelled(now):
        raise NotOffered("offer it on the second board of this duplicate", subject="rematch")
    if SECOND in now.links and not _cancelled(now):
        raise NotOffered("play the second game of this double match first", subject="rematch")


def _cancelled(now: MatchSnapshot) -> bool:
    outcome = now.match.outcome
    return outcome is not None and outcome.termination == Termination.ABANDONED


def check_second(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where there is no second game."""
    check_seated(now.seats_of(person_id), "second game")
    if not is_double(now):
        raise NotOffered("this is not a double match", subject="second game")
    if now.terms.duplicate:
        raise NotOffered("both games of a duplicate are played at once", subject="second game")
    if DOUBLE_OF in now.links:
        raise NotOffered("this is the second game", subject="second game")
    if now.status != OVER:
        raise NotOffered("finish the first game before the second", subject="second game")
    if _cancelled(now):
        raise NotOffered("the first game was cancelled", subject="second game")


def check_new_cards(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where nobody is dealt new cards."""
    check_seated(now.seats_of(person_id), "new cards")
    if DAY in now.links:
        raise NotOffered("everybody has one try at the deal of the day", subject="new cards")
    if now.alone:
        return
    check_rematch(now, person_id)


def check_same_cards(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where the same cards are not played again."""
    check_seated(now.seats_of(person_id), "same cards")
    check_pack(now)
    if now.status == OVER:
        return
    if not now.alone:
        raise NotOffered("finish this match first", subject="same cards")
    if reason := no_help_reason(now):
        raise NotOffered(
            f"{reason}, so finish it first", subject="same cards", remedy="knowing the cards makes it easy"
        )


def check_pack(now: MatchSnapshot) -> None:
    """Raise ``NotOffered`` for a game without a pack."""
    if not now.match.game.traits.fixed_pack:
        raise NotOffered(f"{now.match.game.name} has no pack to play again", subject="same cards")
    if not now.match.dealt:
        raise NotOffered("no cards were dealt", subject="same cards")


def ready_for_second(now: MatchSnapshot, person_id: str) -> tuple[int, ...]:
    """Return the seats of people who are ready for the second game once this person is too."""
    return tuple(sorted({*now.agreed, *now.seats_of(person_id)}))


def all_ready(now: MatchSnapshot, ready: Sequence[int]) -> bool:
    """Return whether everybody is; computers always are."""
    return all(seat.kind == COMPUTER or seat.seat in ready for seat in now.seats)


def table_part(now: MatchSnapshot) -> FollowupsPart:
    """Return the matches before and after this one, for the view of its table."""
    return {
        "rematch": _path(now.linked(REMATCH)),
        "second": _path(now.linked(SECOND)),
        "double_of": _path(now.linked(DOUBLE_OF)),
        "totals": totals(now),
        "won": list(matches_won(now)) if WON_BEFORE in now.links else None,
        "carried": None if (points := points_from_first(now)) is None else list(points),
        "duplicate": now.terms.duplicate,
        "held": None if now.held is None else now.held.mover,
        "double_game": 2 if DOUBLE_OF in now.links else 1 if is_double(now) else None,
        "ready": list(now.agreed) if now.status == OVER else [],
        "pack_of": _path(now.linked(PACK_OF)),
        "replayed": PACK_OF in now.links,
    }


def totals(now: MatchSnapshot) -> list[int] | None:
    """Return each seat's points from both games of a double match, so far; ``None`` where none are added."""
    points = points_from_first(now)
    if points is None or now.match.ending is not None:
        return None
    return [before + gained for before, gained in zip(points, now.match.scores, strict=True)]


def matches_won(now: MatchSnapshot) -> Sequence[float]:
    """Return how many matches each seat's player has won in a row of rematches, this one included once it is over. A
    draw counts half for each, a cancelled match for nobody, a double match once."""
    link, outcome = now.links.get(WON_BEFORE), now.match.outcome
    before: Sequence[float] = (link and link.shares) or [0.0] * len(now.seats)
    got = double_shares(now)
    if got is None and (outcome is None or SECOND in now.links or _cancelled(now)):
        return before
    return [one + other for one, other in zip(before, got or (outcome.returns if outcome else before), strict=True)]


def result_words(now: MatchSnapshot, outcome: Outcome, reader: Reader) -> tuple[str, str]:
    """Return who won, and why where that is news: after the second game of a double match, of both games."""
    shares = double_shares(now)
    if shares is None:
        return narration.headline(now, outcome, reader), narration.telling_reason(now, outcome, reader)
    points = totals(now) or ()
    if now.terms.duplicate:
        line = narration.double_line(reader, shares, points, narration.DUPLICATE)
        return line, narration.telling_reason(now, outcome, reader)
    return narration.double_line(reader, shares, points), narration.second_game_line(now, outcome, reader)


def outcome_line(now: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    """Return how a match ended; after the second game of a double match, how both did."""
    if double_shares(now) is None:
        return narration.outcome_line(now, outcome, reader)
    return " ".join(map(narration.sentence, filter(None, result_words(now, outcome, reader))))


def _path(match_id: str | None) -> str | None:
    return None if match_id is None else f"/matches/{match_id}"


def rematch(now: MatchSnapshot, match_id: str, source: chance.Source, clock: Clock) -> MatchSnapshot:
    """Return a new match for the same people, each one seat further on, so that somebody else begins; the deal is
    new. The seat of one who left in the first round is open."""
    seats = [emptied(place) if place.seat in now.gone else place for place in now.seats]
    return _anew(now, [*seats[-1:], *seats[:-1]], match_id, source, clock, is_double(now))


def _anew(
    now: MatchSnapshot, seats: Sequence[Seat], match_id: str, source: chance.Source, clock: Clock, double: bool
) -> MatchSnapshot:
    """Return a new match of this kind, dealt from a new source unless somebody has yet to sit down."""
    before = now.match
    drawn, begin = before.undecided, "" if before.dealt else now.begin
    match = Match.prepared(before.game, before.options, source, drawn=drawn, clock=clock, dealt=False)
    places, seats = seats, steps.with_next_nonces(seats, now.id, match_id)
    if not any(seat.kind == OPEN for seat in seats) and not races.is_ahead(match):
        match.deal(steps.with_nonces(source, seats))
    terms = Terms(owner=now.terms.owner, rated=now.terms.rated, delay=now.terms.delay, time=now.terms.time)
    terms = replace(terms, duplicate=double and now.terms.duplicate)
    new = replace(steps.open_table(match_id, match, seats), begin=begin, terms=terms)
    new = with_link(new, SECOND, Link("")) if double else new
    if len(seats) != 2 or now.gone:
        return new
    won = matches_won(now)
    return with_link(new, WON_BEFORE, Link("", shares=tuple(won[seat.seat] for seat in places)))


def second(now: MatchSnapshot, match_id: str, clock: Clock) -> MatchSnapshot:
    """Return the second game of a double match: the same deal, begun by the other side. In a duplicate the first goes
    on beside it."""
    match = now.match.twin()
    match.started = clock().replace(microsecond=0)
    changed = seats_change(match)
    game = steps.open_table(match_id, match, now.seats[::-1] if changed else now.seats)
    both = Terms(owner=now.terms.owner, rated=now.terms.rated, duplicate=True, time=now.terms.time)
    game = replace(game, terms=both if now.terms.duplicate else Terms(time=now.terms.time))
    if WON_BEFORE in now.links:
        before = now.links[WON_BEFORE]
        shares = before.shares and before.shares[slice(None, None, -1 if changed else 1)]
        game = with_link(game, WON_BEFORE, before._replace(shares=shares))
    return with_link(game, DOUBLE_OF, first_game(now))


def new_cards(now: MatchSnapshot, match_id: str, source: chance.Source, clock: Clock) -> MatchSnapshot:
    """Return a new match for the same people in the same seats; the deal is new."""
    return _anew(now, now.seats, match_id, source, clock, double=False)


def same_cards(now: MatchSnapshot, match_id: str, clock: Clock) -> MatchSnapshot:
    """Return a new match for the same people in the same seats, on the same cards."""
    new = steps.open_table(match_id, same_pack(now.match, clock), now.seats)
    new = replace(new, terms=Terms(time=now.terms.time))
    return with_link(new, PACK_OF, Link(now.linked(PACK_OF) or now.id))


def same_pack(match: Match, clock: Clock) -> Match:
    """Return a match at its start, with the same chance as another; a race is dealt when everybody is ready."""
    prepared = partial(
        Match.prepared, match.game, match.options, match.source, drawn=match.drawn, script=match.script, clock=clock
    )
    waiting = prepared(dealt=False)
    return waiting if races.is_ahead(waiting) else prepared()


def entrants(now: MatchSnapshot) -> list[int]:
    """Return the number of the tournament's entrant in each seat."""
    return [seat.entrant for seat in now.seats if seat.entrant is not None]


def first_game(first: MatchSnapshot) -> Link:
    """Return what a double match's first game brings to each seat of its second; nothing before it is over, and no
    points where it was given up."""
    match, outcome = first.match, first.match.outcome
    if outcome is None:
        return Link(first.id)
    turned = slice(None, None, -1 if seats_change(match) else 1)
    points = match.scores[turned] if match.ending is None else None
    return Link(first.id, points=points, shares=outcome.returns[turned])


def double_shares(second: MatchSnapshot) -> list[float] | None:
    """Return each seat's share of a double match once its second game is over; ``None`` where it is none.

    The points of both games decide. Who gives up the second game loses the match; where the first was given up, or a
    draw was agreed, games won decide; where the second was cancelled, the first stands. The two of a duplicate end
    alike, and are cancelled together.
    """
    first, outcome, ending = second.links.get(DOUBLE_OF), second.match.outcome, second.match.ending
    if first is None or first.shares is None or outcome is None or (second.terms.duplicate and _cancelled(second)):
        return None
    got: Sequence[float] = [one + other for one, other in zip(first.shares, outcome.returns, strict=True)]
    if outcome.termination == Termination.ABANDONED:
        got = first.shares
    elif first.points is not None and ending is not None and ending.seat is not None and not ending.drawn:
        got = outcome.returns
    else:
        got = totals(second) or got
    ahead = [each == max(got) for each in got]
    return [leads / sum(ahead) for leads in ahead]


# From a position


def check_playing_on(now: MatchSnapshot, ply: int, person_id: str) -> None:
    """Raise ``NotOffered`` where a person cannot play on from a position of a match, as they may see it: it is over, or
    they look on at one that hides nothing, and so has no delay."""
    if races.is_race(now):
        raise NotOffered("a race cannot be continued from the middle", subject=FROM_HERE)
    reasons = (
        (now.seats_of(person_id), "finish this match first"),
        (now.match.game.traits.hidden, "cards are hidden until the match is over"),
        (no_help_reason(now), f"{no_help_reason(now)}, and it goes on"),
        (not [each for each in now.match.decisions if each < ply], "nobody has moved yet"),
    )
    for applies, words in reasons:
        if applies and now.status != OVER:
            raise NotOffered(words, subject=FROM_HERE)
    if not 0 <= ply <= len(now.match.moves) or now.match.game.rules.to_move(now.row_at(ply)) < 0:
        raise NotOffered("nobody is to move in this position", subject=FROM_HERE, remedy="choose an earlier one")


def played_on(
    now: MatchSnapshot, ply: int, against: str, person: Person, match_id: str, source: chance.Source, clock: Clock
) -> MatchSnapshot:
    """Return a match that goes on from the position after so many plies.

    ``against``: a level, ``1`` to ``7``, or ``here`` for all seats oneself. The person keeps the seat they had, or
    takes that of who is to move. Raises ``NotOffered``, ``InvalidOption``.
    """
    check_playing_on(now, ply, person.id)
    level = _level(now.match.game, against)
    mine = now.seats_of(person.id)
    own = mine[0] if len(mine) == 1 else now.match.game.rules.to_move(now.row_at(ply))
    match = position(now.match, ply, source, clock)
    seats = _seats(match, own, level, person)
    new = steps.open_table(match_id, match, seats)
    return with_link(new, PACK_OF, Link((now.linked(PACK_OF) or now.id) if now.status == OVER else match_id))


def position(match: Match, ply: int, source: chance.Source, clock: Clock) -> Match:
    """Return a match as it was after so many plies; ``source`` decides what chance brings from there."""
    script = [text for text, mover in zip(match.history[:ply], match.movers[:ply], strict=True) if mover == CHANCE]
    again = Match.prepared(match.game, match.options, source, script=script, clock=clock)
    while len(again.moves) < ply:
        again.make(match.moves[len(again.moves)])
    return again


def _level(game: Game, against: str) -> int | None:
    """Return the level that plays the other seats; ``None`` where the person does."""
    if against == HERE:
        return None
    if not against.isdecimal() or not game.has_level(int(against)):
        raise InvalidOption(against, subject="level", field="level", remedy=f"choose a level from 1 to {LEVELS}")
    return int(against)


def _seats(match: Match, own: int, level: int | None, person: Person) -> Sequence[Seat]:
    count = len(match.seats)
    alone = count == 1 or level is not None
    mine = [Seat(seat, PERSON, person.id, None, person.shown if alone else "", "") for seat in range(count)]
    if level is None:
        return mine
    name = match.game.persona(level).name
    return [mine[seat] if seat == own else Seat(seat, COMPUTER, None, level, name, "") for seat in range(count)]
