"""Where games that are played in the terminal are kept, so that a closed window loses nothing."""

import shlex
import shutil
import sys
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from fivefold.contract.errors import InvalidOption, InvalidRecord
from fivefold.play.match import Match

SUFFIX = ".fivefold"


def folder() -> Path:
    """Return the folder for games whose player did not name a file."""
    return user_data_path("fivefold", appauthor=False) / "games"


def new_file(match: Match) -> Path:
    """Return a file that does not exist yet, named for the game and the time."""
    stem = f"{match.game.key}-{datetime.now():%Y-%m-%d-%H%M%S}"
    numbered = (folder() / f"{stem}{'' if count == 1 else f'-{count}'}{SUFFIX}" for count in range(1, 10_000))
    return next(path for path in numbered if not path.exists())


def keep(content: bytes, path: Path) -> None:
    """Write a record so that a crash leaves either the old file or the new one. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def check_new(path: Path) -> None:
    """Raise ``InvalidOption`` if something is in the place of a new record, ``OSError`` if none can be written."""
    if path.is_dir():
        raise InvalidOption(f"{path}: is a folder; name a file in it, e.g. {path / ('game' + SUFFIX)}")
    if path.exists():
        raise InvalidOption(f"{path}: exists already; name another file, or continue it: {way_back(path)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb"):
        pass
    path.unlink()


def is_other(match: Match, path: Path) -> bool:
    """Tell whether a file is there that holds anything but an earlier or later state of this match."""
    if not path.exists():
        return False
    try:
        there = load(path)
    except InvalidRecord:
        return True
    return (there.game, there.started, there.options) != (match.game, match.started, match.options)


def load(path: Path) -> Match:
    """Return the match of a record file. Raises ``OSError``, and ``InvalidRecord`` naming the file and the line."""
    try:
        return Match.from_record(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path}: not a text file, so it cannot be a record") from error
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from error


def way_back(path: Path) -> str:
    """Return the command that goes on with a kept game, as it can be typed in this folder."""
    name = "" if path.parent == folder() else f" {shlex.quote(str(path))}"
    return f"{_program()} play --continue{name}"


def _program() -> str:
    started = Path(sys.argv[0])
    if shutil.which("fivefold") or started.name != "fivefold":
        return "fivefold"
    here = Path.cwd()
    return str(started.relative_to(here) if started.is_relative_to(here) else started)


def latest_unfinished(key: str = "") -> Path:
    """Return the file of the game that was left last before its end. Raises ``InvalidOption`` if there is none.

    With a game's key only matches of that game count.

    Files that cannot be read are passed over; only where no other is left the error names them.
    """
    kept = sorted(folder().glob(f"{key}*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    unreadable = ""
    for path in kept:
        try:
            if load(path).outcome is None:
                return path
        except InvalidRecord as error:
            unreadable += f"; {error}"
    remedy = "name a record: fivefold play --continue FILE"
    what = f"unfinished game of {key}" if key else "unfinished game"
    raise InvalidOption(f"continue: no {what} in {folder()}; {remedy}{unreadable}")
