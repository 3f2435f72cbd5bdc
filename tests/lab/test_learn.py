"""`fivefold learn`: a table learnt in few games is better than none, and is written as a module that can be read."""

import pytest

from fivefold import cli
from fivefold.contract import Learning
from fivefold.engine.kernels import PlainKernels
from fivefold.lab import learn
from fivefold.lab.configuration import configuration_of
from fivefold.lab.learn import learnt
from fivefold.parts.packed import packed, unpacked
from fivefold.play.catalogue import find

SOLITAIRE = find("solitaire")
FEW = {"deal": "1", "rejects": "0/0/0"}


def test_packed_numbers_come_back():
    numbers = (0, 1, -1, 32767, -32768, 5, 5, 5)
    text = packed(numbers)
    assert unpacked(f"  {text[:7]}\n{text[7:]} ") == numbers and not set(text) & set(" \"'\\")


def test_a_table_is_written_with_the_command_that_learnt_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(learn, "kernels_of", PlainKernels)
    monkeypatch.setattr(learn, "ROUNDS", 2)
    out = tmp_path / "table.py"
    arguments = ["--preset", "poker squares", "--games", "2", "--seed", "3", "--out", str(out)]
    assert cli.main(["learn", "solitaire", *arguments]) == 0
    text = out.read_text()
    assert '`fivefold learn solitaire --preset "Poker Squares" --games 2 --seed 3`' in text.replace("``", "`")
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["1 of 2", "2 of 2", "Written"]
    module: dict[str, object] = {}
    exec(text, module)
    assert len(module["TABLE"]) == SOLITAIRE.extra_of(Learning).weights and any(module["TABLE"])


def test_learning_further_begins_with_the_table_of_the_game():
    set_up = configuration_of(SOLITAIRE, "poker squares", {})
    row = learn.first_row(SOLITAIRE, set_up)
    known = SOLITAIRE.extra_of(Learning).known(row)
    weights = learnt(PlainKernels(SOLITAIRE), row, 1, 1, further=True)
    same = sum(abs(before - after) < 0.5 for before, after in zip(known, weights, strict=True))
    assert same == len(known) and weights != list(known)
    assert [SOLITAIRE.extra_of(Learning).stored(row, weight) for weight in known[:500]] == [
        round(100 * w) for w in known[:500]
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["locus"], "learn locus: Locus Poker has no table to learn; take solitaire"),
        (["solitaire", "--option", "mode=race"], "has no table to learn with these options"),
    ],
)
def test_what_cannot_be_learnt_is_refused(arguments, said, tmp_path, capsys):
    assert cli.main(["learn", *arguments, "--out", str(tmp_path / "table.py")]) == 2
    assert said in capsys.readouterr().err
