"""What somebody settles for all challenges, and the matches they look for: ``accept all``, ``limit``, ``seek``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.challenge_words import said
from fivefold.doors.mail.commands.match_options import Chosen, read_chosen, with_seats
from fivefold.doors.mail.commands.who_asks import known, named_game
from fivefold.house.match_request import LINK, MatchRequest
from fivefold.house.meeting.auto_replies import ALL_GAMES
from fivefold.house.meeting.challenges import OPEN
from fivefold.parts.messages import Fact, Message
from fivefold.play.catalogue import find
from fivefold.play.time_control import FULL
from fivefold.session.snapshot import WAITING, MatchSnapshot

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine

ALL: Final = "all"
OFF: Final = ("off", "none", "no", "unlimited")
PAIR: Final = 2


# --- challenges of a game, or of all ---------------------------------------------------------------------------------


def is_policy(line: "CommandLine") -> bool:
    """Tell whether a line is about all challenges, not about one."""
    return [argument.lower() for argument in line.arguments] == [ALL]


def settle(asking: Asking, line: "CommandLine", *, rejects: bool) -> Sequence[Answer]:
    """Let nobody challenge somebody any more, or everybody again."""
    person_id, game = known(asking), line.game or ALL_GAMES
    standing = asking.house.standing
    (standing.reject if rejects else standing.accept)(person_id, game)
    typed = " ".join(filter(None, (game, "accept" if rejects else "reject", ALL)))
    done = Message("rejects" if rejects else "accepts", game=_game_words(game))
    return [Said(said(done, Message("undo", typed=typed), *_waiting(asking, game)))]


def _waiting(asking: Asking, game: str) -> list[Message]:
    waiting = [
        each.other
        for each in asking.house.challenges.of(known(asking))
        if each.state == OPEN and not each.mine and game in (ALL_GAMES, each.game.key)
    ]
    if len(waiting) == 1:
        return [Message("still-waits", names=waiting[0])]
    return [Message("still-wait", count=len(waiting))] if waiting else []


def limit(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """Let nobody challenge somebody who plays so many matches; without a number say what holds."""
    person_id, game = known(asking), line.game or ALL_GAMES
    standing = asking.house.standing
    if line.arguments:
        standing.limit(person_id, game, _limit(line.arguments[0]))
    most = next((each.most for each in standing.of(person_id) if each.game == game), None)
    about: dict[str, Fact] = {"game": _game_words(game)}
    if most is None:
        return [Said(said(Message("no-limit", **about)))]
    done = Message("limited-to", most=most, **about) if most else Message("limited-none", **about)
    return [Said(said(done, Message("going-on", count=standing.going_on(person_id, game))))]


def _limit(typed: str) -> int | None:
    return None if typed.lower() in OFF else _number(typed, "limit")


# --- looking for matches ---------------------------------------------------------------------------------------------


def seek(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
    """Look for so many more matches of a game: one table at a time stays open in the lobby."""
    house, person_id, game = asking.house, known(asking), named_game(asking, line)
    wanted = line.arguments[0] if line.arguments else "1"
    if wanted.lower() in OFF or wanted == "0":
        stopped = house.slow_seeks.stop(person_id, game.key)
        return [Said(said(Message("stopped" if stopped else "not-seeking", game=game.name)))]
    count, chosen = _number(wanted, "seek"), _sought(game, read_chosen(game, line.options))
    table = house.slow_seeks.seek(person_id, count, _wish(game, chosen))
    more = Message("look-no-more", game=game.key)
    if table is not None and table.terms.owner != person_id:
        others = [Said(said(Message("seeks", count=count - 1, game=game.name), more))] if count > 1 else []
        return [*joined(asking, table), *others]
    told = [Message("seeks", count=count, game=game.name), *chosen.time.notes]
    if table is None:
        told.append(Message("waits-for-limit"))
    else:
        told.append(Message("open", board=house.mail.boards.number(table.id), game=game.key))
        told.append(Message("then-last" if count == 1 else "then"))
    return [Said(said(*told, more))]


def joined(asking: Asking, now: MatchSnapshot) -> Sequence[Answer]:
    """Return what is said to a person who has sat down at somebody's table."""
    host = asking.house.person(now.terms.owner or "").shown
    board = asking.house.mail.boards.number(now.id)
    done = Message("joined", names=host, game=now.match.game.name, board=board)
    if now.status != WAITING:
        return [Shown(now.id, known(asking), said=said(done))]
    return [Said(said(done, Message("seat-free")))]


def _sought(game: Game, chosen: Chosen) -> Chosen:
    """Return what is looked for, for two unless the options say otherwise. Raises ``InvalidOption``."""
    if chosen.double or chosen.handicap != FULL:
        subject = "double" if chosen.double else "handicap"
        raise InvalidOption("only for a challenge to certain players", subject=subject, field=subject)
    if chosen.time.control is None:
        remedy = "for example time=3d/move"
        raise InvalidOption("a match with anybody needs a clock", subject="time=none", field="time", remedy=remedy)
    option = game.setup.seat_option
    asked = chosen.options.get(option.name) if option is not None else None
    return with_seats(game, chosen, max(PAIR, option.seats[asked]) if option and asked else PAIR)


def _wish(game: Game, chosen: Chosen) -> MatchRequest:
    others = (LINK,) * (game.setup.seats(chosen.options) - 1)
    time = chosen.time.control.text if chosen.time.control else ""
    return MatchRequest(game.key, dict(chosen.options), others, listed=True, rated=chosen.rated, time=time)


def _number(typed: str, field: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 4):
        raise InvalidOption(
            "is no number", subject=typed[:20], field=field, remedy=f"for example {field} 3, or {field} off"
        )
    return int(typed)


def _game_words(game: str) -> Fact:
    return find(game).name if game else Message("every-game")


RUN: Final[Mapping[str, Run]] = {"limit": limit, "seek": seek}
