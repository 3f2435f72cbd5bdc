"""The files for whoever serves a house, and the page on several processes, say what is so."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from fivefold import configuration
from fivefold.cli import _all_settings, build_parser
from fivefold.doors.web.app import _routes

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/deployment.md").read_text()
FILES = ROOT / "examples/house"
UNITS = sorted([*FILES.glob("*.service"), *FILES.glob("*.timer")])
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]


def started(unit):
    """Return the words after `fivefold` in what a unit starts, for a port."""
    line = re.search(r"^ExecStart=.*?bin/fivefold ([^'\n]*)'?$", unit.read_text(), re.MULTILINE)[1]
    return shlex.split(line.replace("%i", "8601"))


def test_every_file_is_named_on_a_page():
    pages = PAGE + (ROOT / "docs/serving.md").read_text()
    assert [file.name for file in FILES.iterdir() if f"(../examples/house/{file.name})" not in pages] == []


@pytest.mark.parametrize("command", ["serve", "work"])
def test_the_file_of_settings_is_read(command):
    options = build_parser([command]).parse_args([command, "--config", str(FILES / "fivefold.toml")])
    found = configuration.completed(options, _all_settings, {})
    assert found.database.startswith("postgresql://") and found.log_format == "json"


def test_units_start_commands_with_options_that_there_are():
    assert len(UNITS) == 5 and len(SERVICES) == 4
    for unit in SERVICES:
        words = started(unit)
        options = vars(build_parser(words[:1]).parse_args(words))
        assert (
            words[0] == "backup" or options.get("data") == Path("/var/lib/fivefold") or options["metrics_port"] > 8601
        )


def test_every_unit_runs_as_the_user_of_the_house_and_lets_nobody_read_what_it_writes():
    for unit in SERVICES:
        assert {"User=fivefold", "UMask=0077", "NoNewPrivileges=true"} <= set(unit.read_text().splitlines()), unit.name


@pytest.mark.slow
def test_backups_are_made_and_only_then_are_old_ones_left_out(tmp_path):
    """By the lines of the unit, as systemd would have them run, with other programs in the place of those two."""
    unit = (FILES / "fivefold-backup.service").read_text()
    for program, does in (("pg_dump", 'echo dump > "${2#--file=}"'), ("fivefold", 'echo copy > "$2"')):
        (tmp_path / program).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / program).chmod(0o755)
    kept, old = tmp_path / "kept", tmp_path / "kept/old.dump"
    kept.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    around = {"BACKUPS": str(kept), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for line in re.findall(r"^ExecStart(?:Post)?=(.*)$", unit, re.MULTILINE):
        words = line.replace("%%", "%").replace("$$", "$").replace("/opt/fivefold/bin", str(tmp_path))
        subprocess.run(["sh", "-c", words], env=around, check=True, timeout=60)
    assert sorted(file.suffix for file in kept.iterdir()) == [".db", ".dump"] and not old.exists()


def test_strangers_do_not_see_how_the_house_is():
    assert "location = /health {\n        return 404;" in (FILES / "nginx.conf").read_text()
    assert "respond /health 404" in (FILES / "Caddyfile").read_text()


def addresses(routes):
    """Yield the path of every route, those of included routers too."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        yield from [getattr(route, "path", "")] if inner is None else addresses(inner.routes)


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_all_of_a_match_is_sent_to_one_process(name):
    said = re.search(r"^\s+~(\^\S+/matches/\S+) ", (FILES / name).read_text(), re.MULTILINE)[1]
    pattern = re.compile(said.replace("(?<match>", "("))
    paths = {path for path in addresses(_routes()) if "{match_id}" in path} - {"/watched/{match_id}"}
    assert len(paths) > 50  # (the home page has one more: a look at a match)
    for path in paths:
        assert pattern.match(path.replace("{match_id}", "e3od33r7aq"))[1] == "e3od33r7aq", path
    assert not pattern.match("/games/matches/e3od33r7aq")


@pytest.mark.slow
@pytest.mark.parametrize(("program", "name"), [("nginx", "nginx.conf"), ("caddy", "Caddyfile")])
def test_files_for_the_server_in_front_are_well_formed(tmp_path, program, name):
    if shutil.which(program) is None or (program == "nginx" and os.geteuid()):
        pytest.skip(f"there is no {program} here, or it wants to be started by root")
    text = re.sub(r"^ +ssl_certificate.*\n", "", (FILES / name).read_text(), flags=re.MULTILINE).replace(" ssl ", " ")
    around = f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {text} }}"
    (tmp_path / name).write_text(around if program == "nginx" else text)
    check = ["-t", "-c"] if program == "nginx" else ["adapt", "--adapter", "caddyfile", "--config"]
    words = [program, *check, str(tmp_path / name)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_units_are_well_formed(tmp_path):
    files = [tmp_path / unit.name.replace("@", "@8601") for unit in UNITS]
    for unit, file in zip(UNITS, files, strict=True):
        file.write_text(unit.read_text().replace("/opt/fivefold/bin/fivefold", "/bin/true"))
    for file in files:
        done = subprocess.run(
            ["systemd-analyze", "verify", file], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0 and str(file) not in done.stderr, done.stderr


@pytest.mark.slow
def test_it_names_every_metric_and_none_that_is_not_there(url):
    from tests.doors.web.test_metrics import Measured

    measured = Measured(url)
    with measured.counting():
        told = set(re.findall(r"^# TYPE (fivefold_\w+)", measured.text, re.MULTILINE))
    measured.database.close()
    named = {
        re.sub(r"_bucket$", "", name)
        for name in re.findall(r"`?(fivefold_[a-z_]+[a-z])", PAGE + (FILES / "alerts.yml").read_text())
    }
    unnamed = {"fivefold_build_info", "fivefold_draining", "fivefold_engines_compiling", "fivefold_opponents_up"}
    unnamed |= {"fivefold_connections_open", "fivefold_transaction_seconds", "fivefold_database_connections_most"}
    assert named <= told and told - named <= unnamed, (named - told, told - named - unnamed)
