"""Whole games by mail, over SMTP in both directions: every mail is one that somebody could have read and answered."""

import random
import re

import pytest

from fivefold.doors.mail.post import incoming
from fivefold.session.snapshot import LIVE, OVER
from tests.doors.mail.whole.served import served
from tests.doors.mail.whole.world import World, everything, said
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow
PEOPLE = {"Anna": ANNA, "Ben": BEN, "Cleo": CLEO, "Dora": DORA}


@pytest.fixture
def world():
    with World() as made:
        yield made


@pytest.fixture
def post(url, world, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_READ", 100_000)
    with served(url, world) as made:
        yield made


def begun(post, game, names, more=""):
    """Let the first of these people challenge the others by mail, and these accept; return the match's id."""
    first, *others = names
    first.write(f"{game} challenge {' '.join(each.name for each in others)} {more}".strip())
    post.work()
    question = first.next(lambda mail: "yes" in said(mail).lower())
    first.answer(question, "Yes")
    post.work()
    for each in others:
        challenge = each.next(lambda mail: "accept" in said(mail))
        each.answer(challenge, "accept\n\nGood luck!")
        post.work()
    (match_id,) = {summary.id for summary in post.house.matches_of(ids(first), 10)}
    assert post.house.snapshot(match_id).status == LIVE
    return match_id


def ids(writer):
    return PEOPLE[writer.name]


def play_on(post, match_id, writers, rng, on_page=None, check=lambda mail, seat: None, most=1000):
    """Answer mails with legal moves until the match is over; after ``most`` moves one after the other resigns.

    Check every mail that anybody gets.
    """
    read = {each.name: 0 for each in writers}
    by_person = {ids(each): each for each in writers}
    while (now := post.house.snapshot(match_id)).status != OVER:
        person = now.seats[now.to_act].person
        move = rng.choice(now.match.legal_moves()) if len(now.match.decisions) < most else "resign"
        if person == on_page and move == "resign":
            post.house.resign(match_id, person, now.number + 1)
        elif person == on_page:
            post.house.play(match_id, person, now.number + 1, move)
        else:
            writer = by_person[person]
            mail = [mail for mail in writer.box if "Your turn" in said(mail)][-1]
            writer.answer(mail, f"{move}\n\nMove {now.number} of mine.")
        post.work()
        after = post.house.snapshot(match_id)
        assert after.number > now.number, "\n=====\n".join(map(said, by_person[person].box[-4:]))
        for seat in now.seats:
            if seat.person in by_person:
                writer = by_person[seat.person]
                for mail in writer.box[read[writer.name] :]:
                    check(mail, seat.seat)
                read[writer.name] = len(writer.box)
    return post.house.snapshot(match_id)


@pytest.mark.long
def test_four_people_play_focus_by_mail_one_of_them_on_the_page(post):
    writers = post.people(**PEOPLE)
    match_id = begun(post, "focus", writers, "--time=3d/move")
    over = play_on(post, match_id, writers[:3], random.Random(4), on_page=DORA, most=40)
    assert over.match.outcome is not None
    for writer in writers[:3]:
        assert "Your turn" not in said(writer.box[-1])
        about = [mail for mail in writer.box if str(mail["Subject"]).endswith(" – ".join(over.names))]
        assert len(about) > 20 and len({mail["References"].split()[0] for mail in about}) == 1


@pytest.mark.long
def test_two_people_play_a_whole_game_by_mail(post, game="dice_poker"):
    writers = post.people(Anna=ANNA, Ben=BEN)
    match_id = begun(post, game, writers, "--time=2d/move")
    over = play_on(post, match_id, writers, random.Random(5), most=60)
    assert over.match.outcome is not None
    last = [mail for each in writers for mail in each.box[-3:]]
    assert {mail["References"].split()[0] for mail in last} == {f"<{game}.101@mail.example>"}
    assert all(str(mail["Subject"]).endswith("Anna – Ben") for mail in last)


def test_no_mail_of_a_game_with_secrets_tells_a_hidden_card(post):
    writers = post.people(Anna=ANNA, Ben=BEN)
    match_id = begun(post, "pokeros", writers)
    looked = []

    def check(mail, seat):
        now = post.house.snapshot(match_id)
        hidden = hidden_cards(now, seat)
        looked.append(len(hidden))
        assert not cards(everything(mail)) & hidden, said(mail)

    over = play_on(post, match_id, writers, random.Random(6), check=check)
    assert over.match.outcome is not None and sum(map(bool, looked)) > 20


def hidden_cards(now, seat):
    """Return the cards that the others hold and this seat does not see, as the game writes them."""
    if now.status == OVER:
        return set()
    every = set().union(*(cards_in(now, each) for each in range(len(now.seats))))
    return every - cards_in(now, seat)


def cards_in(now, seat):
    """Return the cards that the position names as a seat may see it, and the one by which it explains how to write."""
    return cards(now.match.game.notation.diagram(now.match.seen_by(seat), seat))


def cards(text):
    """Return every word that is a card, but none in an address."""
    return set(re.findall(r"(?<![\w+/])[2-9TJQKA][cdhs](?!\w)", text))
