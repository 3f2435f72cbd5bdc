"""What docs/bots.md shows runs as it stands."""

import re
from pathlib import Path

import pytest

from fivefold.client import Bot, Client

pytestmark = pytest.mark.slow
PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)


def test_the_smallest_bot_has_ten_lines():
    assert len(BLOCKS[0].strip().splitlines()) <= 10


@pytest.mark.parametrize("block", BLOCKS[:-1])
def test_each_bot_chooses_a_legal_move(block, monkeypatch, anna, bert):
    started = []
    monkeypatch.setattr(Bot, "main", lambda bot: started.append(bot))  # noqa: PLW0108  (a method)
    exec(block, {"__name__": "bot"})
    match = anna.begin(game="focus", begin="me")
    bert.sit(match["id"])
    seen = anna.see(match["id"], legal=True, position=True)
    assert started[0]._choose(seen) in seen["legal"]


def test_a_client_without_a_bot_plays_as_shown(monkeypatch, served, house):
    from tests.doors.web.programs import token_for

    token = token_for(house, "anna567abcdefghi")
    monkeypatch.setattr("fivefold.client.find_token", lambda file: token)
    monkeypatch.setattr("fivefold.client.Client", lambda url, token: Client(served, token))
    stream, moved = Client.stream, []
    monkeypatch.setattr(Client, "stream", lambda self, *given, **more: _first(stream(self, *given, **more), moved))
    move = Client.move
    monkeypatch.setattr(Client, "move", lambda self, *given: moved.append(move(self, *given)))
    exec(BLOCKS[-1], {})
    assert moved[0]["moves"]


def _first(lines, moved):
    """Yield lines until a move was made."""
    for line in lines:
        yield line
        if moved:
            return
