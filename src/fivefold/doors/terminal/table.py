"""One match at one keyboard: who sits there, what they may see, what is said of it, and where it is kept."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from fivefold.contract import ANYONE, NOBODY, SPECTATOR, TABLE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.contract.words import seat_name
from fivefold.doors.terminal import saved_matches, table_clocks, thinkers
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table_clocks import TableClocks
from fivefold.doors.terminal.thinkers import Thinker
from fivefold.engine.opponents import Thought, level_number
from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from fivefold.play.observation import hides
from fivefold.play.options import matters
from fivefold.play.outcome import Outcome
from fivefold.play.set_ups import words
from fivefold.play.time_control import FULL, Pace, TimeControl
from fivefold.session import history, narration, offers, result, steps
from fivefold.session.narration import seats_line
from fivefold.session.offers import accepts_draw
from fivefold.session.seats import COMPUTER, COMPUTER_MARK, PERSON, Seat, Terms, with_seat_names
from fivefold.session.snapshot import UNDO, MatchSnapshot

FRIEND_WORDS = frozenset({"f", "friend", "none", "person", "human"})
KEYBOARD: Final = "keyboard"
"""The person in every seat whose moves are typed: people at one keyboard are one person with several seats."""
HERE: Final = Seat(0, PERSON, KEYBOARD, None, "", "")  # Somebody at this keyboard, without a name of their own.


def opponent(game: Game, text: str) -> Seat:
    """Return the player that ``text`` means: a level, an opponent's name, or a friend at this keyboard. Raises
    ``InvalidOption``, naming those there are."""
    if text.strip().casefold() in FRIEND_WORDS:
        return HERE
    try:
        level = level_number(game, text)
    except InvalidOption as error:
        raise InvalidOption(f"{error}; or friend, for someone at this keyboard") from error
    return Seat(0, COMPUTER, None, level, game.persona(level).name, "")


def opponents(game: Game, text: str, count: int) -> list[Seat]:
    """Return ``count`` players for a text such as ``3`` (all of them) or ``3/Pip/friend``."""
    texts = text.split("/")
    if len(texts) not in {1, count}:
        raise InvalidOption(f"{text}: {len(texts)} opponents, but this game needs {count}; one name stands for all")
    return [opponent(game, one) for one in (texts * count if len(texts) == 1 else texts)]


def with_computer(players: Sequence[Seat]) -> bool:
    """Tell whether any of these is a computer opponent."""
    return any(player.kind == COMPUTER for player in players)


def seated(match: Match, seat: int, others: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return who sits where: the person who started this at ``seat``, the others after them in turn."""
    placed = [HERE] * len(match.seats)
    for place, player in enumerate(others, start=seat + 1):
        placed[place % len(placed)] = player
    return with_seat_names(match, placed)


def seated_again(match: Match) -> tuple[Seat, ...]:
    """Return who sits where in a kept game, by the names in its record: people have theirs, not the seats' own."""
    parts = match.timing.handicaps if match.timing else [FULL] * len(match.seats)
    seats = [replace(_recorded(match, seat), handicap=part) for seat, part in enumerate(parts)]
    return with_seat_names(match, seats)


def _recorded(match: Match, seat: int) -> Seat:
    name = match.seats[seat]
    if name.endswith(COMPUTER_MARK):
        return opponent(match.game, name.removesuffix(COMPUTER_MARK))
    return HERE if name == seat_name(match.game.notation, match.row, seat) else replace(HERE, name=name)


def recorded_table(match: Match) -> MatchSnapshot:
    """Return the table of a record to look at: everybody under the name in the record."""
    return steps.open_table("record", match, [replace(HERE, name=name) for name in match.seats])


def _opening_line(snapshot: MatchSnapshot, reader: Reader) -> str:
    seats = seats_line(snapshot, reader)
    return f"{snapshot.match.game.name} ({options_line(snapshot.match)})." + (f" {seats}." if seats else "")


def options_line(match: Match) -> str:
    """Return the options in a line: names and values, and what may have been drawn in words. Where there are well-known
    sets of options the name of that set, or what differs from the usual, says as much."""
    game, said = match.game, []
    if game.setup.presets:
        usual = (option.name for option in game.setup.options if option.default)
        said.append(words(game, {name: match.options[name] for name in usual}))
    for option in game.setup.options:
        value = match.options[option.name]
        if option.default is None and matters(option, match.options):
            said.append(option.explained.get(value, value))
        elif not game.setup.presets:
            said.append(f"{option.name} {value}")
    return ", ".join(said)


def lines(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, own: Sequence[int]) -> Iterator[str]:
    """Yield the result line by line; ``own``: the seats of those at the keyboard, whose best turn it is."""
    yield narration.sentence(narration.outcome_line(snapshot, outcome, reader))
    if not snapshot.match.movers:
        return
    made = result.gains(snapshot.match)
    names = narration.names_for(reader)
    for seat, items in enumerate(result.tallies(snapshot.match, made)):
        if items:
            yield f"{'Points' if snapshot.alone else names[seat]}: {tally(snapshot, items)}."
    best = result.best_turn(snapshot.match, made, own)
    if best is not None:
        yield f"Best turn: {best_turn(snapshot, names, best, own)}."


def tally(snapshot: MatchSnapshot, items: Sequence[result.TallyItem]) -> str:
    """Return what a seat earned with what: ``full house 4× 36, flush 24 = 60``."""
    game = snapshot.match.game
    times = [f"{each.number}× " if each.number > 1 else "" for each in items]
    labels = [game.notation.WORDS.text(each.label, starts=False) for each in items]
    said = [f"{label} {often}{each.points}" for label, often, each in zip(labels, times, items, strict=True)]
    total = f" = {sum(each.points for each in items)}" if game.traits.scores_decide and len(items) > 1 else ""
    return f"{', '.join(said)}{total}"


def best_turn(snapshot: MatchSnapshot, names: Sequence[str], best: result.Turn, own: Sequence[int]) -> str:
    """Return the turn that earned most: ``move 31, +9 full house``; of several people with the name."""
    game, who = snapshot.match.game, f"{names[best.seat]}, " if len(own) != 1 else ""
    number = sum(mover >= 0 for mover in snapshot.match.movers[: best.ply])
    points = f"+{best.points} " if game.traits.scores_decide else ""
    earned_with = game.notation.WORDS.text(best.earned_with, starts=False) if best.earned_with else ""
    return f"{who}move {number}, {points}{earned_with}".strip()


LINES_BESIDE_BOARD = 8  # What is said between one prompt and the next, and the prompt.
EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
FOREVER, STILL_TYPING = timedelta(days=365), timedelta(seconds=2)
"""After the time has run out somebody may still be typing a move for so long."""


class Table:
    """A match, who plays it, and where it is kept."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        thinker: Thinker,
        screen: Screen,
        file: Path | None,
        kept: bytes | None = None,
        clock: Callable[[], float] = time.monotonic,
        control: TimeControl | None = None,
    ) -> None:
        """``file``: where the match is kept; ``kept``: what it holds, where the match comes from there.

        ``clock``: returns seconds, which nobody sets back; races are timed by it, and the players. ``control``: how
        long they may think; a kept match has its own.
        """
        self.thinker, self.screen, self.file, self._clock = thinker, screen, file, clock
        timing, at = match.timing, self.time()
        opened = steps.open_table(match.source.public, match, seats)
        opened = replace(opened, started=at, terms=Terms(time=timing.control if timing else control))
        self._clocks = TableClocks(opened, timing)
        self.now: MatchSnapshot = self._clocks.opened(opened, at)
        self.leaving = False
        self.again = False  # Whether another game of the same kind was asked for.
        self.same_cards = False  # Whether it is to be played with the same cards.
        self.replaying = False  # Whether these cards were played before.
        self.quitting = False  # Whether the player has left altogether, the second game of a double match too.
        self.more_to_come = False  # Whether the second game of a double match follows.
        self.board_is_shown = True
        self._kept = kept
        self._told_moves = max(0, len(match.moves) - len(match.seats))  # of a kept game the last round is repeated
        self._notes: set[str] = set()
        self._resumed, self._faces, self._ran_out = timing is not None, "", at - FOREVER
        self._uncovered = -1  # number of moves after which the player to move asked to see their cards

    # What is at the table

    @property
    def match(self) -> Match:
        """The match as it stands; not to be changed."""
        return self.now.match

    @property
    def reader(self) -> Reader:
        """Who reads the screen: one person against computers is "You"."""
        return Reader(self.now.names, self.people[0] if len(self.people) == 1 else -1)

    @property
    def names(self) -> Sequence[str]:
        """What the screen calls each seat."""
        return narration.names_for(self.reader)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of those at this keyboard."""
        return self.now.seats_of(KEYBOARD)

    @property
    def person_to_move(self) -> bool:
        """Whether the next move is typed."""
        return self.now.may_move(KEYBOARD)

    @property
    def against_time(self) -> bool:
        """Whether a computer opponent may move at any moment."""
        return self.now.racing and len(self.people) < len(self.now.seats)

    @property
    def offered(self) -> dict[int, str]:
        """The legal moves of people at this keyboard, or of the seat to move, with their texts."""
        match = self.match
        if match.to_move != ANYONE:
            return dict(zip(match.legal(), match.legal_moves(), strict=True))
        say = match.game.notation.say
        movers = {move: match.mover(move) for move in match.legal()}
        return {move: say(match.seen_by(seat), move, seat) for move, seat in movers.items() if seat in self.people}

    def seen_by_mover(self, move: int) -> list[int]:
        """Return the position as the seat sees it that would make a legal move."""
        return self.match.seen_by(self.match.mover(move))

    @property
    def viewer(self) -> int:
        """Who looks at the screen: the only person; of several the one who asked to see their own; or everybody. When a
        game with secrets is over, all of it is shown."""
        if self.match.game.hidden is not None and self.match.outcome is not None:
            return TABLE
        if len(self.people) == 1:
            return self.people[0]
        return self.match.to_move if self._uncovered == len(self.match.moves) else SPECTATOR

    @property
    def covered(self) -> bool:
        """Whether the one to move, of several at this keyboard, has yet to ask for what only they may see."""
        shared = self.person_to_move and self.match.to_move >= 0 and len(self.people) > 1
        return shared and self._uncovered != len(self.match.moves) and hides(self.match.game, self.match.row)

    def uncover(self) -> None:
        """Show the one to move what only they may see."""
        self._uncovered = len(self.match.moves)
        self.show_board()

    @property
    def person(self) -> int:
        """The seat that speaks: the one to move, if a person, or else the first person."""
        return self.match.to_move if self.person_to_move and self.match.to_move >= 0 else self.people[0]

    def time(self) -> datetime:
        """Return the time by the table's clock: good for measuring, not for telling the hour."""
        return EPOCH + timedelta(seconds=self._clock())

    # Clocks

    @property
    def faces(self) -> str:
        """What every clock shows; as it was when the question was asked, as long as that stands. Empty without."""
        clocks = self.now.clocks
        if not self.screen.is_asking:
            self._faces = "" if clocks is None else table_clocks.faces(clocks, self.names, self.time())
        return self._faces

    @property
    def seconds_left(self) -> float | None:
        """How long somebody here still has to think; ``None`` where nobody's time runs."""
        return table_clocks.seconds_left(self.now, self.time())

    @property
    def is_out_of_time(self) -> bool:
        """Whether somebody here has thought for too long."""
        left = self.seconds_left
        return left is not None and left <= 0

    @property
    def has_just_run_out(self) -> bool:
        """Whether time ran out a moment ago, perhaps while somebody typed."""
        return self.time() < self._ran_out + STILL_TYPING

    def run_out(self, late: bool = False) -> None:
        """End the match: the time of the one to move is up, or that for the whole game. ``late``: a line came then."""
        clocks = self.now.clocks
        whole = clocks is None or clocks.running is None or clocks.control.pace == Pace.GAME
        if late:
            self.screen.say(table_clocks.late(self.now, self.reader))
        else:
            self._ran_out = self.time()
        self._tell_anew(steps.out_of_time(self.now, NOBODY if whole or clocks is None else clocks.running or 0))

    def agree(self, kind: str) -> None:
        """Do what only those at this keyboard have to agree to, such as a pause."""
        self.now = self._timed(offers.offer(self.now, KEYBOARD, kind, self.now.number + 1))
        self._keep()

    def _timed(self, after: MatchSnapshot) -> MatchSnapshot:
        return self._clocks.timed(self.now, after, self.time())

    # What happens

    def open(self) -> None:
        """Say who plays what, and how it stands."""
        self.screen.say(_opening_line(self.now, self.reader))
        if self.now.terms.time is not None:
            self.screen.say(" ".join(table_clocks.opening(self.now, self.reader, self._resumed)))
        self._warn_of_small_window()
        example = self.person_to_move and not self.covered and next(iter(self.offered.values()))
        self.screen.say(f"Type a move, e.g. {example}, or help." if example else "Type help to see what you can type.")
        self._tell()

    def _warn_of_small_window(self) -> None:
        board = self._diagram().splitlines()
        columns, lines = max(map(len, board)) + 1, len(board) + LINES_BESIDE_BOARD
        if self.screen.window is not None and (self.screen.window[0] < columns or self.screen.window[1] < lines):
            self.screen.say(f"To see the board and the last moves together, make this window {columns} by {lines}.")

    def play(self, text: str, seats: Collection[int], number: int | None = None) -> None:
        """Make a move for one of these seats, as entry ``number`` of the log, and say what came of it."""
        self._go_on(steps.play(self.now, seats, number or self.now.number + 1, text))

    def play_thought(self, seat: int, thought: Thought, number: int) -> None:
        """Make a computer opponent's move, and say the first time how it was found, where that is worth a word."""
        back = table_clocks.not_thought(self.now, self.time(), thought.seconds)
        after = steps.play(self.now, (seat,), number, thought.text, given_back=back)
        if thought.note and thought.note not in self._notes:
            self._notes.add(thought.note)
            self.screen.say(thinkers.note(self.names[seat], thought))
        self._go_on(after)

    def undo(self) -> None:
        """Take back the last move of a person here, and what others played since."""
        after = offers.offer(self.now, KEYBOARD, UNDO, self.now.number + 1)
        self.screen.say("Taken back.")
        self._tell_anew(after)

    def resign(self, seat: int) -> None:
        """Give up for a person here."""
        self._go_on(steps.resign(self.now, KEYBOARD, self.now.number + 1, seat))

    def offer(self, kind: str) -> None:
        """Offer the others something; computers answer at once, and who sits here too when they type their answer."""
        self._offered(offers.offer(self.now, KEYBOARD, kind, self.now.number + 1, accepts_draw))

    def answer(self, agree: bool) -> None:
        """Accept or decline what is offered, for those at this keyboard who did not offer it."""
        self._offered(offers.answer(self.now, KEYBOARD, agree))

    def _offered(self, after: MatchSnapshot) -> None:
        """Say what became of an offer."""
        if after.number != self.now.number:
            self._tell_anew(after)
            return
        self.now = after
        if after.offer is not None:
            kind, by, agreed, _ = after.offer
            said = narration.offer_line(self.reader, kind, by, agreed, offers.waits_for(after))
            self.screen.say(f"{said} Type accept or decline.")
        elif after.declined:
            self.screen.say(narration.declined_line(self.reader, after.declined[-1].kind, after.declined[-1].by))

    def _go_on(self, after: MatchSnapshot) -> None:
        self.now = self._timed(after)
        self._tell()

    def _tell_anew(self, after: MatchSnapshot) -> None:
        """Go on with a position that no new move led to."""
        self._told_moves = len(after.match.moves)
        self._go_on(after)

    # What is said

    def _tell(self) -> None:
        """Keep the match, say what happened since the last time, and show the position to the one to act."""
        self._keep()
        if self.covered:
            self.screen.clear()
        self.say_history(self._told_moves)
        self._told_moves = len(self.match.moves)
        if self.match.outcome is not None:
            self._present_end(self.match.outcome)
        elif self.person_to_move:
            self._present_turn()

    def say_history(self, since: int = 0) -> None:
        """Say what happened from ply ``since`` on."""
        for sentence in history.sentences(self.now, self.reader, self.viewer, since):
            self.screen.say(sentence, indent="  ")

    def say_score(self) -> None:
        """Say everybody's points."""
        self.screen.say(narration.sentence(narration.score_line(self.reader, self.match.scores)))

    def _present_turn(self) -> None:
        if self._begun:
            self.say_score()
        if self.board_is_shown:
            self.show_board()

    def _present_end(self, outcome: Outcome) -> None:
        self.show_board()
        for line in lines(self.now, outcome, self.reader, self.people):
            self.screen.say(line)

    def show_board(self) -> None:
        """Show the position as this screen may see it."""
        self.screen.show(f"\n{self._diagram()}\n")

    def _diagram(self) -> str:
        return self.match.game.notation.diagram(self.match.seen_by(self.viewer), self.viewer)

    # Keeping

    def _keep(self) -> None:
        """Write the record once somebody has chosen a move; say once if the file cannot be written."""
        if self.file is None or not (self._begun or self._kept):
            return
        try:
            self._make_way(self.file)
            self.save(self.file)
        except OSError as error:
            self.screen.say(
                f"This game cannot be saved in {self.file} ({error.strerror}); save FILE saves it elsewhere."
            )
            self.file = None

    def _make_way(self, file: Path) -> None:
        """Keep the match elsewhere from now on, where somebody else has written to its file."""
        if file.exists() and file.read_bytes() != self._kept:
            self.file = saved_matches.new_file(self.match)
            self.screen.say(f"{file} was changed by another program; this game is now saved in {self.file}.")

    def save(self, file: Path) -> None:
        """Write the record to a file; a match that is kept nowhere is kept there from now on. Raises ``OSError``."""
        self.file = self.file or file
        content = self.match.to_record(timing=self._clocks.until(self.now, self.time())).encode()
        saved_matches.keep(content, file)
        if file == self.file:
            self._kept = content

    @property
    def _begun(self) -> bool:
        """Whether somebody at the table has done something."""
        return self.match.outcome is not None or any(mover >= 0 for mover in self.match.movers)

    def close(self) -> None:
        """Say where the match is kept."""
        if self._kept is None or self.file is None:
            return
        if self.match.outcome is not None:
            self.screen.show(f"The record is {self.file}")
            return
        if self.now.clocks is not None:
            self._keep()  # with what was thought about the next move
        if self.file is None:
            return
        self.screen.show(f"The game is saved in {self.file}")
        self.screen.show(f"Continue it with: {saved_matches.way_back(self.file)}")
