"""Anyone may move: people at one keyboard, and rivals who take their time, which these tests keep."""

import io
import itertools
from concurrent.futures import Future

import pytest

from fivefold import Match
from fivefold.contract import ANYONE
from fivefold.doors.terminal import start
from fivefold.doors.terminal.loop import count_down, run
from fivefold.doors.terminal.screen import Screen, TimeUp
from fivefold.doors.terminal.table import Table, opponents, seated
from fivefold.session.snapshot import reaction_seconds

from .test_table import FirstMove, unwrapped

GAME, OPTIONS = "solitaire", {"mode": "race", "decks": 2, "deal": 3}
LEVEL = 3
LONG = 1_000.0


class Day:
    """A clock that goes on only while somebody waits."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


class Typist(Screen):
    """Somebody who types each line so many seconds after the one before."""

    def __init__(self, day, script):
        self.written = io.StringIO()
        super().__init__(io.StringIO(), self.written)
        self.day, self.script = day, [list(line) for line in script]

    def ask(self, prompt, seconds=None):
        if not self.script:
            return None
        pause, line = self.script[0]
        if seconds is not None and pause > seconds:
            self.day.seconds += max(0.0, seconds)
            self.script[0][0] -= max(0.0, seconds)
            raise TimeUp
        self.day.seconds += pause
        del self.script[0]
        self.show(prompt + line)
        return line


class Thinking(Future):
    """A thought that is there after so many seconds."""

    def __init__(self, day, seconds, thought):
        super().__init__()
        self.day, self.ready = day, day.seconds + seconds
        self.set_result(thought)

    def done(self):
        return self.day.seconds >= self.ready


def race(script, against=str(LEVEL), thinking=0.0, thinker=None, **options):
    """Type lines, each with the seconds before it, against a rival who thinks so long; return table and text."""
    day = Day()
    match = Match(GAME, seed=1, **{**OPTIONS, **options})
    seats = seated(match, 0, opponents(match.game, against, 1))
    screen = Typist(day, script)
    table = Table(match, seats, thinker or FirstMove(), screen, None, clock=day)
    run(table, lambda think, *about: Thinking(day, thinking, think(*about)))
    return table, screen.written.getvalue()


def made_by(table, seat):
    return [text for text, mover in zip(table.match.history, table.match.movers, strict=True) if mover == seat]


@pytest.fixture
def face_up():
    """Return the cards that lie face up at the start."""
    return [text.removeprefix("deal:") for text in Match(GAME, seed=1, **OPTIONS).history]


def test_nobody_has_to_wait_for_the_other(face_up):
    one, two, three = face_up
    table, text = race([(0, f"1:{one}@c3"), (0, f"1:{two}@c4"), (0, f"2:{three}@c3"), (0, "quit")], against="friend")
    assert made_by(table, 0) == [f"1:{one}@1c3", f"1:{two}@1c4"]
    assert made_by(table, 1) == [f"2:{three}@2c3"]
    assert "1: Sage, 2: Plum: " in text and "Plum puts the " in text


def test_the_same_card_is_not_there_twice(face_up):
    card = face_up[0]
    table, text = race([(0, f"1:{card}@c3"), (0, f"2:{card}@c3"), (0, "quit")], against="friend")
    assert made_by(table, 1) == [] and f"2:{card}@c3: {card} is not face up" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7h@c3", "7h@c3: write whose move it is first; 1: is Sage and 2: is Plum."),
        ("hlep", "Or did you mean help?"),
        ("3:7h@c3", "3:7h@c3: nobody has that number; your moves begin with 1: or 2:."),
        ("undo", "undo: there is no undo in a race."),
        ("hint", "hint: there are no hints in a race; preview MOVE says what a move would do."),
        ("hnit", "Type help to see everything"),
        ("resign", "resign: say who resigns: resign 1 for Sage or resign 2 for Plum."),
        ("again", "again: this game is not over"),
    ],
)
def test_a_line_of_two_at_one_keyboard_says_whose_it_is(line, said):
    table, text = race([(0, line), (0, "quit")], against="friend")
    assert said in unwrapped(text) and not made_by(table, 0) + made_by(table, 1)


@pytest.mark.parametrize(("line", "winner"), [("resign 1", 1), ("resign Plum", 0)])
def test_who_gives_up_is_named(line, winner):
    table, _ = race([(0, line)], against="friend")
    assert table.match.outcome.winner == winner


def test_a_rival_moves_after_its_reaction_time_again_and_again():
    table, text = race([(20, "quit")])
    # Its time runs from the third entry, the last card dealt, then from its own moves, each followed by another card.
    expected, now, numbers = 0, 0.0, itertools.chain([3], itertools.count(4, 2))
    while (now := now + reaction_seconds(LEVEL, table.match.source.public, next(numbers))) <= 20:
        expected += 1
    assert expected > 3 and len(made_by(table, 1)) == expected
    assert text.count(f"{table.names[1]} puts the ") == expected and table.screen.day.seconds == pytest.approx(20)


@pytest.mark.parametrize("level", [1, 4, 7])
def test_a_weaker_rival_takes_longer(level):
    table, _ = race([(30, "quit")], against=str(level))
    slower = race([(30, "quit")], against=str(max(1, level - 3)))[0]
    assert len(made_by(table, 1)) > len(made_by(slower, 1)) or level == 1
    assert {move.partition(":")[0] for move in made_by(table, 1)} == {"2"}


def test_a_rival_is_not_kept_from_its_turn_by_who_is_quicker(face_up):
    first = reaction_seconds(LEVEL, "1", 3)
    quick = [(first / 4, f"{text}") for text in ("moves", "show", "history", "moves")]
    table, _ = race([*quick, (first / 4, "quit")])
    assert len(made_by(table, 1)) == 1


def test_a_person_needs_no_number_and_moves_for_nobody_else(face_up):
    card, other = face_up[:2]
    table, text = race([(0, f"{card}@c3"), (0, f"2:{other}@c3"), (0, "quit")])
    assert made_by(table, 0) == [f"1:{card}@1c3"] and made_by(table, 1) == []
    assert f"2:{other}@c3: that is {table.names[1]}'s to do; your moves begin with 1:." in unwrapped(text)


def wanted_first():
    """Return the move that a rival makes who takes the first there is, and the card it takes."""
    match = Match(GAME, seed=1, **OPTIONS)
    text = FirstMove().think(match, LEVEL, 1).text
    return text, text.partition(":")[2].partition("@")[0]


def test_a_rival_whose_card_was_taken_while_it_thought_thinks_again():
    move, card = wanted_first()
    begins = reaction_seconds(LEVEL, "1", 3)
    thinker = FirstMove()
    table, _ = race([(begins + 1, f"{card}@c3"), (1.5, "quit")], thinking=2.0, thinker=thinker)
    assert made_by(table, 0) == [f"1:{card}@1c3"]
    assert thinker.levels == [LEVEL, LEVEL] and made_by(table, 1) == []
    patient, _ = race([(begins + 1, f"{card}@c3"), (3.5, "quit")], thinking=2.0)
    assert len(made_by(patient, 1)) == 1 and made_by(patient, 1) != [move]


def test_a_rival_whose_card_is_still_there_takes_it_although_others_are_gone(face_up):
    move, card = wanted_first()
    other = next(text for text in face_up if text != card)
    begins = reaction_seconds(LEVEL, "1", 3)
    table, _ = race([(begins + 1, f"{other}@c3"), (2, "quit")], thinking=2.0)
    assert made_by(table, 1) == [move]


def test_a_thought_that_comes_after_the_end_is_let_go():
    begins = reaction_seconds(LEVEL, "1", 3)
    table, _ = race([(begins + 1, "resign"), (LONG, "quit")], thinking=2.0)
    assert table.match.outcome.winner == 1 and made_by(table, 1) == []


def test_what_is_told_of_moves_is_for_the_seat_that_asks(face_up):
    _, text = race([(0, f"preview {face_up[0]}@c3"), (0, "moves"), (0, "quit")])
    assert f"1:{face_up[0]}@1c3 would be: " in unwrapped(text)
    listed = text.partition("moves\n")[2].partition("moves ")[0]
    assert "1:" in listed and "2:" not in listed


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["race", "race-both"])
def test_a_whole_race_against_a_rival_comes_to_its_end(mode):
    """A person who takes the first move there is, now and then, until nobody has any."""
    options = {"mode": mode, "touch": "anywhere", "touch2": "anywhere", "rejects": "0/0/0"}
    thinker = FirstMove()

    class Player(Typist):
        def ask(self, prompt, seconds=None):
            if not self.script and self.table.match.outcome is None:
                moves = list(self.table.offered.values())
                self.script = [[next(self.pauses), moves[0] if moves else "show"]]
            return super().ask(prompt, seconds)

    day = Day()
    match = Match(GAME, seed=1, **{**OPTIONS, **options})
    seats = seated(match, 0, opponents(match.game, "7", 1))
    screen = Player(day, [])
    screen.pauses = itertools.cycle((0.3, 1.1, 2.0))
    table = screen.table = Table(match, seats, thinker, screen, None, clock=day)
    run(table, lambda think, *about: Thinking(day, 0.2, think(*about)))
    match = table.match
    assert match.outcome is not None and match.to_move != ANYONE
    assert {0, 1} <= set(match.movers)
    said = match.outcome.reason.replace("Sage", "you").replace("Plum", table.names[1])
    assert f"{said[:1].upper()}{said[1:]}." in unwrapped(screen.written.getvalue())


def test_a_countdown_takes_three_seconds():
    screen, waits = Screen(io.StringIO(), io.StringIO()), []
    count_down(screen, waits.append)
    assert screen.target.getvalue() == "3\n2\n1\nGo!\n" and waits == [1, 1, 1]


def test_a_pipe_is_ready_for_a_race(monkeypatch, tmp_path):
    begun = []
    monkeypatch.setattr("fivefold.doors.terminal.loop.count_down", lambda screen: begun.append("count down"))
    monkeypatch.setattr("fivefold.doors.terminal.loop.run", begun.append)
    screen, match = Screen(io.StringIO(), io.StringIO()), Match("solitaire", seed=1, mode="race")
    seats = seated(match, 0, opponents(match.game, "7", 1))
    table = start._play_one(match, seats, screen, None, tmp_path / "race.txt")
    assert begun == [table] and screen.target.getvalue() == ""


def test_whoever_quits_before_a_race_has_left(monkeypatch):
    screen = Screen(io.StringIO(), io.StringIO())
    monkeypatch.setattr(screen, "interactive", True)
    monkeypatch.setattr(screen, "ask", lambda prompt: screen.show(prompt) or "quit")
    with pytest.raises(start.Left):
        start._play_one(Match("solitaire", seed=1, mode="race"), (), screen, None, None)
    assert screen.target.getvalue() == "Ready to race? Press Enter: \n"
