"""Messages: what is to be said, as a key and facts, and the catalogue that puts it into words.

Code passes messages around; only at the very end a catalogue, one for each language, makes text of them:

    words = Catalogue({"draws": "{who} {who:draws|draw} {cards}", "red": "Red"})
    drawn = Message("draws", who=Seat(0, Message("red")), cards=("7h", "8d"))
    words.text(drawn)                                  # Red draws 7h and 8d
    words.text(drawn, Reader(("Anna", "Ben")))         # Anna draws 7h and 8d
    words.text(drawn, Reader(("Anna", "Ben"), you=0))  # You draw 7h and 8d

A template is text with blanks. A blank names a fact:

    {cards}           the fact in words: text as it is, a number in figures, a message by its own template, a seat by
                      the player's name, a list as "a, b and c"
    {who:draws|draw}  one of these words, as the fact demands: the first for the number 1, for one thing, for a player;
                      the other for other numbers, for several things and for "you"; # in it is how many there are
    {who's}           a player or thing as an owner: "Red's", "Anna's", "your"
    {cards/ }         a list with this between its items, here a blank
    {steps/, / or }   a list with the first between its items and the second before the last

There is no library behind this: ``fluent.runtime``, which comes nearest, takes neither lists nor messages within
messages, and needs Babel, a download of ten megabytes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

BLANK: Final = re.compile(r"\{(\w+)(?:('s)|([:/])([^{}]*))?\}")


@dataclass(slots=True, init=False)
class Message:
    """A sentence or a part of one: its key in the catalogue, and by name the facts its template has blanks for.

    A value that nothing changes; not frozen, because frozen ones take longer to make and a picture's description has
    dozens.
    """

    key: str
    facts: Mapping[str, "Fact"]

    def __init__(self, key: str, /, **facts: "Fact") -> None:
        self.key, self.facts = key, facts

    def __hash__(self) -> int:
        return hash((self.key, *self.facts.items()))


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table, whom a reader knows by the player's name."""

    number: int
    name: Message
    """What the game calls the seat, a colour: said where nobody sits there by name."""


Fact: TypeAlias = int | str | Message | Seat | tuple["Fact", ...]
"""Text is notation, the same in every language: a card, a square, a move. All else that has words is a message."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a message."""

    names: Sequence[str] = ()
    """What the reader calls the player of each seat; none: seats go by what the game calls them."""
    you: int = -1
    """The seat the reader has, -1 for none or several."""


ANYBODY: Final = Reader()
"""A reader who knows the seats by what the game calls them."""


def one_or_more(count: int) -> int:
    """Return which form of a word goes with a number in English, from 0."""
    return 0 if count == 1 else 1


@dataclass(frozen=True, slots=True)
class Language:
    """What belongs to a language rather than to a sentence; English unless given."""

    between: str = ", "
    last: str = " and "
    """What separates the items of a list, and the last one from those before."""
    clause: str = "; "
    """What separates clauses of which none depends on another."""
    reason: str = ": "
    """What separates a clause from its explanation."""
    you: str = "you"
    first_you: str = "You"
    """At the beginning of a sentence."""
    your: str = "your"
    owner: str = "{}'s"
    form: Callable[[int], int] = one_or_more
    """Which of the words separated by bars goes with a number, from 0; the last one where there are fewer."""


ENGLISH: Final = Language()


class Blank(NamedTuple):
    """A blank of a template."""

    fact: str
    kind: str
    """``""`` the fact in words, ``'s`` as an owner, ``:`` one of several words, ``/`` a list."""
    words: tuple[str, ...]
    """The words to choose from, or the separators."""


class Catalogue:
    """The sentences of a game in one language: a template for every key."""

    def __init__(
        self, templates: Mapping[str, str] | Callable[[], Mapping[str, str]], language: Language = ENGLISH
    ) -> None:
        """``templates``: a function is called once they are needed. Raises ``ValueError`` for a misspelt one."""
        self._given, self.language = templates, language
        if not callable(templates):
            _ = self._parts

    @cached_property
    def templates(self) -> Mapping[str, str]:
        """By key, as they are written."""
        return self._given() if callable(self._given) else self._given

    @cached_property
    def _parts(self) -> Mapping[str, Sequence[str | Blank]]:
        return {key: tuple(_parts(template)) for key, template in self.templates.items()}

    def text(self, fact: Fact, reader: Reader = ANYBODY, *, starts: bool = True) -> str:
        """Return a message, or a list of them, in words; ``starts``: whether a sentence begins with it.

        Raises ``KeyError`` for a message without a template, or a template with a blank for which there is no fact.
        """
        return self._said(fact, reader, starts)

    def joined(self, facts: Sequence[Fact], between: str, reader: Reader = ANYBODY) -> str:
        """Return facts in words, not at the beginning of a sentence, with this text between them."""
        return self._list(facts, (between,), reader, False)

    # A picture's description has dozens of messages, so what follows saves calls rather than lines.

    def _said(self, fact: Fact, reader: Reader, starts: bool) -> str:
        if isinstance(fact, Message):
            facts, said = fact.facts, ""
            for part in self._parts[fact.key]:
                if isinstance(part, str):
                    said += part
                    continue
                inner = facts[part.fact]
                if part.kind:
                    said += self._filled(part, inner, reader, starts and not said)
                else:
                    said += inner if isinstance(inner, str) else self._said(inner, reader, starts and not said)
            return said
        if isinstance(fact, tuple):
            return self._list(fact, (self.language.between, self.language.last), reader, starts)
        return self._player(fact, reader, starts) if isinstance(fact, Seat) else str(fact)

    def _list(self, facts: Sequence[Fact], separators: Sequence[str], reader: Reader, starts: bool) -> str:
        items = [fact if isinstance(fact, str) else self._said(fact, reader, False) for fact in facts]
        if starts and items:
            items[0] = self._said(facts[0], reader, True)
        if len(separators) == 1 or len(items) < 2:
            return separators[0].join(items)
        return separators[0].join(items[:-1]) + separators[1] + items[-1]

    def _filled(self, blank: Blank, fact: Fact, reader: Reader, starts: bool) -> str:
        if blank.kind == ":":
            word = blank.words[min(self._form(fact, reader), len(blank.words) - 1)]
            return word.replace("#", str(len(fact) if isinstance(fact, tuple) else fact)) if "#" in word else word
        if blank.kind == "/":
            return self._list(fact if isinstance(fact, tuple) else (fact,), blank.words, reader, starts)
        if isinstance(fact, Seat) and fact.number == reader.you:
            return self.language.your
        return self.language.owner.format(self._said(fact, reader, starts))

    def _player(self, seat: Seat, reader: Reader, starts: bool) -> str:
        if seat.number == reader.you:
            return self.language.first_you if starts else self.language.you
        return reader.names[seat.number] if reader.names else self._said(seat.name, reader, starts)

    def _form(self, fact: Fact, reader: Reader) -> int:
        if isinstance(fact, tuple):
            return self._form(fact[0], reader) if len(fact) == 1 else self.language.form(len(fact))
        if isinstance(fact, int):
            return self.language.form(fact)
        return int(isinstance(fact, Seat) and fact.number == reader.you)


def _parts(template: str) -> list[str | Blank]:
    """Return the text and the blanks that a template is made of. Raises ``ValueError`` for braces that are no blank."""
    parts: list[str | Blank] = []
    end = 0
    for found in BLANK.finditer(template):
        parts.append(template[end : found.start()])
        end = found.end()
        kind = found[2] or found[3] or ""
        parts.append(Blank(found[1], kind, tuple(found[4].split("|" if kind == ":" else "/")) if found[3] else ()))
    parts.append(template[end:])
    if any("{" in part or "}" in part for part in parts if isinstance(part, str)):
        raise ValueError(f"{template!r}: a blank is {{fact}}, {{fact's}}, {{fact:one|more}} or {{fact/between/last}}")
    return [part for part in parts if part]


def united(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return messages with neighbours that differ in their lists alone as one, the lists joined: ``draws 7h and 8d``.

    Neighbours are alike if they have a key and all facts but tuples in common, and at least one fact is a tuple.
    """
    found: list[Message] = []
    for message in messages:
        if found and _common(found[-1]) == _common(message) is not None:
            lists = {name: fact for name, fact in found[-1].facts.items() if isinstance(fact, tuple)}
            more = {name: (*fact, *_items(message.facts[name])) for name, fact in lists.items()}
            found[-1] = Message(message.key, **{**message.facts, **more})
        else:
            found.append(message)
    return tuple(found)


def _items(fact: Fact) -> tuple[Fact, ...]:
    return fact if isinstance(fact, tuple) else (fact,)


def _common(message: Message) -> object:
    """Return what a message has in common with those it can be united with; ``None`` where it has no list."""
    facts = message.facts
    if not any(isinstance(fact, tuple) for fact in facts.values()):
        return None
    return message.key, {name: () if isinstance(fact, tuple) else fact for name, fact in facts.items()}
