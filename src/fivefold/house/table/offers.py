"""Offers at a table: made, answered and carried out in the house, and what the table shows of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fivefold.house import bounds
from fivefold.house.decision import Decision
from fivefold.house.ledger import Ledger, revised
from fivefold.house.links import REMATCH as NEXT_MATCH
from fivefold.house.links import refuse_abort, refuse_undo, with_link
from fivefold.house.match_view.view_types import OfferView
from fivefold.house.people.people import new_match_id
from fivefold.house.people.ties import Blocks
from fivefold.house.table import followups
from fivefold.parts.messages import Reader
from fivefold.session import narration, offers
from fivefold.session.offers import ABORT, REMATCH, accepts_draw
from fivefold.session.snapshot import UNDO, Link, MatchSnapshot

Step = Callable[[MatchSnapshot], MatchSnapshot]

REFUSALS: Final[Mapping[str, Callable[[MatchSnapshot], None]]] = {
    UNDO: refuse_undo,
    ABORT: refuse_abort,
    REMATCH: followups.refuse_before_second,
}
"""For some kinds what ties the match to others may forbid them: each raises ``NotOffered``."""


class Offers:
    """What players offer each other at the tables of the house."""

    def __init__(self, ledger: Ledger, blocks: Blocks) -> None:
        self._ledger, self._blocks = ledger, blocks

    def make(self, match_id: str, person_id: str, kind: str, number: int | None = None) -> MatchSnapshot:
        """Offer something as what would be entry ``number``, or the next; return the next match where that begins it.
        Raises ``NotOffered``, ``NotYours``, ``Stale``."""
        self._ledger.refuse.person(person_id)

        def step(now: MatchSnapshot) -> MatchSnapshot:
            if kind == REMATCH and now.linked(NEXT_MATCH) is not None:
                offers.check_rematch(now, now.seats_of(person_id))
                return now
            refuse = REFUSALS.get(kind)
            if refuse is not None:
                refuse(now)
            if kind == REMATCH:
                self._blocks.refuse_company(now, person_id, kind)
            return offers.offer(now, person_id, kind, number or now.number + 1, accepts_draw)

        return self._carried_out(match_id, person_id, step, joins=kind == REMATCH)

    def answer(self, match_id: str, person_id: str, agree: bool, kind: str, number: int) -> MatchSnapshot:
        """Answer what is offered; return the next match where that begins it. Raises ``NotOffered``, ``NotYours``."""
        if agree:
            self._ledger.refuse.person(person_id)

        def step(now: MatchSnapshot) -> MatchSnapshot:
            if agree and kind == REMATCH and now.offer is None and now.linked(NEXT_MATCH) is not None:
                return now
            if agree and now.offer is not None and now.offer.kind == REMATCH:
                self._blocks.refuse_company(now, person_id, REMATCH)
            return offers.answer(now, person_id, agree, kind, number)

        return self._carried_out(match_id, person_id, step, joins=agree and kind in {"", REMATCH})

    def _carried_out(self, match_id: str, person_id: str, step: Step, *, joins: bool) -> MatchSnapshot:
        """Take a step, and begin the next match where everybody has agreed to it."""

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            (now,) = known
            after = step(now)
            if after is now or not offers.is_agreed(after):
                return Decision([(now, after)])
            bounds.refuse_more(self._ledger, person_id)
            begun = followups.rematch(now, new_match_id(), self._ledger.fair(), self._ledger.now)
            settled = replace(now, offer=None, declined=())
            return Decision([(now, revised(with_link(settled, NEXT_MATCH, Link(begun.id))))], [begun])

        self._ledger.snapshot(match_id)
        decision = self._ledger.carry_out([match_id], decide)
        after = decision.steps[0][1]
        following = after.linked(NEXT_MATCH)
        return self._ledger.known(following) if joins and following is not None else after


def check_offer(name: str, now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` with the reason why a person cannot offer something, nor join what began."""
    if name == REMATCH and now.linked(NEXT_MATCH) is not None:
        offers.check_rematch(now, now.seats_of(person_id))
        return
    offers.check(now, person_id, name)
    if name in REFUSALS:
        REFUSALS[name](now)


def offer_view(now: MatchSnapshot, yours: Sequence[int]) -> OfferView | None:
    """Return what is offered, or was declined last since the last entry, for somebody with these seats."""
    reader = Reader(now.names, yours[0] if len(yours) == 1 else -1)
    if now.offer is not None:
        kind, by, agreed, _ = now.offer
        waits_for, declined_by = offers.waits_for(now), None
        said = narration.offer_line(reader, kind, by, agreed, waits_for)
    elif now.declined:
        kind, by, declined_by = now.declined[-1]
        agreed, waits_for, said = (), (), narration.declined_line(reader, kind, declined_by)
    else:
        return None
    return {
        "kind": kind,
        "by": by,
        "agreed": list(agreed),
        "waits_for": list(waits_for),
        "declined_by": declined_by,
        "answers": not set(waits_for).isdisjoint(yours),
        "withdraws": declined_by is None and by in yours,
        "said": said,
    }
