"""Lists: of matches, and of who plays here and what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Answer, Listed, Told, phrase, refused, say
from fivefold.doors.mail.commands.help import options_text
from fivefold.doors.mail.commands.match_options import YES, unclear
from fivefold.doors.mail.commands.match_options import names_meant as meant
from fivefold.doors.mail.commands.requests import (
    MailRequest,
    called,
    known,
    mail_word,
    may_find,
    named_game,
    own_account,
)
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.computers.hints import mistake
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.meeting.slow_seeks import Seeker
from fivefold.house.notices.mail.mail_queue import CHOICE as WEEKLY
from fivefold.house.people.accounts import Account
from fivefold.house.people.near_names import near_names, shown_names
from fivefold.house.records import pools, ratings
from fivefold.house.records.finished import DRAWN, LOST, WON
from fivefold.house.records.histories import PAGE, GameLine, Wanted
from fivefold.house.records.pools import Pool
from fivefold.house.records.ratings import Leaderboard, Rank
from fivefold.house.records.results import PersonResult
from fivefold.house.records.week import week_of
from fivefold.parts.messages import Message
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.play.time_words import left_words
from fivefold.session.history import next_move_number
from fivefold.session.snapshot import LIVE, WAITING, MatchSnapshot

ALL, ACTIVE, INACTIVE, NEXT = "all", "active", "inactive", "next"
CHOICES: Final = (ALL, ACTIVE, INACTIVE, NEXT)
MOST_RUNNING: Final = 60
"""Lines of matches that go on."""
MOST_WATCHED: Final = 30
MOST_GOING_ON: Final = 200
"""Matches that go on among which those are that somebody may watch."""
MOST_PEOPLE: Final = 5
"""Players whose matches one mail lists."""


@mail_word("games")
def games(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List the matches of players: of others those with the person who asks, and what they show of the finished."""
    choice = next((word.lower() for word in line.arguments if word.lower() in CHOICES), ACTIVE)
    found: list[Answer] = []
    for account in _people(asking, line):
        if choice in (ACTIVE, NEXT, ALL):
            found.append(_running(asking, account, line.game, only_next=choice == NEXT))
        if choice in (INACTIVE, ALL):
            found += _finished(asking, account, line.game)
    return found


@mail_word("matches")
def matches(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List matches of others that one may watch."""
    rows = list(islice(_watched_rows(asking, line.game), MOST_WATCHED))
    return [_listed(phrase("to-watch"), "board players follow", rows, phrase("none-to-watch"))]


def _listed(title: str, headings: str, rows: Sequence[tuple[str, ...]], empty: str = "") -> Listed:
    """Return a table; ``headings``: the keys of their words."""
    return Listed(title, tuple(phrase(key) for key in headings.split()), rows, empty)


def _watched_rows(asking: MailRequest, game: str | None) -> Iterator[tuple[str, ...]]:
    house, own = asking.house, known(asking)
    for match_id in house.histories.going_on(game, MOST_GOING_ON):
        with suppress(FivefoldError):  # a damaged match is not listed
            now = house.snapshot(match_id)
            if not now.seats_of(own) and may_find(asking, now):
                key, board = called(house, now).split()
                yield called(house, now), " – ".join(now.names), phrase("subscribe", game=key, board=board)


@mail_word("history")
def history(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List how matches of players ended, the latest first."""
    return [answer for account in _people(asking, line) for answer in _finished(asking, account, line.game)]


def _people(asking: MailRequest, line: CommandLine) -> list[Account | None]:
    """Return whose matches are listed; ``None`` for the person's own. Raises ``InvalidOption``."""
    names = [word for word in line.arguments if word.lower() not in CHOICES]
    own = known(asking)
    people = [_account_called(asking.house, own, name) for name in names[:MOST_PEOPLE]]
    return [None if account.id == own else account for account in people] or [None]


def _account_called(house: House, person_id: str, name: str) -> Account:
    """Return the player of this name. Raises ``InvalidOption``, which names those who may be meant."""
    found = house.accounts.by_name(name)
    if found is None:
        near = tuple(near_names(house, house.accounts, house.blocks, person_id, name))
        raise refused(InvalidOption, "names-near" if near else "list-names", name[:40], "to", names=near)
    return found


def _running(asking: MailRequest, account: Account | None, game: str | None, *, only_next: bool) -> Listed:
    title = phrase("games-own") if account is None else phrase("with-you", who=account.name)
    rows = list(_running_rows(asking, account, game, only_next=only_next))[:MOST_RUNNING]
    empty = phrase("no-matches" if account is None else "none-with")
    return _listed(title, "board players at-move turn time", rows, empty)


def _running_rows(
    asking: MailRequest, account: Account | None, game: str | None, *, only_next: bool
) -> Iterator[tuple[str, ...]]:
    player = known(asking) if account is None else account.id
    for line in asking.house.histories.running(known(asking)):
        if game not in (None, line.game):
            continue
        with suppress(FivefoldError):  # a damaged match is not listed
            now = asking.house.snapshot(line.match)
            if now.seats_of(player) and (not only_next or now.may_move(player)):
                move = str(next_move_number(now)) if now.status == LIVE else ""
                left = left_words(line.left.left) if line.left is not None else ""
                yield called(asking.house, now), " – ".join(now.names), move, _turn(now, known(asking)), left


def _turn(now: MatchSnapshot, person_id: str) -> str:
    if now.status != LIVE or now.to_act is None:
        return phrase("not-begun") if now.status == WAITING else ""
    return phrase("yours") if now.may_move(person_id) else now.names[now.to_act]


def _finished(asking: MailRequest, account: Account | None, game: str | None) -> list[Answer]:
    """Return how a player's matches ended, as far as the player shows it."""
    house, person_id = asking.house, known(asking)
    if account is not None and not _shows(house, account, person_id):
        return say(Message("not-public", who=account.name))
    page = house.histories.page(account.id if account else person_id, Wanted(game=game or ""))
    lines = [each for each in page.lines if account is None or each.day is None]
    title = phrase("finished-own") if account is None else phrase("finished-of", who=account.name)
    rows = [_finished_row(house, each) for each in lines]
    more = account is None and len(page.lines) == PAGE and page.older
    listed = _listed(title, "ended board players result points", rows, phrase("no-matches"))
    return [listed, *(say("more") if more else [])]


def _shows(house: House, account: Account, person_id: str) -> bool:
    chosen = house.accounts.preferences(account.id)
    return chosen.public_profile and chosen.public_games and not house.blocks.blocked(account.id, person_id)


def _finished_row(house: House, line: GameLine) -> tuple[str, ...]:
    result = phrase(line.result) if line.result in (WON, DRAWN, LOST) else phrase("no-result")
    if line.cancelled is not None:
        result = line.cancelled.said()
    if line.forfeited:
        result = f"{result}, {phrase('forfeited')}"
    points = (
        "" if line.points is None or line.forfeited else "–".join(str(each) for each in (line.points, *line.others))
    )
    rivals = ", ".join(rival.name for rival in line.rivals)
    rated = f", {phrase('rated')}" if line.rated and not line.annulled else ""
    board = f"{line.game} {house.mail.boards.number(line.match)}"
    return f"{line.ended:%Y-%m-%d}", board, rivals, f"{result}{rated}", points


@mail_word("week")
def week(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Tell what the person has finished in the last seven days, or choose whether that comes on Mondays."""
    if not line.arguments:
        try:
            return week_answers(asking.house, known(asking))
        except NotOffered:  # no mistake: what stands below it is done
            return say(Message("nothing-finished"))
    wanted = line.arguments[0].casefold() in YES
    asking.house.accounts.set_preference(own_account(asking, "week"), WEEKLY, wanted)
    return say(Message("week-on" if wanted else "week-off"))


def week_answers(house: House, person_id: str) -> Sequence[Answer]:
    """Return what a person has finished in seven days, and the worst mistakes. Raises ``NotOffered`` for nothing."""
    found = week_of(house, house.results, person_id)
    if not found.matches:
        raise refused(NotOffered, "empty-week", "week")
    played = [(catalogue.find(game).name, *_record(results)) for game, results in found.played.items()]
    mistakes = [
        (catalogue.find(game).name, str(len(each)), mistake(kind)) for (game, kind), each in found.kinds.items()
    ]
    headings = "game-called matches times-won times-drawn times-lost most-points"
    return [
        _listed(phrase("week"), headings, played, phrase("no-matches")),
        _listed(phrase("week-mistakes"), "game-called moves what", mistakes, phrase("no-mistakes")),
    ]


def _record(results: Sequence[PersonResult]) -> tuple[str, ...]:
    """Return how many were played, won, drawn and lost, and the most points."""
    counts = Counter(each.result for each in results)
    points = max((each.score for each in results if each.score is not None), default="")
    return str(len(results)), *(str(counts[each] or "") for each in (WON, DRAWN, LOST)), str(points)


# --- Who plays here and what -----------------------------------------------------------------------------------------


PLAYERS: Final = ("players", "player", "people", "users")


@mail_word("standings")
def standings(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List the strongest of a game, and who looks for a match of it."""
    game = named_game(asking, line)
    every = [(pool, asking.house.ratings.leaderboard(pool.key, asking.person or "")) for pool in pools.pools_of(game)]
    told = [(pool, board) for pool, board in every if board is not None and (board.people or board.yours is not None)]
    return [*(_pool(pool, board) for pool, board in told or every[:1]), _seekers(asking, game)]


def _pool(pool: Pool, board: Leaderboard | None) -> Listed:
    ranks = [] if board is None else [*board.ranks, *([board.yours] if board.yours is not None else [])]
    title = phrase("standings", pool=ratings.full_name(pool))
    return _listed(title, "place name rating matches", [_rank(each) for each in ranks], phrase("nobody-rated"))


def _rank(rank: Rank) -> tuple[str, ...]:
    name = rank.name
    if rank.yours:
        name = phrase("you", who=name)
    elif rank.level is not None:
        name = phrase("computer", who=name, level=rank.level)
    rating = phrase("give-or-take", rating=rank.view["rating"], deviation=rank.view["deviation"])
    matches = str(rank.view["games"]) if rank.level is None else ""
    return str(rank.place or ""), name, rating, matches


def _seekers(asking: MailRequest, game: Game) -> Listed:
    around = asking.house.blocks.around(asking.person) if asking.person is not None else set()
    found = [each for each in asking.house.slow_seeks.seekers(game.key) if each.person not in around]
    rows = [_seeker(asking, game.key, each) for each in found]
    empty = phrase("nobody-seeks", typed=f"{game.key} seek 1")
    return _listed(phrase("seekers", game=game.name), "name wanted join", rows, empty)


def _seeker(asking: MailRequest, game: str, each: Seeker) -> tuple[str, ...]:
    board = asking.house.mail.boards.number(each.table) if each.table is not None else 0
    return each.name, phrase("still", count=each.matches), phrase("join-there", game=game, board=board) if board else ""


@mail_word("list")
def list_all(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List the games, the options of one, or the players who show themselves."""
    words = list(line.arguments)
    if words and words[0].lower() in PLAYERS:
        return _players(asking, " ".join(words[1:]))
    if line.game is not None:
        return [_about(catalogue.find(line.game))]
    if words:
        return [_about(_game_called(" ".join(words)))]
    return _games(asking)


def _games(asking: MailRequest) -> Sequence[Answer]:
    every = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118  (a module)
    tables = asking.house.lobby.tables(person_id=asking.person or "")
    open_now = [str(sum(table.game.key == game.key for table in tables) or "") for game in every]
    rows = [(game.name, game.key, _seats(game), count) for game, count in zip(every, open_now, strict=True)]
    told = _listed(phrase("games"), "game-called write how-many open-tables", rows)
    return [told, *say(Message("ask-more", game=every[0].key))]


def _game_called(typed: str) -> Game:
    names = {catalogue.find(key).name: key for key in catalogue.keys()}  # noqa: SIM118  (a module)
    by_key = meant(typed, list(names.values()))
    found = by_key or [names[name] for name in meant(typed, list(names))]
    if len(found) != 1:
        raise unclear(typed, found, list(names), "game", "game")
    return catalogue.find(found[0])


def _about(game: Game) -> Told:
    return Told(game.name, f"{game.tagline}\n\n{phrase('how-many')}: {_seats(game)}\n\n{options_text(game)}")


def _seats(game: Game) -> str:
    return listed([str(count) for count in game.traits.seats], "or")


def _players(asking: MailRequest, beginning: str) -> Sequence[Answer]:
    """List players by name, as far as they show themselves to others."""
    house, person_id = asking.house, known(asking)
    names, more = shown_names(house, house.accounts, house.blocks, person_id, beginning)
    title = phrase("players-named", beginning=beginning) if beginning else phrase("all-players")
    told = _listed(title, "name", [(name,) for name in names], phrase("no-player"))
    return [told, *(say(Message("most-players", count=len(names))) if more else [])]
