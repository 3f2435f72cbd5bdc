"""Short whole games kept as text: a change in any rule or word shows as a difference.

``python -m tests.games.regenerate`` plays them anew.
"""

from collections import Counter
from pathlib import Path

import pytest

from fivefold import keys
from fivefold.play.audit import verify
from fivefold.play.match import Match
from tests.games.regenerate import GAMES, GOLDENS, path


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_replay_word_for_word(name: str) -> None:
    kept = path(name).read_text(encoding="utf-8")
    assert Match.from_record(kept).to_record().splitlines() == kept.splitlines()
    assert verify(kept).ok


@pytest.mark.parametrize("file", sorted((GOLDENS / "earlier").iterdir()), ids=lambda file: file.stem)
def test_games_from_before_players_could_drop_out_end_as_they_did(file: Path) -> None:
    kept = file.read_text(encoding="utf-8")
    again = Match.from_record(kept)
    assert again.options["dropping"] == "end" and verify(kept).ok
    assert [line for line in contents(again.to_record()) if line != "option dropping end"] == contents(kept)


def contents(record: str) -> list[str]:
    """Return the lines of a record without their digits."""
    return [line.rpartition(" #")[0] for line in record.splitlines()]


def test_each_game_has_two_and_no_file_is_left_over() -> None:
    counts = Counter(key for key, _, _ in GAMES.values())
    assert all(counts[key] >= 2 for key in keys())
    assert {file.stem for file in GOLDENS.glob("*.fivefold")} == set(GAMES)
