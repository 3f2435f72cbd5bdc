"""Tables of numbers for options: a person's own tables, an editor, and files to share."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game, Option, TableEntry, TableOfNumbers
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.errors import UnknownPage, status_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, text
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import new_match
from fivefold.doors.web.pages.page_parts import as_markup
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.people.number_tables import NumberTable
from fivefold.parts import drawn_cards, svg
from fivefold.parts.words import card_name, card_text
from fivefold.play import number_tables
from fivefold.play.catalogue import find

STEP: Final = drawn_cards.WIDTH + 8
MARGIN: Final = 4.0
"""For a card's shadow."""

Cards = Sequence[int]


def shapes(examples: Iterable[Cards]) -> Markup:
    """Return the shapes that the pictures of these examples use, once for a page; empty where there are no cards."""
    used = sorted({card for example in examples for card in example})
    faces = "".join(svg.element("g", drawn_cards.short_face(card), id=_shape(card)) for card in used)
    if not used:
        return Markup("")
    inside = svg.element("defs", drawn_cards.SHORT_SHAPES, faces)
    return as_markup(svg.element("svg", inside, class_="fivefold shapes", aria_hidden="true"))


def picture(example: Cards) -> Markup:
    """Return the cards in a row; empty where there are none."""
    if not example:
        return Markup("")
    width, height = STEP * len(example) - 8 + 2 * MARGIN, drawn_cards.SHORT + 2 * MARGIN
    return as_markup(
        svg.element(
            "svg",
            *(_card(card, MARGIN + STEP * place) for place, card in enumerate(example)),
            viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
            class_="fivefold example-cards",
            role="img",
            aria_label=", ".join(card_name(card) for card in example),
        )
    )


def _card(card: int, x: float) -> str:
    """Return one card. Its colour is set here, since styles do not reach from here into the shapes."""
    return svg.use(_shape(card), x=x, y=MARGIN, class_=f"card {drawn_cards.suit_class(card)}")


def _shape(card: int) -> str:
    return f"example-{card_text(card)}"


router = APIRouter()
TableId = Annotated[str, Path(max_length=40)]
LONGEST_FILE: Final = 12_000
LONGEST_NUMBER: Final = 20


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry in the editor."""

    number: int
    name: str
    example: Markup
    fallback: str
    """What counts while it is blank, in words."""
    typed: str
    """Empty where it is blank."""
    wrong: str


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """An entry, and the entries that count as it does while they are blank."""

    name: str
    first: Sequence[EntryLine]
    more: Sequence[EntryLine]

    @property
    def filled(self) -> int:
        """The number of the others that are not blank."""
        return sum(bool(line.typed) for line in self.more)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table being edited."""

    name: str
    typed: Mapping[int, str]
    """The text in each entry that is not blank."""
    wrong: Mapping[int, str]
    """What is wrong with each invalid entry."""
    error: str = ""
    """What is wrong with the table as a whole."""


@router.get("/tables/{key}/{name}")
def own_tables(request: Request, key: str, name: str) -> Response:
    """List a person's tables, with ways to make new ones."""
    return _list_page(request, *_find_option(key, name))


@router.get("/tables/{key}/{name}/new")
def new_table(request: Request, key: str, name: str) -> Response:
    """Edit a new table, blank or copied from another."""
    game, option, _ = _find_option(key, name)
    source = request_parsing.query(request).get("from", "")
    if not source:
        return _editor_page(request, game, option, Draft("", {}, {}))
    found = house_of(request).number_tables.find(source[:40])
    if (found.game_key, found.option) != (game.key, option.name):
        raise UnknownPage(f"table {source[:20]}: it is not for {game.name}’s {option.name}")
    return _editor_page(request, game, option, _draft_from_value(f"{found.name} (copy)", option, found.text))


@router.post("/tables/{key}/{name}/read", dependencies=[Depends(limited(limits.COMMANDS))])
def read_file(request: Request, key: str, name: str, fields: Form) -> Response:
    """Open a file's text in the editor without saving it."""
    game, option, table = _find_option(key, name)
    pasted = fields.get("file", "")[: LONGEST_FILE + 1]
    try:
        read = number_tables.read_file(game, option, text(fields, "file", LONGEST_FILE))
    except FivefoldError as error:
        if responses.wants_json(request):
            raise
        return _list_page(request, game, option, table, str(error), pasted)
    return _editor_page(request, game, option, _draft_from_value(read.name, option, read.value))


@router.post("/tables/{key}/{name}", dependencies=[Depends(limited(limits.TABLES))])
@in_thread
def save_table(request: Request, key: str, name: str, fields: Form) -> Response:
    """Save the edited table, replacing one with the same name."""
    game, option, table = _find_option(key, name)
    draft = _draft_from_fields(table, fields)
    if not draft.wrong:
        try:
            numbers = {entry: int(typed) for entry, typed in draft.typed.items()}
            named = text(fields, "name", LONGEST_NAME)
            kept = house_of(request).number_tables
            table_id = kept.save(visitor(request).id, game.key, option.name, named, number_tables.written(numbers))
            return _leads_to(request, f"/table/{table_id}")
        except FivefoldError as error:
            if responses.wants_json(request) or status_of(error) not in {409, 422}:
                raise
            draft = Draft(draft.name, draft.typed, {}, str(error))
    return _editor_page(request, game, option, draft, 422)


@router.get("/table/{table_id}.txt")
def table_file(request: Request, table_id: TableId) -> Response:
    """Return a table as a file."""
    found = house_of(request).number_tables.find(table_id)
    game, option, _ = _option_of(found)
    headers = {"Content-Disposition": f'attachment; filename="{game.key}-{_file_name(found.name)}.txt"'}
    written = number_tables.write(game, option, found.name, found.text)
    return Response(written, headers=headers, media_type="text/plain")


@router.get("/table/{table_id}")
def show_table(request: Request, table_id: TableId) -> Response:
    """Show a table. Its owner may edit it; anybody may play with it or copy it."""
    found = house_of(request).number_tables.find(table_id)
    game, option, _ = _option_of(found)
    return _editor_page(request, game, option, _draft_from_value(found.name, option, found.text), saved=found)


@router.post("/table/{table_id}/delete", dependencies=[Depends(limited(limits.COMMANDS))])
@in_thread
def delete_table(request: Request, table_id: TableId) -> Response:
    """Delete a table; matches played with it keep their numbers."""
    kept = house_of(request).number_tables
    found = kept.find(table_id)
    kept.delete(table_id, visitor(request).id)
    return _leads_to(request, _path(found.game_key, found.option), 200)


def _find_option(key: str, name: str) -> tuple[Game, Option, TableOfNumbers]:
    """Return a game, its option that takes tables, and what a table is. Raises ``UnknownPage``."""
    game = find_game(key)
    for option in game.setup.options:
        if option.name == name and option.table is not None:
            return game, option, option.table
    raise UnknownPage(f"{name[:40]}: {game.name} has no such table of numbers")


def _option_of(found: NumberTable) -> tuple[Game, Option, TableOfNumbers]:
    return _find_option(find(found.game_key).key, found.option)


def _path(key: str, name: str) -> str:
    return f"/tables/{key}/{name}"


def _file_name(name: str) -> str:
    """Return a name that is valid for files everywhere."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "table"


def _leads_to(request: Request, path: str, status: int = 201) -> Response:
    return responses.json({"path": path}, status) if responses.wants_json(request) else responses.elsewhere(path)


def _draft_from_value(name: str, option: Option, value: str) -> Draft:
    return Draft(name, {entry: str(number) for entry, number in number_tables.read(option, value).items()}, {})


def _draft_from_fields(table: TableOfNumbers, fields: Fields) -> Draft:
    """Return what was typed, with each entry checked. Raises ``InvalidField``."""
    entries = range(1, len(table.entries) + 1)
    sent = {entry: text(fields, f"entry-{entry}", LONGEST_NUMBER).replace("\u2212", "-") for entry in entries}
    typed = {entry: number for entry, number in sent.items() if number}
    wrong = {entry: _refusal_words(table, number) for entry, number in typed.items() if not _is_allowed(table, number)}
    return Draft(fields.get("name", "")[:LONGEST_NAME].strip(), typed, wrong)


def _is_allowed(table: TableOfNumbers, number: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]{1,9}", number) is not None and int(number) in table.numbers


def _refusal_words(table: TableOfNumbers, number: str) -> str:
    return f"{number}: takes a whole number from {table.numbers[0]} to {table.numbers[-1]}, or nothing"


def _list_page(
    request: Request, game: Game, option: Option, table: TableOfNumbers, error: str = "", pasted: str = ""
) -> Response:
    own = house_of(request).number_tables.of_person(visitor(request).id, game.key, option.name)
    context = {
        "game": game,
        "option": option,
        "title": new_match.capitalized(option.meaning),
        "tables": [
            {
                "found": found,
                "filled": len(number_tables.read(option, found.text)),
                "play": _new_match_address(game, option, found.text),
            }
            for found in own
        ],
        "entries": len(table.entries),
        "path": _path(game.key, option.name),
        "error": error,
        "pasted": pasted,
        "section": "new",
    }
    return responses.page(request, "tables.html", context, 422 if error else 200)


def _editor_page(
    request: Request, game: Game, option: Option, draft: Draft, status: int = 200, saved: NumberTable | None = None
) -> Response:
    assert option.table is not None  # noqa: S101  (``_find`` returns no other)
    whole = not draft.wrong and all(_is_allowed(option.table, number) for number in draft.typed.values())
    value = number_tables.written({entry: int(number) for entry, number in draft.typed.items()}) if whole else ""
    context: dict[str, Any] = {
        "game": game,
        "option": option,
        "draft": draft,
        "saved": saved,
        "yours": saved is None or saved.belongs_to(visitor(request).id),
        "groups": _entry_groups(option.table, draft),
        "shapes": shapes(entry.example for entry in option.table.entries),
        "entries": len(option.table.entries),
        "numbers": option.table.numbers,
        "path": _path(game.key, option.name),
        "play": _new_match_address(game, option, value),
        "section": "new",
    }
    return responses.page(request, "table_editor.html", context, status)


def _entry_groups(table: TableOfNumbers, draft: Draft) -> list[EntryGroup]:
    """Return the entries in groups that count alike while they are blank."""
    found: dict[str, list[EntryLine]] = {}
    for number, entry in enumerate(table.entries, start=1):
        found.setdefault(_group_name(table, entry), []).append(_entry_line(number, entry, draft))
    return [
        EntryGroup(name, [line for line in lines if line.name == name], [line for line in lines if line.name != name])
        for name, lines in found.items()
    ]


def _group_name(table: TableOfNumbers, entry: TableEntry) -> str:
    """Return the last entry that counts for this one while it is blank; or its own name."""
    name = entry.fallbacks[-1] if entry.fallbacks else entry.name
    return name if any(other.name == name for other in table.entries) else entry.name


def _entry_line(number: int, entry: TableEntry, draft: Draft) -> EntryLine:
    return EntryLine(
        number,
        entry.name,
        picture(entry.example),
        number_tables.fallback_text(entry),
        draft.typed.get(number, ""),
        draft.wrong.get(number, ""),
    )


def _new_match_address(game: Game, option: Option, value: str) -> str:
    """Return the address of a new match with a table; empty for no table."""
    with_it = {name: values[0] for name, values in new_match.conditions(game, option).items()}
    return new_match.address(game, {**with_it, option.name: value}) if value else ""
