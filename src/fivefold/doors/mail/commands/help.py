"""Help and rules: pages to read, for anybody."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail import words
from fivefold.doors.mail.answers import Answer, Told
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.example_moves import example_game, example_moves, filled
from fivefold.doors.mail.commands.help_pages import GROUPS, PAGES
from fivefold.doors.mail.commands.rules_text import example_option, rules_text
from fivefold.play import catalogue

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine

MOST_PAGES: Final = 5
"""Commands explained in one mail."""

OTHER_NAMES: Final[Mapping[str, Sequence[str]]] = {"change": ("address", "name", "password")}
"""What some words of old servers are explained by."""


def help_for(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """Explain the commands, those named, or how to begin. Raises ``InvalidOption``."""
    game = _game_meant(asking, line) or example_game()
    topics = [topic.strip(",.?!\"'").casefold() for topic in line.arguments][:MOST_PAGES]
    if not any(topics):
        return [Told("How to play by mail", first_page(asking, game))]
    if "all" in topics or "commands" in topics:
        return [Told("All commands", all_commands())]
    return [_topic(each, game) for topic in topics if topic for each in OTHER_NAMES.get(topic, (topic,))]


def rules(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """Tell the rules of a game. Raises ``InvalidOption``."""
    game = _game_meant(asking, line)
    if game is None:
        raise InvalidOption("which game?", subject="rules", remedy=f"write {_listed_games('rules ')}")
    examples = "examples" in [each.casefold() for each in line.arguments]
    text = rules_text(game, examples)
    more = "" if examples else f"\nSend `rules {game.key} examples` for positions to think about.\n"
    page = f"\nThe same with boards to try moves on: {asking.base}/rules/{game.key}\n" if asking.base else ""
    return [Told(f"The rules of {game.name}", text + more + page)]


def first_page(asking: Asking, game: Game) -> str:
    """Return what a newcomer wants to know, as Markdown."""
    return "\n".join(_first_page(asking, game))


def _first_page(asking: Asking, game: Game) -> Iterator[str]:
    key, move = game.key, example_moves(game)[0]
    if asking.person is None:
        yield "**You are new here.** Send `signup Anna`, with the name you want, and answer the mail you get.\n"
    else:
        yield f"You play as **{asking.house.person(asking.person).shown}**.\n"
    yield f"**To play a move**, answer the mail about the match, with the move alone on the first line: `{move}`."
    yield "What you write below, after a blank line, goes to the other players.\n"
    option = example_option(game)
    yield f"**To begin a match**, send `{key} challenge Ben`; with an option, `{key} challenge Ben -{option}`."
    yield f"To be found by others who want to play, send `{key} seek 1`.\n"
    yield f"**To send a command**, write it in the subject or on the first line of a mail{_where(asking)}; several"
    yield f"go on a line each. Matches have numbers: `{key} show 101`. In an answer you need not name the match.\n"
    yield "**Good to know**:\n"
    yield from (f"- `{typed}`: {does}" for typed, does in _first_questions(game))
    yield "\n**The games**: " + ", ".join(f"{each.name} (`{each.key}`)" for each in _games()) + "."
    yield "\n**The commands**:\n"
    yield from (f"- {heading}: {', '.join(names)}" for heading, names in GROUPS.items())
    if asking.base:
        yield f"\nYou play at the same tables as people on the page: {asking.base}"


def _first_questions(game: Game) -> Iterator[tuple[str, str]]:
    yield f"rules {game.key}", "how a game is played, and its options"
    yield "moves", "in an answer, your legal moves"
    yield "games", "your matches"
    yield "help move", "how a command works; `help all` lists them with a sentence each"


def all_commands() -> str:
    """Return every command with its sentence, as Markdown."""
    return "\n".join(_all_commands())


def _all_commands() -> Iterator[str]:
    for heading, names in GROUPS.items():
        yield from (f"## {heading}", "")
        for name in names:
            yield f"- `{' '.join(filter(None, (name, words.BY_NAME[name].shape)))}`: {words.BY_NAME[name].help}"
        yield ""
    yield "Send `help move`, or help with another of these words, to read more. Words in capitals stand for what you"
    yield "put there; what stands in [ ] may be left out. In front you may name a game."


def command_page(word: words.Word, game: Game) -> str:
    """Return help on a command, as Markdown."""
    page = PAGES[word.name]
    lines = [word.help, ""]
    if word.shape:
        before = "GAME " if word.needs_game or word.board else ""
        lines += [f"Form: `{filled(before if word.name != 'rules' else '', game)}{word.name} {word.shape}`", ""]
    for paragraph in page.text:
        lines += [filled(paragraph, game), ""]
    lines += ["For example:" if len(page.examples) == 1 else "Examples:", ""]
    lines += [_example(each, game) for each in page.examples]
    also = [alias for alias in word.aliases if alias.isalpha()]
    if also:
        lines += ["", f"Also understood: {', '.join(also)}."]
    return "\n".join(lines)


def _example(example: str, game: Game) -> str:
    typed, _, does = filled(example, game).partition("  | ")
    return f"- `{typed}`{f': {does}' if does else ''}"


def _topic(topic: str, game: Game) -> Told:
    word = words.find(topic)
    if word is not None:
        return Told(f"Help: {word.name}", command_page(word, game))
    found = find_game(topic)
    if found is not None:
        return Told(f"The rules of {found.name}", rules_text(found))
    close = get_close_matches(topic, words.ALIASES, 1)
    near = f"did you mean {words.ALIASES[close[0]]}? " if close else ""
    raise InvalidOption("there is no such command", subject=topic[:40], remedy=f"{near}help all lists the commands")


def find_game(name: str) -> Game | None:
    """Return the game that a word means: its key or name, or how one of them begins, if only one does."""
    plain = "".join(letter for letter in name.casefold() if letter.isalnum())
    if not plain:
        return None
    names = {each: [_plain(each.key), _plain(each.name)] for each in _games()}
    exact = [each for each, known in names.items() if plain in known]
    begun = [each for each, known in names.items() if any(one.startswith(plain) for one in known)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _game_meant(asking: Asking, line: "CommandLine") -> Game | None:
    """Return the game that a line names, or that of the match of the mail that is answered."""
    if line.game is not None:
        return catalogue.find(line.game)
    named = find_game(" ".join(line.arguments)) if line.word == "rules" else None
    if named is not None or asking.match_id is None:
        return named
    return asking.house.known(asking.match_id).match.game


def _games() -> list[Game]:
    return [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118


def _listed_games(before: str) -> str:
    typed = [f"{before}{key}" for key in catalogue.keys()]  # noqa: SIM118
    return f"{', '.join(typed[:-1])} or {typed[-1]}" if len(typed) > 1 else "".join(typed)


def _where(asking: Asking) -> str:
    domain = asking.house.mail.domain
    return f" to play@{domain}" if domain else ""


def broadcast(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """Say where to find opponents: nobody writes to everybody here."""
    game = _game_meant(asking, line) or example_game()
    return [Told("Nobody can write to everybody here", command_page(words.BY_NAME["broadcast"], game))]


RUN: Final[Mapping[str, Run]] = {"help": help_for, "rules": rules, "broadcast": broadcast}
