"""Challenges by mail: who is asked, on which terms, and how they answer."""

import pytest

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Said, Shown
from fivefold.doors.mail.commands.meeting import accept, challenge, reject
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.match_letters import challenge_letter
from fivefold.house.errors import NotOffered, UnknownMatch
from tests.doors.mail.commands.conftest import asking, line
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow


def ask(house, names, game="focus", comment="", person=ANNA, **options):
    """Challenge by mail; return what is said, in one text."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    answers = challenge(asking(house, person, comment=comment), line("challenge", names, game=game, **given))
    return " ".join(text for answer in answers for text in getattr(answer, "sentences", getattr(answer, "said", ())))


def table_of(house, person=ANNA):
    (found,) = {each.match for each in house.challenges.of(person) if each.state == "open"}
    return house.snapshot(found)


def test_two_play_once_the_other_has_accepted(house):
    said = ask(house, "ben", comment="A game?\nI begin.")
    assert said == (
        "You have challenged Ben to Focus, board 101. The usual set-up; 3 days a move; casual. It begins when Ben has"
        " accepted. To take it back, send “focus reject 101”."
    )
    (his,) = house.challenges.of(BEN)
    assert (his.other, his.word) == ("Anna", "A game? I begin.")
    (answer,) = accept(asking(house, BEN), line("accept"))
    assert answer == Shown(his.match, BEN, since=0, said=("You have accepted Anna's challenge to Focus, board 101.",))
    now = house.snapshot(his.match)
    assert now.status == "live" and now.terms.time.text == "3d/move" and not now.terms.rated


def test_what_is_written_below_accept_goes_to_the_others(house):
    ask(house, "ben")
    (answer,) = accept(asking(house, BEN, comment="With pleasure!"), line("accept"))
    lines = house.chat.view(house.snapshot(answer.match_id), ANNA)["lines"]
    assert [each["text"] for each in lines] == ["With pleasure!"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"double": ""}, "It is a double match: two games on the same deal, and their points are added."),
        ({"rated": ""}, "It is a duplicate: the same cards on two boards at once, and the points of both decide."),
    ],
)
def test_two_games_on_one_deal_are_announced_to_both(house, given, told):
    assert told in ask(house, "ben", game="locus", **given)
    (his,) = house.challenges.of(BEN)
    invitation = challenge_letter(house, his.match, BEN, "Anna").text
    assert told in " ".join(invitation.split())


def test_whoever_accepts_reads_what_will_be_played(house):
    ask(house, "ben", game="solitaire", mode="alternate", steal="on")
    answers = accept(asking(house, BEN), line("accept"))
    text = " ".join(compose_answers(house, answers, BEN).text.split())
    assert "You have accepted Anna's challenge to Poker Solitaire, board 101." in text
    assert "Set-up: two players take turns, a card a turn; a card may be stolen, but never twice." in text
    assert "3 days for each move." in text


def test_four_play_once_all_have_accepted(house):
    said = ask(house, "ben, cleo dora", time="weekly", rated="")
    assert "Ben, Cleo and Dora to Focus" in said and "Set-up: 4 players; 7 days a move; rated" in said
    (first,) = accept(asking(house, BEN), line("accept", board=101))
    assert first.sentences[1] == "It begins when Cleo and Dora have accepted, too."
    (second,) = accept(asking(house, CLEO), line("accept", "anna"))
    assert second.sentences[1] == "It begins when Dora has accepted, too."
    assert table_of(house).status == "waiting"
    accept(asking(house, DORA), line("accept", game="focus"))
    now = house.snapshot(house.mail.boards.matches(101)[0][1])
    assert now.status == "live" and {seat.name for seat in now.seats} == {"Anna", "Ben", "Cleo", "Dora"}


def test_what_is_agreed_is_told_by_what_it_means(house):
    assert "Set-up: a short game: capture 6 pieces" in ask(house, "ben", win="quota")
    assert "The usual set-up" in ask(house, "cleo")
    (told,) = challenge(asking(house), line("challenge", "anna, dora", game="locus"))
    assert "The usual set-up" in " ".join(told.sentences) and "Anna begins." in told.sentences


def test_one_of_three_declines_with_a_word(house):
    ask(house, "ben cleo")
    accept(asking(house, BEN), line("accept"))
    (answer,) = reject(asking(house, CLEO, comment="Too busy,\nsorry"), line("reject"))
    assert answer == Said(
        ("You have declined Anna's challenge to Focus, board 101.", "They are told why: “Too busy, sorry”")
    )
    declined = next(each for each in house.challenges.of(ANNA) if each.state == "declined")
    assert (declined.other, declined.word) == ("Cleo", "Too busy, sorry")
    assert house.snapshot(declined.match).status == "waiting"
    (answer,) = reject(asking(house, ANNA), line("reject", board=101))
    assert house.snapshot(declined.match).status == "over"


def test_declining_by_board_with_the_word_beside_it(house):
    ask(house, "ben")
    reject(asking(house, BEN), line("reject", "no time", board=101))
    (hers,) = house.challenges.of(ANNA)
    assert (hers.state, hers.word) == ("declined", "no time") and house.snapshot(hers.match).status == "over"


def test_a_challenge_is_taken_back_by_its_board(house):
    ask(house, "ben cleo")
    (answer,) = reject(asking(house), line("reject", board=101, game="focus"))
    assert answer.sentences == ("You have taken back your challenge to Ben and Cleo: Focus, board 101.",)
    assert house.challenges.of(BEN) == house.challenges.of(CLEO) == []
    with pytest.raises(FivefoldError):
        accept(asking(house, BEN), line("accept"))


def test_the_order_counts_for_whoever_names_themself(house):
    ask(house, "cleo anna ben", players="3")
    now = table_of(house)
    assert now.seats_of(ANNA) == (1,)
    accept(asking(house, CLEO), line("accept"))
    accept(asking(house, BEN), line("accept"))
    assert [seat.name for seat in house.snapshot(now.id).seats] == ["Cleo", "Anna", "Ben"]


def test_computers_play_at_once_and_beside_people(house):
    assert "has begun" in ask(house, "level 3", game="locus")
    assert [(each.game, each.level) for each in house.mail.following.of(ANNA)] == [("locus", "every")]
    assert "has begun" in ask(house, "Pip level 2")
    ask(house, "ben level 5")
    assert sorted(seat.level or 0 for seat in table_of(house).seats) == [0, 0, 5]


@pytest.mark.parametrize(("words", "strength"), [("my level", 2), ("level 1340", 1340)])
def test_a_computer_has_any_strength_or_ones_own(house, words, strength):
    ask(house, f"ben {words}")
    assert max(seat.level or 0 for seat in table_of(house).seats) == strength


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "for example focus challenge Ben"),
        ("bem", "Bem|did you mean Ben"),
        ("kleo", "kleo|did you mean Cleo"),
        ("ben ben", "named twice"),
        ("level 8", "level 1 to level 7"),
        ("computer", "level 1 to level 7"),
        ("ben cleo dora level 2", "focus is for 2, 3 or 4|name fewer"),
        ("anna", "for example focus challenge Ben"),
    ],
)
def test_wrong_names_say_what_would_do(house, names, words):
    with pytest.raises(InvalidOption) as refused:
        ask(house, names)
    assert all(part.casefold() in str(refused.value).casefold() for part in words.split("|"))
    assert house.matches_of(ANNA) == []


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("focus", {"wim": "last"}, "no such option of Focus; there is players, win"),
        ("focus", {"win": "x"}, "win=last, quota"),
        ("focus", {"players": "4"}, "it is for 4, and you named 1"),
        ("solitaire", {"mode": "one-hand"}, "one plays that alone"),
        ("focus", {"time": "5m+3s"}, "so quick by mail; count in days"),
        ("focus", {"time": "soon"}, "3d/move, 10d+1d^14d"),
        ("focus", {"nagtime": "x"}, "a number of days"),
        ("focus", {"handicap": "60"}, "50"),
        ("focus", {"win": ""}, "write win=last"),
        ("solitaire", {"race": ""}, "a race by mail: everybody moves at once in a race; choose mode="),
        ("solitaire", {"to": "x"}, "it can mean several; write touch"),
        ("solitaire", {"mode": "r"}, "it can mean several; write race or race-both"),
    ],
)
def test_wrong_options_say_what_would_do(house, game, options, words):
    with pytest.raises(InvalidOption) as refused:
        ask(house, "ben", game, **options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("game", "options", "chosen"),
    [
        ("focus", {"quota": ""}, {"win": "quota"}),
        ("focus", {"pat": "33"}, {"patience": "33"}),
        ("focus", {"op": "sw"}, {"opening": "swap"}),
        ("pokeros", {"hand": "1", "strip": ""}, {"hand": "1", "deck": "stripped"}),
        ("solitaire", {}, {"mode": "alternate"}),
        ("solitaire", {"mode": "alt", "steal": ""}, {"mode": "alternate", "steal": "on"}),
    ],
)
def test_beginnings_will_do(house, game, options, chosen):
    ask(house, "ben", game, **options)
    assert chosen.items() <= table_of(house).match.options.items()


@pytest.mark.parametrize(
    ("options", "time"),
    [
        ({"time": "10d+1d^14d"}, "10d+1d^14d"),
        ({"time": "a week a move"}, "7d/move"),
        ({"clock": "old"}, "21d/move"),
        ({"weekly": ""}, "7d/move"),
        ({"nagtime": "7", "forfeittime": "21", "totaltime": "365"}, "21d/move"),
        ({"forfeittime": "60"}, "30d/move"),
        ({"totaltime": "60"}, "60d+0s"),
        ({"time": "none"}, None),
    ],
)
def test_clocks_by_text_by_name_and_as_they_were(house, options, time):
    said = ask(house, "ben", **options)
    found = table_of(house).terms.time
    assert (found and found.text) == time
    assert ("nagtime=7, forfeittime=21 and totaltime=365 became 21 days a move" in said) == ("nagtime" in options)


def test_a_blocked_player_is_not_asked_and_does_not_sit_down_beside(house):
    house.blocks.block(CLEO, ANNA)
    with pytest.raises(InvalidOption, match="Cleo: they don’t take challenges"):
        ask(house, "ben cleo")
    house.blocks.unblock(CLEO, ANNA)
    house.blocks.block(CLEO, BEN)
    ask(house, "ben cleo")
    accept(asking(house, BEN), line("accept"))
    with pytest.raises(NotOffered, match="you and Ben do not play together"):
        accept(asking(house, CLEO), line("accept"))


def test_several_that_wait_are_told_apart(house):
    ask(house, "cleo")
    ask(house, "cleo", "locus", person=BEN)
    with pytest.raises(NotOffered, match="2 wait for you; name the board: locus 101 from Ben or focus 101 from Anna"):
        accept(asking(house, CLEO), line("accept"))
    (answer,) = accept(asking(house, CLEO), line("accept", "ben"))
    assert house.snapshot(answer.match_id).match.game.key == "locus"


@pytest.mark.parametrize("run", [accept, reject])
def test_an_unknown_name_answers_no_challenge(house, run):
    ask(house, "cleo")
    with pytest.raises(InvalidOption, match="my apologies: no challenge of theirs waits for you; there is one of Anna"):
        run(asking(house, CLEO), line(run.__name__, "my apologies"))
    assert table_of(house).status == "waiting"


def test_an_unknown_board_and_a_stranger(house):
    ask(house, "ben")
    with pytest.raises(UnknownMatch):
        accept(asking(house, CLEO), line("accept", board=101))
    with pytest.raises(NotOffered, match="send signup"):
        challenge(asking(house, None), line("challenge", "ben", game="focus"))
    with pytest.raises(InvalidOption, match="for example focus challenge"):
        challenge(asking(house), line("challenge", "ben"))


def test_a_reply_to_the_mail_of_a_challenge_answers_it(house):
    ask(house, "cleo")
    ask(house, "cleo", "locus", person=BEN)
    hers = next(each for each in house.challenges.of(CLEO) if each.other == "Anna")
    mail = asking(house, CLEO, answers=house.snapshot(hers.match), kind="challenge")
    house.challenges.withdraw(hers.id, ANNA)
    with pytest.raises(NotOffered, match="taken back"):
        accept(mail, line("accept"))
    assert house.snapshot(hers.match).status == "over"


def test_a_long_word_is_cut_and_that_is_said(house):
    assert "cut to its first 140 characters" in ask(house, "ben", comment="x" * 200)


def test_accept_answers_a_proposal_where_no_challenge_waits(house):
    ask(house, "ben")
    accept(asking(house, BEN), line("accept"))
    now = house.snapshot(house.mail.boards.matches(101)[0][1])
    house.offer(now.id, ANNA, "draw", now.number)
    (answer,) = accept(asking(house, BEN), line("accept"))
    assert house.snapshot(answer.match_id).status == "over"


def test_somebody_else_is_asked_in_the_place_of_one_who_declined(house):
    ask(house, "ben cleo")
    accept(asking(house, BEN), line("accept"))
    with pytest.raises(NotOffered, match="Dora: every seat is taken, or somebody is asked to it"):
        ask(house, "101 dora")
    reject(asking(house, CLEO), line("reject"))
    assert ask(house, "101 dora") == (
        "You have challenged Dora to Focus, board 101. It begins when Dora has accepted, too."
    )
    reject(asking(house, DORA), line("reject"))
    assert ask(house, "101 level 2") == "Focus, board 101, has begun."
