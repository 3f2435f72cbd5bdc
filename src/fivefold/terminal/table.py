"""One match at one keyboard: reads a line, does it, says what happened; computer opponents move in their turn."""

from collections.abc import Sequence
from pathlib import Path

from fivefold.contract import ANYONE, SPECTATOR, TABLE, Hindsight
from fivefold.contract.errors import FivefoldError
from fivefold.play.match import Match
from fivefold.play.observation import hides
from fivefold.play.outcome import Outcome
from fivefold.terminal import commands, report, saved_matches
from fivefold.terminal.players import YOU, Player, Thinker, Thought
from fivefold.terminal.racing import Race
from fivefold.terminal.screen import Screen

LINES_BESIDE_BOARD = 8
"""What is told between one prompt and the next, and the prompt."""


class Table:
    """A match, who plays it, and where it is kept."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        thinker: Thinker,
        screen: Screen,
        file: Path | None,
        kept: bytes | None = None,
    ) -> None:
        """``file``: where the match is kept; ``kept``: what it holds, where the match comes from there."""
        self.match, self.players, self.thinker, self.screen, self.file = match, players, thinker, screen, file
        self.leaving = False
        self.again = False
        """Whether another game of the same kind was asked for."""
        self.same_cards = False
        """Whether it is to be played with the same cards."""
        self.replaying = False
        """Whether these cards were played before."""
        self.quitting = False
        """Whether the player has left altogether, the second game of a double match too."""
        self.more_to_come = False
        """Whether the second game of a double match follows."""
        self.board_is_shown = True
        self._kept = kept
        self._told_moves = max(0, len(match.moves) - len(match.seats))  # of a kept game the last round is told
        self._notes: set[str] = set()
        self._uncovered = -1  # after so many moves the one to move asked to see their own
        self.race = Race(self)

    # What is at the table

    @property
    def person_to_move(self) -> bool:
        """Whether the next move is typed."""
        return any(self.players[seat].is_person for seat in self.able)

    @property
    def able(self) -> set[int]:
        """The seats that may move now, several where anyone may."""
        match = self.match
        if match.to_move == ANYONE:
            return {match.mover(move) for move in match.legal()}
        return {match.to_move} if match.to_move >= 0 else set()

    @property
    def offered(self) -> dict[int, str]:
        """The legal moves of people at this keyboard, or of whoever's turn it is, with their texts."""
        match = self.match
        texts = dict(zip(match.legal(), match.legal_moves(), strict=True))
        if match.to_move != ANYONE:
            return texts
        return {move: text for move, text in texts.items() if match.mover(move) in self.people}

    @property
    def against_time(self) -> bool:
        """Whether a computer opponent may move at any moment."""
        return self.match.to_move == ANYONE and len(self.people) < len(self.players)

    @property
    def people(self) -> list[int]:
        """The seats of those at this keyboard."""
        return [seat for seat, player in enumerate(self.players) if player.is_person]

    @property
    def viewer(self) -> int:
        """Who looks at the screen: the only person; of several who has asked to see their own; or what all may see.

        When a game with secrets is over, all of it is shown.
        """
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

    # The course of a game

    def run(self) -> None:
        """Play until the players leave or the lines run out; what was played is kept in the file."""
        self._open()
        try:
            while not self.leaving:
                self._turn()
        except KeyboardInterrupt:
            self.quitting = True
            self.screen.show()
        finally:
            self.screen.rest()
        self._close()

    def _open(self) -> None:
        self.screen.say(report.seating(self.match, self.players))
        self._warn_of_small_window()
        example = self.person_to_move and not self.covered and next(iter(self.offered.values()))
        self.screen.say(f"Type a move, such as {example}, or help." if example else "Type help for what you can type.")
        self._tell()

    def _warn_of_small_window(self) -> None:
        board = self._diagram().splitlines()
        columns, lines = max(map(len, board)) + 1, len(board) + LINES_BESIDE_BOARD
        if self.screen.window is not None and (self.screen.window[0] < columns or self.screen.window[1] < lines):
            self.screen.say(f"To see the board and the last moves at once, make this window {columns} by {lines}.")

    def _turn(self) -> None:
        if self.against_time:
            self.race.turn()
        elif self.match.outcome is None and not self.person_to_move:
            self._computer_moves()
        else:
            self.listen()

    def _computer_moves(self) -> None:
        player = self.players[self.match.to_move]
        self.screen.wait_for(player.name)
        try:
            thought = self.thinker.think(self.match, player.level or 1)
        except KeyboardInterrupt:
            self.screen.say(
                f"\n{player.name} was interrupted. Press Enter to let {player.name} think again; or undo, quit."
            )
            self.listen()
            return
        self.play_thought(self.match.to_move, thought)

    def play_thought(self, seat: int, thought: Thought) -> None:
        """Make a computer opponent's move, and say the first time how it was found, where that is worth a word."""
        if thought.note and thought.note not in self._notes:
            self._notes.add(thought.note)
            self.screen.say(report.note(self.players[seat].name, thought))
        self.play(thought.text)

    def listen(self, seconds: float | None = None) -> None:
        """Read one line and do what it says; an error is told and changes nothing.

        Raises ``TimeUp`` where nobody has finished a line within so many seconds.
        """
        line = self.screen.ask(self._prompt(), seconds)
        if line is None:
            self.leaving = True
            return
        try:
            commands.obey(self, line)
        except FivefoldError as error:
            self.screen.say(report.sentence(str(error)))
        except OSError as error:
            self.screen.say(report.sentence(f"{error.filename}: {error.strerror}"))
        except KeyboardInterrupt:
            self.screen.say("\nStopped.")

    def _prompt(self) -> str:
        if self.match.outcome is not None and self.more_to_come:
            return "Over (Enter for the second game, or quit): "
        if self.match.outcome is not None:
            return f"Over ({self._ways_on()}, save FILE, or Enter to leave): " if self.screen.interactive else "Over: "
        return self._prompt_to_move() if self.person_to_move else "Waiting: "

    def _ways_on(self) -> str:
        """Return what can be typed after the end for another game."""
        ways = ["new cards" if self.match.game.traits.fixed_pack else "again"]
        ways += ["same cards"] if self.match.game.traits.fixed_pack else []
        ways += ["hindsight"] if self.match.game.extra_of(Hindsight) is not None else []
        return ", ".join(ways)

    def _prompt_to_move(self) -> str:
        name, seat_name = self.players[self.person].name, self.seat_name(self.person)
        if len(self.players) == 1:
            return "Your move: "
        if self.match.to_move == ANYONE and len(self.people) > 1:
            return f"{', '.join(f'{seat + 1}: {self.players[seat].name}' for seat in self.people)}: "
        if self.covered:
            return f"{name}, press Enter to see your cards: "
        return f"Your move ({seat_name}): " if name == YOU else f"{name} to move: "

    def seat_name(self, seat: int) -> str:
        """Return what the game calls a seat."""
        return self.match.game.notation.seat_name(self.match.row, seat)

    def play(self, text: str) -> None:
        """Make a move and tell what came of it."""
        self.match.play(text)
        self._tell()

    def changed(self) -> None:
        """Tell the position again after moves were taken back."""
        self._told_moves = len(self.match.moves)
        self._tell()

    def _tell(self) -> None:
        """Keep the match, say what happened since the last time, and show the position to whoever is to act."""
        self._keep()
        if self.covered:
            self.screen.clear()
        for sentence in report.events(self.match, self.players, self._told_moves, self.viewer):
            self.screen.say(sentence, indent="  ")
        self._told_moves = len(self.match.moves)
        if self.match.outcome is not None:
            self._present_end(self.match.outcome)
        elif self.person_to_move:
            self._present_turn()

    def _present_turn(self) -> None:
        if self._begun:
            self.screen.say(report.status(self.match, self.players))
        if self.board_is_shown:
            self.show_board()

    def _present_end(self, outcome: Outcome) -> None:
        self.show_board()
        self.screen.say(report.result(self.match, self.players, outcome))
        if len(self.players) > 1:
            self.screen.say(report.status(self.match, self.players))

    def show_board(self) -> None:
        """Show the position as this screen may see it."""
        self.screen.show(f"\n{self._diagram()}\n")

    def _diagram(self) -> str:
        return self.match.game.notation.diagram(self.match.seen_by(self.viewer), self.viewer)

    # Keeping

    def _keep(self) -> None:
        """Write the record, from the first move on that somebody chose; a file that cannot be written is told once."""
        if self.file is None or not (self._begun or self._kept):
            return
        try:
            self._make_way(self.file)
            self.save(self.file)
        except OSError as error:
            self.screen.say(
                f"This game cannot be kept in {self.file} ({error.strerror}); save FILE writes it elsewhere."
            )
            self.file = None

    def _make_way(self, file: Path) -> None:
        """Keep the match elsewhere from now on, where somebody else has written to its file."""
        if file.exists() and file.read_bytes() != self._kept:
            self.file = saved_matches.new_file(self.match)
            self.screen.say(f"{file} was changed by another program; this game goes on in {self.file}.")

    def save(self, file: Path) -> None:
        """Write the record to a file; a match that is kept nowhere is kept there from now on. Raises ``OSError``."""
        self.file = self.file or file
        saved_matches.keep(self.match, file)
        if file == self.file:
            self._kept = saved_matches.text_of(self.match)

    @property
    def _begun(self) -> bool:
        """Whether somebody at the table has done something."""
        return self.match.outcome is not None or any(mover >= 0 for mover in self.match.movers)

    def _close(self) -> None:
        if self._kept is None or self.file is None:
            return
        if self.match.outcome is not None:
            self.screen.show(f"The record is {self.file}")
            return
        self.screen.show(f"The game is kept in {self.file}")
        self.screen.show(f"Go on with: {saved_matches.way_back(self.file)}")
