"""A client that somebody else's generator makes of the description of the API plays a match."""

import json
import random
import re
import subprocess
import sys
from importlib import import_module

import pytest

from fivefold.doors.api.document import document
from tests.doors.web.programs import token_for

pytestmark = pytest.mark.slow

NAME = "generated_house"


@pytest.fixture
def generate(tmp_path, monkeypatch):
    """Return what the generator said, with the client that it has made ready to be imported."""
    (tmp_path / "openapi.json").write_text(json.dumps(document()))
    (tmp_path / "config.yml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
    command += ["--output-path", NAME, "--config", "config.yml"]
    done = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield done.stdout
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


@pytest.mark.long
def test_a_generated_client_plays_a_match(generate, served, app):
    left_out = re.findall(r"WARNING parsing GET (\S+)", generate)
    assert left_out == ["/api/v1/matches/{match_id}/stream", "/api/v1/stream/events"], "it cannot read lines by itself"
    assert len(re.findall("WARNING|ERROR", generate)) == len(left_out), generate
    house = import_module(NAME)
    tokens = [token_for(app.state.house, person) for person in ("anna567abcdefghi", "bert567abcdefghi")]
    with house.AuthenticatedClient(served, tokens[0]) as anna, house.AuthenticatedClient(served, tokens[1]) as bert:
        lines, last = played(anna, bert)
    assert (last.status, last.outcome.how, lines[-1].why) == ("over", "played-out", "over") and last.ply > 10


def played(anna, bert):
    """Let two clients play a match to its end; return the lines that tell it, and how it stands then."""
    models, see = import_module(f"{NAME}.models"), import_module(f"{NAME}.api.matches.see").sync
    begin, sit, move = (
        import_module(f"{NAME}.api.{each}").sync for each in ("matches.begin", "playing.sit", "playing.move")
    )
    options = models.NewMatchOptions.from_dict({"players": 2, "win": "quota"})
    match = begin(client=anna, body=models.NewMatch("focus", options=options, time="10m+5s")).id
    assert isinstance(sit(match, client=bert, body=models.Seat()), models.CompactMatch)
    kinds = {
        "match": models.MatchLine,
        "state": models.StateLine,
        "presence": models.PresenceLine,
        "end": models.EndLine,
    }
    chance, lines, number = random.Random(5), [], -1
    with anna.get_httpx_client().stream("GET", f"/api/v1/matches/{match}/stream?legal=1") as answer:
        for line in map(json.loads, filter(None, answer.iter_lines())):
            lines.append(kinds[line["type"]].from_dict(line))
            if line.get("status") == "live" and line["number"] > number:
                number = line["number"]
                seen, who = (lines[-1], anna) if lines[-1].turn else (see(match, client=bert, legal=True), bert)
                made = move(match, client=who, body=models.Move(seen.number + 1, chance.choice(seen.legal)))
                assert isinstance(made, models.CompactState), made
    return lines, see(match, client=bert)
