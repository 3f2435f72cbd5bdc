"""Who plays here and what: ``standings`` and ``list``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fivefold.contract import Game
from fivefold.doors.mail.answers import Answer, Listed, Said, Told
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.choosing import found as meant
from fivefold.doors.mail.commands.choosing import unclear
from fivefold.doors.mail.commands.list_words import phrase, said
from fivefold.doors.mail.commands.rules_text import options_text
from fivefold.doors.mail.commands.who_asks import known, named_game
from fivefold.house.meeting.slow_seeks import Seeker
from fivefold.house.people.near_names import shown_names
from fivefold.house.records import pools, rating_words
from fivefold.house.records.pools import Pool
from fivefold.house.records.ratings import Leaderboard, Rank
from fivefold.parts.words import listed
from fivefold.play import catalogue

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine

PLAYERS: Final = ("players", "player", "people", "users")


# --- standings -------------------------------------------------------------------------------------------------------


def standings(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """List the strongest of a game, and who looks for a match of it."""
    game = named_game(asking, line)
    every = [(pool, asking.house.ratings.leaderboard(pool.key, asking.person or "")) for pool in pools.pools_of(game)]
    told = [(pool, board) for pool, board in every if board is not None and (board.people or board.yours is not None)]
    return [*(_pool(pool, board) for pool, board in told or every[:1]), _seekers(asking, game)]


def _pool(pool: Pool, board: Leaderboard | None) -> Listed:
    ranks = [] if board is None else [*board.ranks, *([board.yours] if board.yours is not None else [])]
    headings = tuple(said(key) for key in ("place", "name", "rating", "matches"))
    title = said("standings", pool=rating_words.full_name(pool))
    return Listed(title, headings, [_rank(each) for each in ranks], said("nobody-rated"))


def _rank(rank: Rank) -> tuple[str, ...]:
    name = rank.name
    if rank.yours:
        name = phrase("you", who=name)
    elif rank.level is not None:
        name = phrase("computer", who=name, level=rank.level)
    rating = phrase("give-or-take", rating=rank.view["rating"], deviation=rank.view["deviation"])
    matches = str(rank.view["games"]) if rank.level is None else ""
    return str(rank.place or ""), name, rating, matches


def _seekers(asking: Asking, game: Game) -> Listed:
    around = asking.house.blocks.around(asking.person) if asking.person is not None else set()
    found = [each for each in asking.house.slow_seeks.seekers(game.key) if each.person not in around]
    rows = [_seeker(asking, game.key, each) for each in found]
    headings = tuple(said(key) for key in ("name", "wanted", "join"))
    empty = said("nobody-seeks", typed=f"{game.key} seek 1")
    return Listed(said("seekers", game=game.name), headings, rows, empty)


def _seeker(asking: Asking, game: str, each: Seeker) -> tuple[str, ...]:
    board = asking.house.mail.boards.number(each.table) if each.table is not None else 0
    return each.name, phrase("still", count=each.matches), phrase("join-there", game=game, board=board) if board else ""


# --- games and players -----------------------------------------------------------------------------------------------


def list_all(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """List the games, the options of one, or the players who show themselves."""
    words = list(line.arguments)
    if words and words[0].lower() in PLAYERS:
        return _players(asking, " ".join(words[1:]))
    if line.game is not None:
        return [_about(catalogue.find(line.game))]
    if words:
        return [_about(_game_called(" ".join(words)))]
    return _games(asking)


def _games(asking: Asking) -> Sequence[Answer]:
    every = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118  (a module)
    tables = asking.house.lobby.tables(person_id=asking.person or "")
    rows = [
        (
            game.name,
            game.key,
            listed([str(count) for count in game.traits.seats], "or"),
            str(sum(table.game.key == game.key for table in tables) or ""),
        )
        for game in every
    ]
    headings = tuple(said(key) for key in ("game", "write", "how-many", "open-tables"))
    return [Listed(said("games"), headings, rows), Said((said("ask-more", game=every[0].key),))]


def _game_called(typed: str) -> Game:
    names = {catalogue.find(key).name: key for key in catalogue.keys()}  # noqa: SIM118  (a module)
    by_key = meant(typed, list(names.values()))
    found = by_key or [names[name] for name in meant(typed, list(names))]
    if len(found) != 1:
        raise unclear(typed, found, list(names), "game", "game")
    return catalogue.find(found[0])


def _about(game: Game) -> Told:
    players = listed([str(count) for count in game.traits.seats], "or")
    return Told(game.name, f"{game.tagline}\n\n{said('how-many')}: {players}\n\n{options_text(game)}")


def _players(asking: Asking, beginning: str) -> Sequence[Answer]:
    """List players by name, as far as they show themselves to others."""
    house, person_id = asking.house, known(asking)
    names, more = shown_names(house, house.accounts, house.blocks, person_id, beginning)
    title = said("players-named", beginning=beginning) if beginning else said("all-players")
    told = Listed(title, (said("name"),), [(name,) for name in names], said("no-player"))
    return [told, Said((said("most-players", count=len(names)),))] if more else [told]


RUN: Final[Mapping[str, Run]] = {"standings": standings, "list": list_all}
