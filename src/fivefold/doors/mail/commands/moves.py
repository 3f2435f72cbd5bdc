"""Moves by mail: how they are typed, made, tried, submitted, given in advance, looked at."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, Game
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, Problem
from fivefold.contract.words import ending_text, explain, seat_name
from fivefold.doors.mail.answers import Answer, Drawn, Failed, Listed, Said, Shown
from fivefold.doors.mail.commands.lists import ACTIVE, ALL, CHOICES, NEXT
from fivefold.doors.mail.commands.people import speak
from fivefold.doors.mail.commands.requests import (
    MOST_LOOKED_AT,
    Fits,
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
from fivefold.house.availability import check_hint
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.house import House
from fivefold.house.match_view.perspective import shares_screen, viewer_of
from fivefold.house.match_view.view_types import AnswerLineView
from fivefold.house.notices.mail.outgoing import HINT, SENT, SUBMITTED, WAITING, OutgoingMail
from fivefold.house.table.answers import Given, answers_view
from fivefold.parts.messages import Reader
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
from fivefold.session.snapshot import LIVE, MOVE, OVER, MatchSnapshot

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


def plain_words(words: Sequence[str]) -> list[str]:
    """Return the words of a line without what a mail program added. Raises ``InvalidMove`` for too many."""
    plain = [each for word in words if (each := word.translate(TYPED).strip().rstrip(ENDS))]
    if len(plain) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in plain):
        raise InvalidMove("that is too long for moves", subject=f"{' '.join(words)[:LONGEST_WORD]}…", field="move")
    return plain


def position_for(now: MatchSnapshot, person_id: str) -> Position:
    """Return the position as a person who has a seat sees it: with the seat to move, if it is theirs."""
    seats = now.seats_of(person_id)
    seat = now.match.to_move if now.match.to_move in seats else seats[0]
    return Position(now.match.game, seat, observed(now.match.game, now.match.row, seat))


class Words:
    """Words that are to be read as moves, one after the other."""

    def __init__(self, words: Sequence[str]) -> None:
        self.left = plain_words(words)

    def __bool__(self) -> bool:
        return bool(self.left)

    def __str__(self) -> str:
        return " ".join(self.left).rstrip(",")

    def beginnings(self) -> list[tuple[int, str]]:
        """Return what the first move may be, as many words as possible first: how many, and the text."""
        counts = range(len(self.left), 0, -1)
        marks = (" ", ",")
        return [
            (count, mark.join(self.left[:count]).rstrip(",")) for count in counts for mark in marks[: min(2, count)]
        ]

    def without_sentence(self, here: Position) -> "tuple[Words, str]":
        """Return the words without a few at the end that belong to no move, and these: ``c2-c1 thanks``."""
        kept, said = list(self.left), list[str]()
        while len(kept) > 1 and kept[-1].isalpha() and not _ends_move(here, kept):
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
        raise with_legal_moves(problem or self._unreadable(here), here)

    def _unreadable(self, here: Position) -> FivefoldError:
        """Return what is wrong with the first word, or with all where they make no sense apart."""
        try:
            read(here, str(self))
        except InvalidMove as error:
            return error
        return InvalidMove("this is no move", subject=str(self))

    def look_like_moves(self, here: Position) -> bool:
        """Tell whether a move begins here, legal or not."""
        return any(_has_form(here, text) for _, text in self.beginnings())


def _ends_move(here: Position, words: Sequence[str]) -> bool:
    """Tell whether the last word, perhaps with some before it, has the form of a move."""
    ends = (" ".join(words[start:]) for start in range(len(words)))
    return any(_has_form(here, text) for text in ends)


def _has_form(here: Position, text: str) -> bool:
    try:
        read(here, text)
    except InvalidMove:
        return False
    except IllegalMove:
        return True
    return True


def read(here: Position, text: str) -> int:
    """Return the move that a text means for the seat that looks at a position.

    Raises ``InvalidMove``, ``IllegalMove``.
    """
    if here.turn == ANYONE:
        text = races.with_seat_number(text, here.seat)
    return here.game.notation.read(here.row, text)


def check_ahead(here: Position, seats: Collection[int], words: Words) -> None:
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
        check_ahead(after, seats, rest)
    else:
        text = say(here, first)
        remedy = "send one move, or queue answers to what they may play"
        raise NotOffered(f"your turn ends with {text}", subject=str(rest), remedy=remedy)


def say(here: Position, move: int) -> str:
    """Return a legal move's text, in a race without the seat's number."""
    return races.without_seat_number(here.text(move)) if here.turn == ANYONE else here.text(move)


def own_moves(here: Position) -> list[int]:
    """Return the moves that the seat which looks at a position may make in it."""
    if here.turn == here.seat:
        return list(here.legal)
    race = here.game.race
    if here.turn != ANYONE or race is None:
        return []
    return [move for move in here.legal if race.mover(here.row, move) == here.seat]


def from_place(game: Game, here: Position, moves: Sequence[int], place: str) -> list[int]:
    """Return those of some legal moves that have to do with a thing on the picture, or begin with these letters."""
    wanted = squeeze(place)

    def fits(move: int) -> bool:
        picks = {squeeze(pick.partition("*")[0]) for pick in game.notation.clicks(here.row, move)}
        return wanted in picks or squeeze(say(here, move)).startswith(wanted)

    first = [move for move in moves if fits(move) and _begins_with(game, here, move, wanted)]
    return first or [move for move in moves if fits(move)]


def _begins_with(game: Game, here: Position, move: int, wanted: str) -> bool:
    picks = game.notation.clicks(here.row, move)
    return bool(picks) and squeeze(picks[0].partition("*")[0]) == wanted


def with_legal_moves(error: FivefoldError, here: Position) -> FivefoldError:
    """Return an error about a move with the legal moves that are most like it."""
    texts = [say(here, move) for move in own_moves(here)]
    near = most_like(error.problem.subject, texts)
    if not texts or all(text in error.problem.remedy for text in near or texts):
        return error
    if near:
        hint = f"legal moves near it are {listed(near)}" if near[1:] else f"the legal move nearest to it is {near[0]}"
    else:
        hint = f"legal moves are, for example, {listed(texts[:: 1 + len(texts) // FEW][:FEW])}"
    remedy = f"{error.problem.remedy}; {hint}" if error.problem.remedy else hint
    return type(error)(replace(error.problem, remedy=remedy))


def most_like(given: str, texts: Sequence[str]) -> list[str]:
    """Return some of these texts: those that begin as the given one does for longest."""
    plain = squeeze(given)
    for length in range(len(plain), 0, -1):
        found = [text for text in texts if squeeze(text).startswith(plain[:length])]
        if found:
            return found[:MOST_NEAR]
    return []


# --- Making moves ----------------------------------------------------------------------------------------------------


@mail_word("move")
def move(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Play one move, or several of one turn."""
    now, person_id = own_match(asking, line, _may_move(asking))
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
    if not _could_be_moves(words) and not Words(words).look_like_moves(position_for(now, person_id)):
        told = speak(asking, now, person_id, f"{line.source}\n{asking.comment}")
        return (Said(("There was no move in your mail.", *told)),)
    return play(asking, now, person_id, Words(words), line)


def _could_be_moves(words: Sequence[str]) -> bool:
    """Tell a move from a sentence: it has a figure or a sign in it, or is a single word."""
    return len(words) == 1 or any(sign.isdigit() or sign in ":@" for word in words for sign in word.rstrip(".,;:!?"))


def play(
    asking: MailRequest, now: MatchSnapshot, person_id: str, words: Words, line: CommandLine, number: int | None = None
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


def expected_number(asking: MailRequest, now: MatchSnapshot, line: CommandLine) -> int:
    """Return which entry a move is to be: by ``#n``, or as the mail that is answered told it; else the next.

    Raises ``NotOffered``.
    """
    if line.number is not None:
        return entry_of_move(now, line.number)
    replies = asking.match_id == now.id and asking.number is not None
    return asking.number + 1 if replies and asking.number is not None else now.number + 1


def _may_move(asking: MailRequest) -> Fits:
    return lambda now: now.may_move(asking.person or "")


def _no_move(asking: MailRequest, line: CommandLine, now: MatchSnapshot, person_id: str) -> InvalidMove:
    remedy = _example(asking, now, person_id)
    return InvalidMove("there is no move in it", subject=line.source[:60] or "your mail", remedy=remedy)


def _example(asking: MailRequest, now: MatchSnapshot, person_id: str) -> str:
    """Return how a move is written, with one that is legal."""
    here = position_for(now, person_id)
    texts = [say(here, each) for each in own_moves(here)[:1]]
    game, board = called(asking.house, now).split()
    return f"write it like {game} move {board} {texts[0]}" if texts else "it is not your turn"


# --- moves that only some games have ---------------------------------------------------------------------------------


def named_move(name: str) -> Run:
    """Return what plays the move that a game calls by this name; most games have none."""

    def run(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
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


mail_word("pass")(named_move("pass"))
mail_word("swap")(named_move("swap"))


# --- Trying moves without playing them -------------------------------------------------------------------------------


NEW: Final = "new"


@mail_word("preview")
def preview(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show the position after some moves."""
    words = [word for word in line.arguments if word != "**"]
    if words and words[0].lower() == NEW:
        return (_of_new_board(asking, line, words[1:]),)
    now = find_match(asking, line)
    here = _position_seen(now, asking.person or "", line.number)
    return (tried(here, Words(words), (), blind=_is_blind(now, here, line.number)),)


def _position_seen(now: MatchSnapshot, person_id: str, number: int | None) -> Position:
    """Return the position that somebody sees, now or after a move of the match."""
    viewer = SPECTATOR if shares_screen(now, person_id) else viewer_of(now, person_id)
    return Position(now.match.game, viewer, observed(now.match.game, _row(now, number), viewer))


def _row(now: MatchSnapshot, number: int | None) -> list[int]:
    return now.match.row if number is None else now.row_at(ply_after_move(now, number))


def _is_blind(now: MatchSnapshot, here: Position, number: int | None) -> bool:
    """Tell whether something in the position is hidden from who looks at it."""
    return _row(now, number) != here.row


def tried(here: Position, words: Words, said: Sequence[str], blind: bool = False) -> Drawn:
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
        made.append(say(here, move))
        here = here.after(move)
    _, here = here.settled()
    played = (f"After {listed(made)}.",) if made and not said else ()
    left = (f"{words} was not tried: chance comes first.",) if words else ()
    return Drawn(here.game.key, tuple(here.row), here.seat, (*said, *played, *left), _to_move(here))


def _refuse_to_try(here: Position, blind: bool, text: str) -> None:
    """Raise ``NotOffered`` where nobody who looks at a position can try a move."""
    if here.turn == CHANCE:
        raise NotOffered(
            "nothing is dealt, rolled or drawn yet", subject=text, remedy="preview moves of a match instead"
        )
    if here.turn == NOBODY:
        raise NotOffered("the game is over there", subject=text, remedy="end before that")
    if blind and here.turn not in (here.seat, ANYONE):
        raise NotOffered("you don't see everything that they may play", subject=text, remedy="end before that")


def _to_move(here: Position) -> str:
    """Return who is to move, as one sentence."""
    if here.turn == CHANCE:
        return "Chance comes next."
    if here.turn == NOBODY:
        return f"The game is over: {ending_text(here.game.notation, here.row)}."
    if here.turn == ANYONE:
        return "Anybody may move."
    return f"{seat_name(here.game.notation, here.row, here.turn)} to move."


# --- new boards ------------------------------------------------------------------------------------------------------


def _of_new_board(asking: MailRequest, line: CommandLine, words: Sequence[str]) -> Drawn:
    game = _game(asking, line)
    count, moves = _players(game, words)
    given = dict(line.options)
    option = game.setup.seat_option
    if count is not None and option is not None and option.name not in given:
        given[option.name] = next(value for value, seats in option.seats.items() if seats == count)
    values = resolve(game, given, lambda label, number: 0)
    start = Match.prepared(game, values, Scripted(), dealt=False)
    return tried(Position(game, SPECTATOR, start.row), Words(moves), ())


def _game(asking: MailRequest, line: CommandLine) -> Game:
    if line.game is not None:
        return catalogue.find(line.game)
    if asking.match_id is not None:
        return asking.house.shown_to(asking.person or "", asking.match_id).match.game
    remedy = f"begin the line with one of {', '.join(catalogue.keys())}"
    raise InvalidOption("which game is not said", subject=line.source[:60], remedy=remedy)


def _players(game: Game, words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Return how many play, by a number or by names, and the words behind them. Raises ``InvalidOption``."""
    if words and words[0].isdecimal() and len(words[0]) < 3:
        count, rest = int(words[0]), words[1:]
    else:
        names = _names(game, words)
        if not names:
            return None, words
        count, rest = len(names), words[len(names) :]
    if count not in game.setup.seat_counts:
        some = listed([str(each) for each in game.setup.seat_counts], "or")
        raise InvalidOption(f"{game.name} is for {some}", subject=f"{count} players")
    return count, rest


def _names(game: Game, words: Sequence[str]) -> Sequence[str]:
    """Return the words at the beginning that are no moves."""
    values = resolve(game, {}, lambda label, number: 0)
    start = Match.prepared(game, values, Scripted(), dealt=False).row
    for place, word in enumerate(words):
        if _could_be_move(game, start, word):
            return words[:place]
    return ()


def _could_be_move(game: Game, row: list[int], word: str) -> bool:
    try:
        game.notation.read(row, word)
    except InvalidMove:
        return any(sign.isdigit() for sign in word)
    except FivefoldError:
        return True
    return True


# --- Moves in two steps ----------------------------------------------------------------------------------------------


@mail_word("submit")
def submit(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Keep a move, and show the position after it."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    words, board = Words(line.arguments), called(asking.house, now)
    if not words:
        raise InvalidMove("there is no move in it", subject=line.source[:60], remedy="moves lists what you may play")
    check_next(now, expected_number(asking, now, line))
    check_turn(now, now.seats_of(person_id), str(words))
    if not now.may_move(person_id):
        raise NotYours("it is not your turn", subject=str(words))
    here = position_for(now, person_id)
    check_ahead(here, now.seats_of(person_id), words)
    # Kept among the mails, and mailed already: the answer to this command shows it.
    content = {"words": list(words.left)}
    asking.house.mail.outgoing.put(SUBMITTED, person_id, "", content, match=now.id, number=now.number, state=SENT)
    game, number = board.split()
    said = (
        f"{words} is kept, but not played yet.",
        f"To play it, reply with confirm, or send {game} confirm {number}.",
    )
    return (tried(here, words, said),)


@mail_word("confirm")
def confirm(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Play the move that was submitted last."""
    now, person_id = own_match(asking, line, lambda now: _submitted(asking, now) is not None)
    kept = _submitted(asking, now)
    if kept is None:
        board = called(asking.house, now)
        raise NotOffered("you have submitted no move there", subject=board, remedy="submit keeps one, move plays it")
    first = (kept.number or 0) + 1
    return play(asking, now, person_id, Words(kept.content["words"]), line, first)


def _submitted(asking: MailRequest, now: MatchSnapshot) -> OutgoingMail | None:
    """Return the move that the person who asks submitted last in a match."""
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
    house = asking.house
    if [word.lower() for word in line.arguments] in [[word] for word in CLEAR]:
        house.answers.clear(person_id, now.id)
        return (Said((f"Nothing is queued in {title(house, now)} any more.",)),)
    if not line.arguments:
        return queued(asking, house.answers.given(person_id, now.id))
    if now.may_move(person_id):
        return _on_turn(asking, now, person_id, line)
    number = _seen(asking, now, line) + 1
    check_next(now, number)
    failures = _store_all(asking, now, person_id, number, list(_lines(line.arguments)))
    return [
        *(Failed(line.source, each, now.id) for each in failures),
        *queued(asking, house.answers.given(person_id, now.id)),
    ]


def _seen(asking: MailRequest, now: MatchSnapshot, line: CommandLine) -> int:
    """Return the number of the last entry that the person has seen."""
    if line.number is not None and not 0 <= line.number - next_move_number(now) < len(now.seats):
        return entry_of_move(now, line.number) - 1
    if line.number is not None:  # of the move that they may play, or of one's own behind it
        return now.number
    replies = asking.match_id == now.id and asking.number is not None
    return asking.number if replies and asking.number is not None else now.number


def _lines(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of moves."""
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
    words, here = Words(first), position_for(now, person_id)
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
    return [*done, *queued(asking, asking.house.answers.given(person_id, now.id))]


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
    house, seat = asking.house, answers.answering_seat(now, person_id)
    here = answers.start(now, seat)
    own = list(given[1:]) if given[0].lower() in ANYTHING_ELSE else list(given)
    problem: FivefoldError = NotOffered("it is not possible after any move of theirs", subject=" ".join(own)[:40])
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
        other = f"{line[-1].text} was read as {now.names[line[-1].seat]}'s move"
        raise NotOffered(other, subject=" ".join(texts), remedy="add your answer", field="move")


def _ahead(here: Position, words: Sequence[str]) -> str | None:
    """Return the one move that can come next of the player's own and is meant by these words."""
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


# --- what is stored --------------------------------------------------------------------------------------------------


def queued(asking: MailRequest, found: Given) -> Sequence[Answer]:
    """Return the answers that a player has stored in a match."""
    view, board = answers_view(found), title(asking.house, found.now)
    rows = list(_rows(view["lines"]))
    if rows and view["ahead"]:
        rows.append((f"{answers.ANYTHING} {view['ahead']}", f"Otherwise you play {view['ahead']}, if you can."))
    told: list[Answer] = [Said((view["told"],))] if view["told"] else []
    if rows:
        return [*told, Listed(f"Your answers in {board}", ("Line", ""), rows)]
    summary = view["summary"] or f"Nothing is queued in {board}."
    return [*told, Said((summary,))]


def _rows(lines: Sequence[AnswerLineView]) -> Iterator[tuple[str, str]]:
    """Yield each line of the tree from its beginning to its end."""
    said: dict[tuple[str, ...], str] = {tuple(each["path"]): each["said"] for each in lines}
    inner = {path[:-1] for path in said}
    for path in said:
        if path not in inner:
            parts = [said[path[: length + 1]] for length in range(len(path))]
            yield " ".join(path), f"{', '.join([parts[0], *map(_lowered, parts[1:])])}."


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


# --- Looking at matches ----------------------------------------------------------------------------------------------


MOST_SHOWN: Final = 10
"""Matches in one mail."""
MOST_EXPLAINED: Final = 40
"""Moves listed each on a line of its own; of more, those from one place share a line."""


# --- positions -------------------------------------------------------------------------------------------------------


@mail_word("show")
def show(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show positions as the person who asks may see them: of boards, or of a player's matches."""
    choice = next((word.lower() for word in line.arguments if word.lower() in CHOICES), "")
    others = [word for word in line.arguments if word.lower() not in CHOICES]
    boards, names = [word for word in others if is_board(word)], [word for word in others if not is_board(word)]
    if boards and not names and not choice:
        return _boards(asking, line)
    if choice or names:
        return list(_of_players(asking, line, names, choice))
    return [_shown(asking, find_match(asking, line), line.number)]


def _boards(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show several boards, each as it is or as it was after a move: ``show 101 102#3``."""
    boards = [word.rstrip(",;.") for word in line.source.split() if is_board(word.rstrip(",;."))]
    if len(boards) > MOST_SHOWN:
        raise _too_many(len(boards))
    return [_board(asking, line, board) for board in boards]


@mail_word("showas")
def showas(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Show a match with what only its player knows: their own cards, stored answers, a resignation that waits."""
    if line.board is None and line.arguments:
        return show(asking, line)
    now, person_id = own_match(asking, line)
    shown: list[Answer] = [_shown(asking, now, line.number)]
    with suppress(NotOffered, NotYours):
        shown += queued(asking, asking.house.answers.given(person_id, now.id))
    if has_submitted(asking, now):
        shown.append(Said(("The move that you submitted waits to be confirmed.",)))
    if asking.house.mail.resignations.waits(now.id, person_id):
        shown.append(Said(("You will resign when your turn comes.",)))
    return shown


def is_board(word: str) -> bool:
    """Tell whether a word is the number of a board, perhaps with a move's."""
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
    told = f"This is how it stood after move {number}." if number else "This is how it stood before the first move."
    return Shown(now.id, viewer, ply_after_move(now, number), said=(told,))


def _of_players(asking: MailRequest, line: CommandLine, names: Sequence[str], choice: str) -> Iterator[Answer]:
    people = [_person_called(asking.house, name) for name in names] or [asking.person or ""]
    found = [now for person_id in people for now in _matches(asking, person_id, choice or ACTIVE, line.game)]
    unique = list({now.id: now for now in found}.values())
    if len(unique) > MOST_SHOWN:
        raise _too_many(len(unique))
    if not unique:
        yield Said(("There is no such match that you may see.",))
    for now in unique:
        yield _shown(asking, now, None)


def _person_called(house: House, name: str) -> str:
    account = house.accounts.by_name(name)
    if account is None:
        raise InvalidOption("there is no player of this name", subject=name[:60], remedy="list names the players")
    return account.id


def _matches(asking: MailRequest, person_id: str, choice: str, game: str | None) -> Iterator[MatchSnapshot]:
    """Yield the matches of a player in which the person who asks plays too, by what was chosen."""
    own = asking.person or ""
    if choice in (ACTIVE, NEXT):
        yield from (
            now
            for now in going_on_for(asking, game)
            if now.seats_of(person_id) and (choice == ACTIVE or now.may_move(person_id))
        )
        return
    for each in asking.house.matches_of(own, MOST_LOOKED_AT):
        if game in (None, each.game) and (choice == ALL or each.status == OVER):
            now = asking.house.snapshot(each.id)
            if now.seats_of(person_id):
                yield now


def _too_many(count: int) -> NotOffered:
    remedy = "name the boards, or ask for next: those in which it is your turn"
    return NotOffered(f"{count} boards are more than one mail shows, {MOST_SHOWN}", subject="show", remedy=remedy)


# --- moves -----------------------------------------------------------------------------------------------------------


@mail_word("moves")
def moves(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """List the moves that a person may make, or only those from one place."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    if not now.may_move(person_id):
        raise NotOffered(_why_not(now), subject="moves", remedy="ask again when it is your turn")
    here = position_for(now, person_id)
    place = " ".join(line.arguments)
    legal = own_moves(here)
    chosen = from_place(now.match.game, here, legal, place) if place else legal
    if not chosen:
        remedy = f"there are moves from {', '.join(_places(here, legal))}"
        raise InvalidOption("no legal move begins there", subject=place[:40], remedy=remedy)
    heading = f"Your moves in {title(asking.house, now)}"
    if len(chosen) <= MOST_EXPLAINED:
        explained = [(say(here, move), explain(now.match.game.notation, here.row, move)) for move in chosen]
        return (Listed(heading, ("Move", ""), explained),)
    return (Listed(heading, ("From", ""), list(_by_place(here, chosen))),)


def _why_not(now: MatchSnapshot) -> str:
    if now.status == OVER:
        return "the match is over"
    if now.to_act is None:
        return "the match has not begun"
    return f"it is {now.names[now.to_act]}'s turn"


def _places(here: Position, legal: Sequence[int]) -> list[str]:
    return list(dict.fromkeys(_place(here, move) for move in legal))


def _place(here: Position, move: int) -> str:
    """Return the first thing on the picture that a move is made with."""
    picks = here.game.notation.clicks(here.row, move)
    return picks[0].partition("*")[0] if picks else say(here, move)


def _by_place(here: Position, legal: Sequence[int]) -> Iterator[tuple[str, str]]:
    for place in _places(here, legal):
        yield place, ", ".join(say(here, move) for move in legal if _place(here, move) == place)


# --- Hints by mail ---------------------------------------------------------------------------------------------------


@mail_word("hint")
def hint(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask what the strongest opponent would play; it comes in a mail of its own."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    check_hint(now, person_id)
    asked = asking.house.mail.outgoing.of_person(person_id, HINT, now.id)
    if not any(mail.number == now.number and mail.state == WAITING for mail in asked):
        asking.house.mail.outgoing.put(HINT, person_id, match=now.id, number=now.number)
    return (
        Said((f"The strongest opponent is thinking about {title(asking.house, now)}.", "The hint follows by mail.")),
    )


def hint_answer(house: House, opponents: Opponents, mail: OutgoingMail) -> Answer | None:
    """Return what a mail of kind ``HINT`` says; ``None`` while the opponent is thinking."""
    match_id, person_id = mail.match or "", mail.person or ""
    if house.snapshot(match_id).number != mail.number:
        return Shown(match_id, person_id, said=("The match has gone on since you asked for a hint.",))
    try:
        found = opponents.hint(match_id, person_id)
    except FivefoldError as error:
        return Shown(match_id, person_id, said=(f"There is no hint: {error}.",))
    if found is None:
        return None
    note = (found["note"],) if found["note"] else ()
    return Shown(match_id, person_id, said=(f"Hint: {found['text']}.", found["said"], *note))
