"""A copy of everything the house keeps of a person, as one archive of texts: only what that person may see."""

import io
import json
import time
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, func, select

from fivefold.contract.errors import FivefoldError
from fivefold.house.database.schema import (
    api_tokens,
    bans,
    blocks,
    chat_lines,
    dailies,
    entrants,
    finished,
    followings,
    mail_addresses,
    mail_followings,
    matches,
    number_tables,
    people,
    push_subscriptions,
    puzzle_runs,
    puzzle_tries,
    rating_changes,
    ratings,
    reports,
    seats,
    standing_answers,
    tournaments,
    vacations,
)
from fivefold.house.match_view import views
from fivefold.house.people import accounts
from fivefold.house.people.accounts import Account
from fivefold.house.people.passkeys import Passkeys
from fivefold.house.people.renaming import Renaming
from fivefold.house.people.signing_in import SigningIn
from fivefold.house.stored_match import time_text
from fivefold.house.table import delays
from fivefold.house.table import stored_answers as answers

RECORDS: Final = 500  # Matches in one archive; with more of them there are several.
LET_OTHERS_SECONDS: Final = 0.001  # A pause after each match, so that whoever plays meanwhile does not notice.
READ_ME: Final = """\
This is what Fivefold keeps of {name}, as of {now}.

account.json    your name, choices, passkeys and devices
matches.json    the matches of this part: {part} of {parts}, the newest first
records/        their records, as text; "fivefold show FILE" reads them
*.json          results, ratings, chat, tournaments, tables of numbers and so on

The record of a game with hidden cards is here once the game is over.
"""

LISTED: Final[Mapping[str, Sequence[Column[Any]]]] = {
    "chat": [chat_lines.c[name] for name in ("match", "room", "name", "phrase", "text", "at")],
    "results": [finished.c[name] for name in ("match", "game", "seat", "result", "points", "rated", "ended")],
    "ratings": [ratings.c[name] for name in ("pool", "mu", "sigma", "games", "changed")],
    "rating_changes": [rating_changes.c[name] for name in ("match", "pool", "mu", "sigma", "at")],
    "days": [dailies.c[name] for name in ("game", "day", "match")],
    "tournaments": [tournaments.c[name] for name in ("id", "name", "game", "options", "begun")],
    "number_tables": [number_tables.c[name] for name in ("game", "option", "name", "numbers", "changed")],
    "puzzles": [puzzle_tries.c[name] for name in ("puzzle", "game", "at", "solved", "mu", "sigma", "games")],
    "puzzle_runs": [puzzle_runs.c[name] for name in ("game", "begun", "solved", "missed")],
    "vacations": [vacations.c[name] for name in ("begins", "ends", "made")],
    "mail_addresses": [mail_addresses.c[name] for name in ("address", "wanted", "since", "off")],
    "mail_followings": [mail_followings.c[name] for name in ("game", "match", "level", "since")],
    "standing_answers": [standing_answers.c[name] for name in ("game", "rejects", "most", "seeks")],
    "api_tokens": [api_tokens.c[name] for name in ("name", "scopes", "created", "expires", "used")],
    "bans": [bans.c[name] for name in ("since", "until", "why")],
    "push_subscriptions": [push_subscriptions.c[name] for name in ("endpoint", "created")],
}
"""For each kind of thing its columns; none holds anybody's id."""
MOST_ROWS: Final = 100_000  # Of one kind.


class Export:
    """Makes archives. One takes seconds, so never on the event loop."""

    def __init__(self, house: Renaming, signing_in: SigningIn, passkeys: Passkeys) -> None:
        self._house, self._signing_in, self._passkeys = house, signing_in, passkeys

    def parts(self, person_id: str) -> int:
        """Return how many archives hold everything."""
        count = self._house.scalar(select(func.count(seats.c.match.distinct())).where(seats.c.person == person_id))
        return max(1, -(-(count or 0) // RECORDS))

    def archive(self, account: Account, part: int = 1) -> bytes:
        """Return an archive, a ZIP file, with the matches of one ``part`` and, in each, everything else."""
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            now, parts = time_text(self._house.now()), self.parts(account.id)
            file.writestr("READ ME.txt", READ_ME.format(name=account.name, now=now, part=part, parts=parts))
            for name, content in self._files(account).items():
                file.writestr(f"{name}.json", _text(content))
            self._add_matches(file, account, part)
        return archive.getvalue()

    def _files(self, account: Account) -> dict[str, Any]:
        with self._house.reading() as connection:
            files: dict[str, Any] = {kind: listed(connection, kind, account.id) for kind in LISTED}
            reported = select(reports.c.match, reports.c.why, reports.c.at).where(reports.c.by == account.id)
            files["reports"] = _rows(connection, reported)
            own = select(tournaments.c.id).where(tournaments.c.person == account.id)
            entered = select(entrants.c.tournament, entrants.c.number, entrants.c.name, entrants.c.level)
            files["entrants"] = _rows(connection, entered.where(entrants.c.tournament.in_(own)))
            for other in (blocks.c.blocked, followings.c.followed):
                named = select(people.c.name, other.table.c.since).join(other.table, other == people.c.id)
                files[other.table.name] = _rows(connection, named.where(other.table.c.person == account.id))
            files["answers"] = answers.of_person(connection, account.id)
        return {"account": self._account(account), **files}

    def _account(self, account: Account) -> dict[str, Any]:
        now = time_text(self._house.now())
        former = self._house.read(accounts.former_of, account.id, now)
        return {
            "name": account.name,
            "since": time_text(account.since),
            "former_names": [{"name": each.name, "reserved_until": each.until} for each in former],
            "has_password": account.has_password,
            "recovery_codes_left": self._signing_in.codes_left(account.id),
            "passkeys": [
                {"name": each.name, "made": each.created, "used": each.used} for each in self._passkeys.of(account.id)
            ],
            "devices": [
                {"device": each.device, "signed_in": time_text(each.created), "seen": time_text(each.seen)}
                for each in self._house.sessions.of(account.id)
            ],
            "choices": asdict(self._house.accounts.preferences(account.id)),
        }

    def _add_matches(self, file: zipfile.ZipFile, account: Account, part: int) -> None:
        played = self._house.read(_played, account.id, RECORDS * (part - 1))
        for each in played:
            record = self._record(each["id"])
            if record:
                file.writestr(f"records/{each['game']}-{each['id']}.fivefold", record)
            each["record"] = bool(record)
            time.sleep(LET_OTHERS_SECONDS)
        file.writestr("matches.json", _text(played))

    def _record(self, match_id: str) -> str:
        """Return a match's record; empty while it would reveal hidden cards, and for one that is damaged."""
        try:
            snapshot = self._house.unkept(match_id)
            sealed = delays.sealed(self._house, snapshot) if snapshot.match.outcome else ""
            return views.record(snapshot, sealed, self._house.stops(snapshot))
        except FivefoldError:
            return ""


def _text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def listed(connection: Connection, kind: str, person: str) -> list[dict[str, Any]]:
    """Return a person's things of a kind."""
    columns = LISTED[kind]
    return _rows(connection, select(*columns).where(columns[0].table.c["person"] == person).limit(MOST_ROWS))


def _played(connection: Connection, person: str, first: int) -> list[dict[str, Any]]:
    """Return some of a person's matches, the newest first, each with what is known without its moves."""
    columns = (matches.c.id, matches.c.game, matches.c.options, matches.c.status, matches.c.started, matches.c.ended)
    mine = select(seats.c.match).where(seats.c.person == person)
    chosen = select(*columns).where(matches.c.id.in_(mine)).order_by(matches.c.started.desc(), matches.c.id)
    return _rows(connection, chosen.offset(first).limit(RECORDS))


def _rows(connection: Connection, chosen: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(chosen)]
