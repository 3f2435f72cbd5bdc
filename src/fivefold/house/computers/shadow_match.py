"""The expert beside a player: the strongest opponent plays the same cards, in a hidden match.

It is shown only up to the card that the player is looking at, until the player's match is over and nobody else plays
these cards.
"""

from collections.abc import Sequence

from fivefold.contract import CHANCE
from fivefold.house.decision import Decision
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger, revised
from fivefold.house.links import BESIDE, COMPANION, day_is_over, no_help_reason, with_link
from fivefold.house.match_view.pictures import drawn_beside
from fivefold.house.match_view.view_types import CompanionPart, CompanionView
from fivefold.house.people.people import new_match_id
from fivefold.house.table import followups
from fivefold.house.table.delays import sealed
from fivefold.play.outcome import points
from fivefold.session import steps
from fivefold.session.rights import check_seated
from fivefold.session.seats import COMPUTER, Seat
from fivefold.session.snapshot import OVER, Link, MatchSnapshot


class ShadowMatches:
    """The hidden matches of experts, each beside a player's match."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def begin(self, match_id: str, person_id: str) -> None:
        """Let the expert play a match's cards beside its player, once. Raises ``NotOffered``, ``NotYours``."""

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            (now,) = known
            check_companion(now, person_id)
            if COMPANION in now.links:
                return Decision([(now, now)])
            begun = self._beside(now)
            return Decision([(now, revised(with_link(now, COMPANION, Link(begun.id))))], [begun])

        self._ledger.snapshot(match_id)
        self._ledger.carry_out([match_id], decide)

    def of(self, match_id: str, person_id: str) -> CompanionView | None:
        """Return the expert beside a match as far as its player may see it, ``None`` if there is none. Raises
        ``NotYours``, ``UnknownMatch``."""
        now = self._ledger.snapshot(match_id)
        check_seated(now.seats_of(person_id), "expert")
        companion = now.linked(COMPANION)
        if companion is None:
            return None
        opened = now.status == OVER and not sealed(self._ledger, now)
        return companion_view(now, self._ledger.known(companion), opened)

    def _beside(self, now: MatchSnapshot) -> MatchSnapshot:
        personas = now.match.game.personas
        # With the player's nonce: without it the cards would differ.
        expert = Seat(0, COMPUTER, None, len(personas), personas[-1].name, "", nonce=now.seats[0].nonce)
        match = followups.same_pack(now.match, self._ledger.now)
        return with_link(steps.open_table(new_match_id(), match, [expert]), BESIDE, Link(now.id))


def check_companion(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` if no expert may play beside a person."""
    check_seated(now.seats_of(person_id), "expert")
    game = now.match.game
    if not game.traits.fixed_pack:
        raise NotOffered(f"{game.name} has no pack for the expert to play", subject="expert")
    if not now.alone:
        raise NotOffered("plays beside you only when you play alone", subject="expert")
    if now.status != OVER and (reason := no_help_reason(now)):
        raise NotOffered(f"{reason}, so everybody plays without", subject="expert", remedy="ask again when it is over")
    if not day_is_over(now):
        raise NotOffered(
            "others are still playing this day's deal", subject="expert", remedy="ask again when the day is over (UTC)"
        )


def table_part(now: MatchSnapshot) -> CompanionPart:
    """Return whether the expert plays along, for the view of a table."""
    return {"companion": COMPANION in now.links}


def companion_view(now: MatchSnapshot, beside: MatchSnapshot, over: bool) -> CompanionView:
    """Return the expert's position as far as the player may see it; with ``over`` the latest.

    Otherwise it is the position right after the last card that the player has seen: what the expert does with it would
    be a hint, and later cards could help others who play them.
    """
    match = beside.match
    seen = now.match.movers.count(CHANCE)
    ply = len(match.movers) if over else ply_of_card(match.movers, seen)
    row = beside.row_at(ply)
    cards = match.movers[:ply].count(CHANCE)
    at_end = match.outcome is not None and ply == len(match.movers)
    return {
        "picture": drawn_beside(match.game, tuple(row), at_end, "beside").svg,
        "score": points(match.game, match.options, row)[0],
        "cards": cards,
        "over": at_end,
        "thinking": match.outcome is None and (over or cards < seen),
    }


def ply_of_card(movers: Sequence[int], count: int) -> int:
    """Return how many plies there were right after ``count`` moves of chance; all plies if there were fewer."""
    cards = [ply for ply, mover in enumerate(movers, start=1) if mover == CHANCE]
    return cards[count - 1] if 0 < count <= len(cards) else len(movers)
