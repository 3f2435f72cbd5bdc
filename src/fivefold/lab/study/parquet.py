"""A study's tables as Parquet files, with the meaning of every column in them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, get_type_hints

from fivefold.contract.errors import InvalidOption
from fivefold.lab.study.lines import HandLine, MatchLine, Played, PlyLine, hand_lines, ply_lines

METADATA: Final = "fivefold"
"""The key under which a file's metadata have how it was made and what its columns mean, as JSON."""
NEEDS_POLARS: Final = "Parquet files need polars: pip install polars"


def columns(kind: type[Any]) -> Mapping[str, str]:
    """Return what each column of a kind of line means."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def write(folder: Path, studies: Sequence[Played], made: Mapping[str, str]) -> list[Path]:
    """Write the matches, plies and hands of all option sets; ``made`` says how. Raises ``InvalidOption``."""
    tables: list[tuple[str, type[Any], Iterable[Any]]] = [
        ("matches", MatchLine, (line for study in studies for line in study.lines)),
        ("plies", PlyLine, (line for study in studies for line in ply_lines(study))),
        ("hands", HandLine, (line for study in studies for line in hand_lines(study))),
    ]
    return [_write(folder / f"{name}.parquet", kind, lines, made) for name, kind, lines in tables]


def _write(file: Path, kind: type[Any], lines: Iterable[Any], made: Mapping[str, str]) -> Path:
    polars = needed()
    frame = polars.DataFrame([asdict(line) for line in lines], schema=_types(polars, kind), orient="row")
    frame.write_parquet(file, metadata={METADATA: json.dumps({**made, "columns": columns(kind)})})
    return file


def needed() -> Any:
    """Return polars, which is an extra that may be missing. Raises ``InvalidOption``."""
    try:
        import polars  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "polars":
            raise
        raise InvalidOption(NEEDS_POLARS, subject="--out") from error
    return polars


def _types(polars: Any, kind: type[Any]) -> dict[str, Any]:
    """Return the type of each column."""
    plain: dict[Any, Any] = {int: polars.Int32, float: polars.Float64, bool: polars.Boolean, str: polars.String}
    known = {**plain, list[int]: polars.List(polars.Int32), list[float]: polars.List(polars.Float64)}
    known |= {of | None: column for of, column in known.items()}
    return {name: known[hint] for name, hint in get_type_hints(kind).items()}
