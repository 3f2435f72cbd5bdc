"""`fivefold serve` as somebody starts it: ports, folders, words, and how it ends."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from starlette.requests import Request

from fivefold.cli import main
from fivefold.doors.web import serving
from fivefold.doors.web.app import create_app
from fivefold.doors.web.connections import Capacity
from fivefold.doors.web.serving import InvalidAddress, PortTaken
from fivefold.doors.web.settings import Settings
from fivefold.house.database import place
from fivefold.house.database.files import alone
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.conftest import reading, wait_until
from tests.doors.web.conftest import serving as serving_app
from tests.quick import long

pytestmark = pytest.mark.slow


@pytest.fixture
def busy():
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_busy_port_is_refused_with_what_would_do(busy):
    with pytest.raises(PortTaken, match=rf"port {busy}: another program .* --port"):
        serving.bind("127.0.0.1", busy)


def test_without_a_port_the_next_free_one_is_taken(busy, monkeypatch):
    monkeypatch.setattr(serving, "FIRST_PORT", busy)
    with serving.bind("127.0.0.1", None) as listening:
        assert busy < listening.getsockname()[1] <= busy + serving.PORTS_TRIED


def test_the_event_loop_is_the_same_whatever_else_is_installed(house, opponents, monkeypatch):
    """With uvloop beside the house every connection was closed: its transports are of another kind."""
    monkeypatch.setitem(sys.modules, "uvloop", Mock())
    factory = serving.Server(create_app(house, opponents)).config.get_loop_factory()
    assert factory.__module__.startswith("asyncio")


def test_when_none_is_free_that_is_said(busy, monkeypatch):
    monkeypatch.setattr(serving, "FIRST_PORT", busy)
    monkeypatch.setattr(serving, "PORTS_TRIED", 1)
    with pytest.raises(PortTaken, match="all are in use"):
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


def test_proxies_are_addresses_or_networks():
    assert serving.read_proxies("") == ()
    assert serving.read_proxies("127.0.0.1, 10.0.0.0/8,::1") == (
        ip_network("127.0.0.1"),
        ip_network("10.0.0.0/8"),
        ip_network("::1"),
    )


@pytest.mark.parametrize("given", ["*", "proxy.example", "10.0.0.1/8", "127.0.0.1,", "10.0.0.0/40", "127.0.0.1:80"])
def test_a_wrong_proxy_is_refused_in_words(given, tmp_path, capsys):
    from fivefold.cli import main

    assert main(["serve", "--proxy", given, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"fivefold: --proxy {given}: ")


def forwarded(address):
    """Return from whom and how a request came, by what is believed of its headers."""
    return httpx.get(f"{address}/who", headers={"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}).json()


@pytest.mark.parametrize(
    ("proxies", "believed"), [((), False), (("10.0.0.0/8",), False), (("127.0.0.1",), True), (("127.0.0.0/8",), True)]
)
def test_who_asks_is_believed_of_proxies_only(house, opponents, monkeypatch, proxies, believed):
    """Nor does uvicorn's environment variable make it believe more."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    settings = Settings(limited=False, proxies=tuple(map(ip_network, proxies)))
    app = create_app(house, opponents, settings)
    app.add_api_route("/who", who)
    with serving_app(app) as (address, _):
        assert forwarded(address) == (["192.0.2.9", "https"] if believed else ["127.0.0.1", "http"])


async def who(request: Request):
    return [request.client.host, request.url.scheme]


@pytest.mark.parametrize(
    ("files", "connections", "streams", "per_network", "batch"),
    [
        (64, 16, 12, 8, 4),
        (256, 128, 96, 32, 8),
        (1024, 800, 600, 200, 32),
        (20_000, 8192, 6000, 256, 128),
        (65_536, 8192, 6000, 256, 128),
    ],
)
def test_what_open_files_leave_room_for(files, connections, streams, per_network, batch):
    found = Capacity(files)
    assert (found.connections, found.streams, found.per_network, found.batch) == (
        connections,
        streams,
        per_network,
        batch,
    )
    assert bool(found.warning) == (connections < 250)


def test_too_few_open_files_are_said_with_what_would_do():
    warning = Capacity(256).warning
    assert "128 connections" in warning and "256 open files" in warning and "ulimit -n 4096" in warning
    settings = Settings(proxies=(ip_network("::1"),))
    assert serving.advice_lines(Capacity(256), Settings()) == [warning]
    assert "--url-base" in serving.advice_lines(Capacity(4096), settings)[0]
    assert warning in serving.greeting_lines("127.0.0.1", 8555, "sqlite:////d/f.db", "", [warning])


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the limit on open files")
def test_the_limit_on_open_files_is_raised():
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 900));"
        "from fivefold.doors.web.connections import raise_file_limit;"
        "print(raise_file_limit().files, *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == ["900"] * 3


def test_to_measure_one_address_may_have_everything(monkeypatch):
    for value, without in (("on", False), ("off", True)):
        monkeypatch.setenv("FIVEFOLD_LIMITS", value)
        found = serving.settings_for(Capacity(20_000), "", ())
        assert (found.streams.per_network == 6000) is (found.connections.per_network == 8192) is without
        assert found.limited is not without


def test_matches_are_kept_where_one_says(tmp_path, monkeypatch):
    folder = tmp_path / "a new" / "folder"
    assert place.database_url(folder) == f"sqlite:///{folder}/fivefold.db"
    assert not folder.exists()  # it is made when the house is opened
    monkeypatch.setattr(place, "user_data_path", lambda *_, **__: tmp_path / "mine")
    assert place.database_url(None) == f"sqlite:///{tmp_path}/mine/fivefold.db"
    assert not (tmp_path / "mine").exists()


def test_the_greeting_keeps_secrets():
    lines = "\n".join(serving.greeting_lines("127.0.0.1", 8555, "postgresql://ann:secret@there/games"))
    assert "secret" not in lines and "there/games" in lines and "http://127.0.0.1:8555" in lines


def test_the_greeting_tells_others_where_to_come(monkeypatch):
    monkeypatch.setattr(serving, "network_address", lambda: "192.0.2.7")
    lines = serving.greeting_lines("0.0.0.0", 8555, "sqlite:////data/fivefold.db")
    assert "Fivefold is at http://127.0.0.1:8555" in lines
    assert any("http://192.0.2.7:8555" in line for line in lines)
    assert "/data/fivefold.db" in lines[-2] and "Ctrl-C" in lines[-1]
    assert not any("192.0.2.7" in line for line in serving.greeting_lines("127.0.0.1", 8555, "sqlite:////d/f.db"))


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
    assert serving.browser_address(host, 80) == f"http://{typed}:80"


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
@pytest.mark.parametrize("sign", [long(signal.SIGINT), signal.SIGTERM])
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


@pytest.mark.long
def test_memory_at_rest(tmp_path):
    process = start(tmp_path)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline()).group()
        assert httpx.get(address).status_code == 200
        status = Path(f"/proc/{process.pid}/status")
        if not status.exists():
            pytest.skip("the system does not tell")
        resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        # The pages take about 100 MB of it, the API 11, mail 7, bringing a new database up to date 12.
        assert int(resident.split()[1]) < 140_000
    finally:
        process.terminate()
        process.communicate()


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
        app.state.house.create("anna567abcdefghi", MatchRequest("focus", {}, ("here",), "me"))

    monkeypatch.setattr("fivefold.serve._serve", play)
    monkeypatch.setattr("fivefold.serve.Opponents", lambda *_, **__: Mock(compiling=False))
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fivefold.db", "fivefold.db.lock"]
    with closing(sqlite3.connect(tmp_path / "fivefold.db")) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)
