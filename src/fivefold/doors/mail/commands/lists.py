"""Lists of matches: ``games`` and ``history``."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Answer, Listed, Said
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import called, may_find
from fivefold.doors.mail.commands.list_words import phrase, said
from fivefold.doors.mail.commands.who_asks import known
from fivefold.house.house import House
from fivefold.house.people.accounts import Account
from fivefold.house.people.near_names import near_names
from fivefold.house.records.finished import DRAWN, LOST, WON
from fivefold.house.records.histories import PAGE, GameLine, Wanted
from fivefold.play.time_words import left_words
from fivefold.session.move_numbers import next_move_number
from fivefold.session.snapshot import LIVE, WAITING, MatchSnapshot

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine

ALL, ACTIVE, INACTIVE, NEXT = "all", "active", "inactive", "next"
CHOICES: Final = (ALL, ACTIVE, INACTIVE, NEXT)
MOST_RUNNING: Final = 60
"""Lines of matches that go on."""
MOST_WATCHED: Final = 30
MOST_GOING_ON: Final = 200
"""Matches that go on among which those are that somebody may watch."""
MOST_PEOPLE: Final = 5
"""Players whose matches one mail lists."""


def games(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """List the matches of players: of others those with the person who asks, and what they show of the finished."""
    choice = next((word.lower() for word in line.arguments if word.lower() in CHOICES), ACTIVE)
    found: list[Answer] = []
    for account in _people(asking, line):
        if choice in (ACTIVE, NEXT, ALL):
            found.append(_running(asking, account, line.game, only_next=choice == NEXT))
        if choice in (INACTIVE, ALL):
            found += _finished(asking, account, line.game)
    return found


def matches(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """List matches of others that one may watch."""
    rows = list(islice(_watched_rows(asking, line.game), MOST_WATCHED))
    listed = Listed(said("to-watch"), (said("board"), said("players"), said("follow")), rows, said("none-to-watch"))
    return [listed]


def _watched_rows(asking: Asking, game: str | None) -> Iterator[tuple[str, ...]]:
    house, own = asking.house, known(asking)
    for match_id in house.histories.going_on(game, MOST_GOING_ON):
        with suppress(FivefoldError):  # a damaged match is not listed
            now = house.snapshot(match_id)
            if not now.seats_of(own) and may_find(asking, now):
                key, board = called(house, now).split()
                yield called(house, now), " – ".join(now.names), phrase("subscribe", game=key, board=board)


def history(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """List how matches of players ended, the latest first."""
    return [answer for account in _people(asking, line) for answer in _finished(asking, account, line.game)]


def _people(asking: Asking, line: "CommandLine") -> list[Account | None]:
    """Return whose matches are listed; ``None`` for the person's own. Raises ``InvalidOption``."""
    names = [word for word in line.arguments if word.lower() not in CHOICES]
    own = known(asking)
    people = [account_called(asking.house, own, name) for name in names[:MOST_PEOPLE]]
    return [None if account.id == own else account for account in people] or [None]


def account_called(house: House, person_id: str, name: str) -> Account:
    """Return the player of this name. Raises ``InvalidOption``, which names those who may be meant."""
    found = house.accounts.by_name(name)
    if found is None:
        near = near_names(house, house.accounts, house.blocks, person_id, name)
        remedy = f"did you mean {' or '.join(near)}" if near else "list players names some"
        raise InvalidOption("there is no player of this name", subject=name[:40], field="to", remedy=remedy)
    return found


# --- matches that go on ----------------------------------------------------------------------------------------------


def _running(asking: Asking, account: Account | None, game: str | None, *, only_next: bool) -> Listed:
    title = said("games-own") if account is None else said("with-you", who=account.name)
    headings = [said(key) for key in ("board", "players", "move", "turn", "time")]
    rows = list(_running_rows(asking, account, game, only_next=only_next))
    return Listed(title, tuple(headings), rows[:MOST_RUNNING], said("none" if account is None else "none-with"))


def _running_rows(
    asking: Asking, account: Account | None, game: str | None, *, only_next: bool
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


# --- matches that are over -------------------------------------------------------------------------------------------


def _finished(asking: Asking, account: Account | None, game: str | None) -> list[Answer]:
    """Return how a player's matches ended, as far as the player shows it."""
    house, person_id = asking.house, known(asking)
    if account is not None and not _shows(house, account, person_id):
        return [Said((said("not-public", who=account.name),))]
    page = house.histories.page(account.id if account else person_id, Wanted(game=game or ""))
    lines = [each for each in page.lines if account is None or each.day is None]
    headings = tuple(said(key) for key in ("ended", "board", "players", "result", "points"))
    title = said("finished-own") if account is None else said("finished-of", who=account.name)
    listed = Listed(title, headings, [_finished_row(house, each) for each in lines], said("none"))
    return [listed, Said((said("more"),))] if account is None and len(page.lines) == PAGE and page.older else [listed]


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
        "" if line.points is None or line.forfeited else " : ".join(str(each) for each in (line.points, *line.others))
    )
    rivals = ", ".join(rival.name for rival in line.rivals)
    rated = f", {phrase('rated')}" if line.rated and not line.annulled else ""
    board = f"{line.game} {house.mail.boards.number(line.match)}"
    return f"{line.ended:%Y-%m-%d}", board, rivals, f"{result}{rated}", points


RUN: Final[Mapping[str, Run]] = {"matches": matches, "games": games, "history": history}
