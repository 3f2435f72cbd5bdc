"""The page on running a house of several processes says what is so: settings, commands, units and metrics."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from fivefold import configuration
from fivefold.cli import _all_settings, build_parser

PAGE = (Path(__file__).parent.parent / "docs/deployment.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def units():
    return [block for block in blocks("ini") if "[Unit]" in block]


def started(unit):
    """Return the words after `fivefold` in what a unit starts, for a port."""
    line = re.search(r"^ExecStart=\S+/fivefold (.*)$", unit, re.MULTILINE)[1]
    return shlex.split(line.replace("%i", "8601"))


@pytest.mark.parametrize("command", ["serve", "work"])
def test_its_file_of_settings_is_read(command, tmp_path):
    (text,) = blocks("toml")
    file = tmp_path / "fivefold.toml"
    file.write_text(text)
    options = build_parser([command]).parse_args([command, "--config", str(file)])
    found = configuration.completed(options, _all_settings, {})
    assert found.database.startswith("postgresql://") and found.log_format == "json"


def test_its_units_start_commands_with_options_that_there_are():
    assert len(units()) == 2
    for unit in units():
        words = started(unit)
        assert build_parser(words[:1]).parse_args(words).metrics_port > 8601


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_its_units_are_well_formed(tmp_path):
    for number, unit in enumerate(units()):
        file = tmp_path / f"fivefold{number}@8601.service"
        file.write_text(unit.replace("/opt/fivefold/bin/fivefold", "/bin/true"))
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
    named = {re.sub(r"_bucket$", "", name) for name in re.findall(r"`?(fivefold_[a-z_]+[a-z])", PAGE)}
    unnamed = {"fivefold_build_info", "fivefold_draining", "fivefold_engines_compiling", "fivefold_opponents_up"}
    unnamed |= {"fivefold_connections_open", "fivefold_transaction_seconds", "fivefold_database_connections_most"}
    assert named <= told and told - named <= unnamed, (named - told, told - named - unnamed)
