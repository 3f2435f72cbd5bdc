"""A table's link as a QR code: dark on a light ground in every theme, so that any camera reads it."""

import io
from functools import lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web.limits import PAGES, limited
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House

router = APIRouter()
QUIET_ZONE: Final = 3
KEPT: Final = "private, max-age=3600"


@router.get("/matches/{match_id}/qr.svg", dependencies=[Depends(limited(PAGES))])
def invitation_code(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Return the QR code of a table's link."""
    house: House = request.app.state.house
    snapshot = house.shown_to(visitor(request).id, match_id)
    return Response(
        drawn(request.app.state.templates.env.globals["link"](request, f"/matches/{snapshot.id}")),
        200,
        {"Cache-Control": KEPT},
        "image/svg+xml",
    )


@lru_cache(maxsize=64)
def drawn(address: str) -> bytes:
    """Return an address as a QR code."""
    import segno  # noqa: PLC0415  rarely needed

    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=4, border=QUIET_ZONE, dark="#12251e", light="#ffffff", xmldecl=False
    )
    return out.getvalue()
