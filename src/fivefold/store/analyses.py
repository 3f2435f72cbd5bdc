"""What was found out about finished matches, in the database."""

import json
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from fivefold.store.schema import analyses


def load(connection: Connection, match_id: str) -> dict[int, dict[str, Any]]:
    """Return what is known of a match, by ply."""
    rows = connection.execute(select(analyses.c.ply, analyses.c.estimate).where(analyses.c.match == match_id))
    return {ply: json.loads(estimate) for ply, estimate in rows}


def keep(connection: Connection, match_id: str, ply: int, estimate: dict[str, Any]) -> None:
    """Store what is known of one ply, in place of what was known before."""
    here = (analyses.c.match == match_id) & (analyses.c.ply == ply)
    connection.execute(delete(analyses).where(here))
    connection.execute(insert(analyses), {"match": match_id, "ply": ply, "estimate": json.dumps(estimate)})
