"""What was found out about finished matches, as stored."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from fivefold.house.database.schema import analyses, hindsights


def load(connection: Connection, match_id: str) -> dict[int, dict[str, Any]]:
    """Return what is known of a match, by ply."""
    rows = connection.execute(select(analyses.c.ply, analyses.c.estimate).where(analyses.c.match == match_id))
    return {row.ply: row.estimate for row in rows}


def keep(connection: Connection, match_id: str, ply: int, estimate: Mapping[str, object]) -> None:
    """Store what is known of one ply, in place of what was known before."""
    here = (analyses.c.match == match_id) & (analyses.c.ply == ply)
    connection.execute(delete(analyses).where(here))
    connection.execute(insert(analyses), {"match": match_id, "ply": ply, "estimate": dict(estimate)})


def hindsights_of(connection: Connection, match_id: str) -> dict[int, dict[str, Any]]:
    """Return what could have been made of a match's cards, by seat, as far as it was found out."""
    rows = connection.execute(select(hindsights.c.seat, hindsights.c.found).where(hindsights.c.match == match_id))
    return {row.seat: row.found for row in rows}


def keep_hindsight(connection: Connection, match_id: str, seat: int, found: Mapping[str, object]) -> None:
    """Store what one seat could have made of its cards, in place of what was known before."""
    here = (hindsights.c.match == match_id) & (hindsights.c.seat == seat)
    connection.execute(delete(hindsights).where(here))
    connection.execute(insert(hindsights), {"match": match_id, "seat": seat, "found": dict(found)})
