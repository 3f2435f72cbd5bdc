"""What is installed: which packages playing needs, which everything else, and what is said where one is missing."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fivefold import configuration
from fivefold.cli import _all_settings, build_parser

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PLAYING, DEVELOPING = "requirements.lock", "requirements-dev.lock"
BUILD = "from setuptools import build_meta as build; build.build_wheel('built')"
CONTAINER = (ROOT / "Containerfile").read_text()
INSTALLER = "setuptools"
"""What installs this folder into ``.venv``."""


def locked(file):
    """Return the version of each package in a lock file; it holds nothing else."""
    found = {}
    for line in (ROOT / file).read_text().splitlines():
        assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line), line
        if not line.startswith("#"):
            name, version = line.split("==")
            found[canonicalize_name(name)] = version
    return found


def needed(asked):
    """Return the names of packages, of what they need, and so on; all have to be installed here."""
    found, ahead = set(), [Requirement(text) for text in asked]
    while ahead:
        wanted = ahead.pop()
        name = canonicalize_name(wanted.name)
        if (name, *wanted.extras) in found:
            continue
        found.add((name, *wanted.extras))
        if name == PROJECT["name"]:
            ahead += [Requirement(text) for extra in wanted.extras for text in EXTRAS[extra]]
            continue
        for each in map(Requirement, distribution(name).requires or ()):
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)):
                ahead.append(each)
    return {name for name, *_ in found} - {PROJECT["name"]}


def test_the_lock_for_playing_holds_what_playing_needs_and_nothing_else():
    assert locked(PLAYING).keys() == needed([*PROJECT["dependencies"], INSTALLER])


def test_the_lock_for_developing_holds_the_rest():
    assert locked(DEVELOPING).keys() == needed([*PROJECT["dependencies"], *EXTRAS["dev"]]) - locked(PLAYING).keys()


def test_what_is_installed_here_is_what_the_locks_name():
    for name, version in (locked(PLAYING) | locked(DEVELOPING)).items():
        assert distribution(name).version == version, name


def test_every_extra_can_be_developed():
    (own,) = (Requirement(text) for text in EXTRAS["dev"] if text.startswith(PROJECT["name"]))
    assert own.extras == EXTRAS.keys() - {"dev", "peers"}


def test_every_dependency_has_its_reason():
    reasons = (ROOT / "docs/dependencies.md").read_text()
    for text in {*PROJECT["dependencies"], *(each for group in EXTRAS.values() for each in group)}:
        if not text.startswith(PROJECT["name"]):
            assert re.search(rf"^\| {re.escape(text)} \| .{{20,}}", reasons, re.MULTILINE), text


# With what is in the lock for playing, and nothing else


def copied():
    """Return what the Containerfile copies of this folder."""
    lines = [line.split()[1:-1] for line in CONTAINER.splitlines() if line.startswith("COPY ")]
    return [ROOT / name for line in lines for name in line]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Return the environment of a Python that has what is built of this folder, and what playing needs."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("playing")
    for path in copied():
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, source / path.name)
    done = subprocess.run([sys.executable, "-c", BUILD], cwd=source, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    (wheel,) = source.glob("built/*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    for name in locked(PLAYING):
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(installed.locate_file(top))
    return {**os.environ, "PYTHONPATH": str(folder), "FIVEFOLD_CONFIG": ""}


def command(*words):
    return [sys.executable, "-S", "-P", *words]


def run(environment, *words):
    return subprocess.run(
        command(*words),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )


GAME = """
import fivefold
match, opponent = fivefold.Match("focus", seed=1), fivefold.opponent("focus", 2, seed=1)
while match.outcome is None:
    match.play(opponent.choose(match))
print(match.scores)
"""


@pytest.mark.slow
def test_a_game_is_played(alone):
    done = run(alone, "-c", GAME)
    assert done.returncode == 0 and done.stdout.strip(), done.stderr


@pytest.mark.slow
def test_a_house_is_served(alone, tmp_path):
    words = command("-m", "fivefold", "serve", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(words, env=alone, stdout=subprocess.PIPE, text=True) as house:
        try:
            address = re.search(r"http://\S+", house.stdout.readline())[0]
            for path in ("/", "/new/focus", "/health/ready"):
                with urlopen(address + path, timeout=60) as answer:
                    assert answer.status == 200
        finally:
            house.terminate()
            house.stdout.read()
    assert house.returncode == 0


@pytest.mark.slow
def test_every_command_says_what_it_takes(alone):
    done = run(alone, "-c", "from fivefold.cli import build_parser; build_parser()")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("--mail-domain", "mail.example", "--data", "nowhere"), "mail"),
        (("--database", "postgresql://anna@127.0.0.1/fivefold"), "postgresql"),
    ],
)
def test_where_an_extra_is_missing_it_is_named(alone, words, extra):
    done = run(alone, "-m", "fivefold", "serve", *words)
    assert done.returncode != 0 and "Traceback" not in done.stderr
    assert f"not installed here; pip install 'fivefold[{extra}]'" in done.stderr


# In a container


def said(word):
    """Return what the Containerfile says after a word, its lines joined."""
    joined = CONTAINER.replace("\\\n", " ")
    return [line.partition(" ")[2].strip() for line in joined.splitlines() if line.startswith(f"{word} ")]


def test_the_container_is_given_what_there_is():
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for path in copied():
        assert path.exists() and any(path.match(pattern) for pattern in kept), path
    (installed,) = re.findall(r"pip install (.*?) &&", said("RUN")[0])
    *constraints, wanted = shlex.split(installed)
    assert [Path(word).name for word in constraints if word.endswith(".lock")] == [PLAYING, DEVELOPING]
    assert Requirement(wanted.replace("/source", PROJECT["name"])).extras <= EXTRAS.keys()


def test_the_container_serves_a_house_in_its_volume():
    environment = dict(word.split("=") for word in shlex.split(said("ENV")[0]))
    words = json.loads(said("CMD")[0])
    options = configuration.completed(build_parser(words[1:2]).parse_args(words[1:]), _all_settings, environment)
    assert words[0] in PROJECT["scripts"] and options.host == "0.0.0.0"
    assert said("VOLUME") == [str(options.data)] and said("EXPOSE") == [str(options.port)]
    assert f"http://127.0.0.1:{options.port}/health/ready" in said("HEALTHCHECK")[0]
    assert said("USER")[-1] != "root"


def builder():
    """Return a program that builds containers and has the image that ours begins with, if there is one."""
    for name in ("podman", "docker"):
        if shutil.which(name):
            there = subprocess.run([name, "image", "inspect", said("FROM")[0]], capture_output=True, check=False)
            if there.returncode == 0:
                return name
    return None


@pytest.mark.long
@pytest.mark.skipif(builder() is None, reason="nothing here builds containers, or python:3.11-slim was never pulled")
def test_the_container_is_built():
    for words in (["build", "--tag", "fivefold-test", "."], ["run", "--rm", "fivefold-test", "fivefold", "--version"]):
        done = subprocess.run([builder(), *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
        assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"fivefold {PROJECT['version']}"
