"""Challenging others to a match, and answering: ``challenge``, ``accept``, ``reject``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.challenge_words import said
from fivefold.doors.mail.commands.comments import pass_on
from fivefold.doors.mail.commands.finding import own_match
from fivefold.doors.mail.commands.match_options import Chosen, read_chosen, with_seats
from fivefold.doors.mail.commands.opponents import Opponents, read_opponents
from fivefold.doors.mail.commands.standing import is_policy, joined, settle
from fivefold.doors.mail.commands.who_asks import known, named_game
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.house import House
from fivefold.house.match_request import LINK, MatchRequest
from fivefold.house.meeting.challenges import LONGEST_WORD, OPEN, Challenge
from fivefold.house.meeting.lobby import table_of
from fivefold.house.notices.mail.outgoing import EVERY
from fivefold.parts.messages import Fact, Message
from fivefold.parts.words import listed
from fivefold.play import set_ups
from fivefold.play.time_control import FULL
from fivefold.play.time_words import handicap_words, message
from fivefold.session.snapshot import WAITING, MatchSnapshot

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine


# --- challenging -----------------------------------------------------------------------------------------------------


def challenge(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
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


def _own_table(asking: Asking, line: "CommandLine") -> MatchSnapshot | None:
    """Return the person's own table that a line names, where somebody else is to be asked."""
    board = line.board or next(iter(line.arguments), "")
    if not (board.isascii() and board.isdecimal()):
        return None
    for _, match_id in asking.house.mail.boards.matches(int(board[:9]), line.game):
        now = asking.house.snapshot(match_id)
        if _is_own_table(now, asking):
            return now
    return None


def _ask_more(asking: Asking, now: MatchSnapshot, arguments: Sequence[str]) -> Sequence[Answer]:
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


def accept(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
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


def _open_table(asking: Asking, line: "CommandLine") -> str | None:
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


def reject(asking: Asking, line: "CommandLine") -> Sequence[Answer]:
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


def _is_own_table(now: MatchSnapshot, asking: Asking) -> bool:
    return now.status == WAITING and now.terms.owner == asking.person


def _taken_back(asking: Asking, now: MatchSnapshot) -> Sequence[Answer]:
    names = asking.house.challenges.asked_to(now.id)
    asking.house.lobby.close(now.id, known(asking))
    done = Message("withdrawn", names=tuple(names)) if names else Message("closed")
    return [Said(said(Message(done.key, **done.facts, **_where(asking.house, now))))]


def _otherwise(asking: Asking, line: "CommandLine", *, agree: bool) -> Sequence[Answer]:
    """Answer what is proposed in a match; a game alone means all its challenges, as on the old servers."""
    if line.game is not None and line.board is None and asking.match_id is None and not line.arguments:
        return settle(asking, line, rejects=not agree)
    now, person_id = own_match(asking, line, lambda each: each.offer is not None)
    return [Shown(asking.house.answer(now.id, person_id, agree).id, person_id)]


def _meant(asking: Asking, line: "CommandLine") -> Challenge | None:
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
            "no challenge of theirs waits for you", subject=subject, field="to", remedy=_waiting(fitting)
        )
    chosen = by_name or fitting
    if len(chosen) > 1:
        told = [f"{_called(asking.house, each)} from {each.other}" for each in chosen]
        raise NotOffered(
            f"{len(chosen)} wait for you", subject="challenge", remedy=f"name the board: {listed(told, 'or')}"
        )
    return chosen[0] if chosen else None


def _waiting(found: Sequence[Challenge]) -> str:
    names = sorted({each.other for each in found})
    return f"there is one of {listed(names)}" if names else "nobody challenges you now"


def _refuse_answered(asking: Asking, boards: Sequence[str]) -> None:
    """Raise ``NotOffered`` where the mail that is answered told of a challenge which is open no more."""
    now = asking.house.snapshot(boards[0]) if len(boards) == 1 else None
    seated = now is not None and now.seats_of(known(asking))
    if now is not None and not seated and asking.match_id == now.id:
        raise NotOffered("it has been taken back, or somebody else sits there", subject="challenge")


def _is_called(house: House, found: Challenge, name: str) -> bool:
    account = house.accounts.by_name(name)
    return account is not None and account.name == found.other


def _boards(asking: Asking, line: "CommandLine") -> list[str]:
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


def _concerns(asking: Asking, match_id: str) -> bool:
    person_id = known(asking)
    if any(each.match == match_id for each in asking.house.challenges.of(person_id)):
        return True
    try:
        return bool(asking.house.snapshot(match_id).seats_of(person_id))
    except UnknownMatch:
        return False


def _rest(asking: Asking, line: "CommandLine") -> Sequence[str]:
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


RUN: Final[Mapping[str, Run]] = {"challenge": challenge, "accept": accept, "reject": reject}
