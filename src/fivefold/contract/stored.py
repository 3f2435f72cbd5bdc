"""What a game keeps as data beside its code: sentences in ``words.toml``, opponents in ``personas.toml``, options.

Sentences and opponents are read when somebody first asks for them. In ``encoding.toml`` every ``[[field]]`` and every
``[[kind]]`` has the fields of a ``Block``.

In ``options.toml`` an ``[[option]]`` has the fields of an ``Option``, but ``largest`` for ``numbers`` from 0, and for
each of its ``values`` a list: the code, what it means, and in the option that decides it how many play. A
``[[preset]]`` has the fields of a ``Preset``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Final, overload

from fivefold.contract.errors import InvalidGame
from fivefold.contract.extras import Block
from fivefold.contract.setup import Option, Preset
from fivefold.contract.words import DROP_OUTS, HOUSE
from fivefold.parts.messages import Catalogue
from fivefold.parts.words import CARDS

LEVELS: Final = 7
"""Personas of a game."""


def stored_words(module: str) -> Catalogue:
    """Return the sentences beside a game's module, by its ``__file__``, with those that all games share."""
    return Catalogue(lambda: {**HOUSE, **DROP_OUTS, **CARDS, **_read(module, "words.toml")})


def stored_sentences(package: str, section: str) -> Catalogue:
    """Return what a part of the house says: a section of the ``words.toml`` of its package."""
    return Catalogue(lambda: _read(str(resources.files(package) / "__init__.py"), "words.toml")[section])


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer opponent as people meet it; how strong it plays is its level, the same table for every game."""

    name: str
    style: str  # One sentence.
    portrait: Mapping[str, str]
    """Features for ``fivefold.parts.portrait``."""
    hello: str = ""  # What they say as a match begins; nothing where empty.
    ahead: str = ""  # As they take the lead.
    behind: str = ""  # As they lose it.
    wins: str = ""
    loses: str = ""


class StoredPersonas(Sequence[Persona]):
    """The seven opponents beside a game's module, by its ``__file__``, weakest first."""

    def __init__(self, module: str) -> None:
        self._module = module

    @cached_property
    def _all(self) -> tuple[Persona, ...]:
        found = tuple(Persona(**persona) for persona in _read(self._module, "personas.toml")["persona"])
        if len(found) != LEVELS:
            raise InvalidGame(f"{self._module}: {len(found)} personas beside it; a game has {LEVELS}")
        return found

    def __len__(self) -> int:
        return LEVELS

    @overload
    def __getitem__(self, level: int) -> Persona: ...

    @overload
    def __getitem__(self, level: slice) -> Sequence[Persona]: ...

    def __getitem__(self, level: int | slice) -> Persona | Sequence[Persona]:
        return self._all[level]


def stored_options(module: str) -> tuple[Option, ...]:
    """Return the options beside a game's module, by its ``__file__``, in the order to ask them."""
    return tuple(_option(**option) for option in _read(module, "options.toml")["option"])


def stored_presets(module: str) -> tuple[Preset, ...]:
    """Return the well-known sets of options beside a game's module, by its ``__file__``."""
    return tuple(Preset(**{"options": {}, **preset}) for preset in _read(module, "options.toml")["preset"])


def stored_blocks(module: str) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Return what observations and what actions consist of, as it is stored beside a game's module."""
    stored = _read(module, "encoding.toml")
    fields, kinds = (
        tuple(Block(**{**block, "shape": tuple(block.get("shape", (1,)))}) for block in stored[each])
        for each in ("field", "kind")
    )
    return fields, kinds


def _option(
    values: Mapping[str, list[Any]], default: str | None = None, largest: int | None = None, **fields: Any
) -> Option:
    return Option(
        values={value: code for value, (code, *_) in values.items()},
        explained={value: meaning for value, (_, meaning, *_) in values.items()},
        seats={value: seats for value, (*_, seats) in values.items() if isinstance(seats, int)},
        default=default,
        numbers=None if largest is None else range(largest + 1),
        only={name: frozenset(chosen) for name, chosen in fields.pop("only", {}).items()},
        **fields,
    )


def _read(module: str, name: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  (takes longer to import than a move takes to make)

    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))
