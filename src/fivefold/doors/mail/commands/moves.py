"""Moves by mail: how they are typed, made, tried, submitted, given in advance, looked at."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, Game
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, Problem
from fivefold.contract.words import ending_text, explain, seat_name
from fivefold.doors.mail.answers import Answer, Drawn, Failed, Listed, Said, Shown, phrase, refused, said, say
from fivefold.doors.mail.commands.lists import ACTIVE, ALL, CHOICES, NEXT
from fivefold.doors.mail.commands.people import speak
from fivefold.doors.mail.commands.requests import (
    MOST_LOOKED_AT,
    MailRequest,
    Run,
    board_called,
    called,
    find_match,
    going_on_for,
    mail_word,
    own_match,
    pass_on,
    title,
)
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.computers.hints import check_hint
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.house import House
from fivefold.house.match_view.perspective import shares_screen, viewer_of
from fivefold.house.notices.mail.mail_queue import HINT, SENT, SUBMITTED, WAITING, OutgoingMail
from fivefold.house.table.answers import Given, answers_view
from fivefold.parts.messages import Message, Reader
from fivefold.parts.words import listed, squeeze
from fivefold.play import catalogue
from fivefold.play.chance import Scripted
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.play.options import resolve
from fivefold.session import answers, races
from fivefold.session.answers import Position
from fivefold.session.history import entry_of_move, next_move_number, ply_after_move
from fivefold.session.narration import event_text
from fivefold.session.rights import after_gifts, check_next, check_turn
from fivefold.session.snapshot import HELD, LIVE, MOVE, OVER, MatchSnapshot

MOST_WORDS: Final = 60
"""On a line with moves."""
LONGEST_WORD: Final = 40
MOST_NEAR: Final = 6
FEW: Final = 3
TYPED: Final = str.maketrans(
    {**dict.fromkeys("‐‑‒–—―−", "-"), "：": ":", "＠": "@", "，": ",", **dict.fromkeys("“”„‘’«»`\"'<>", None)}
)
"""What phones and mail programs make of the signs in moves."""
ENDS: Final = ".;!"


class Words:
    """Words that are to be read as moves, one after the other, without what a mail program added."""

    def __init__(self, words: Sequence[str]) -> None:
        """Raises ``InvalidMove`` for too many."""
        self.left = [each for word in words if (each := word.translate(TYPED).strip().rstrip(ENDS))]
        if len(self.left) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in self.left):
            raise refused(InvalidMove, "too-long-for-moves", f"{' '.join(words)[:LONGEST_WORD]}…", "move")

    def __bool__(self) -> bool:
        return bool(self.left)

    def __str__(self) -> str:
        return " ".join(self.left).rstrip(",")

    def beginnings(self) -> list[tuple[int, str]]:
        """Return what the first move may be, as many words as possible first: how many, and the text."""
        counts = range(len(self.left), 0, -1)
        return [(count, mark.join(self.left[:count]).rstrip(",")) for count in counts for mark in " ,"[: min(2, count)]]

    def without_sentence(self, here: Position) -> "tuple[Words, str]":
        """Return the words without a few at the end that belong to no move, and these: ``c2-c1 thanks``."""
        kept, said = list(self.left), list[str]()
        while len(kept) > 1 and kept[-1].isalpha():
            if any(_reads(read, here, " ".join(kept[start:])) for start in range(len(kept))):
                break
            said.insert(0, kept.pop())
        return Words(kept), " ".join(said)

    def take(self, count: int) -> None:
        """Go on behind so many words."""
        self.left = self.left[count:]

    def next(self, here: Position) -> int:
        """Return the move with which they begin in a position, and go on behind it.

        Raises ``InvalidMove``, ``IllegalMove``.
        """
        problem: FivefoldError | None = None
        for count, text in self.beginnings():
            try:
                move = read(here, text)
            except IllegalMove as error:
                problem = problem or error
            except InvalidMove:
                continue
            else:
                self.take(count)
                return move
        raise _with_legal_moves(problem or self._unreadable(here), here)

    def _unreadable(self, here: Position) -> FivefoldError:
        """Return what is wrong with the first word, or with all where they make no sense apart."""
        try:
            read(here, str(self))
        except InvalidMove as error:
            return error
        return refused(InvalidMove, "no-move", str(self))

    def look_like_moves(self, here: Position) -> bool:
        """Tell whether a move begins here, legal or not."""
        return any(_reads(read, here, text) for _, text in self.beginnings())


def read(here: Position, text: str) -> int:
    """Return the move that a text means for the seat that looks at a position.

    Raises ``InvalidMove``, ``IllegalMove``.
    """
    if here.turn == ANYONE:
        text = races.with_seat_number(text, here.seat)
    return here.game.notation.read(here.row, text)


def _reads(read: Callable[..., int], *given: Any) -> bool:
    """Tell whether something has the form of a move, legal or not."""
    try:
        read(*given)
    except InvalidMove:
        return False
    except FivefoldError:
        return True
    return True


def _position_for(now: MatchSnapshot, person_id: str) -> Position:
    """Return the position as a person who has a seat sees it: with the seat to move, if it is theirs."""
    seats = now.seats_of(person_id)
    seat = now.match.to_move if now.match.to_move in seats else seats[0]
    return Position(now.match.game, seat, observed(now.match.game, now.match.row, seat))


def _check_ahead(here: Position, seats: Collection[int], words: Words) -> None:
    """Raise ``InvalidMove``, ``IllegalMove`` or ``NotOffered`` unless all words may be moves of one turn.

    Behind a move of chance nobody knows what will be possible: there they only have to look like moves.
    """
    rest = Words(words.left)
    first = rest.next(here)
    if not rest:
        return
    _, after = here.after(first).settled()
    if after.turn == CHANCE:
        if not rest.look_like_moves(here):
            rest.next(here)  # which says what is wrong
    elif after.turn in seats or after.turn == ANYONE:
        _check_ahead(after, seats, rest)
    else:
        raise refused(NotOffered, "turn-ends", str(rest), move=say_move(here, first))


def say_move(here: Position, move: int) -> str:
    """Return a legal move's text, in a race without the seat's number."""
    return races.without_seat_number(here.text(move)) if here.turn == ANYONE else here.text(move)


def _own_moves(here: Position) -> list[int]:
    if here.turn == here.seat:
        return list(here.legal)
    race = here.game.race
    if here.turn != ANYONE or race is None:
        return []
    return [move for move in here.legal if race.mover(here.row, move) == here.seat]


def _with_legal_moves(error: FivefoldError, here: Position) -> FivefoldError:
    texts = [say_move(here, move) for move in _own_moves(here)]
    near = _most_like(error.problem.subject, texts)
    if not texts or all(text in error.problem.remedy for text in near or texts):
        return error
    if near:
        hint = f"legal moves near it are {listed(near)}" if near[1:] else f"the legal move nearest to it is {near[0]}"
    else:
        hint = f"legal moves are, for example, {listed(texts[:: 1 + len(texts) // FEW][:FEW])}"
    remedy = f"{error.problem.remedy}; {hint}" if error.problem.remedy else hint
    return type(error)(replace(error.problem, remedy=remedy))


def _most_like(given: str, texts: Sequence[str]) -> list[str]:
    """Return some of these texts: those that begin as the given one does for longest."""
    plain = squeeze(given)
    alike = ([text for text in texts if squeeze(text).startswith(plain[:end])] for end in range(len(plain), 0, -1))
    return next(filter(None, alike), [])[:MOST_NEAR]


# --- Making moves ----------------------------------------------------------------------------------------------------


@mail_word("move")
def move(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Play one move, or several of one turn."""
    now, person_id = _own_turn(asking, line)
    words = Words(line.arguments)
    if not words:
        raise _no_move(asking, line, now, person_id)
    return play(asking, now, person_id, words, line)


@mail_word("")
def bare(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Play the move that stands in the first line of a reply; words that cannot be one go to the others."""
    words = line.arguments or tuple(line.source.split())
    now, person_id = own_match(asking, line)
    if not words:
        raise _no_move(asking, line, now, person_id)
    # a move has a figure or a sign in it, or is a single word
    signs = [sign for word in words for sign in word.rstrip(".,;:!?")]
    could_be_moves = len(words) == 1 or any(sign.isdigit() or sign in ":@" for sign in signs)
    if not could_be_moves and not Words(words).look_like_moves(_position_for(now, person_id)):
        return say("no-move-in-mail", *speak(asking, now, person_id, f"{line.source}\n{asking.comment}"))
    return play(asking, now, person_id, Words(words), line)


def _own_turn(asking: MailRequest, line: CommandLine) -> tuple[MatchSnapshot, str]:
    """Return the match that a line is about, perhaps the only one that waits for a move, and the person."""
    return own_match(asking, line, lambda now: now.may_move(asking.person or ""))


def play(
    asking: MailRequest, now: MatchSnapshot, person_id: str, words: Words, line: CommandLine, number: int | None = None
) -> Sequence[Answer]:
    """Play the moves that words stand for, the first as entry ``number`` or the one that the line or mail says."""
    first = _expected_number(asking, now, line) if number is None else number
    words, sentence = words.without_sentence(_position_for(now, person_id))
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
    if entry is not None and entry.kind in {MOVE, HELD} and entry.mover in now.seats_of(person_id):
        return Stale(Problem(f"you have played {entry.text} meanwhile", remedy=remedy), error.news)
    return error


class Made:
    """Moves on their way to a match."""

    def __init__(self, asking: MailRequest, now: MatchSnapshot, person_id: str, words: Words) -> None:
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
        if not self.now.may_move(self._person) or number != self.now.number + 1 or self.now.paused:
            # which says why they may not, before anything is read in a position that is not for them
            self._house.play(self.now.id, self._person, number, str(self._words)[:40])
        here = _position_for(self.now, self._person)
        if not self.texts:
            _check_ahead(here, self.now.seats_of(self._person), self._words)
        move = self._words.next(here)
        text, told = here.text(move), say_move(here, move)
        if here.game.long_turns is not None:  # of several moves, each of which makes little sense alone
            reader = Reader(self.now.names, here.seat)
            self.told_in_words.append(event_text(here.game, [here.game.notation.account(here.row, move)], told, reader))
        self.now = self._house.play(self.now.id, self._person, number, text)
        self.texts.append(told)
        return self.now.number + 1

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
        played = self.told_in_words or ([phrase("played", texts=tuple(self.texts))] if self.texts else [])
        return tuple([phrase("on-board", texts=tuple(self.before)), *played] if self.before else played)


def _behind(now: MatchSnapshot, number: int) -> int:
    decisions = set(now.match.decisions)
    for entry in now.entries[number:]:
        if entry.kind != MOVE or now.plies_after(entry.number) - 1 in decisions:
            return entry.number
    return now.number + 1


def _expected_number(asking: MailRequest, now: MatchSnapshot, line: CommandLine) -> int:
    """Return which entry a move is to be: by ``#n``, or as the mail that is answered told it; else the next.

    Raises ``NotOffered``.
    """
    return entry_of_move(now, line.number) if line.number is not None else _known_number(asking, now) + 1


def _known_number(asking: MailRequest, now: MatchSnapshot) -> int:
    """Return the last entry that the mail which is answered told of; else that of the match."""
    return asking.number if asking.match_id == now.id and asking.number is not None else now.number


def _no_move(asking: MailRequest, line: CommandLine, now: MatchSnapshot, person_id: str) -> InvalidMove:
    """Return an error that says how a move is written, with one that is legal."""
    here = _position_for(now, person_id)
    texts = [say_move(here, each) for each in _own_moves(here)[:1]]
    game, board = called(asking.house, now).split()
    remedy = f"write it like {game} move {board} {texts[0]}" if texts else "it is not your turn"
    return refused(InvalidMove, "no-move-in-it", line.source[:60] or "your mail", remedy=remedy)


def _named_move(name: str) -> Run:
    """Return what plays the move that a game calls by this name; most games have none."""

    def run(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
        now, person_id = _own_turn(asking, line)
        if not _reads(now.match.game.notation.read, now.match.row, name):
            raise refused(NotOffered, "no-such-move", name, game=now.match.game.name)
        return play(asking, now, person_id, Words([name]), line)

    return run


mail_word("pass")(_named_move("pass"))
mail_word("swap")(_named_move("swap"))


# --- Trying moves without playing them -------------------------------------------------------------------------------


NEW: Final = "new"


@mail_word("preview")
def preview(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show the position after some moves, as somebody sees it: now, after a move of the match, or on a new board."""
    words = [word for word in line.arguments if word != "**"]
    if words and words[0].lower() == NEW:
        return (_of_new_board(asking, line, words[1:]),)
    now = find_match(asking, line)
    person_id = asking.person or ""
    viewer = SPECTATOR if shares_screen(now, person_id) else viewer_of(now, person_id)
    row = now.match.row if line.number is None else now.row_at(ply_after_move(now, line.number))
    here = Position(now.match.game, viewer, observed(now.match.game, row, viewer))
    return (_tried(here, Words(words), (), blind=row != here.row),)


def _tried(here: Position, words: Words, told: Sequence[str], blind: bool = False) -> Drawn:
    """Return the position after some moves, as the seat that looks at it sees it.

    ``blind``: some of it is hidden, so that only moves of that seat can be tried. Raises ``InvalidMove``,
    ``IllegalMove``, ``NotOffered``.
    """
    made: list[str] = []
    while words:
        _, here = here.settled()
        if here.turn == CHANCE and made:
            break
        _refuse_to_try(here, blind, str(words))
        move = words.next(here)
        made.append(say_move(here, move))
        here = here.after(move)
    _, here = here.settled()
    played = [Message("after", moves=tuple(made))] if made and not told else []
    left = [Message("not-tried", words=str(words))] if words else []
    return Drawn(here.game.key, tuple(here.row), here.seat, (*told, *said(*played, *left)), _to_move(here))


def _refuse_to_try(here: Position, blind: bool, text: str) -> None:
    """Raise ``NotOffered`` where nobody who looks at a position can try a move."""
    if here.turn == CHANCE:
        raise refused(NotOffered, "not-dealt", text)
    if here.turn == NOBODY:
        raise refused(NotOffered, "over-there", text)
    if blind and here.turn not in (here.seat, ANYONE):
        raise refused(NotOffered, "hidden-there", text)


def _to_move(here: Position) -> str:
    """Return who is to move, as one sentence."""
    if here.turn == NOBODY:
        return phrase("next-over", how=ending_text(here.game.notation, here.row))
    if here.turn in (CHANCE, ANYONE):
        return phrase("next-chance" if here.turn == CHANCE else "next-anybody")
    return phrase("next-seat", who=seat_name(here.game.notation, here.row, here.turn))


def _of_new_board(asking: MailRequest, line: CommandLine, words: Sequence[str]) -> Drawn:
    if line.game is not None:
        game = catalogue.find(line.game)
    elif asking.match_id is not None:
        game = asking.house.shown_to(asking.person or "", asking.match_id).match.game
    else:
        raise refused(InvalidOption, "game-not-said", line.source[:60], keys=tuple(catalogue.keys()))
    count, moves = _players(game, words)
    given, option = dict(line.options), game.setup.seat_option
    if count is not None and option is not None and option.name not in given:
        given[option.name] = next(value for value, seats in option.seats.items() if seats == count)
    return _tried(Position(game, SPECTATOR, _start(game, given)), Words(moves), ())


def _start(game: Game, given: dict[str, str]) -> list[int]:
    values = resolve(game, given)
    return Match.prepared(game, values, Scripted(), dealt=False).row


def _players(game: Game, words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Return how many play, by a number or by names, and the words behind them. Raises ``InvalidOption``."""
    if words and words[0].isdecimal() and len(words[0]) < 3:
        count, rest = int(words[0]), words[1:]
    else:
        row = _start(game, {})
        count = next((at for at, word in enumerate(words) if _could_be_move(game, row, word)), 0)
        rest = words[count:]
        if not count:
            return None, words
    if count not in game.setup.seat_counts:
        counts = tuple(map(str, game.setup.seat_counts))
        raise refused(InvalidOption, "game-is-for", f"{count} players", game=game.name, counts=counts)
    return count, rest


def _could_be_move(game: Game, row: list[int], word: str) -> bool:
    return _reads(game.notation.read, row, word) or any(sign.isdigit() for sign in word)


# --- Moves in two steps ----------------------------------------------------------------------------------------------


@mail_word("submit")
def submit(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Keep a move, and show the position after it."""
    now, person_id = _own_turn(asking, line)
    words, game = Words(line.arguments), now.match.game
    if not words:
        raise refused(InvalidMove, "no-move-in-it", line.source[:60], remedy="moves lists what you may play")
    check_next(now, _expected_number(asking, now, line))
    check_turn(now, now.seats_of(person_id), str(words))
    if not now.may_move(person_id):
        raise refused(NotYours, "not-your-turn", str(words))
    here = _position_for(now, person_id)
    _check_ahead(here, now.seats_of(person_id), words)
    # Kept among the mails, and mailed already: the answer to this command shows it.
    content = {"words": list(words.left)}
    asking.house.mail.outgoing.put(SUBMITTED, person_id, "", content, match=now.id, number=now.number, state=SENT)
    to_play = Message("kept-play", key=game.key, board=asking.house.mail.boards.number(now.id))
    return (_tried(here, words, said(Message("kept", move=str(words)), to_play)),)


@mail_word("confirm")
def confirm(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Play the move that was submitted last."""
    now, person_id = own_match(asking, line, lambda now: _submitted(asking, now) is not None)
    kept = _submitted(asking, now)
    if kept is None:
        raise refused(NotOffered, "not-submitted", called(asking.house, now))
    first = (kept.number or 0) + 1
    return play(asking, now, person_id, Words(kept.content["words"]), line, first)


def _submitted(asking: MailRequest, now: MatchSnapshot) -> OutgoingMail | None:
    return next(iter(asking.house.mail.outgoing.of_person(asking.person or "", SUBMITTED, now.id)), None)


def has_submitted(asking: MailRequest, now: MatchSnapshot) -> bool:
    """Tell whether a move of the person who asks waits to be confirmed."""
    kept = _submitted(asking, now)
    return kept is not None and kept.number == now.number


# --- Answers in advance by mail --------------------------------------------------------------------------------------


BETWEEN: Final = frozenset({"/", "|", ";"})
"""Between lines."""
CLEAR: Final = frozenset({"none", "clear", "off"})
ANYTHING_ELSE: Final = frozenset({"*", "any", "anything"})


@mail_word("queue")
def queue(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Store answers, show them, or clear them; on one's turn play the first move."""
    now, person_id = own_match(asking, line, lambda now: now.status == LIVE)
    given = asking.house.answers
    if len(line.arguments) == 1 and line.arguments[0].lower() in CLEAR:
        given.clear(person_id, now.id)
        return say(Message("not-queued", match=title(asking.house, now)))
    if not line.arguments:
        return _queued(asking, given.given(person_id, now.id))
    if now.may_move(person_id):
        return _on_turn(asking, now, person_id, line)
    number = _seen(asking, now, line) + 1
    check_next(now, number)
    failures = _store_all(asking, now, person_id, number, list(_lines(line.arguments)))
    failed = [Failed(line.source, each, now.id) for each in failures]
    return [*failed, *_queued(asking, given.given(person_id, now.id))]


def _seen(asking: MailRequest, now: MatchSnapshot, line: CommandLine) -> int:
    if line.number is not None and not 0 <= line.number - next_move_number(now) < len(now.seats):
        return entry_of_move(now, line.number) - 1
    # a number is of the move that they may play, or of one's own behind it
    return now.number if line.number is not None else _known_number(asking, now)


def _lines(words: Sequence[str]) -> Iterator[Sequence[str]]:
    found: list[str] = []
    for word in (*words, "/"):
        if word not in BETWEEN:
            found.append(word)
        elif found:
            yield found
            found = []


def _on_turn(asking: MailRequest, now: MatchSnapshot, person_id: str, line: CommandLine) -> Sequence[Answer]:
    """Play the first move, and store what is to follow it."""
    first, *more = _lines(line.arguments)
    words, here = Words(first), _position_for(now, person_id)
    text = here.text(words.next(here))
    if more or words:
        _check_line(here, text, words)
    done = list(play(asking, now, person_id, Words([text]), line))
    after = asking.house.snapshot(now.id)
    if not (words or more):
        return done
    lines = [words.left, *more] if words else more
    try:
        failures = _store_all(asking, after, person_id, after.number + 1, lines)
    except FivefoldError as error:
        failures = [error]
    done += [Failed(line.source, each) for each in failures]
    return [*done, *_queued(asking, asking.house.answers.given(person_id, now.id))]


def _check_line(here: Position, text: str, words: Words) -> None:
    """Raise what is wrong with a line before its first move is played."""
    after = here.after(here.game.notation.read(here.row, text))
    rest = Words(words.left)
    while rest and not after.closed:
        _, after = after.settled()
        after = after.after(rest.next(after))


def _store_all(
    asking: MailRequest, now: MatchSnapshot, person_id: str, number: int, lines: Sequence[Sequence[str]]
) -> list[FivefoldError]:
    """Store lines of moves; return why some of them could not be. A single one that fails raises its error."""
    failures = []
    for given in lines:
        try:
            _store(asking, now, person_id, number, given)
        except FivefoldError as error:
            failures.append(error)
    if len(failures) == len(lines) == 1:
        raise failures[0]
    return failures


def _store(asking: MailRequest, now: MatchSnapshot, person_id: str, number: int, given: Sequence[str]) -> None:
    """Store a line of moves, or a single move whatever they play."""
    house, here = asking.house, answers.start(now, answers.answering_seat(now, person_id))
    own = list(given[1:]) if given[0].lower() in ANYTHING_ELSE else list(given)
    problem: FivefoldError = refused(NotOffered, "after-no-move", " ".join(own)[:40])
    if len(own) == len(given):
        try:
            texts = _texts(here, Words(own))
            _check_end(now, here, texts)
            house.answers.add_line(person_id, now.id, number, texts)
        except FivefoldError as error:
            problem = error
        else:
            return
    ahead = _ahead(here, own)
    if ahead is None:
        raise problem
    house.answers.move_ahead(person_id, now.id, number, ahead, slow=True)


def _check_end(now: MatchSnapshot, here: Position, texts: Sequence[str]) -> None:
    """Raise ``NotOffered`` where a line ends with a move of another: it may have been meant as an answer."""
    line = [step for step in answers.walked(here, texts)[0] if not step.forced]
    if line and line[-1].seat != here.seat:
        facts = {"move": line[-1].text, "who": now.names[line[-1].seat]}
        raise refused(NotOffered, "read-as-other", " ".join(texts), "move", **facts)


def _ahead(here: Position, words: Sequence[str]) -> str | None:
    text = squeeze("".join(Words(words).left))
    known = answers.moves_ahead(here)
    exact = [each for each in known if squeeze(each) == text]
    near = exact or [each for each in known if squeeze(each).startswith(text)]
    return near[0] if len(near) == 1 else None


def _texts(here: Position, words: Words) -> list[str]:
    """Return the moves of a line as the rules write them; where nobody can foresee the next, its words as they are."""
    texts: list[str] = []
    while words:
        _, here = here.settled()
        if here.closed:
            return [*texts, str(words)]
        move = words.next(here)
        texts.append(here.text(move))
        here = here.after(move)
    return texts


def _queued(asking: MailRequest, found: Given) -> Sequence[Answer]:
    view, match = answers_view(found), title(asking.house, found.now)
    parts: dict[tuple[str, ...], str] = {tuple(each["path"]): each["said"] for each in view["lines"]}
    rows = list(_rows(parts))
    if rows and view["ahead"]:
        rows.append((f"{answers.ANYTHING} {view['ahead']}", phrase("queued-else", move=view["ahead"])))
    told: list[Answer] = [Said((view["told"],))] if view["told"] else []
    if rows:
        return [*told, Listed(phrase("queued", match=match), ("Line", ""), rows)]
    return [*told, Said((view["summary"] or phrase("queued-none", match=match),))]


def _rows(parts: dict[tuple[str, ...], str]) -> Iterator[tuple[str, str]]:
    inner = {path[:-1] for path in parts}
    for path in parts:
        if path not in inner:
            first, *rest = (parts[path[: length + 1]] for length in range(len(path)))
            yield " ".join(path), f"{', '.join([first, *(f'{each[:1].lower()}{each[1:]}' for each in rest)])}."


# --- Looking at matches ----------------------------------------------------------------------------------------------


MOST_SHOWN: Final = 10
"""Matches in one mail."""
MOST_EXPLAINED: Final = 40
"""Moves listed each on a line of its own; of more, those from one place share a line."""


@mail_word("show")
def show(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show positions as the person who asks may see them: of boards, or of a player's matches."""
    choice = next((word.lower() for word in line.arguments if word.lower() in CHOICES), "")
    others = [word for word in line.arguments if word.lower() not in CHOICES]
    names = [word for word in others if not _is_board(word)]
    if choice or names:
        return list(_of_players(asking, line, names, choice))
    if not others:
        return [_shown(asking, find_match(asking, line), line.number)]
    boards = [word.rstrip(",;.") for word in line.source.split() if _is_board(word.rstrip(",;."))]
    _refuse_too_many(len(boards))
    return [_board(asking, line, board) for board in boards]


@mail_word("showas")
def showas(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show a match with what only its player knows: their own cards, stored answers, a resignation that waits."""
    if line.board is None and line.arguments:
        return show(asking, line)
    now, person_id = own_match(asking, line)
    shown: list[Answer] = [_shown(asking, now, line.number)]
    with suppress(NotOffered, NotYours):
        shown += _queued(asking, asking.house.answers.given(person_id, now.id))
    if has_submitted(asking, now):
        shown += say("submitted-waits")
    if asking.house.mail.resignations.waits(now.id, person_id):
        shown += say("resigns-later")
    return shown


def _is_board(word: str) -> bool:
    """Tell whether a word is the number of a board, perhaps with a move's: ``102#3``."""
    return word.lstrip("#").partition("#")[0].isdecimal()


def _board(asking: MailRequest, line: CommandLine, word: str) -> Answer:
    """Show one board of several; one that fails does not keep the others back."""
    board, _, number = word.lstrip("#").partition("#")
    try:
        now = board_called(asking, board, line.game)
        return _shown(asking, now, int(number[:9]) if number.isdecimal() else None)
    except FivefoldError as error:
        return Failed(line.source, error)


def _shown(asking: MailRequest, now: MatchSnapshot, number: int | None) -> Shown:
    viewer = asking.person or ""
    if number is None:
        return Shown(now.id, viewer, whole=True)
    told = Message("stood-after" if number else "stood-first", number=number)
    return Shown(now.id, viewer, ply_after_move(now, number), said=said(told))


def _of_players(asking: MailRequest, line: CommandLine, names: Sequence[str], choice: str) -> Iterator[Answer]:
    people = [_person_called(asking.house, name) for name in names] or [asking.person or ""]
    found = [now for person_id in people for now in _matches(asking, person_id, choice or ACTIVE, line.game)]
    unique = list({now.id: now for now in found}.values())
    _refuse_too_many(len(unique))
    yield from (_shown(asking, now, None) for now in unique)
    if not unique:
        yield from say("no-match-to-show")


def _person_called(house: House, name: str) -> str:
    account = house.accounts.by_name(name)
    if account is None:
        raise refused(InvalidOption, "player-unknown", name[:60])
    return account.id


def _matches(asking: MailRequest, person_id: str, choice: str, game: str | None) -> Iterator[MatchSnapshot]:
    """Yield the matches of a player in which the person who asks plays too, by what was chosen."""
    if choice in (ACTIVE, NEXT):
        for now in going_on_for(asking, game):
            if now.seats_of(person_id) and (choice == ACTIVE or now.may_move(person_id)):
                yield now
        return
    for each in asking.house.matches_of(asking.person or "", MOST_LOOKED_AT):
        if game in (None, each.game) and (choice == ALL or each.status == OVER):
            now = asking.house.snapshot(each.id)
            if now.seats_of(person_id):
                yield now


def _refuse_too_many(count: int) -> None:
    if count > MOST_SHOWN:
        raise refused(NotOffered, "many-boards", "show", count=count, most=MOST_SHOWN)


@mail_word("moves")
def moves(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List the moves that a person may make, or only those from one place."""
    now, person_id = _own_turn(asking, line)
    if not now.may_move(person_id):
        why = "match-over" if now.status == OVER else "not-begun-yet" if now.to_act is None else "others-turn"
        raise refused(NotOffered, why, "moves", who="" if now.to_act is None else now.names[now.to_act])
    here, place = _position_for(now, person_id), " ".join(line.arguments)
    legal = _own_moves(here)
    chosen = _from_place(here, legal, place) if place else legal
    if not chosen:
        raise refused(InvalidOption, "no-move-there", place[:40], places=tuple(_by_place(here, legal)))
    heading = phrase("your-moves", match=title(asking.house, now))
    if len(chosen) <= MOST_EXPLAINED:
        explained = [(say_move(here, move), explain(now.match.game.notation, here.row, move)) for move in chosen]
        return (Listed(heading, ("Move", ""), explained),)
    rows = [(place, ", ".join(texts)) for place, texts in _by_place(here, chosen).items()]
    return (Listed(heading, ("From", ""), rows),)


def _by_place(here: Position, legal: Sequence[int]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for move in legal:
        picks, text = here.game.notation.clicks(here.row, move), say_move(here, move)
        found.setdefault(picks[0].partition("*")[0] if picks else text, []).append(text)
    return found


def _from_place(here: Position, moves: Sequence[int], place: str) -> list[int]:
    """Return the moves that begin with a thing on the picture; else those that have to do with it, or begin so."""
    wanted = squeeze(place)
    picks = {m: [squeeze(each.partition("*")[0]) for each in here.game.notation.clicks(here.row, m)] for m in moves}
    begun = [move for move in moves if picks[move][:1] == [wanted]]
    return begun or [m for m in moves if wanted in picks[m] or squeeze(say_move(here, m)).startswith(wanted)]


# --- Hints by mail ---------------------------------------------------------------------------------------------------


@mail_word("hint")
def hint(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask what the strongest opponent would play; it comes in a mail of its own."""
    (now, person_id), outgoing = _own_turn(asking, line), asking.house.mail.outgoing
    check_hint(now, person_id)
    asked = outgoing.of_person(person_id, HINT, now.id)
    if not any(mail.number == now.number and mail.state == WAITING for mail in asked):
        outgoing.put(HINT, person_id, match=now.id, number=now.number)
    return say(Message("hint-asked", match=title(asking.house, now)), "hint-follows")


def hint_answer(house: House, opponents: Opponents, mail: OutgoingMail) -> Answer | None:
    """Return what a mail of kind ``HINT`` says; ``None`` while the opponent is thinking."""
    match_id, person_id = mail.match or "", mail.person or ""
    if house.snapshot(match_id).number != mail.number:
        return Shown(match_id, person_id, said=said("hint-late"))
    try:
        found = opponents.hint(match_id, person_id)
    except FivefoldError as error:
        return Shown(match_id, person_id, said=said(Message("hint-none", why=str(error))))
    if found is None:
        return None
    note = (found["note"],) if found["note"] else ()
    return Shown(match_id, person_id, said=(phrase("hint", move=found["text"]), found["said"], *note))
