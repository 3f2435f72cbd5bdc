"""Challenges and seeks: asking others to a match, answering, and what somebody settles for all challenges."""

from collections.abc import Callable, Sequence
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Shown, refused, said, say
from fivefold.doors.mail.commands.match_options import Chosen, Opponents, read_chosen, read_opponents, with_seats
from fivefold.doors.mail.commands.requests import MailRequest, known, mail_word, named_game, own_match, pass_on
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.house import House
from fivefold.house.meeting.challenges import ALL_GAMES, LONGEST_WORD, OPEN, Challenge
from fivefold.house.meeting.lobby import table_of
from fivefold.house.notices.mail.followings import EVERY
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.parts.messages import Fact, Message
from fivefold.play import set_ups
from fivefold.play.catalogue import find
from fivefold.play.time_control import FULL
from fivefold.play.time_words import handicap_words, message
from fivefold.session.snapshot import WAITING, MatchSnapshot

ALL: Final = "all"
OFF: Final = ("off", "none", "no", "unlimited")
PAIR: Final = 2


def _challenges(asking: MailRequest) -> list[Challenge]:
    return [each for each in asking.house.challenges.of(known(asking)) if each.state == OPEN and not each.mine]


def _where(house: House, now: MatchSnapshot) -> dict[str, Fact]:
    return {"game": now.match.game.name, "board": house.mail.boards.number(now.id)}


def _word(text: str) -> tuple[str, list[Message]]:
    """Return what somebody writes to the others as far as it fits, and that it was cut if it was."""
    tidy = "".join(character for character in " ".join(text.split()) if character.isprintable())
    if len(tidy) <= LONGEST_WORD:
        return tidy, []
    return f"{tidy[: LONGEST_WORD - 1]}…", [Message("cut", count=LONGEST_WORD)]


# --- What somebody settles for all challenges of a game, or of all ---------------------------------------------------


def _settle(asking: MailRequest, line: CommandLine, *, agree: bool) -> Sequence[Answer]:
    """Let nobody challenge somebody any more, or everybody again."""
    person_id, game = known(asking), line.game or ALL_GAMES
    standing = asking.house.standing
    (standing.accept if agree else standing.reject)(person_id, game)
    typed = " ".join(filter(None, (game, "reject" if agree else "accept", ALL)))
    done = Message("accepts" if agree else "rejects", game=_game_words(game))
    names = [each.other for each in _challenges(asking) if game in (ALL_GAMES, each.game.key)]
    waiting = Message("still-waits", names=names[0]) if len(names) == 1 else Message("still-wait", count=len(names))
    return say(done, Message("undo", typed=typed), *([waiting] if names else []))


@mail_word("limit")
def limit(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Let nobody challenge somebody who plays so many matches; without a number say what holds."""
    person_id, game, standing = known(asking), line.game or ALL_GAMES, asking.house.standing
    if line.arguments:
        typed = line.arguments[0]
        standing.limit(person_id, game, None if typed.lower() in OFF else _number(typed, "limit"))
    most = next((each.most for each in standing.of(person_id) if each.game == game), None)
    about: dict[str, Fact] = {"game": _game_words(game)}
    if most is None:
        return say(Message("no-limit", **about))
    done = Message("limited-to", most=most, **about) if most else Message("limited-none", **about)
    return say(done, Message("going-on", count=standing.going_on(person_id, game)))


def _game_words(game: str) -> Fact:
    return find(game).name if game else Message("every-game")


def _number(typed: str, field: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 4):
        raise refused(InvalidOption, "no-number", typed[:20], field, word=field)
    return int(typed)


# --- Looking for matches ---------------------------------------------------------------------------------------------


@mail_word("seek")
def seek(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Look for so many more matches of a game: one table at a time stays open in the lobby."""
    house, person_id, game = asking.house, known(asking), named_game(asking, line)
    wanted = line.arguments[0] if line.arguments else "1"
    if wanted.lower() in OFF or wanted == "0":
        stopped = house.slow_seeks.stop(person_id, game.key)
        return say(Message("stopped" if stopped else "not-seeking", game=game.name))
    count, chosen = _number(wanted, "seek"), _sought(game, read_chosen(game, line.options))
    others = (LINK,) * (game.setup.seats(chosen.options) - 1)
    options, time = dict(chosen.options), chosen.time_text
    wish = MatchRequest(game.key, options, others, listed=True, rated=chosen.rated, time=time)
    table = house.slow_seeks.seek(person_id, count, wish)
    more = Message("look-no-more", game=game.key)
    if table is not None and table.terms.owner != person_id:
        others_too = say(Message("seeks", count=count - 1, game=game.name), more) if count > 1 else []
        return [*_joined(asking, table), *others_too]
    told = [Message("seeks", count=count, game=game.name), *chosen.time.notes]
    if table is None:
        told.append(Message("waits-for-limit"))
    else:
        told.append(Message("open", board=house.mail.boards.number(table.id), game=game.key))
        told.append(Message("then-last" if count == 1 else "then"))
    return say(*told, more)


def _joined(asking: MailRequest, now: MatchSnapshot) -> Sequence[Answer]:
    host = asking.house.person(now.terms.owner or "").shown
    done = Message("joined", names=host, **_where(asking.house, now))
    return say(done, "seat-free") if now.status == WAITING else [Shown(now.id, known(asking), since=0, said=said(done))]


def _sought(game: Game, chosen: Chosen) -> Chosen:
    """Return what is looked for, for two unless the options say otherwise. Raises ``InvalidOption``."""
    if chosen.double or chosen.duplicate or chosen.handicap != FULL:
        subject = "double" if chosen.double else "duplicate" if chosen.duplicate else "handicap"
        raise refused(InvalidOption, "only-for-certain", subject, subject)
    if chosen.time.control is None:
        raise refused(InvalidOption, "needs-clock", "time=none", "time")
    option = game.setup.seat_option
    asked = chosen.options.get(option.name) if option is not None else None
    return with_seats(game, chosen, max(PAIR, option.seats[asked]) if option and asked else PAIR)


# --- Challenging others to a match -----------------------------------------------------------------------------------


@mail_word("challenge")
def challenge(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Open a table and ask others to sit down there; with computers alone it begins at once."""
    house, person_id = asking.house, known(asking)
    table = _own_table(asking, line)
    if table is not None:
        return _ask_more(asking, table, line.arguments if line.board is not None else line.arguments[1:])
    game = named_game(asking, line)
    opponents = read_opponents(house, person_id, game, line.arguments)
    if not opponents.others:
        raise refused(InvalidOption, "name-somebody", line.source[:60], "to", key=game.key)
    chosen = with_seats(game, read_chosen(game, line.options), len(opponents.others) + 1)
    word, cut = _word(asking.comment)
    now = house.create(person_id, _wish(game, opponents, chosen, word))
    notes = [*_terms(now, chosen), *chosen.time.notes, *cut]
    if not opponents.invited:
        house.mail.following.follow(person_id, game.key, now.id, EVERY)
        return [Shown(now.id, person_id, said=said(Message("begun", **_where(house, now)), *notes))]
    asked = Message("challenged", names=opponents.invited, **_where(house, now))
    begins = Message("begins", names=opponents.invited, count=len(opponents.invited))
    back = Message("take-back", game=game.key, board=house.mail.boards.number(now.id))
    return say(asked, *notes, begins, back)


def _own_table(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
    """Return the person's own table that a line names, where somebody else is to be asked."""
    board = line.board or next(iter(line.arguments), "")
    if not (board.isascii() and board.isdecimal()):
        return None
    found = (asking.house.snapshot(match_id) for match_id in _numbered(asking, board, line.game))
    return next((now for now in found if _is_own_table(now, asking)), None)


def _numbered(asking: MailRequest, board: str, game: str | None) -> list[str]:
    return [match_id for _, match_id in asking.house.mail.boards.matches(int(board[:9]), game)]


def _is_own_table(now: MatchSnapshot, asking: MailRequest) -> bool:
    return now.status == WAITING and now.terms.owner == asking.person


def _ask_more(asking: MailRequest, now: MatchSnapshot, arguments: Sequence[str]) -> Sequence[Answer]:
    """Ask others to the free seats of a table, or let computers have them."""
    house, person_id = asking.house, known(asking)
    word, cut = _word(asking.comment)
    opponents = read_opponents(house, person_id, now.match.game, arguments)
    if opponents.invited:
        house.challenges.invite(now.id, person_id, opponents.invited, word)
    for level in (text for text in opponents.others if text != LINK):
        now = house.lobby.fill(now.id, person_id, int(level))
    if now.status != WAITING:
        return [Shown(now.id, person_id, said=said(Message("begun", **_where(house, now))))]
    asked = [Message("challenged", names=opponents.invited, **_where(house, now))] if opponents.invited else []
    return say(*asked, *cut, _waits_for(house, now))


def _wish(game: Game, opponents: Opponents, chosen: Chosen, word: str) -> MatchRequest:
    options, first = dict(chosen.options), game.setup.starting_option
    if opponents.own is not None and first is not None and "0" in first.values:
        options.setdefault(first.name, "0")
    return MatchRequest(
        game.key,
        options,
        opponents.others,
        seat=opponents.own,
        invited=opponents.invited,
        word=word,
        time=chosen.time_text,
        rated=chosen.rated,
        double=chosen.double,
        duplicate=chosen.duplicate,
        handicap=chosen.handicap,
    )


def _terms(now: MatchSnapshot, chosen: Chosen) -> list[Message]:
    table = table_of(now)
    time: Fact = message(table.time)
    if chosen.handicap != FULL:
        time = Message("limited", time=time, share=handicap_words(chosen.handicap))
    decided = {name: value for name, value in now.match.options.items() if name not in now.match.drawn}
    first = now.match.game.setup.starting_option
    begins = decided.pop(first.name, "") if first is not None else ""
    unusual = set_ups.differing(now.match.game, decided)
    set_up = Message("set-up", words=set_ups.explained(now.match.game, decided)) if unusual else Message("as-usual")
    terms = [Message("terms", set_up=set_up, time=time, rated=Message("rated" if table.rated else "casual"))]
    if now.terms.duplicate or table.double:
        terms.append(Message("duplicate" if now.terms.duplicate else "double"))
    if begins.isdecimal():
        terms.append(Message("who-begins", who=now.names[int(begins)]))
    return terms


# --- Answering -------------------------------------------------------------------------------------------------------


def accept(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Sit down where one is asked to, or where anybody may, or agree to what is proposed in a match."""
    if _is_policy(line):
        return _settle(asking, line, agree=True)
    house, person_id, table = asking.house, known(asking), _open_table(asking, line)
    if table is not None:
        now, told = _taken(asking, lambda: house.sit(table, person_id))
        return [*_joined(asking, now), *([Said(told)] if told else [])]
    found = _meant(asking, line)
    if found is None:
        return _otherwise(asking, line, agree=True)
    now, told = _taken(asking, lambda: house.challenges.accept(found.id, person_id))
    done = Message("accepted", names=found.other, **_where(house, now))
    if now.status != WAITING:
        return [Shown(now.id, person_id, since=0, said=(*said(done), *told))]
    return say(done, _waits_for(house, now), *told)


def _taken(asking: MailRequest, take: Callable[[], MatchSnapshot]) -> tuple[MatchSnapshot, tuple[str, ...]]:
    """Take a seat and pass the comment on, so that nobody is told of one without the other."""
    with asking.house.turn():
        now = take()
        return now, pass_on(asking, now, known(asking))


def _is_policy(line: CommandLine) -> bool:
    """Tell whether a line is about all challenges, not about one."""
    return [argument.lower() for argument in line.arguments] == [ALL]


def _open_table(asking: MailRequest, line: CommandLine) -> str | None:
    """Return the table in the lobby that a line names by its board or its owner, where no challenge of theirs waits."""
    house, person_id = asking.house, known(asking)
    board = (line.board or "").lstrip("#")
    owner = house.accounts.by_name(line.arguments[0]) if line.arguments and not board else None
    asked = {each.match for each in _challenges(asking)}
    found = [
        table
        for table in house.lobby.tables(line.game, person_id)
        if (owner is not None and table.owner == owner.id)
        or (board.isdecimal() and str(house.mail.boards.known(table.id)) == board)
    ]
    if any(table.id in asked for table in found):
        return None
    free = [table for table in found if person_id not in table.people and (table.time is None or table.time.slow)]
    if len(free) > 1:
        boards = tuple(f"{table.game.key} {house.mail.boards.number(table.id)}" for table in free)
        raise refused(NotOffered, "several-tables", line.source[:60], count=len(free), boards=boards)
    return free[0].id if free else None


def _waits_for(house: House, now: MatchSnapshot) -> Message:
    names = house.challenges.asked_to(now.id)
    return Message("accepted-waits", names=tuple(names), count=len(names)) if names else Message("seat-free")


def reject(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Decline a challenge, with a word why; take back one's own; or say no to what is proposed in a match."""
    if _is_policy(line):
        return _settle(asking, line, agree=False)
    house = asking.house
    tables = (house.snapshot(each) for each in _boards(asking, line))
    own = next((now for now in tables if _is_own_table(now, asking)), None)
    if own is not None:
        names = tuple(house.challenges.asked_to(own.id))
        house.lobby.close(own.id, known(asking))
        return say(Message("withdrawn" if names else "closed", names=names, **_where(house, own)))
    found = _meant(asking, line)
    if found is None:
        return _otherwise(asking, line, agree=False)
    word, cut = _word(asking.comment or " ".join(_rest(asking, line)))
    house.challenges.decline(found.id, known(asking), word=word)
    done = Message("declined", names=found.other, **_where(house, house.snapshot(found.match)))
    return say(done, *([Message("declined-why", word=word)] if word else []), *cut)


def _otherwise(asking: MailRequest, line: CommandLine, *, agree: bool) -> Sequence[Answer]:
    """Answer what is proposed in a match; a game alone means all its challenges, as on the old servers."""
    if line.game is not None and line.board is None and asking.match_id is None and not line.arguments:
        return _settle(asking, line, agree=agree)
    now, person_id = own_match(asking, line, lambda each: each.offer is not None)
    return [Shown(asking.house.answer(now.id, person_id, agree).id, person_id)]


def _meant(asking: MailRequest, line: CommandLine) -> Challenge | None:
    """Return the challenge that is to be answered; ``None`` where none can be meant. Raises ``NotOffered``."""
    waiting, boards = _challenges(asking), _boards(asking, line)
    if boards:
        at_board = [each for each in waiting if each.match in boards]
        if not at_board:
            _refuse_answered(asking, boards)
        return next(iter(at_board), None)
    chosen = [each for each in waiting if line.game in (None, each.game.key)]
    if line.arguments:
        account = asking.house.accounts.by_name(line.arguments[0])
        names = tuple(sorted({each.other for each in chosen}))
        chosen = [each for each in chosen if account is not None and account.name == each.other]
        if not chosen:
            key = "others-wait" if names else "nobody-waits"
            raise refused(InvalidOption, key, " ".join(line.arguments)[:40], "to", names=names)
    if len(chosen) > 1:
        boards_of = asking.house.mail.boards
        told = tuple(f"{each.game.key} {boards_of.number(each.match)} from {each.other}" for each in chosen)
        raise refused(NotOffered, "several-wait", "challenge", count=len(chosen), challenges=told)
    return chosen[0] if chosen else None


def _refuse_answered(asking: MailRequest, boards: Sequence[str]) -> None:
    """Raise ``NotOffered`` where the mail that is answered told of a challenge which is open no more."""
    now = asking.house.snapshot(boards[0]) if len(boards) == 1 else None
    if now is not None and not now.seats_of(known(asking)) and asking.match_id == now.id:
        raise refused(NotOffered, "taken-back", "challenge")


def _boards(asking: MailRequest, line: CommandLine) -> list[str]:
    """Return the matches that a line names, or the one of the mail that is answered."""
    if line.board is None:
        return [asking.match_id] if asking.match_id is not None else []
    board = line.board.strip().lstrip("#").lower()
    by_number = board.isascii() and board.isdecimal()
    found = _numbered(asking, board, line.game) if by_number else [board[:40]]
    mine = [each for each in found if _concerns(asking, each)]
    if not mine:
        raise refused(UnknownMatch, "no-such-board", line.board[:20])
    return mine


def _concerns(asking: MailRequest, match_id: str) -> bool:
    person_id = known(asking)
    if any(each.match == match_id for each in asking.house.challenges.of(person_id)):
        return True
    try:
        return bool(asking.house.snapshot(match_id).seats_of(person_id))
    except UnknownMatch:
        return False


def _rest(asking: MailRequest, line: CommandLine) -> Sequence[str]:
    named = bool(line.arguments) and asking.house.accounts.by_name(line.arguments[0]) is not None
    return line.arguments[1:] if named and line.board is None else line.arguments
