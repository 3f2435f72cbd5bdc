"""Tables of numbers that options take: one's own, an editor for them, and files to give away."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game, Option, TableEntry, TableOfNumbers
from fivefold.contract.errors import FivefoldError
from fivefold.play import number_table_files, number_tables
from fivefold.play.catalogue import find
from fivefold.service.house import House
from fivefold.service.number_tables import NumberTable
from fivefold.web import answers, incoming, limits
from fivefold.web.errors import UnknownPage, status_of
from fivefold.web.forms import LONGEST_NAME, Form, text
from fivefold.web.guests import visitor
from fivefold.web.incoming import Fields
from fivefold.web.lane import in_lane
from fivefold.web.limits import limited
from fivefold.web.pages import example_cards, option_fields, set_ups
from fivefold.web.static_files import find_game

router = APIRouter()
TableId = Annotated[str, Path(max_length=40)]
LONGEST_FILE: Final = 12_000
LONGEST_NUMBER: Final = 20


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as the editor shows it."""

    number: int
    name: str
    example: Markup
    fallback: str
    """What counts while it is blank."""
    typed: str
    """Empty where it is blank."""
    wrong: str


@dataclass(frozen=True, slots=True)
class Group:
    """An entry, and those that count as it does while they are blank."""

    name: str
    first: Sequence[Line]
    more: Sequence[Line]

    @property
    def filled(self) -> int:
        """How many of the others are not blank."""
        return sum(bool(line.typed) for line in self.more)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table on its way through the editor."""

    name: str
    typed: Mapping[int, str]
    """What stands in each entry that is not blank."""
    wrong: Mapping[int, str]
    """What is wrong with it."""
    error: str = ""
    """What is wrong with the whole of it."""


@router.get("/tables/{key}/{name}")
def own_tables(request: Request, key: str, name: str) -> Response:
    """List a guest's tables, and offer new ones."""
    return _own_tables(request, *_find(key, name))


@router.get("/tables/{key}/{name}/new")
def new_table(request: Request, key: str, name: str) -> Response:
    """Edit a new table, blank or begun from another."""
    game, option, _ = _find(key, name)
    source = incoming.query(request).get("from", "")
    if not source:
        return _editor(request, game, option, Draft("", {}, {}))
    found = _house(request).number_tables.find(source[:40])
    if (found.game_key, found.option) != (game.key, option.name):
        raise UnknownPage(f"table {source[:20]}: it is not for {game.name}’s {option.name}")
    return _editor(request, game, option, _draft(f"{found.name} (copy)", option, found.text))


@router.post("/tables/{key}/{name}/read", dependencies=[Depends(limited(limits.COMMANDS))])
def read_file(request: Request, key: str, name: str, fields: Form) -> Response:
    """Open the text of a file in the editor; nothing is saved yet."""
    game, option, table = _find(key, name)
    pasted = fields.get("file", "")[: LONGEST_FILE + 1]
    try:
        read = number_table_files.read(game, option, text(fields, "file", LONGEST_FILE))
    except FivefoldError as error:
        if answers.wants_json(request):
            raise
        return _own_tables(request, game, option, table, str(error), pasted)
    return _editor(request, game, option, _draft(read.name, option, read.value))


@router.post("/tables/{key}/{name}", dependencies=[Depends(limited(limits.TABLES))])
@in_lane
def save_table(request: Request, key: str, name: str, fields: Form) -> Response:
    """Save what the editor holds under its name, in place of one of the same name."""
    game, option, table = _find(key, name)
    draft = _typed(table, fields)
    if not draft.wrong:
        try:
            numbers = {entry: int(typed) for entry, typed in draft.typed.items()}
            named = text(fields, "name", LONGEST_NAME)
            kept = _house(request).number_tables
            table_id = kept.save(visitor(request).id, game.key, option.name, named, number_tables.written(numbers))
            return _saved(request, f"/table/{table_id}")
        except FivefoldError as error:
            if answers.wants_json(request) or status_of(error) not in {409, 422}:
                raise
            draft = Draft(draft.name, draft.typed, {}, str(error))
    return _editor(request, game, option, draft, 422)


@router.get("/table/{table_id}.txt")
def table_file(request: Request, table_id: TableId) -> Response:
    """Return a table as a file to keep or to give away."""
    found = _house(request).number_tables.find(table_id)
    game, option, _ = _of(found)
    headers = {"Content-Disposition": f'attachment; filename="{game.key}-{_file_name(found.name)}.txt"'}
    written = number_table_files.write(game, option, found.name, found.text)
    return Response(written, headers=headers, media_type="text/plain")


@router.get("/table/{table_id}")
def show_table(request: Request, table_id: TableId) -> Response:
    """Show a table: its owner may edit it, anybody else may play with it or copy it."""
    found = _house(request).number_tables.find(table_id)
    game, option, _ = _of(found)
    return _editor(request, game, option, _draft(found.name, option, found.text), saved=found)


@router.post("/table/{table_id}/delete", dependencies=[Depends(limited(limits.COMMANDS))])
@in_lane
def delete_table(request: Request, table_id: TableId) -> Response:
    """Delete a table; matches played with it keep theirs."""
    kept = _house(request).number_tables
    found = kept.find(table_id)
    kept.delete(table_id, visitor(request).id)
    return _saved(request, _path(found.game_key, found.option), 200)


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _find(key: str, name: str) -> tuple[Game, Option, TableOfNumbers]:
    """Return the option that takes tables. Raises ``UnknownPage``."""
    game = find_game(key)
    for option in game.setup.options:
        if option.name == name and option.table is not None:
            return game, option, option.table
    raise UnknownPage(f"{name[:40]}: {game.name} has no such table of numbers")


def _of(found: NumberTable) -> tuple[Game, Option, TableOfNumbers]:
    return _find(find(found.game_key).key, found.option)


def _path(key: str, name: str) -> str:
    return f"/tables/{key}/{name}"


def _file_name(name: str) -> str:
    """Return a name as a file may bear it anywhere."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "table"


def _saved(request: Request, path: str, status: int = 201) -> Response:
    return answers.json({"path": path}, status) if answers.wants_json(request) else answers.elsewhere(path)


def _draft(name: str, option: Option, value: str) -> Draft:
    return Draft(name, {entry: str(number) for entry, number in number_tables.read(option, value).items()}, {})


def _typed(table: TableOfNumbers, fields: Fields) -> Draft:
    """Return what was typed, each entry checked. Raises ``InvalidField``."""
    entries = range(1, len(table.entries) + 1)
    sent = {entry: text(fields, f"entry-{entry}", LONGEST_NUMBER).replace("\u2212", "-") for entry in entries}
    typed = {entry: number for entry, number in sent.items() if number}
    wrong = {entry: _refusal(table, number) for entry, number in typed.items() if not _takes(table, number)}
    return Draft(fields.get("name", "")[:LONGEST_NAME].strip(), typed, wrong)


def _takes(table: TableOfNumbers, number: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]{1,9}", number) is not None and int(number) in table.numbers


def _refusal(table: TableOfNumbers, number: str) -> str:
    return f"{number}: takes a whole number from {table.numbers[0]} to {table.numbers[-1]}, or nothing"


def _own_tables(
    request: Request, game: Game, option: Option, table: TableOfNumbers, error: str = "", pasted: str = ""
) -> Response:
    own = _house(request).number_tables.of_guest(visitor(request).id, game.key, option.name)
    context = {
        "game": game,
        "option": option,
        "title": option_fields.sentence(option.meaning),
        "tables": [
            {
                "found": found,
                "filled": len(number_tables.read(option, found.text)),
                "play": _play(game, option, found.text),
            }
            for found in own
        ],
        "entries": len(table.entries),
        "path": _path(game.key, option.name),
        "error": error,
        "pasted": pasted,
        "section": "new",
    }
    return answers.page(request, "tables.html", context, 422 if error else 200)


def _editor(
    request: Request, game: Game, option: Option, draft: Draft, status: int = 200, saved: NumberTable | None = None
) -> Response:
    assert option.table is not None  # noqa: S101  (``_find`` returns no other)
    whole = not draft.wrong and all(_takes(option.table, number) for number in draft.typed.values())
    value = number_tables.written({entry: int(number) for entry, number in draft.typed.items()}) if whole else ""
    context: dict[str, Any] = {
        "game": game,
        "option": option,
        "draft": draft,
        "saved": saved,
        "yours": saved is None or saved.belongs_to(visitor(request).id),
        "groups": _groups(option.table, draft),
        "shapes": example_cards.shapes(entry.example for entry in option.table.entries),
        "entries": len(option.table.entries),
        "numbers": option.table.numbers,
        "path": _path(game.key, option.name),
        "play": _play(game, option, value),
        "section": "new",
    }
    return answers.page(request, "table_editor.html", context, status)


def _groups(table: TableOfNumbers, draft: Draft) -> list[Group]:
    """Return the entries, each with those that count as it does while they are blank."""
    found: dict[str, list[Line]] = {}
    for number, entry in enumerate(table.entries, start=1):
        found.setdefault(_family(table, entry), []).append(_line(number, entry, draft))
    return [
        Group(
            name,
            [line for line in lines if line.name == name],
            [line for line in lines if line.name != name],
        )
        for name, lines in found.items()
    ]


def _family(table: TableOfNumbers, entry: TableEntry) -> str:
    """Return the name of the entry that counts for this one while it is blank, of several the last; or its own."""
    name = entry.fallbacks[-1] if entry.fallbacks else entry.name
    return name if any(other.name == name for other in table.entries) else entry.name


def _line(number: int, entry: TableEntry, draft: Draft) -> Line:
    return Line(
        number,
        entry.name,
        example_cards.picture(entry.example),
        number_tables.fallback_text(entry),
        draft.typed.get(number, ""),
        draft.wrong.get(number, ""),
    )


def _play(game: Game, option: Option, value: str) -> str:
    """Return the address of a new match with a table."""
    with_it = {name: values[0] for name, values in option_fields.only(game, option).items()}
    return set_ups.address(game, {**with_it, option.name: value}) if value else ""
