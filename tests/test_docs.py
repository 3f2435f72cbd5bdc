"""What README and docs show is so: Python runs, commands are understood.

A fence says what it holds. What is in ``python`` and ``sh`` is tried here; what is in ``python not-run`` and
``sh not-run`` is not. Wherever a command of Fivefold stands, also in a sentence, it must have the options named.
"""

import doctest
import io
import re
import shlex
import textwrap
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import fivefold
from fivefold.cli import COMMANDS, build_parser, main
from fivefold.play.catalogue import find, keys
from tests.quick import in_turn

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
EVERY_PAGE = in_turn("page", PAGES)
FENCE = re.compile(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)
NOT_RUN = " not-run"
TRIED = ("", "python", "sh")
SHOWN = ("caddyfile", "ini", "json", "nginx", "session", "text", "toml", "yaml")
"""What is no command; some of it has a test of its own."""
ELSEWHERE = {"bots.md": "it needs a house: tests/client/test_docs.py", "report.md": "it reads files of the study"}
"""Pages whose Python does not run here, and why."""
SLOW = {"batch.md", "interop.md", "tournaments.md"}
DOORS = {"gymnasium", "open_spiel", "pettingzoo", "pyspiel"}
"""Libraries that may be missing here."""
COMMAND = re.compile(r"(?<![\w.-])fivefold ([a-z]+)\b([^`|\n]*)")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|[\[…{]")


class Block(NamedTuple):
    line: int
    info: str
    text: str

    @property
    def language(self):
        return self.info.removesuffix(NOT_RUN)


def blocks(page):
    """Return what stands between fences on a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, found.start()) + 1, found[2], textwrap.dedent(found[3]))
        for found in FENCE.finditer(text)
    ]


def lines(block):
    """Return the lines of a block without comments, those that go on joined."""
    for line in block.text.replace("\\\n", " ").splitlines():
        bare = re.split(r"(?:^|\s+)#(?:\s|$)", line)[0].strip()
        if bare:
            yield bare


@EVERY_PAGE
def test_fences_say_what_they_hold(page):
    for block in blocks(page):
        assert block.language in (*TRIED, *SHOWN), f"line {block.line}: {block.info}"
        assert block.info == block.language or block.language in ("python", "sh"), f"line {block.line}: {block.info}"


# Python


def with_python():
    """Return the pages with Python that runs here."""
    found = [page for page in PAGES if page.name not in ELSEWHERE and any(b.info == "python" for b in blocks(page))]
    return [pytest.param(page, id=page.name, marks=[pytest.mark.slow] if page.name in SLOW else []) for page in found]


@pytest.mark.parametrize("page", with_python())
def test_python_runs_as_it_stands(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for block in blocks(page):
        if block.info == "python":
            try:
                run_examples(block.text, names) if ">>>" in block.text else exec(block.text, names)
            except ModuleNotFoundError as missing:
                if missing.name not in DOORS:
                    raise
                pytest.skip(str(missing))


def run_examples(text, names):
    examples = doctest.DocTestParser().get_doctest(text, names, "page", None, 0)
    report = []
    runner = doctest.DocTestRunner()
    runner.run(examples, out=report.append)
    assert runner.tries > 0 and runner.failures == 0, "".join(report)


def test_the_example_of_the_package_runs():
    run_examples(fivefold.__doc__, {"fivefold": fivefold})


# Commands


@pytest.mark.slow
@EVERY_PAGE
def test_commands_are_understood(page):
    for block in blocks(page):
        for line in lines(block) if block.language in ("", "sh") else ():
            try:
                understood(line, block)
            except (AssertionError, SystemExit, ValueError) as error:
                raise AssertionError(f"line {block.line}: {line}: {error}") from error


@pytest.mark.slow
def test_quick_commands_run(tmp_path, monkeypatch):
    """Those that play end at once, as there is nobody to answer them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    told = [line for page in PAGES for block in blocks(page) if block.info == "sh" for line in lines(block)]
    quick = [
        found[1] for line in told if (found := re.fullmatch(r"fivefold ((?:play|serve --show).*?)(?: < .*)?", line))
    ]
    assert len(quick) > 5
    for line in quick:
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert main(shlex.split(line)) == 0, line


def understood(line, block):
    """Try a line: by the parser, the list of extras or the Makefile."""
    anywhere = r"(?:^|[\s/])" if block.language == "sh" else "^"
    if found := re.search(anywhere + r"fivefold (?!fivefold )([a-z].*)", line.partition(" < ")[0]):
        if PLACEHOLDER.search(found[1]) is None:
            check_options(parser().parse_args(shlex.split(found[1])))
    elif block.info == "sh":
        program, *words = shlex.split(line)
        assert (program, words[0]) in {("make", words[0]), ("pip", "install")}, "nothing tries it: mark it not-run"
        if program == "make":
            assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        else:
            extras = re.fullmatch(r"\.(?:\[(.+)\])?", words[1])[1] or ""
            offered = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
            assert set(filter(None, extras.split(","))) <= offered.keys()


def check_options(given):
    """Check the options of a game that a command names."""
    if not getattr(given, "game", None):
        return
    offered = {option.name: option for option in fivefold.find(given.game).setup.options}
    for name, value in dict(getattr(given, "option", [])).items():
        assert value.startswith("@") or value in offered[name].values or int(value) in offered[name].numbers


def test_the_readme_calls_each_game_by_its_tagline():
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{key}` | {find(key).tagline.rstrip('.')}" in readme for key in keys())


@cache
def parser():
    """Return the parser of all commands."""
    return build_parser()


def inside(command):
    """Return the parsers of the commands inside a command, by name."""
    groups = command._subparsers._group_actions if command._subparsers else ()
    return {name: inner for group in groups for name, inner in group.choices.items()}


def flags(command):
    """Return every option of a command, also of those inside it."""
    own = {flag for action in command._actions for flag in action.option_strings}
    return own.union(*map(flags, inside(command).values()))


@pytest.mark.slow
@EVERY_PAGE
def test_options_are_there_wherever_a_command_is_named(page):
    for name, rest in COMMAND.findall(page.read_text(encoding="utf-8").replace("\\\n", " ")):
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", rest.partition(" #")[0])) if name in COMMANDS else set()
        if named:
            missing = named - flags(inside(parser())[name])
            assert not missing, f"fivefold {name} has no {missing}"
