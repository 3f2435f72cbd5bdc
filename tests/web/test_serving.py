"""`fivefold serve` as somebody starts it: ports, folders, words, and how it ends."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from fivefold.cli import main
from fivefold.service.wishes import Wish
from fivefold.store.files import alone
from fivefold.web import serving
from fivefold.web.serving import InvalidAddress, PortTaken
from tests.web.conftest import reading, wait_until


@pytest.fixture
def busy():
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_busy_port_is_refused_with_what_would_do(busy):
    with pytest.raises(PortTaken, match=rf"port {busy}: something else .* --port"):
        serving.bind("127.0.0.1", busy)


def test_without_a_port_the_next_free_one_is_taken(busy, monkeypatch):
    monkeypatch.setattr(serving, "FIRST_PORT", busy)
    with serving.bind("127.0.0.1", None) as listening:
        assert busy < listening.getsockname()[1] <= busy + serving.PORTS_TRIED


def test_when_none_is_free_that_is_said(busy, monkeypatch):
    monkeypatch.setattr(serving, "FIRST_PORT", busy)
    monkeypatch.setattr(serving, "PORTS_TRIED", 1)
    with pytest.raises(PortTaken, match="none is free"):
        serving.bind("127.0.0.1", None)


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("127.0.0.1", -1), ("192.0.2.1", 0), ("no such", 0)])
def test_an_address_that_is_not_ours_is_refused(host, port):
    with pytest.raises(InvalidAddress, match=r"127\.0\.0\.1|65535"):
        serving.bind(host, port)


@pytest.mark.parametrize("base", ["example.org", "ftp://example.org", "https://", "https://example.org/games"])
def test_a_public_address_is_whole_and_without_a_path(base):
    with pytest.raises(InvalidAddress, match="without a path"):
        serving.public_base(base)


def test_a_public_address_is_taken_as_given():
    assert serving.public_base("https://fivefold.example/") == "https://fivefold.example"
    assert serving.public_base("") == ""


def test_matches_are_kept_where_one_says(tmp_path, monkeypatch):
    monkeypatch.setenv("FIVEFOLD_DATABASE_URL", "postgresql://ann:secret@there/games")
    assert serving.database_url(None) == "postgresql://ann:secret@there/games"
    folder = tmp_path / "a new" / "folder"
    assert serving.database_url(folder) == f"sqlite:///{folder}/fivefold.db"
    assert not folder.exists()  # it is made when the house is opened
    monkeypatch.delenv("FIVEFOLD_DATABASE_URL")
    monkeypatch.setattr(serving, "user_data_path", lambda *_, **__: tmp_path / "mine")
    assert serving.database_url(None) == f"sqlite:///{tmp_path}/mine/fivefold.db"
    assert os.name != "posix" or (tmp_path / "mine").stat().st_mode & 0o777 == 0o700


def test_the_greeting_keeps_secrets():
    lines = "\n".join(serving.greeting("127.0.0.1", 8555, "postgresql://ann:secret@there/games"))
    assert "secret" not in lines and "there/games" in lines and "http://127.0.0.1:8555" in lines


def test_the_greeting_tells_others_where_to_come(monkeypatch):
    monkeypatch.setattr(serving, "network_address", lambda: "192.0.2.7")
    lines = serving.greeting("0.0.0.0", 8555, "sqlite:////data/fivefold.db")
    assert "Fivefold is at http://127.0.0.1:8555" in lines
    assert any("http://192.0.2.7:8555" in line for line in lines)
    assert "/data/fivefold.db" in lines[-2] and "Ctrl-C" in lines[-1]
    assert not any("192.0.2.7" in line for line in serving.greeting("127.0.0.1", 8555, "sqlite:////d/f.db"))


@pytest.mark.parametrize(
    ("host", "typed"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("::1", "[::1]"),
        ("::", "[::1]"),
        ("192.0.2.7", "192.0.2.7"),
    ],
)
def test_an_address_is_one_to_type(host, typed):
    assert serving.address(host, 80) == f"http://{typed}:80"


def test_no_browser_is_started_in_a_terminal(monkeypatch):
    opened = []
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    monkeypatch.setattr(serving.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    serving.open_page("http://here")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    serving.open_page("http://here")
    assert opened == ["http://here"]


def start(tmp_path, *more):
    command = [
        sys.executable,
        "-m",
        "fivefold",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--workers",
        "1",
        *more,
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_until_it_is_told_to_stop(tmp_path, sign):
    process = start(tmp_path)
    try:
        first = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", first).group()
        home = httpx.get(address, headers={"Accept": "text/html"})
        assert home.status_code == 200 and "Fivefold" in home.text
        assert "server" not in home.headers
        with httpx.Client(base_url=address, headers={"Accept": "text/html"}, verify=False) as client:
            token = re.search(r'name="csrf" content="([^"]+)"', client.get("/about").text).group(1)
            fields = {"other-1": "here", "csrf": token}
            match = client.post("/new/focus", data=fields).headers["location"].removeprefix("/matches/")
        with reading(address, match) as stream:
            wait_until(stream.ids)
            process.send_signal(sign)
            assert process.wait(60) == 0
        rest, errors = process.stdout.read(), process.stderr.read()
        assert str(tmp_path / "fivefold.db") in rest and "Stopped" in rest
        assert errors == ""
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_memory_at_rest(tmp_path):
    process = start(tmp_path)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline()).group()
        assert httpx.get(address).status_code == 200
        status = Path(f"/proc/{process.pid}/status")
        if not status.exists():
            pytest.skip("the system does not tell")
        resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        assert int(resident.split()[1]) < 120_000
    finally:
        process.terminate()
        process.communicate()


def test_words_of_the_command_line(tmp_path, busy, capsys):
    assert main(["serve", "--port", str(busy), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"fivefold: port {busy}: ")


@pytest.fixture
def unmasked():
    """Leave other tests the mask they had."""
    mask = os.umask(0o022)
    yield
    os.umask(mask)


def test_a_second_server_on_a_folder_is_refused(tmp_path, capsys, unmasked):
    with alone(f"sqlite:///{tmp_path / 'fivefold.db'}"):
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"fivefold: {tmp_path / 'fivefold.db'}: another fivefold serve") and "--data" in said


def test_at_the_end_everything_is_in_the_file_that_was_named(tmp_path, monkeypatch, unmasked):
    def play(app, *_):
        app.state.house.create("anna567abcdefghi", Wish("focus", {}, ("here",), "me"))

    monkeypatch.setattr(serving, "_serve", play)
    monkeypatch.setattr(serving, "Opponents", lambda *_, **__: Mock(compiling=False))
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fivefold.db", "fivefold.db.lock"]
    with closing(sqlite3.connect(tmp_path / "fivefold.db")) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)
