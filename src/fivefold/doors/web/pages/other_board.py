"""The other board of a duplicate, beside the one on the page: small, with whose turn it is there and both totals."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.links import other_board
from fivefold.house.match_view.pictures import drawn_beside
from fivefold.session.snapshot import DOUBLE_OF, OVER, MatchSnapshot

router = APIRouter()
PICTURE: Final = "other"
"""With what the ids of the small picture begin."""


@router.get("/matches/{match_id}/other-board")
def show_other_board(request: Request, match_id: str) -> Response:
    """Return the other board as a part of the table's page."""
    shown = at_table(request, house_of(request).shown_to(visitor(request).id, match_id))
    if shown["other"] is None:
        raise UnknownPage("this match has one board", subject="other board")
    return responses.page(request, "other_board.html", shown)


def at_table(request: Request, now: MatchSnapshot) -> dict[str, Any]:
    """Return what the table's page says of the other board; nothing where there is none."""
    match_id = other_board(now)
    if match_id is None:
        return {"other": None}
    person_id = visitor(request).id
    other = house_of(request).shown_to(person_id, match_id)
    yours = now.seats_of(person_id)
    order = sorted(range(len(now.seats)), key=lambda seat: seat not in yours)
    scores = [(now.match.scores[seat], other.match.scores[seat]) for seat in order]
    turn = other.may_move(person_id)
    return {
        "other": {
            "path": f"/matches/{other.id}",
            "number": _number_beside(now),
            "picture": page_parts.as_markup(_picture(other)),
            "turn": turn,
            "words": _words(other, yours, turn),
            "scores": [there for _, there in scores],
            "totals": [(now.names[seat], here + there) for seat, (here, there) in zip(order, scores, strict=True)],
            "goes": (turn and not now.may_move(person_id)) or (other.status == OVER and DOUBLE_OF in other.links),
        }
    }


def in_review(request: Request, now: MatchSnapshot, ply: int) -> dict[str, Any]:
    """Return what the review says of the other board after as many plies; nothing where there is none."""
    match_id = other_board(now)
    if match_id is None:
        return {"other": None}
    house = house_of(request)
    other = house.shown_to(visitor(request).id, match_id)
    at = min(ply, len(other.match.moves))
    view = house.views.view(other, visitor(request).id, at)
    return {
        "other": {
            "path": f"/matches/{other.id}/review?ply={at}",
            "number": _number_beside(now),
            "picture": page_parts.as_markup(_picture(other, at)),
            "said": view["last"]["said"] if view["last"] else "",
        }
    }


def _number_beside(now: MatchSnapshot) -> int:
    return 1 if DOUBLE_OF in now.links else 2


def _picture(other: MatchSnapshot, ply: int | None = None) -> str:
    """Return the board without what is there to move with."""
    row = other.match.row if ply is None else other.row_at(ply)
    return drawn_beside(other.match.game, tuple(row), True, PICTURE).svg


def _words(other: MatchSnapshot, yours: tuple[int, ...], turn: bool) -> str:
    """Return how the other board stands for a visitor who has these seats here."""
    if other.status == OVER:
        return "Over"
    if turn:
        return "Your turn"
    if other.held is not None:
        who = other.held.mover
        return "You have moved" if who in yours else f"{other.names[who]} has moved"
    return "" if other.to_act is None else f"{other.names[other.to_act]} to move"
