"""A copy of everything the house keeps of a person, as one archive of texts: only what that person may see."""

import io
import json
import time
import zipfile
from dataclasses import asdict
from typing import Any, Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.match_view import views
from fivefold.house.people import stored_accounts as accounts
from fivefold.house.people import stored_export as export
from fivefold.house.people import stored_passkeys as passkeys
from fivefold.house.people.accounts import Account
from fivefold.house.people.renaming import Renaming
from fivefold.house.people.signing_in import SigningIn
from fivefold.house.stored_match import time_text
from fivefold.house.table import sealing
from fivefold.house.table import stored_answers as answers

RECORDS: Final = 500
"""Matches in one archive; with more of them there are several."""
LET_OTHERS_SECONDS: Final = 0.001
"""A pause after each match, so that whoever plays meanwhile does not notice."""
READ_ME: Final = """\
This is what Fivefold keeps of {name}, as of {now}.

account.json    your name, choices, passkeys and devices
matches.json    the matches of this part: {part} of {parts}, the newest first
records/        their records, as text; "fivefold show FILE" reads them
*.json          results, ratings, chat, tournaments, tables of numbers and so on

The record of a game with hidden cards is here once the game is over.
"""


class Export:
    """Makes archives. One takes seconds, so never on the event loop."""

    def __init__(self, house: Renaming, signing_in: SigningIn) -> None:
        self._house, self._signing_in = house, signing_in

    def parts(self, person_id: str) -> int:
        """Return how many archives hold everything."""
        with self._house.reading() as connection:
            return max(1, -(-export.count(connection, person_id) // RECORDS))

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
            files: dict[str, Any] = {kind: export.rows(connection, kind, account.id) for kind in export.LISTED}
            files["reports"] = export.reported(connection, account.id)
            files["entrants"] = export.entered(connection, account.id)
            files["answers"] = answers.of_person(connection, account.id)
        return {"account": self._account(account), **files}

    def _account(self, account: Account) -> dict[str, Any]:
        now = time_text(self._house.now())
        with self._house.reading() as connection:
            former = accounts.former_of(connection, account.id, now)
            own_passkeys = passkeys.of_person(connection, account.id)
        return {
            "name": account.name,
            "since": time_text(account.since),
            "former_names": [{"name": each.name, "reserved_until": each.until} for each in former],
            "has_password": account.has_password,
            "recovery_codes_left": self._signing_in.codes_left(account.id),
            "passkeys": [{"name": each.name, "made": each.created, "used": each.used} for each in own_passkeys],
            "devices": [
                {"device": each.device, "signed_in": time_text(each.created), "seen": time_text(each.seen)}
                for each in self._house.sessions.of(account.id)
            ],
            "choices": asdict(self._house.accounts.preferences(account.id)),
        }

    def _add_matches(self, file: zipfile.ZipFile, account: Account, part: int) -> None:
        with self._house.reading() as connection:
            played = export.played(connection, account.id, RECORDS * (part - 1), RECORDS)
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
            sealed = sealing.sealed(self._house, snapshot) if snapshot.match.outcome else ""
            return views.record(snapshot, sealed, self._house.stops(snapshot))
        except FivefoldError:
            return ""


def _text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
