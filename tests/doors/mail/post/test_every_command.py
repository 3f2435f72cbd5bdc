"""Every command there is, from a player, from somebody else and from a stranger: always answered, and nothing leaks."""

import random
import re

import pytest

from fivefold.doors.mail.post import incoming
from fivefold.doors.mail.words import BY_NAME
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.doors.mail.post.conftest import BEN_AT, CLEO_AT, DOMAIN
from tests.doors.mail.whole.test_whole_games import cards, hidden_cards
from tests.house.people import ANNA, BEN, CLEO
from tests.quick import landing

pytestmark = pytest.mark.slow
STRANGER = "zoe@new.example"
BEHIND = ("", "1", "none", "new 2", "now", "all", "c2-c1", "#1", "ben", "ann@new.example", "-time=3d/move", "20")
TELL_RULES = {"help", "rules", "preview"}
"""Their examples name cards that nobody holds."""


@pytest.fixture(autouse=True)
def without_limits(monkeypatch):
    for name in ("MOST_READ", "ASKED_FOR", "QUESTIONS", "STRANGERS", "ALL_STRANGERS"):
        monkeypatch.setattr(incoming, name, 100_000)


def private_match(post, game, chosen):
    """Return a match of Anna and Ben that goes on, and that nobody else should find."""
    now = post.house.create(ANNA, MatchRequest(game, {}, ("link",) if game != "solitaire" else ()))
    if game != "solitaire":
        now = post.house.sit(now.id, BEN)
    for _ in range(6):
        if now.to_act is None:
            break
        moves = now.match.legal_moves()
        now = post.house.play(now.id, now.seats[now.to_act].person, now.number + 1, chosen.choice(moves))
    return now


def to_the_house(post, person, address):
    """Return an address at which what this person writes is believed, as an answer to a mail about nothing."""
    made = post.house.mail.outgoing.put("answer", person, address, {"subject": ""}, state=outgoing_mails.SENT)
    return f"play+{post.house.mail.outgoing.key(made)}@{DOMAIN}"


@pytest.mark.parametrize("game", landing({"pokeros"}, ["focus", "locus", "pokeros", "dice_poker", "solitaire"]))
def test_every_command_is_answered_and_tells_nobody_what_is_not_for_them(post, caplog, game):
    chosen, house = random.Random(game), post.house
    house.accounts.set_preference(ANNA, "public_games", False)
    now = private_match(post, game, chosen)
    table = house.create(BEN, MatchRequest("focus", {}, ("link",)))
    people = {BEN_AT: BEN, CLEO_AT: CLEO, STRANGER: None}
    at = {address: to_the_house(post, person, address) for address, person in people.items()}
    for word in sorted(BY_NAME):
        for sender in (BEN_AT, CLEO_AT, STRANGER):
            if house.known(now.id).status == OVER:
                now = private_match(post, game, chosen)
            board = house.mail.boards.number(chosen.choice([now, now, table]).id)
            line = f"{game} {word} {chosen.choice(['', board, board])} {chosen.choice(BEHIND)}"
            for letter in post.send(
                f"{line}\n\nHello", sender, chosen.choice([at[sender], at[sender], f"play@{DOMAIN}"])
            ):
                told = letter.text + str(letter.content)
                if letter.to != BEN_AT and letter.person not in (ANNA, BEN):
                    assert now.id not in told and table.id not in told and letter.mail.match is None, line
                elif letter.person == BEN and word not in TELL_RULES and game == "pokeros":
                    if set(re.findall(r"Pokeros (\d+)", letter.text)) - {house.mail.boards.number(now.id)}:
                        continue  # in a match that is over the same cards are no secret
                    there = house.known(now.id)
                    for seat in there.seats_of(BEN):
                        assert not cards(letter.text) & hidden_cards(there, seat), line
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    assert house.mail.incoming.waiting() == 0
