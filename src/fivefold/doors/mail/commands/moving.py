"""Making moves: ``move``, a bare first line of a reply, ``pass`` and ``swap``."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.errors import FivefoldError, InvalidMove, Problem
from fivefold.doors.mail.answers import Answer, Failed, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.comments import pass_on
from fivefold.doors.mail.commands.finding import Fits, called, own_match
from fivefold.doors.mail.commands.move_texts import Words, check_ahead, own_moves, position_for, say
from fivefold.doors.mail.commands.talking import speak
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered, Stale
from fivefold.parts.messages import Reader
from fivefold.parts.words import listed
from fivefold.play.match import Match
from fivefold.session.move_numbers import entry_of_move, next_move_number
from fivefold.session.narration import event_text
from fivefold.session.rights import after_gifts
from fivefold.session.snapshot import MOVE, MatchSnapshot


def move(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Play one move, or several of one turn."""
    now, person_id = own_match(asking, line, _may_move(asking))
    words = Words(line.arguments)
    if not words:
        raise _no_move(asking, line, now, person_id)
    return play(asking, now, person_id, words, line)


def bare(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Play the move that stands in the first line of a reply; words that cannot be one go to the others."""
    words = line.arguments or tuple(line.source.split())
    now, person_id = own_match(asking, line)
    if not words:
        raise _no_move(asking, line, now, person_id)
    if not _could_be_moves(words) and not Words(words).look_like_moves(position_for(now, person_id)):
        told = speak(asking, now, person_id, f"{line.source}\n{asking.comment}")
        return (Said(("There was no move in your mail.", *told)),)
    return play(asking, now, person_id, Words(words), line)


def _could_be_moves(words: Sequence[str]) -> bool:
    """Tell a move from a sentence: it has a figure or a sign in it, or is a single word."""
    return len(words) == 1 or any(sign.isdigit() or sign in ":@" for word in words for sign in word.rstrip(".,;:!?"))


def play(
    asking: Asking, now: MatchSnapshot, person_id: str, words: Words, line: CommandLine, number: int | None = None
) -> Sequence[Answer]:
    """Play the moves that words stand for, the first as entry ``number`` or the one that the line or mail says."""
    first = expected_number(asking, now, line) if number is None else number
    words, sentence = words.without_sentence(position_for(now, person_id))
    with asking.house.turn():  # so that nobody is told of the move without the comment
        made = Made(asking, asking.house.snapshot(now.id), person_id, words)
        failure = made.play(after_gifts(now, first))
        comment = f"{sentence} {asking.comment}"
        told = pass_on(asking, made.now, person_id, comment) if made.texts or made.before else ()
    if isinstance(failure, Stale):
        failure = _told_stale(failure, made.now, person_id, first, line)
    if failure is not None and not made.texts:
        raise failure
    shown = Shown(now.id, person_id, since=first - 1, said=(*made.told(), *told))
    return (shown,) if failure is None else (shown, Failed(line.source, failure, now.id))


def _told_stale(error: Stale, now: MatchSnapshot, person_id: str, number: int, line: CommandLine) -> FivefoldError:
    """Return why a move is not the next one, to the person who sent it."""
    remedy = error.problem.remedy
    if line.number is not None:
        message = f"this is move {next_move_number(now)}, not {line.number}"
        return Stale(Problem(message, f"#{line.number}", remedy), error.news)
    entry = now.entries[number - 1] if 0 < number <= now.number else None
    if entry is not None and entry.kind == MOVE and entry.mover in now.seats_of(person_id):
        return Stale(Problem(f"you have played {entry.text} meanwhile", remedy=remedy), error.news)
    return error


class Made:
    """Moves on their way to a match."""

    def __init__(self, asking: Asking, now: MatchSnapshot, person_id: str, words: Words) -> None:
        self._house, self.now, self._person, self._words = asking.house, now, person_id, words
        self.texts: list[str] = []
        """What was played."""
        self.told_in_words: list[str] = []
        """The same in words, where moves make little sense alone."""
        self.before: list[str] = []
        """What stood on the board already."""

    def play(self, number: int) -> FivefoldError | None:
        """Play them, the first as entry ``number``; return why one of them could not be played."""
        try:
            while self._words:
                number = self._known(number) if number <= self.now.number else self._new(number)
        except FivefoldError as error:
            return error
        return None

    def _new(self, number: int) -> int:
        """Play the next move; return the number of the one after it."""
        self._refuse_turn(number)
        here = position_for(self.now, self._person)
        if not self.texts:
            check_ahead(here, self.now.seats_of(self._person), self._words)
        move = self._words.next(here)
        text, told = here.text(move), say(here, move)
        if here.game.long_turns is not None:  # of several moves, each of which makes little sense alone
            reader = Reader(self.now.names, here.seat)
            self.told_in_words.append(event_text(here.game, [here.game.notation.account(here.row, move)], told, reader))
        self.now = self._house.play(self.now.id, self._person, number, text)
        self.texts.append(told)
        return self.now.number + 1

    def _refuse_turn(self, number: int) -> None:
        """Raise why the person may not move at all, before anything is read in a position that is not for them."""
        if not self.now.may_move(self._person) or number != self.now.number + 1 or self.now.paused:
            self._house.play(self.now.id, self._person, number, str(self._words)[:40])

    def _known(self, number: int) -> int:
        """Go past a move that stands on the board already. Raises ``Stale`` where it is another."""
        stale: FivefoldError | None = None
        for count, text in self._words.beginnings():
            try:
                self.now = self._house.play(self.now.id, self._person, number, text)
            except Stale as error:
                stale = stale or error
            else:
                self._words.take(count)
                self.before.append(self.now.entries[number - 1].text)
                return _behind(self.now, number)
        assert stale is not None  # noqa: S101  (there are words)
        raise stale

    def told(self) -> tuple[str, ...]:
        """Return what was done, in sentences."""
        told = self.told_in_words or ([f"You played {listed(self.texts)}."] if self.texts else [])
        stood = f"{listed(self.before)} {'were' if len(self.before) > 1 else 'was'} on the board already."
        return tuple([stood, *told] if self.before else told)


def _behind(now: MatchSnapshot, number: int) -> int:
    """Return the number of the first entry behind a move and what the table did then."""
    decisions = set(now.match.decisions)
    for entry in now.entries[number:]:
        if entry.kind != MOVE or now.plies_after(entry.number) - 1 in decisions:
            return entry.number
    return now.number + 1


def expected_number(asking: Asking, now: MatchSnapshot, line: CommandLine) -> int:
    """Return which entry a move is to be: by ``#n``, or as the mail that is answered told it; else the next.

    Raises ``NotOffered``.
    """
    if line.number is not None:
        return entry_of_move(now, line.number)
    replies = asking.match_id == now.id and asking.number is not None
    return asking.number + 1 if replies and asking.number is not None else now.number + 1


def _may_move(asking: Asking) -> Fits:
    return lambda now: now.may_move(asking.person or "")


def _no_move(asking: Asking, line: CommandLine, now: MatchSnapshot, person_id: str) -> InvalidMove:
    remedy = _example(asking, now, person_id)
    return InvalidMove("there is no move in it", subject=line.source[:60] or "your mail", remedy=remedy)


def _example(asking: Asking, now: MatchSnapshot, person_id: str) -> str:
    """Return how a move is written, with one that is legal."""
    here = position_for(now, person_id)
    texts = [say(here, each) for each in own_moves(here)[:1]]
    game, board = called(asking.house, now).split()
    return f"write it like {game} move {board} {texts[0]}" if texts else "it is not your turn"


# --- moves that only some games have ---------------------------------------------------------------------------------


def named_move(name: str) -> Run:
    """Return what plays the move that a game calls by this name; most games have none."""

    def run(asking: Asking, line: CommandLine) -> Sequence[Answer]:
        now, person_id = own_match(asking, line, _may_move(asking))
        if not _knows(now.match, name):
            other = "moves lists what you may play"
            raise NotOffered(f"{now.match.game.name} has no such move", subject=name, remedy=other)
        return play(asking, now, person_id, Words([name]), line)

    return run


def _knows(match: Match, name: str) -> bool:
    """Tell whether a word is a move in a game, legal at present or not."""
    try:
        match.game.notation.read(match.row, name)
    except InvalidMove:
        return False
    except FivefoldError:
        return True
    return True


RUN: Final[Mapping[str, Run]] = {"": bare, "move": move, "pass": named_move("pass"), "swap": named_move("swap")}
