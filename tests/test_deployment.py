"""The files for whoever serves a house, and the page on several processes, say what is so."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from fivefold import configuration
from fivefold.cli import _all_settings, build_parser

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/deployment.md").read_text()
FILES = ROOT / "examples/house"
UNITS = sorted(FILES.glob("*.service"))


def started(unit):
    """Return the words after `fivefold` in what a unit starts, for a port."""
    line = re.search(r"^ExecStart=\S+/fivefold (.*)$", unit.read_text(), re.MULTILINE)[1]
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
    assert len(UNITS) == 3
    for unit in UNITS:
        words = started(unit)
        options = vars(build_parser(words[:1]).parse_args(words))
        assert options.get("data") == Path("/var/lib/fivefold") or options["metrics_port"] > 8601


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_units_are_well_formed(tmp_path):
    for unit in UNITS:
        file = tmp_path / unit.name.replace("@", "@8601")
        file.write_text(unit.read_text().replace("/opt/fivefold/bin/fivefold", "/bin/true"))
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
