"""Whatever is typed at a match, the answer is an answer or a refusal that says why; and nobody else's move is made."""

import random

import pytest

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.commands import run_of
from fivefold.house.table.seating import MatchRequest
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO

pytestmark = pytest.mark.slow
WORDS = (
    *("", "move", "pass", "swap", "queue", "submit", "confirm", "preview", "show", "showas", "moves", "hint", "undo"),
    *("propose", "accept", "reject", "yes", "no", "resign", "abort", "pause", "resume", "more", "claim", "give"),
    *("rematch", "ready"),
)
ODD = (
    *("#", "#3", "*", "/", "none", "new", "new 3", "now", "back", "later", "all", "next", "time", "draw", "ben", "101"),
    *("101#2", "c2-c1", "a1:up", "keep:", "7c@1,0", "1:x", "::", "@", "-", "- -", "é", "😀", "x" * 80, "0", "-1", "²"),
)


@pytest.mark.parametrize("game", ["focus", "locus", "pokeros", "dice_poker", "solitaire"])
def test_any_line(house, game):
    chosen = random.Random(game)
    for _ in range(3):
        now = begun(house, game) if game != "solitaire" else house.create(ANNA, MatchRequest(game, {}, (), seed=5))
        for _ in range(60):
            now = house.known(now.id)
            texts = [*ODD, *now.match.legal_moves()[:40]]
            text = " ".join(chosen.choice(texts) for _ in range(chosen.randrange(4)))
            board = chosen.choice([None, None, now.id, 101, "999", "#101", "²"])
            given = line(
                chosen.choice(WORDS), text, board, chosen.choice([None, game]), chosen.choice([None, None, 0, 1, 7])
            )
            person = chosen.choice([ANNA, BEN, CLEO, None])
            answered = now if person is not None and chosen.random() < 0.5 else None
            asks = asking(house, person, answered, chosen.choice(["", "Well."]), chosen.choice(["", "match", "answer"]))
            before = now.number
            try:
                assert all(run_of(given.word)(asks, given)), given
            except FivefoldError as error:
                assert str(error)
            made = house.known(now.id).entries[before:]
            people = {house.known(now.id).seats[each.mover].person for each in made[:1] if each.mover >= 0}
            assert people <= {person, *([ANNA, BEN] if given.word in ("accept", "yes") else [])}, given
