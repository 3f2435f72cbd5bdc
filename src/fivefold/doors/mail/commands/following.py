"""What somebody is mailed: ``subscribe``, ``unsubscribe``, ``notify`` and ``mail``."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands.accounts import own_account
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.example_moves import example_game
from fivefold.doors.mail.commands.finding import board_called, find_match, title
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.notices.mail.outgoing import ENDS, EVERY, NEVER
from fivefold.house.people.preferences import MAIL_OF_MATCHES
from fivefold.parts.words import counted
from fivefold.play import catalogue
from fivefold.session.snapshot import OVER, MatchSnapshot

CHOICE: Final = "mail_of_matches"
LEVELS: Final[Mapping[str, str]] = {
    "every": "after each move",
    "turns": "when it is your turn, and when a match is over",
    "digest": "once at the hours you have chosen, of all your matches together",
    "ends": "when a match is over",
    "never": "never by itself; what you ask for is answered",
}
FORM: Final = "mail_pictures"
PICTURES: Final = "pictures"
FORMS: Final[Mapping[str, str]] = {"text": "as text alone", PICTURES: "with pictures"}
"""How mails look."""
OFTEN: Final = ", ".join(LEVELS)
OFF: Final = frozenset({"off"})
A_MINUTE: Final = 60


def subscribe(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody every move of a match, or of every match of a game. Raises ``InvalidOption``, ``NotOffered``."""
    person = own_account(asking, "subscribe")
    if _means_all(line):
        key = _game(asking, line, "subscribe")
        asking.house.mail.following.follow(person, key, "", EVERY)
        return [
            Said(
                (
                    f"You get every move of all matches of {_game_name(key)} among people who let others watch.",
                    _undo(key),
                )
            )
        ]
    now = find_match(asking, line)
    _refuse_over(asking, now, "subscribe")
    asking.house.mail.following.follow(person, now.match.game.key, now.id, EVERY)
    shown = title(asking.house, now)
    said = [f"You get every move of {shown}."]
    if now.terms.delay and not now.seats_of(person):
        said.append(f"Who watches this match sees each move {_later(now.terms.delay)} later.")
    return [Said((*said, f"To stop it, send: {_line(asking, now, 'unsubscribe')}"))]


def unsubscribe(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Stop what somebody has subscribed to. Raises ``InvalidOption``."""
    person = own_account(asking, "unsubscribe")
    if _means_all(line):
        return [Said((_unsubscribed_from_all(asking, person, line.game),))]
    now = find_match(asking, line)
    key, following = now.match.game.key, asking.house.mail.following
    was = following.forget(person, key, now.id)
    shown = title(asking.house, now)
    if any(each.match == "" and each.game == key and each.level != NEVER for each in following.of(person)):
        following.follow(person, key, now.id, NEVER)
        return [Said((f"You get no more mail about {shown}; about other matches of {_game_name(key)} you do.",))]
    if now.seats_of(person):
        said = f"You play {shown}, and are mailed about it as about all your matches."
        return [Said((said, f"To get none about this one, send: {_line(asking, now, 'notify')} never"))]
    return [Said((f"You get no more mail about {shown}." if was else f"You were not subscribed to {shown}.",))]


def _unsubscribed_from_all(asking: Asking, person: str, game: str | None) -> str:
    following = asking.house.mail.following
    gone = [each for each in following.of(person) if game in (None, each.game) and each.level != NEVER]
    for each in gone:
        following.forget(person, each.game, each.match)
    of_game = "" if game is None else f" of {_game_name(game)}"
    return (
        f"You are subscribed to no match{of_game} any more." if gone else f"You were subscribed to no match{of_game}."
    )


def notify(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody only how matches end, or as they say; without a board, of every match of a game."""
    person = own_account(asking, "notify")
    words = [each.casefold() for each in line.arguments]
    level = next((word for word in words if word in {*MAIL_OF_MATCHES, *OFF}), ENDS)
    boards = [each for each in (line.board, *line.arguments) if each is not None and each.lstrip("#").isdecimal()]
    if not boards and asking.match_id is None and line.game is None:
        return mail(asking, CommandLine("mail", arguments=(level,))) if words else _ask_which()
    if level in ("turns", "digest"):
        raise InvalidOption(
            f"{level} is chosen for all matches together", subject="notify", remedy=f"send mail {level}"
        )
    if boards or (asking.match_id is not None and line.game is None and "all" not in words):
        found = [board_called(asking, board, line.game) for board in boards] or [find_match(asking, line)]
        return [Said(tuple(_notify_match(asking, person, now, level) for now in found))]
    return [Said((_notify_game(asking, person, _game(asking, line, "notify"), level if words else ""),))]


def _notify_match(asking: Asking, person: str, now: MatchSnapshot, level: str) -> str:
    key, shown, following = now.match.game.key, title(asking.house, now), asking.house.mail.following
    if level in OFF:
        following.forget(person, key, now.id)
        return f"About {shown} you are mailed as usual."
    following.follow(person, key, now.id, level)
    return {
        ENDS: f"About {shown} you get one mail, when it is over.",
        EVERY: f"You get every move of {shown}.",
        NEVER: f"You get no more mail about {shown}. To get it again, send: {_line(asking, now, 'notify')} off",
    }[level]


def _notify_game(asking: Asking, person: str, key: str, level: str) -> str:
    """Choose for every match of a game; without a level, choose its ends or take that back, as on the old servers."""
    following, name = asking.house.mail.following, _game_name(key)
    chosen = next((each.level for each in following.of(person) if (each.game, each.match) == (key, "")), "")
    if level in OFF or (not level and chosen == ENDS):
        following.forget(person, key, "")
        return f"About matches of {name} you are mailed as usual."
    following.follow(person, key, "", level or ENDS)
    how = {ENDS: "only how they end", EVERY: "every move", NEVER: "nothing"}[level or ENDS]
    return f"About matches of {name} you get {how}. To take it back, send: {key} notify off"


def _ask_which() -> Sequence[Answer]:
    remedy = f"name a board, as in {_example()} notify 101, or a game, as in {_example()} notify"
    raise InvalidOption("which matches?", subject="notify", remedy=remedy)


def mail(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Choose how much mail comes about matches, or tell what is chosen. Raises ``InvalidOption``."""
    person = own_account(asking, "mail")
    words = [each.casefold() for each in line.arguments]
    if not words:
        return [Said(tuple(_chosen(asking, person)))]
    if words[0] in FORMS:
        asking.house.accounts.set_preference(person, FORM, words[0] == PICTURES)
        return [Said((f"From now on mails come {FORMS[words[0]]}.",))]
    if words[0] not in LEVELS:
        remedy = f"there are {OFTEN}, {', '.join(FORMS)}"
        raise InvalidOption("there is no such choice", subject=words[0][:20], remedy=remedy)
    asking.house.accounts.set_preference(person, CHOICE, words[0])
    said = [f"From now on mail about your matches comes {LEVELS[words[0]]}."]
    if words[0] == "digest" and asking.base:
        said.append(f"The hours are chosen here: {asking.base}/mail")
    return [Said(tuple(said))]


def _chosen(asking: Asking, person: str) -> list[str]:
    level = asking.house.accounts.preferences(person).mail_of_matches
    said = [f"Mail about your matches comes {LEVELS[level]}. To change that, send mail and one of: {OFTEN}."]
    for each in asking.house.mail.following.of(person):
        said.append(_following_words(asking, each.game, each.match, each.level))
    return said


def _following_words(asking: Asking, key: str, match_id: str, level: str) -> str:
    what = title(asking.house, asking.house.known(match_id)) if match_id else f"Every match of {_game_name(key)}"
    return f"{what}: { ({EVERY: 'every move', ENDS: 'how it ends', NEVER: 'nothing'}[level]) }."


# --- words -----------------------------------------------------------------------------------------------------------


def _means_all(line: CommandLine) -> bool:
    return line.board is None and "all" in [each.casefold() for each in line.arguments]


def _game(asking: Asking, line: CommandLine, word: str) -> str:
    if line.game is not None:
        return line.game
    if asking.match_id is not None:
        return asking.house.known(asking.match_id).match.game.key
    raise InvalidOption("which game?", subject=word, remedy=f"name it first: {_example()} {line.source or word}")


def _refuse_over(asking: Asking, now: MatchSnapshot, word: str) -> None:
    if now.status == OVER:
        remedy = f"send {_line(asking, now, 'show')} to see how it ended"
        raise InvalidOption(f"{title(asking.house, now)} is over", subject=word, remedy=remedy)


def _line(asking: Asking, now: MatchSnapshot, word: str) -> str:
    return f"{now.match.game.key} {word} {asking.house.mail.boards.number(now.id)}"


def _later(seconds: int) -> str:
    return counted(seconds // 60, "minute") if seconds >= A_MINUTE else counted(seconds, "second")


def _game_name(key: str) -> str:
    return catalogue.find(key).name


def _undo(key: str) -> str:
    return f"To stop it, send: {key} unsubscribe all"


def _example() -> str:
    return example_game().key


RUN: Final[Mapping[str, Run]] = {"subscribe": subscribe, "unsubscribe": unsubscribe, "notify": notify, "mail": mail}
