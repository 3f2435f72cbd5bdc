"""Challenges and seeks: asking others to a match, answering, and what somebody settles for all challenges."""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.match_options import Chosen, Opponents, read_chosen, read_opponents, with_seats
from fivefold.doors.mail.commands.requests import MailRequest, known, mail_word, named_game, own_match, pass_on
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.words import SENTENCES
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.house import House
from fivefold.house.meeting.challenges import ALL_GAMES, LONGEST_WORD, OPEN, Challenge
from fivefold.house.meeting.lobby import table_of
from fivefold.house.notices.mail.followings import EVERY
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.parts.messages import Catalogue, Fact, Message
from fivefold.parts.words import listed
from fivefold.play import set_ups
from fivefold.play.catalogue import find
from fivefold.play.time_control import FULL
from fivefold.play.time_words import WORDS as TIME_WORDS
from fivefold.play.time_words import handicap_words, message
from fivefold.session.snapshot import WAITING, MatchSnapshot

WORDS: Final = Catalogue({**TIME_WORDS.templates, **SENTENCES["meeting"]})


def said(*messages: Message) -> tuple[str, ...]:
    """Return what is said, a sentence each."""
    return tuple(WORDS.text(each) for each in messages)


# --- What somebody settles for all challenges, and the matches they look for -----------------------------------------


ALL: Final = "all"
OFF: Final = ("off", "none", "no", "unlimited")
PAIR: Final = 2


# --- challenges of a game, or of all ---------------------------------------------------------------------------------


def is_policy(line: CommandLine) -> bool:
    """Tell whether a line is about all challenges, not about one."""
    return [argument.lower() for argument in line.arguments] == [ALL]


def settle(asking: MailRequest, line: CommandLine, *, rejects: bool) -> Sequence[Answer]:
    """Let nobody challenge somebody any more, or everybody again."""
    person_id, game = known(asking), line.game or ALL_GAMES
    standing = asking.house.standing
    (standing.reject if rejects else standing.accept)(person_id, game)
    typed = " ".join(filter(None, (game, "accept" if rejects else "reject", ALL)))
    done = Message("rejects" if rejects else "accepts", game=_game_words(game))
    return [Said(said(done, Message("undo", typed=typed), *_still_waiting(asking, game)))]


def _still_waiting(asking: MailRequest, game: str) -> list[Message]:
    waiting = [
        each.other
        for each in asking.house.challenges.of(known(asking))
        if each.state == OPEN and not each.mine and game in (ALL_GAMES, each.game.key)
    ]
    if len(waiting) == 1:
        return [Message("still-waits", names=waiting[0])]
    return [Message("still-wait", count=len(waiting))] if waiting else []


@mail_word("limit")
def limit(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
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


@mail_word("seek")
def seek(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Look for so many more matches of a game: one table at a time stays open in the lobby."""
    house, person_id, game = asking.house, known(asking), named_game(asking, line)
    wanted = line.arguments[0] if line.arguments else "1"
    if wanted.lower() in OFF or wanted == "0":
        stopped = house.slow_seeks.stop(person_id, game.key)
        return [Said(said(Message("stopped" if stopped else "not-seeking", game=game.name)))]
    count, chosen = _number(wanted, "seek"), _sought(game, read_chosen(game, line.options))
    table = house.slow_seeks.seek(person_id, count, _sought_match(game, chosen))
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


def joined(asking: MailRequest, now: MatchSnapshot) -> Sequence[Answer]:
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


def _sought_match(game: Game, chosen: Chosen) -> MatchRequest:
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


# --- Challenging others to a match, and answering --------------------------------------------------------------------


# --- challenging -----------------------------------------------------------------------------------------------------


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
        remedy = f"for example {game.key} challenge Ben, or {game.key} challenge level 3"
        raise InvalidOption("name whom you want to play with", subject=line.source[:60], field="to", remedy=remedy)
    chosen = with_seats(game, read_chosen(game, line.options), len(opponents.others) + 1)
    word, cut = _word(asking.comment)
    notes = [*chosen.time.notes, *cut]
    now = house.create(person_id, _wish(game, opponents, chosen, word))
    if not opponents.invited:
        house.mail.following.follow(person_id, game.key, now.id, EVERY)
        return [
            Shown(now.id, person_id, said=said(Message("begun", **_where(house, now)), *_terms(now, chosen), *notes))
        ]
    asked = Message("challenged", names=opponents.invited, **_where(house, now))
    begins = Message("begins", names=opponents.invited, count=len(opponents.invited))
    back = Message("take-back", game=game.key, board=house.mail.boards.number(now.id))
    return [Said(said(asked, *_terms(now, chosen), *notes, begins, back))]


def _own_table(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
    """Return the person's own table that a line names, where somebody else is to be asked."""
    board = line.board or next(iter(line.arguments), "")
    if not (board.isascii() and board.isdecimal()):
        return None
    for _, match_id in asking.house.mail.boards.matches(int(board[:9]), line.game):
        now = asking.house.snapshot(match_id)
        if _is_own_table(now, asking):
            return now
    return None


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
    return [Said(said(*asked, *cut, _waits_for(house, now)))]


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
        time=chosen.time.control.text if chosen.time.control else "",
        rated=chosen.rated,
        double=chosen.double,
        handicap=chosen.handicap,
    )


def _terms(now: MatchSnapshot, chosen: Chosen) -> tuple[Message, ...]:
    table = table_of(now)
    time: Fact = message(table.time)
    if chosen.handicap != FULL:
        time = Message("limited", time=time, share=handicap_words(chosen.handicap))
    decided = {name: value for name, value in now.match.options.items() if name not in now.match.drawn}
    first = now.match.game.setup.starting_option
    begins = decided.pop(first.name, "") if first is not None else ""
    unusual = set_ups.differing(now.match.game, decided)
    set_up = Message("set-up", words=set_ups.explained(now.match.game, decided)) if unusual else Message("as-usual")
    terms = Message("terms", set_up=set_up, time=time, rated=Message("rated" if table.rated else "casual"))
    return (terms, Message("who-begins", who=now.names[int(begins)])) if begins.isdecimal() else (terms,)


# --- answering -------------------------------------------------------------------------------------------------------


def accept(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Sit down where one is asked to, or where anybody may, or agree to what is proposed in a match."""
    if is_policy(line):
        return settle(asking, line, rejects=False)
    table = _open_table(asking, line)
    if table is not None:
        with asking.house.turn():  # so that nobody is told of it without the comment
            now = asking.house.sit(table, known(asking))
            told = pass_on(asking, now, known(asking))
        return [*joined(asking, now), *([Said(told)] if told else [])]
    found = _meant(asking, line)
    if found is None:
        return _otherwise(asking, line, agree=True)
    with asking.house.turn():  # so that nobody is told of it without the comment
        now = asking.house.challenges.accept(found.id, known(asking))
        told = pass_on(asking, now, known(asking))
    done = Message("accepted", names=found.other, **_where(asking.house, now))
    if now.status != WAITING:
        return [Shown(now.id, known(asking), said=(*said(done), *told))]
    return [Said((*said(done, _waits_for(asking.house, now)), *told))]


def _open_table(asking: MailRequest, line: CommandLine) -> str | None:
    """Return the table in the lobby that a line names by its board or its owner, where no challenge of theirs waits."""
    house, person_id = asking.house, known(asking)
    board = (line.board or "").lstrip("#")
    owner = house.accounts.by_name(line.arguments[0]) if line.arguments and not board else None
    asked = {each.match for each in house.challenges.of(person_id) if each.state == OPEN and not each.mine}
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
        told = [f"{table.game.key} {house.mail.boards.number(table.id)}" for table in free]
        remedy = f"name the board: {listed(told, 'or')}"
        raise NotOffered(f"{len(free)} tables are open there", subject=line.source[:60], remedy=remedy)
    return free[0].id if free else None


def _waits_for(house: House, now: MatchSnapshot) -> Message:
    names = house.challenges.asked_to(now.id)
    return Message("accepted-waits", names=tuple(names), count=len(names)) if names else Message("seat-free")


def reject(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Decline a challenge, with a word why; take back one's own; or say no to what is proposed in a match."""
    if is_policy(line):
        return settle(asking, line, rejects=True)
    own = next(
        (now for each in _boards(asking, line) if _is_own_table(now := asking.house.snapshot(each), asking)), None
    )
    if own is not None:
        return _taken_back(asking, own)
    found = _meant(asking, line)
    if found is None:
        return _otherwise(asking, line, agree=False)
    word, cut = _word(asking.comment or " ".join(_rest(asking, line)))
    asking.house.challenges.decline(found.id, known(asking), word=word)
    done = Message("declined", names=found.other, **_where(asking.house, asking.house.snapshot(found.match)))
    return [Said(said(done, *([Message("declined-why", word=word)] if word else []), *cut))]


def _is_own_table(now: MatchSnapshot, asking: MailRequest) -> bool:
    return now.status == WAITING and now.terms.owner == asking.person


def _taken_back(asking: MailRequest, now: MatchSnapshot) -> Sequence[Answer]:
    names = asking.house.challenges.asked_to(now.id)
    asking.house.lobby.close(now.id, known(asking))
    done = Message("withdrawn", names=tuple(names)) if names else Message("closed")
    return [Said(said(Message(done.key, **done.facts, **_where(asking.house, now))))]


def _otherwise(asking: MailRequest, line: CommandLine, *, agree: bool) -> Sequence[Answer]:
    """Answer what is proposed in a match; a game alone means all its challenges, as on the old servers."""
    if line.game is not None and line.board is None and asking.match_id is None and not line.arguments:
        return settle(asking, line, rejects=not agree)
    now, person_id = own_match(asking, line, lambda each: each.offer is not None)
    return [Shown(asking.house.answer(now.id, person_id, agree).id, person_id)]


def _meant(asking: MailRequest, line: CommandLine) -> Challenge | None:
    """Return the challenge that is to be answered; ``None`` where none can be meant. Raises ``NotOffered``."""
    waiting = [each for each in asking.house.challenges.of(known(asking)) if each.state == OPEN and not each.mine]
    boards = _boards(asking, line)
    if boards:
        at_board = [each for each in waiting if each.match in boards]
        if not at_board:
            _refuse_answered(asking, boards)
        return next(iter(at_board), None)
    fitting = [each for each in waiting if line.game in (None, each.game.key)]
    by_name = [each for each in fitting if line.arguments and _is_called(asking.house, each, line.arguments[0])]
    if line.arguments and not by_name:
        subject = " ".join(line.arguments)[:40]
        raise InvalidOption(
            "no challenge of theirs waits for you", subject=subject, field="to", remedy=_who_waits(fitting)
        )
    chosen = by_name or fitting
    if len(chosen) > 1:
        told = [f"{_called(asking.house, each)} from {each.other}" for each in chosen]
        raise NotOffered(
            f"{len(chosen)} wait for you", subject="challenge", remedy=f"name the board: {listed(told, 'or')}"
        )
    return chosen[0] if chosen else None


def _who_waits(found: Sequence[Challenge]) -> str:
    names = sorted({each.other for each in found})
    return f"there is one of {listed(names)}" if names else "nobody challenges you now"


def _refuse_answered(asking: MailRequest, boards: Sequence[str]) -> None:
    """Raise ``NotOffered`` where the mail that is answered told of a challenge which is open no more."""
    now = asking.house.snapshot(boards[0]) if len(boards) == 1 else None
    seated = now is not None and now.seats_of(known(asking))
    if now is not None and not seated and asking.match_id == now.id:
        raise NotOffered("it has been taken back, or somebody else sits there", subject="challenge")


def _is_called(house: House, found: Challenge, name: str) -> bool:
    account = house.accounts.by_name(name)
    return account is not None and account.name == found.other


def _boards(asking: MailRequest, line: CommandLine) -> list[str]:
    """Return the matches that a line names, or the one of the mail that is answered."""
    if line.board is None:
        return [asking.match_id] if asking.match_id is not None else []
    board = line.board.strip().lstrip("#").lower()
    if board.isascii() and board.isdecimal():
        found = [match_id for _, match_id in asking.house.mail.boards.matches(int(board[:9]), line.game)]
    else:
        found = [board[:40]]
    mine = [each for each in found if _concerns(asking, each)]
    if not mine:
        raise UnknownMatch(
            "no challenge, match of yours or open table has this number",
            subject=line.board[:20],
            remedy="games lists your matches, standings names who looks for one",
        )
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


# --- in common -------------------------------------------------------------------------------------------------------


def _word(text: str) -> tuple[str, list[Message]]:
    """Return what somebody writes to the others as far as it fits, and that it was cut if it was."""
    tidy = "".join(character for character in " ".join(text.split()) if character.isprintable())
    if len(tidy) <= LONGEST_WORD:
        return tidy, []
    return f"{tidy[: LONGEST_WORD - 1]}…", [Message("cut", count=LONGEST_WORD)]


def _where(house: House, now: MatchSnapshot) -> dict[str, Fact]:
    return {"game": now.match.game.name, "board": house.mail.boards.number(now.id)}


def _called(house: House, found: Challenge) -> str:
    return f"{found.game.key} {house.mail.boards.number(found.match)}"
