"""Help and rules: pages to read, for anybody."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

from fivefold.contract import ANYONE, TABLE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail import words
from fivefold.doors.mail.answers import Answer, Told, refused
from fivefold.doors.mail.commands.match_options import plain
from fivefold.doors.mail.commands.requests import MailRequest, mail_word
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.writing.letters import markdown
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.play.lessons import SEED, example_game, example_moves
from fivefold.play.match import Match
from fivefold.play.observation import observed

__all__ = ["example_game", "example_moves", "filled"]


def filled(text: str, game: Game) -> str:
    """Return an example with the game and its moves in the places that are left for them."""
    first, second, third = (*example_moves(game), "", "", "")[:3]
    places = {"game": game.key, "name": game.name, "move": first, "answer": second, "next": third}
    for place, value in places.items():
        text = text.replace(f"<{place}>", value)
    return text


# --- A game's rules as a text to read in a mail, with its options, and the positions of its examples if wanted -------


FENCE: Final = re.compile(r"^```play\n(.*?)^```\n\n?", re.MULTILINE | re.DOTALL)
TITLE: Final = re.compile(r"\A# [^\n]*\n+")
MOST_VALUES: Final = 12
"""Of one option; more are not listed."""


@cache
def rules_text(game: Game, examples: bool = False) -> str:
    """Return the rules of a game and its options, as Markdown without a title."""
    source = TITLE.sub("", catalogue.help_text(game))
    text = FENCE.sub(lambda found: _position(game, found[1]) if examples else "", source)
    return f"{text.rstrip()}\n\n{options_text(game)}".rstrip() + "\n"


def options_text(game: Game) -> str:
    """Return what can be chosen before a game, as Markdown; nothing for a game without options."""
    if not game.setup.options:
        return ""
    return markdown("options", game=game, chosen=example_option(game), most_values=MOST_VALUES)


@cache
def example_option(game: Game) -> str:
    """Return an option that is not as usual, for a match of two who take turns: ``win=quota``; empty for none."""
    for option in game.setup.options:
        for value in option.values:
            if value != option.default and option.table is None and _is_for_two(game, {option.name: value}):
                return f"{option.name}={value}"
    return ""


def _is_for_two(game: Game, options: Mapping[str, str]) -> bool:
    try:
        match = Match(game, seed=SEED, options=options)
    except InvalidOption:
        return False
    return len(match.seats) == 2 and match.to_move != ANYONE


def _position(game: Game, block: str) -> str:
    options, seed, moves, caption = _read(block)
    match = Match(game, seed=seed, options=options)
    for move in moves:
        match.play(move)
    viewer = match.to_move if match.to_move >= 0 else TABLE
    diagram = game.notation.diagram(observed(game, match.row, viewer), viewer)
    return f"```\n{diagram}\n```\n\n{caption}\n\n"


def _read(block: str) -> tuple[Mapping[str, str], int, list[str], str]:
    options: dict[str, str] = {}
    seed, moves, captions = 0, list[str](), list[str]()
    for line in filter(None, map(str.strip, block.splitlines())):
        word, _, value = line.partition(" ")
        if word == "option":
            name, _, chosen = value.partition(" ")
            options[name] = chosen.strip()
        elif word == "seed":
            seed = int(value)
        elif word == "move":
            moves += value.split()
        else:
            captions.append(value)
    return options, seed, moves, " ".join(captions)


# --- Help and rules --------------------------------------------------------------------------------------------------


MOST_PAGES: Final = 5
"""Commands explained in one mail."""

OTHER_NAMES: Final[Mapping[str, Sequence[str]]] = {"change": ("address", "name", "password")}
"""What some words of old servers are explained by."""


@mail_word("help")
def help_for(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Explain the commands, those named, or how to begin. Raises ``InvalidOption``."""
    game = _game_meant(asking, line) or example_game()
    topics = [topic.strip(",.?!\"'").casefold() for topic in line.arguments][:MOST_PAGES]
    if not any(topics):
        return [Told("How to play by mail", first_page(asking, game))]
    if "all" in topics or "commands" in topics:
        return [Told("All commands", markdown("all_commands", groups=words.GROUPS, words=words.BY_NAME))]
    return [_topic(each, game) for topic in topics if topic for each in OTHER_NAMES.get(topic, (topic,))]


@mail_word("rules")
def rules(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Tell the rules of a game. Raises ``InvalidOption``."""
    game = _game_meant(asking, line)
    if game is None:
        typed = listed([f"rules {key}" for key in catalogue.keys()], "or")  # noqa: SIM118  (a module)
        raise refused(InvalidOption, "which-rules", "rules", typed=typed)
    examples = "examples" in [each.casefold() for each in line.arguments]
    text = rules_text(game, examples)
    more = "" if examples else f"\nSend `rules {game.key} examples` for positions to think about.\n"
    page = f"\nThe same with boards to try moves on: {asking.base}/rules/{game.key}\n" if asking.base else ""
    return [Told(f"The rules of {game.name}", text + more + page)]


def first_page(asking: MailRequest, game: Game) -> str:
    """Return what a newcomer wants to know, as Markdown."""
    return markdown(
        "first_page",
        name="" if asking.person is None else asking.house.person(asking.person).shown,
        key=game.key,
        move=example_moves(game)[0],
        option=example_option(game),
        domain=asking.house.mail.domain,
        games=_games(),
        groups=words.GROUPS,
        base=asking.base,
    )


def _command_page(word: words.Word, game: Game) -> str:
    also = [alias for alias in word.aliases if alias.isalpha()]
    return markdown("command", word=word, also=also, filled=lambda text: filled(text, game))


def _topic(topic: str, game: Game) -> Told:
    word = words.find(topic)
    if word is not None:
        return Told(f"Help: {word.name}", _command_page(word, game))
    found = _find_game(topic)
    if found is not None:
        return Told(f"The rules of {found.name}", rules_text(found))
    close = get_close_matches(topic, words.ALIASES, 1)
    near = words.ALIASES[close[0]] if close else ""
    raise refused(InvalidOption, "command-near" if near else "no-such-command", topic[:40], near=near)


def _find_game(name: str) -> Game | None:
    """Return the game that a word means: its key or name, or how one of them begins, if only one does."""
    wanted = plain(name)
    if not wanted:
        return None
    names = {each: [plain(each.key), plain(each.name)] for each in _games()}
    exact = [each for each, known in names.items() if wanted in known]
    begun = [each for each, known in names.items() if any(one.startswith(wanted) for one in known)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def _game_meant(asking: MailRequest, line: CommandLine) -> Game | None:
    """Return the game that a line names, or that of the match of the mail that is answered."""
    if line.game is not None:
        return catalogue.find(line.game)
    named = _find_game(" ".join(line.arguments)) if line.word == "rules" else None
    if named is not None or asking.match_id is None:
        return named
    return asking.house.known(asking.match_id).match.game


def _games() -> list[Game]:
    return [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118


@mail_word("broadcast")
def broadcast(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Say where to find opponents: nobody writes to everybody here."""
    game = _game_meant(asking, line) or example_game()
    return [Told("Nobody can write to everybody here", _command_page(words.BY_NAME["broadcast"], game))]
