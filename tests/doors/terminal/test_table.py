"""Whole games through the real loop, typed line by line, against a thinker that needs no engine."""

import io
import re
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from fivefold import Match
from fivefold.contract import words
from fivefold.doors.terminal.commands import help_text
from fivefold.doors.terminal.loop import run
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table import Table, opponents, seated, seated_again
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import calibration_at
from fivefold.parts.messages import Reader
from fivefold.play.catalogue import find, keys
from fivefold.play.clocks import Clocks
from fivefold.play.time_control import TimeControl
from fivefold.session.narration import WORDS, percent, players
from fivefold.session.timing import moment

RIVAL = find("locus").personas[2].name


@dataclass
class Thought:
    text: str
    values: tuple[float, ...] = (0.5, 0.5)
    line: tuple[str, ...] = ()
    note: str = ""
    exact: bool = False
    points: float = 0.0
    seconds: float = 0.0


@dataclass
class Arranged:
    seat: int
    row: list[int]
    points: int


@dataclass
class FirstMove:
    """Plays the first legal move, and remembers what it was asked."""

    note: str = ""
    levels: list[int] = field(default_factory=list)
    interruptions: int = 0
    budgets: list[Budget | None] = field(default_factory=list)

    def think(self, match, level, seat=None, budget=None):
        self.budgets.append(budget)
        if self.interruptions:
            self.interruptions -= 1
            raise KeyboardInterrupt
        self.levels.append(level)
        moves = match.legal_moves()
        if seat is not None:
            moves = [text for move, text in zip(match.legal(), moves, strict=True) if match.mover(move) == seat]
        share = 1 / len(match.seats)
        return Thought(moves[0], (share,) * len(match.seats), tuple(moves[:3]), self.note, points=61.8)

    def arrange(self, match, seat):
        return Arranged(seat, list(match.row), 2 * match.scores[seat])


def play(script, game="locus", against="3", seat=0, file=None, thinker=None, seed=1, **options):
    """Type ``script`` at a table and return the table and all that was written."""
    match = Match(game, seed=seed, **options)
    seats = seated(match, seat, opponents(match.game, against, len(match.seats) - 1))
    written = io.StringIO()
    screen = Screen(io.StringIO("".join(line + "\n" for line in script)), written)
    table = Table(match, seats, thinker or FirstMove(), screen, file)
    run(table)
    return table, written.getvalue()


def unwrapped(text):
    return " ".join(text.split())


def always_first(game, turns=400, **options):
    """Return a script that types the first legal move of every turn of a person facing `FirstMove`."""
    match = Match(game, seed=1, **options)
    script = []
    while match.outcome is None and len(script) < turns:
        move = match.legal_moves()[0]
        if match.to_move == 0:
            script.append(move)
        match.play(move)
    return script


def test_a_whole_game_by_pipe_ends_with_a_result_and_a_record(tmp_path):
    table, text = play(always_first("locus", first=0), first=0, file=tmp_path / "game.fivefold")
    assert table.match.outcome is not None
    assert "wins" in text
    assert text.count("Your move (Amber): ") == 18
    assert f"The record is {tmp_path / 'game.fivefold'}" in text
    kept = Match.from_record((tmp_path / "game.fivefold").read_text())
    assert kept.outcome == table.match.outcome and kept.seats[1].endswith("(computer)")


def test_a_computer_with_a_clock_thinks_no_longer_than_it_can_afford():
    thinker = FirstMove()
    match = Match("locus", seed=1, first=1)
    screen = Screen(io.StringIO("quit\n"), io.StringIO())
    table = Table(match, seated(match, 0, opponents(match.game, "7", 1)), thinker, screen, None)
    clocks = Clocks.begun(TimeControl.parse("15s+1s"), (100, 100), 1, moment(table.time()))
    table.now = replace(table.now, clocks=clocks)
    run(table)
    assert [0.5 < each.seconds < 2.0 for each in thinker.budgets] == [True]


def test_nothing_but_text_and_newlines_is_written():
    _, text = play(["help", "moves", "hint", "rules", "quit"], first=0)
    assert all(character == "\n" or character.isprintable() for character in text)


def test_what_something_is_and_what_scores_can_be_looked_up():
    _, text = play(["a1:up", "what a1", "what z9", "what", "scores", "quit"], first=0)
    assert " on a1, played face up." in text and "Your " in text
    assert "z9" in text and "there is nothing to explain there" in text
    assert "say what of, a square or a place" in unwrapped(text)
    assert re.search(r"Full house +9\n", text) and "The higher score wins." in text
    _, text = play(["scores", "quit"], game="focus")
    assert re.search(r"Moves on the board +\d+ +\d+\n", text)


def test_each_move_is_told_in_words_with_the_score():
    table, text = play(["a1:up"], first=0)
    plies = list(table.match.replay())
    mine, theirs = [ply for ply in plies if ply.mover >= 0]
    notation, reader = table.match.game.notation, Reader(("", RIVAL), you=0)
    for ply in (mine, theirs):
        told = words.narration(notation.WORDS, [notation.account(ply.before, ply.move)], ply.text, reader)
        assert f"{told}." in unwrapped(text)
    assert f"Score: You {table.match.scores[0]}, {RIVAL} {table.match.scores[1]}." in text


def test_the_computer_moves_first_where_it_has_the_first_seat():
    thinker = FirstMove()
    table, _ = play([], first=1, thinker=thinker, against="6")
    assert thinker.levels == [6] and table.match.movers[-1] == 1


def test_a_wrong_line_is_told_and_loses_nothing():
    table, text = play(["a1:up", "zz", "a1:up", "hnit", "preview a1:up", "moves q", "save", "board sideways"], first=0)
    assert len(table.match.moves) == 36 + 2
    told = unwrapped(text)
    assert "Or did you mean hint?" in told and "already has a chip" in told
    assert "no legal move begins there" in told and "name one file" in told and "on or off" in told


def test_lines_that_run_out_keep_the_game_and_say_how_to_go_on(tmp_path):
    file = tmp_path / "game.fivefold"
    table, text = play(["a1:up"], first=0, file=file)
    assert text.rstrip().endswith(f"The game is saved in {file}\nContinue it with: fivefold play --continue {file}")
    kept = Match.from_record(file.read_text())
    assert kept.moves == table.match.moves
    assert [(seat.level, seat.name) for seat in seated_again(kept)] == [(None, ""), (3, RIVAL)]


def test_a_game_nobody_moved_in_is_not_kept(tmp_path):
    _, text = play(["show", "quit"], first=0, file=tmp_path / "game.fivefold")
    assert not list(tmp_path.iterdir()) and "kept" not in text


def test_a_file_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path):
    (tmp_path / "occupied").write_text("")
    table, text = play(["a1:up", "b2:up"], first=0, file=tmp_path / "occupied" / "game.fivefold")
    assert text.count("cannot be saved") == 1 and len(table.match.moves) == 36 + 4


def test_undo_takes_back_the_reply_too():
    table, text = play(["a1:up", "undo"], first=0)
    assert len(table.match.moves) == 36 and "Taken back." in text


def test_undo_before_the_first_own_move_is_refused():
    table, text = play(["undo"], first=1)
    assert len(table.match.moves) == 37 and "you have not moved yet" in text


def test_a_refused_undo_takes_nothing_back_at_all():
    """The computer's reply could be, but not what came before it: dice fell."""
    table, text = play(["keep:", "undo"], game="dice_poker", first=0)
    assert "came after that move and cannot be unseen" in unwrapped(text)
    assert "keep:" in table.match.history and "Taken back." not in text


def test_undo_between_friends_takes_back_one_move():
    table, _ = play(["a1:up", "b2:down", "undo"], against="friend", first=0)
    assert table.match.history[36:] == ["a1:up"]


def test_resigning_names_the_player():
    table, text = play(["resign", "a1:up"], first=0)
    assert table.match.outcome.winner == 1
    assert f"{RIVAL} wins. You resigned." in text


def test_hint_and_preview_change_nothing():
    thinker = FirstMove()
    table, text = play(["hint", "preview b2:down", "quit"], first=0, thinker=thinker)
    assert len(table.match.moves) == 36 and thinker.levels == [7]
    mine, other = map(percent, calibration_at(table.match, (None, 3)).shares((0.5, 0.5)))
    assert "(a1:up)." in text and "face up on a1" in text and f"Chances to win: You {mine}, {RIVAL} {other}." in text
    assert "b2:down would be: " in text


def test_moves_are_grouped_by_place_and_explained_on_demand():
    table, text = play(["moves", "moves B2", "quit"], first=0)
    assert "b2:up b2:down   c2:up c2:down" in text
    explain = partial(words.explain, table.match.game.notation)
    for move, said in zip(table.match.legal(), table.match.legal_moves(), strict=True):
        assert (f"{said}: {explain(table.match.row, move)}" in unwrapped(text)) == said.startswith("b2")


def test_a_note_from_the_engine_is_told_once():
    _, text = play(["a1:up", "b2:up"], first=0, thinker=FirstMove(note="answered in haste"))
    assert unwrapped(text).count(f" {RIVAL} answered in haste. ") == 1


def test_an_interrupted_opponent_waits_for_the_player():
    table, text = play(["b2:up", "", "quit"], first=1, thinker=FirstMove(interruptions=1))
    assert "was interrupted" in text and f"{RIVAL} is to move; press Enter" in text
    assert len(table.match.moves) == 37


class Interrupting(io.StringIO):
    """Lines, and then somebody presses Ctrl-C."""

    def readline(self, *size):
        line = super().readline(*size)
        if not line:
            raise KeyboardInterrupt
        return line


def test_an_interrupt_at_the_prompt_leaves_and_keeps_the_game(tmp_path):
    match, written = Match("locus", seed=1, first=0), io.StringIO()
    seats = seated(match, 0, opponents(match.game, "friend", 1))
    file = tmp_path / "game.fivefold"
    run(Table(match, seats, FirstMove(), Screen(Interrupting("a1:up\n"), written), file))
    assert Match.from_record(file.read_text()).history[36:] == ["a1:up"]
    assert "Continue it with: " in written.getvalue()


def test_an_interrupted_hint_goes_back_to_the_player():
    table, text = play(["hint", "a1:up"], first=0, thinker=FirstMove(interruptions=1))
    assert "Stopped." in text and len(table.match.moves) == 36 + 2


def test_save_writes_a_record_that_replays(tmp_path):
    table, _ = play(["a1:up", f"save '{tmp_path}/my game.fivefold'"], first=0)
    assert Match.from_record((tmp_path / "my game.fivefold").read_text()).moves == table.match.moves


@pytest.mark.parametrize("name", ["", "one two", "'one", "~nobody-of-that-name/x"])
def test_save_wants_one_name(name):
    _, text = play([f"save {name}", "quit"], first=0)
    assert "save: name one file, e.g. save game.fivefold" in unwrapped(text)


def test_save_spares_what_is_not_this_game(tmp_path):
    (tmp_path / "letter").write_text("Dear Aunt")
    (tmp_path / "other").write_text(Match("locus", seed=2, grid="6x5").to_record())
    lines = [f"save {tmp_path}/{name}" for name in ("letter", "other", "mine")]
    table, text = play([*lines, "a1:up", lines[-1]], first=0)
    assert unwrapped(text).count("holds something else; name another file.") == 2
    assert (tmp_path / "letter").read_text() == "Dear Aunt"
    assert Match.from_record((tmp_path / "mine").read_text()).moves == table.match.moves


def test_a_failed_save_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    _, text = play([f"save {tmp_path}/folder"], first=0)
    assert f"{tmp_path}/folder: " in unwrapped(text) and list(tmp_path.iterdir()) == [tmp_path / "folder"]


def test_a_game_that_was_kept_nowhere_is_kept_where_it_is_saved(tmp_path):
    table, text = play([f"save {tmp_path}/game", "a1:up"], first=0)
    assert Match.from_record((tmp_path / "game").read_text()).moves == table.match.moves
    assert f"The game is saved in {tmp_path}/game" in text


def test_a_file_that_another_program_wrote_to_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("fivefold.doors.terminal.saved_matches.folder", lambda: tmp_path / "shelf")
    file = tmp_path / "game"

    class Meddler(FirstMove):
        def think(self, match, level, seat=None, budget=None):
            file.write_text("mine")
            return super().think(match, level, seat)

    table, text = play(["a1:up", "b2:up"], first=0, file=file, thinker=Meddler())
    assert file.read_text() == "mine" and unwrapped(text).count("was changed by another program") == 1
    (kept,) = (tmp_path / "shelf").iterdir()
    assert Match.from_record(kept.read_text()).moves == table.match.moves


@pytest.mark.parametrize("line", ["x" * 5000, "a1:\x1b[A", "\udcff"])
def test_noise_is_refused_in_a_few_printable_words(line):
    _, text = play([line], first=0)
    told = text.partition("Your move")[2].partition("\n")[2]
    assert "type" in told and len(told) < 150 and told.strip().replace("\n", "").isprintable()


@pytest.mark.parametrize(("window", "told"), [((120, 40), False), ((80, 19), True), ((40, 40), True), (None, False)])
def test_a_window_too_small_for_the_board_is_told(window, told):
    match, written = Match("locus", seed=1, first=0), io.StringIO()
    screen = Screen(io.StringIO("quit\n"), written)
    screen.window = window
    run(Table(match, seated(match, 0, opponents(match.game, "f", 1)), FirstMove(), screen, None))
    assert ("make this window 68 by 20" in unwrapped(written.getvalue())) == told


def test_only_the_first_word_of_a_sentence_is_capital():
    assert WORDS.text(players(range(3)), Reader(("Anna", "Youri", "Ben"), you=2), starts=False) == "Anna, Youri and you"
    _, text = play([], seat=1, first=0)
    assert f"{RIVAL} is Amber and you are Indigo." in text


def test_who_is_named_for_a_seat_is_not_told_to_sit_there():
    _, text = play([], game="focus", against="f/1/1", players=4)
    assert text.splitlines()[0].endswith("dropping play-on).")
    _, text = play([], game="focus", against="1/1/2", players=4)
    told = unwrapped(text)
    assert "You are Red and Tilda Brick is Green." in told and "Score" not in told.partition("Type a move")[0]


def test_tables_are_set_in_columns_where_there_is_room():
    written = io.StringIO()
    screen = Screen(io.StringIO(), written)
    page = "| Hand | Points |\n|---|--:|\n| **Pair** | 2 |"
    screen.document(page)
    assert written.getvalue() == "Hand   Points\nPair   2\n\n"
    screen.width = 10
    screen.document(page)
    assert written.getvalue().endswith("Hand,\n  Points\nPair, 2\n\n")
    screen.document("| Hand | 2 | 3 |\n|---|--:|--:|\n| Pair | 1 | |")
    assert written.getvalue().endswith("Hand, 2, 3\nPair, 1\n\n")


def test_again_only_after_the_end():
    early, text = play(["again"], first=0)
    assert not early.again and "this game is not over" in text
    late, _ = play(["resign", "again"], first=0)
    assert late.again


def test_board_off_leaves_the_diagram_out():
    _, long = play(["a1:up", "b2:up", "c3:up"], first=0)
    _, short = play(["board off", "a1:up", "b2:up", "c3:up"], first=0)
    assert long.count("Amber (o)") == 4 and short.count("Amber (o)") == 1


@pytest.mark.parametrize("key", keys())
def test_every_command_works_in_every_game(key, tmp_path):
    commands = ["help", "rules", "moves", "moves all", "hint", "show", "history", "undo", "board", f"save {tmp_path}/x"]
    table, text = play([*commands, "quit"], game=key)
    assert table.match.outcome is None and f"{tmp_path}/x" in text


@pytest.mark.parametrize("key", keys())
def test_every_game_has_rules_to_read(key):
    _, text = play(["rules"], game=key)
    words = re.findall(r"\w+", help_text(key))
    assert len(words) > 200 and re.findall(r"\w+", text.partition("rules\n")[2])[: len(words)] == words


def test_four_at_one_table_are_told_apart():
    match = Match("focus", seed=1, players=4)
    seats = seated(match, 1, opponents(match.game, "1/1/friend", 3))
    table = Table(match, seats, FirstMove(), Screen(io.StringIO(), io.StringIO()), None)
    assert len(set(table.names)) == 4
    assert [seat.level for seat in table.now.seats] == [None, None, 1, 1]
    assert seated_again(table.match) == table.now.seats


def test_people_keep_the_names_of_a_kept_game():
    match = Match("locus", seed=1, seats=["Anna", "Ben"])
    table = Table(match, seated_again(match), FirstMove(), Screen(io.StringIO(), io.StringIO()), None)
    assert table.names == ["Anna", "Ben"] and table.match.seats == ("Anna", "Ben")


def test_one_of_three_at_a_keyboard_resigns_and_the_others_play_on():
    moves = Match("focus", seed=1, players=3)
    script = []
    for _ in range(4):
        script.append(moves.legal_moves()[0])
        moves.play(script[-1])
    moves.resign(1)
    table, text = play([*script, "resign", moves.legal_moves()[0]], game="focus", against="human", players=3)
    assert "Green resigns; the others play on." in text
    assert table.now.out == {1} and table.match.moves[: len(moves.moves)] == moves.moves
    assert table.match.outcome is None and table.match.to_move == 0
