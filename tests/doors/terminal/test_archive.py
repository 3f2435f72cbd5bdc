"""Recorded games shown and verified."""

import random

import pytest

from fivefold import InvalidOption, Match
from fivefold.contract.words import narration
from fivefold.doors.terminal import archive
from fivefold.parts.messages import Reader
from fivefold.play.catalogue import keys
from fivefold.play.record import seal
from fivefold.session.races import without_seat_number


def recorded(folder, key="locus", plies=12, **options):
    """Write the record of the beginning of a random game."""
    match = Match(key, seed=3, **options)
    chooser = random.Random(5)
    while plies and match.outcome is None:
        match.play(chooser.choice(match.legal_moves()))
        plies -= 1
    path = folder / "game.fivefold"
    path.write_text(match.to_record())
    return match, path


@pytest.mark.parametrize("key", keys())
def test_show_tells_every_move_in_words(key, tmp_path, capsys):
    match, path = recorded(tmp_path, key)
    assert archive.show(path, None, None) == 0
    text = capsys.readouterr().out
    notation = match.game.notation
    for ply in match.replay():
        if ply.mover >= 0:
            account = notation.account(ply.before, ply.move)
            said = narration(notation.WORDS, [account], without_seat_number(ply.text), Reader(match.seats))
            assert f"{ply.number} {said}." in text
    assert match.text in text


def test_show_goes_back_to_any_ply(tmp_path, capsys):
    match, path = recorded(tmp_path)
    plies = list(match.replay())
    for asked, after in ((40, 40), (-8, 40), (0, 0), (48, 48)):
        archive.show(path, asked, None)
        row = plies[after - 1].after if after else plies[0].before
        assert match.game.notation.diagram(row, -1) in capsys.readouterr().out


@pytest.mark.parametrize("ply", [49, -49])
def test_show_refuses_a_ply_that_is_not_there(tmp_path, ply):
    _, path = recorded(tmp_path)
    with pytest.raises(InvalidOption, match="0 to 48"):
        archive.show(path, ply, None)


def test_show_draws_the_position_asked_for(tmp_path, capsys):
    match, path = recorded(tmp_path)
    archive.show(path, -1, tmp_path / "picture.svg")
    before_last = list(match.replay())[-1].before
    assert (tmp_path / "picture.svg").read_text() == match.game.picture.draw(before_last, -1, {}).svg


def test_verify_tells_good_records_from_bad_ones(tmp_path, capsys):
    match, good = recorded(tmp_path, plies=99)
    bad = tmp_path / "bad.fivefold"
    bad.write_text(good.read_text().replace(match.history[-1], "a1:up"))
    assert archive.verify([good]) == 0
    said = capsys.readouterr().out
    assert "72 moves replayed, over, every card has a chip; chance agrees: 37 draws checked, 0 not" in said
    assert archive.verify([bad, good, tmp_path / "missing"]) == 1
    said = capsys.readouterr()
    assert f"{bad}: line " in said.err and "No such file" in said.err and f"{good}: " in said.out


def test_verify_finds_a_deal_that_the_seed_does_not_give(tmp_path, capsys):
    match = Match("locus", seed=3, first=0)
    swapped = [*match.history[1::-1], *match.history[2:36]]
    forged = Match("locus", chance=swapped, first=0).to_record().replace("chance scripted", "chance seeded 3")
    contents = [line.rpartition(" #")[0] for line in forged.splitlines() if not line.startswith("scripted")]
    path = tmp_path / "forged.fivefold"
    path.write_text(seal(contents))
    assert archive.verify([path]) == 1
    assert f"move 1 is {swapped[0]}, but the seed draws {swapped[1]}" in capsys.readouterr().out
