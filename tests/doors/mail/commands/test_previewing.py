"""Moves tried without being played: from a match, from an earlier position, from a new board; two-step moves; hints."""

import pytest

from fivefold.contract import SPECTATOR
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidOption
from fivefold.doors.mail.commands import moves, run_of
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.notices.mail.mail_queue import HINT
from fivefold.house.table.seating import MatchRequest
from fivefold.play.observation import observed
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO, play

pytestmark = pytest.mark.slow


def preview(house, person, text="", now=None, game=None, number=None, **options):
    board = None if now is None else now.id
    (drawn,) = moves.preview(asking(house, person), line("preview", text, board, game, number, **options))
    return drawn


@pytest.mark.parametrize("person", [ANNA, BEN, CLEO, None])
def test_anybody_tries_moves_of_an_open_match(house, person):
    now = begun(house)
    drawn = preview(house, person, "c2-c1 d2 - d1", now)
    copy = now.match.copy()
    for text in ("c2-c1", "d2-d1"):
        copy.play(text)
    assert list(drawn.row) == copy.row
    assert drawn.said == ("After c2-c1:1 and d2-d1:1.",)
    assert drawn.status == "Red to move."
    assert house.known(now.id) is house.known(now.id)
    assert not house.known(now.id).entries


def test_from_an_earlier_position(house):
    now = play(house, begun(house), "c2-c1", "d2-d1")
    drawn = preview(house, CLEO, "e2-e1", now, number=1)
    assert drawn.said == ("After e2-e1:1.",)
    assert list(preview(house, CLEO, "", now, number=0).row) == now.row_at(0)
    with pytest.raises(NotOffered, match="move 7"):
        preview(house, CLEO, "d3-d4", now, number=7)


def test_an_illegal_move(house):
    with pytest.raises(IllegalMove, match="c2-c5"):
        preview(house, CLEO, "c2-c5", begun(house))


def test_a_turn_with_chance_ends_the_preview(house):
    now = begun(house, "dice_poker")
    drawn = preview(house, ANNA, "keep: keep:1", now)
    assert drawn.status == "Chance comes next."
    assert drawn.said[1] == "keep:1 was not tried: chance comes first."


def test_hidden_cards_stay_hidden(house):
    now = begun(house, "pokeros")
    mover, other = now.seats[now.to_act].person, now.seats[1 - now.to_act].person
    text = now.match.legal_moves()[0]
    for person in (other, CLEO, None):
        with pytest.raises(NotOffered, match="you don't see everything"):
            preview(house, person, text, now)
        seat = next(iter(now.seats_of(person or "")), SPECTATOR)
        assert list(preview(house, person, "", now).row) == observed(now.match.game, now.match.row, seat)
    own = preview(house, mover, text, now)
    hidden = observed(now.match.game, now.match.row, now.to_act)
    now.match.game.rules.play(hidden, now.match.game.notation.read(hidden, text))
    assert list(own.row) == hidden


def test_no_answer_and_no_refusal_names_a_hidden_card(house):
    now = begun(house, "pokeros")
    mover, other = now.seats[now.to_act].person, now.seats[1 - now.to_act].person
    hand = {text.partition("@")[0] for text in now.match.legal_moves()}
    wrong = "2c@9,9" if "2c" not in hand else "3c@9,9"
    lines = [line(word, wrong, now.id) for word in ("move", "queue", "submit", "preview", "moves")]
    lines += [line(word, "", now.id) for word in ("show", "showas", "queue", "confirm", "hint", "undo", "resign")]
    for person in (other, CLEO, None):
        for each in lines:
            try:
                said = str(run_of(each.word)(asking(house, person), each))
            except FivefoldError as error:
                said = str(error)
            said = said.replace(now.id, "")  # (drawn by chance, so that it may look like a card)
            assert not any(card in said for card in hand), (each.word, said)
    with pytest.raises(FivefoldError, match="|".join(hand)):
        run_of("move")(asking(house, mover), line("move", wrong, now.id))


@pytest.mark.parametrize("text", ["new c2-c1", "new 2 c2-c1", "new anna ben c2-c1", "new anna ben ** c2-c1"])
def test_a_new_board(house, text):
    drawn = preview(house, None, text, game="focus")
    assert drawn.said == ("After c2-c1:1.",)


def test_a_new_board_for_more_or_with_options(house):
    start = preview(house, None, "new 4", game="focus")
    assert start.row == preview(house, None, "new", game="focus", players="4").row
    assert start.row != preview(house, None, "new", game="focus").row
    with pytest.raises(InvalidOption, match="Focus is for 2, 3 or 4"):
        preview(house, None, "new 9 c2-c1", game="focus")
    with pytest.raises(InvalidOption, match="which game"):
        preview(house, None, "new c2-c1")
    with pytest.raises(InvalidOption):
        preview(house, None, "new c2-c1", game="focus", players="9")


@pytest.mark.parametrize("game", ["locus", "pokeros", "dice_poker", "solitaire"])
def test_nothing_is_dealt_on_a_new_board(house, game):
    assert preview(house, None, "new", game=game).status == "Chance comes next."
    with pytest.raises(NotOffered, match="nothing is dealt"):
        preview(house, None, "new a1:up", game=game)


# --- two steps -------------------------------------------------------------------------------------------------------


def submit(house, person, text, now):
    return moves.submit(asking(house, person), line("submit", text, now.id))


@pytest.mark.parametrize("word", ["confirm", "yes"])
def test_a_move_is_kept_and_played_when_it_is_confirmed(house, word):
    now = begun(house)
    (drawn,) = submit(house, ANNA, "c2 - c1", now)
    assert drawn.said[0] == "c2 - c1 is kept, but not played yet."
    assert not house.known(now.id).entries
    run = run_of(word)
    (shown,) = run(asking(house, ANNA, answers=now, kind="answer"), line(word))
    assert shown.said == ("You played c2-c1:1.",)
    (shown,) = run(asking(house, ANNA), line("confirm", "", now.id)) if word == "confirm" else (shown,)
    assert house.known(now.id).number == 1


def test_confirm_finds_the_only_one_and_what_is_old_is_not_played(house):
    begun(house)
    now = begun(house, "locus")
    person = now.seats[now.to_act].person
    submit(house, person, "a1:up", now)
    moves.confirm(asking(house, person), line("confirm"))
    assert house.known(now.id).number == now.number + 1
    other = begun(house)
    submit(house, ANNA, "c2-c1", other)
    house.play(other.id, ANNA, 1, "f2-f1")
    with pytest.raises(Stale):
        moves.confirm(asking(house), line("confirm", "", other.id))


def test_what_cannot_be_submitted_or_confirmed(house):
    now = begun(house)
    with pytest.raises(IllegalMove):
        submit(house, ANNA, "c2-c5", now)
    with pytest.raises(NotYours, match="Anna's turn"):
        submit(house, BEN, "c2-c1", now)
    with pytest.raises(NotOffered, match="submitted no move"):
        moves.confirm(asking(house), line("confirm", "", now.id))
    with pytest.raises(FivefoldError):
        submit(house, ANNA, "", now)


def test_showas_tells_what_only_its_player_knows(house):
    now = begun(house)
    submit(house, ANNA, "c2-c1", now)
    answers = moves.showas(asking(house), line("showas", "", now.id))
    assert any("confirmed" in str(each) for each in answers)
    house.answers.add_line(BEN, now.id, 1, ["c2-c1:1", "d2-d1:1"])
    house.mail.resignations.resign(now.id, BEN)
    told = str(moves.showas(asking(house, BEN), line("showas", "", now.id)))
    assert "c2-c1:1 d2-d1:1" in told
    assert "resign" in told
    assert "confirmed" not in told


# --- hints -----------------------------------------------------------------------------------------------------------


class Thinking:
    """Stands for the opponents, who have a hint when they are asked for the second time."""

    def __init__(self):
        self.asked = 0

    def hint(self, match_id, person_id):
        self.asked += 1
        return None if self.asked < 2 else {"text": "c2-c1:1", "said": "It is good.", "note": ""}


def test_a_hint_follows_later(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("1",), begin="me"))
    for _ in range(2):
        moves.hint(asking(house, ANNA, now), line("hint"))
    (mail,) = house.mail.outgoing.of_person(ANNA, HINT, now.id)
    thinking = Thinking()
    assert moves.hint_answer(house, thinking, mail) is None
    shown = moves.hint_answer(house, thinking, mail)
    assert shown.said == ("Hint: c2-c1:1.", "It is good.")
    house.play(now.id, ANNA, 1, "f2-f1")
    assert "gone on" in moves.hint_answer(house, thinking, mail).said[0]


def test_no_hints_among_people(house):
    with pytest.raises(NotOffered, match="between people"):
        moves.hint(asking(house, ANNA, begun(house)), line("hint"))
