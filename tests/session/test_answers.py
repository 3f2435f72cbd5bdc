"""Answers given in advance: what a line may be, what a tree of them fits, and what is left of it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.session import answers, steps
from fivefold.session.answers import ANYTHING, DEEPEST, MOST_MOVES, Fate, Plan, Position, Step, Told
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.snapshot import MOVE, PAUSE, UNDO, Entry

from .tables import ANNA, BEN, computer, person, table

CLEO = "cleo"


def here(now, seat=1):
    return answers.start(now, seat)


def played(now, *texts):
    for text in texts:
        now = steps.play(now, {now.to_act}, now.number + 1, text)
    return now


def theirs(now):
    return now.match.legal_moves()


def line_of(now, length, choose=lambda moves: moves[0]):
    """Return a line of so many legal moves."""
    line = []
    for _ in range(length):
        line.append(choose(theirs(now)))
        now = played(now, line[-1])
    return line


def lines(tree, seat):
    """Return what a tree fits, one by one: by the moves so far the answer."""
    found = {}

    def walk(below, path, turn):
        for text, more in below.items():
            if turn == seat:
                found[tuple(path)] = text
            walk(more, [*path, text], 1 - turn)

    walk(tree, [], 1 - seat)
    return found


# --- who may ---------------------------------------------------------------------------------------------------------


def test_only_a_player_among_people_may():
    now = table("focus")
    assert answers.answering_seat(now, BEN) == 1
    with pytest.raises(NotYours, match="no seat"):
        answers.answering_seat(now, CLEO)
    with pytest.raises(NotOffered, match="other people"):
        answers.answering_seat(table("focus", person(ANNA), computer(3)), ANNA)
    with pytest.raises(NotOffered, match="other people"):
        answers.answering_seat(table("focus", person(ANNA), person(ANNA)), ANNA)


def test_nobody_answers_in_advance_on_their_own_turn_or_after_the_end():
    now = table("focus")
    with pytest.raises(NotOffered, match="it is your turn"):
        here(now, 0)
    with pytest.raises(NotOffered, match="not being played"):
        here(steps.resign(now, ANNA, now.number + 1))


def test_nothing_is_foreseen_where_something_is_hidden():
    now = table("pokeros")
    with pytest.raises(NotOffered, match="don't see everything"):
        here(now, 1 - now.to_act)


def test_a_line_ends_where_chance_comes():
    now = table("dice_poker")
    waits = 1 - now.to_act
    reply = next(
        (
            text
            for text in theirs(now)
            if Position(now.match.game, waits, now.match.row)
            .after(now.match.game.notation.read(now.match.row, text))
            .turn
            == -1
        ),
        None,
    )
    assert reply is not None
    with pytest.raises(NotOffered, match="chance decides"):
        answers.checked_line(here(now, waits), [reply, "whatever"])


# --- lines -----------------------------------------------------------------------------------------------------------


def test_a_line_is_checked_move_by_move():
    now = table("focus")
    line = answers.checked_line(here(now), line_of(now, 4))
    assert [step.seat for step in line] == [0, 1, 0, 1]
    with pytest.raises(InvalidMove):
        answers.checked_line(here(now), ["nonsense!"])
    with pytest.raises(InvalidMove, match="that long"):
        answers.checked_line(here(now), ["a" * 400])
    first = theirs(now)[0]
    with pytest.raises((IllegalMove, InvalidMove)):
        answers.checked_line(here(now), [first, first])


@pytest.mark.parametrize("game", ["focus", "locus"])
def test_open_games_are_foreseen_to_their_end(game):
    now = table(game)
    assert len(answers.checked_line(here(now, 1 - now.to_act), line_of(now, 6))) >= 6
    assert answers.moves_ahead(here(now, 1 - now.to_act))


def test_a_line_ends_with_an_answer():
    now = table("focus")
    for length in (0, 1, 3):
        with pytest.raises(NotOffered, match="move of yours"):
            answers.checked_line(here(now), line_of(now, length))


def test_moves_are_kept_in_their_canonical_form():
    now = table("focus")
    typed = [text.upper().replace("-", " - ") for text in line_of(now, 2)]
    assert [step.text for step in answers.checked_line(here(now), typed)] == line_of(now, 2)


def test_a_line_has_a_most():
    now = table("focus")
    pick = random.Random(3).choice
    with pytest.raises(NotOffered, match=f"{DEEPEST} moves at most"):
        answers.checked_line(here(now), line_of(now, DEEPEST + 2, pick))


def test_with_several_others_a_line_tells_what_each_of_them_plays():
    now = table("focus", person(ANNA), person(BEN), person(CLEO), players="3")
    line = line_of(now, 3)
    assert [step.seat for step in answers.checked_line(here(now, 2), line)] == [0, 1, 2]
    with pytest.raises(NotOffered, match="move of yours"):
        answers.checked_line(here(now, 2), line[:2])


# --- trees -----------------------------------------------------------------------------------------------------------


def steps_of(texts, seat=1):
    return [Step(text, number % 2, forced=False) for number, text in enumerate(texts)]


def tree_of(*written):
    tree = {}
    for texts in written:
        tree = answers.merged(tree, steps_of(texts.split()), 1)
    return tree


def test_lines_that_begin_alike_share_their_beginning():
    tree = tree_of("a x", "b y", "a x c z")
    assert tree == {"a": {"x": {"c": {"z": {}}}}, "b": {"y": {}}}
    assert answers.size(tree) == 6
    assert [" ".join(path) for path in answers.branches(tree)] == ["a", "a x", "a x c", "a x c z", "b", "b y"]


def test_another_answer_is_refused_and_says_what_is_there():
    for line, words in (("a w", "already answer a with x"), ("a x c w", "already answer c with z")):
        with pytest.raises(NotOffered, match=f"{words}; remove that answer first"):
            tree_of("a x c z", line)
    assert tree_of("a x c z", "a x", "a x c z") == tree_of("a x c z")
    otherwise = {ANYTHING: {"x": {}}}
    assert answers.merged(otherwise, steps_of(["a", "x"]), 1) == otherwise | tree_of("a x")


def test_a_move_of_theirs_goes_with_its_only_answer():
    tree = tree_of("a x c z", "b y")
    assert answers.without(tree, steps_of(["a", "x", "c", "z"]), 1) == tree_of("a x", "b y")
    assert answers.without(tree, steps_of(["a", "x"]), 1) == tree_of("b y")
    assert answers.without(tree, steps_of(["b"]), 1) == tree_of("a x c z")
    assert answers.without(tree, steps_of(["q", "r"]), 1) == tree


def test_a_tree_has_a_most():
    tree = {}
    for number in range(MOST_MOVES // 2):
        tree = answers.merged(tree, steps_of([str(number), "x"]), 1)
    with pytest.raises(NotOffered, match=f"{MOST_MOVES} moves at most"):
        answers.merged(tree, steps_of(["more", "x"]), 1)


def test_what_can_be_moved_ahead_is_possible_after_some_reply():
    now = table("focus")
    known = answers.moves_ahead(here(now))
    possible = {move for reply in theirs(now) for move in theirs(played(now, reply))}
    assert known
    assert set(known) <= possible


def test_moving_ahead_waits_for_every_other_player():
    now = table("focus", person(ANNA), person(BEN), person(CLEO), players="3")
    assert answers.moves_ahead(here(now, 2))


# --- what is left ----------------------------------------------------------------------------------------------------


def log(*texts, first=0):
    return [Entry(number, MOVE, number % 2, text) for number, text in enumerate(texts, start=first)]


def test_a_branch_that_fits_is_followed():
    plan = Plan(tree_of("a x c z", "b y")).after(log("a"), 1)
    assert (plan.answer, plan.told) == ("x", Told())
    plan = plan.after(log("x", first=1), 1)
    assert plan.tree == tree_of("c z")
    assert Plan(tree_of("a x")).after(log("a", "x"), 1) == Plan({}, Told(Fate.PLAYED, 0, "a", "x"))


def test_what_does_not_fit_is_dropped_with_a_word():
    plan = Plan(tree_of("a x")).after(log("c"), 1)
    assert plan == Plan({}, Told(Fate.UNANSWERED, 0, "c"))
    assert plan.after(log("y", first=1), 1) == Plan({})


@pytest.mark.parametrize(
    ("entry", "fate"),
    [
        (Entry(1, UNDO, 0, "0"), Fate.TAKEN_BACK),
        (Entry(1, MOVE, -1, "roll"), Fate.BY_CHANCE),
        (Entry(1, MOVE, 1, "other"), Fate.NONE),
    ],
)
def test_other_things_that_drop_answers(entry, fate):
    plan = Plan(tree_of("a x")).after([entry], 1)
    assert (plan.tree, plan.told.fate) == ({}, fate)


def test_a_pause_keeps_them():
    assert Plan(tree_of("a x")).after([Entry(1, PAUSE, -2, "")], 1) == Plan(tree_of("a x"))


def test_one_move_ahead_waits_for_whatever_they_play():
    ahead = Plan({ANYTHING: {"x": {}}})
    assert ahead.after(log("a"), 1).answer == "x"
    assert ahead.after(log("a", "x"), 1) == Plan({}, Told(Fate.PLAYED, 0, "a", "x"))
    assert ahead.after([Entry(1, MOVE, -1, "roll")], 1).answer is None


def test_what_is_told_is_stored_as_data():
    told = Told(Fate.PLAYED, 0, "c3-c4:1", "d4-d5:1")
    assert Told.read(told.stored) == told
    assert Told.read(Told().stored) == Told()


WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=6)


@pytest.mark.slow
@given(st.lists(WORDS, max_size=12), st.lists(st.sampled_from("abc"), max_size=6))
@settings(max_examples=200, deadline=None)
def test_a_tree_answers_what_the_first_line_that_fits_says(given_lines, came):
    """Brute force: keep all lines but those that answer the same moves otherwise than one before."""
    tree, kept = {}, {}
    for texts in given_lines:
        line = texts if len(texts) % 2 == 0 else texts[:-1]
        if not line:
            continue
        said = {tuple(line[: end - 1]): line[end - 1] for end in range(2, len(line) + 1, 2)}
        if any(kept.get(before, answer) != answer for before, answer in said.items()):
            with pytest.raises(NotOffered, match="already answer"):
                answers.merged(tree, steps_of(line), 1)
            continue
        tree, kept = answers.merged(tree, steps_of(line), 1), kept | said
    assert lines(tree, 1) == kept
    plan = Plan(tree).after(log(*came), 1)
    if len(came) % 2 and plan.tree:
        assert plan.answer == kept.get(tuple(came))
