"""The README does what it says."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

import fivefold
from fivefold.cli import build_parser

README = Path(__file__).parent.parent / "README.md"


def blocks(language):
    """Return the code blocks of the README in this language."""
    every = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
    return [block for named, block in every if named == language]


def run_examples(text, name):
    examples = doctest.DocTestParser().get_doctest(text, {"fivefold": fivefold}, name, None, 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(examples, out=report.append)
    assert runner.tries > 0 and runner.failures == 0, "".join(report)


def test_the_python_example_runs():
    (example,) = blocks("python")
    run_examples(example, "README")


def test_the_error_of_the_example_is_the_one_that_is_raised():
    (example,) = blocks("python")
    (said,) = re.findall(r"^fivefold\.play\.errors\.IllegalMove: (.+)$", example, re.MULTILINE)
    with pytest.raises(fivefold.IllegalMove) as raised:
        fivefold.Match("locus", seed=7).play("z9:up")
    assert str(raised.value) == said


def test_the_example_of_the_package_runs():
    run_examples(fivefold.__doc__, "fivefold")


def commands():
    lines = "".join(blocks("")).splitlines()
    plain = [re.split(" +[#<]", line)[0] for line in lines if line.startswith("fivefold ")]
    return [line for line in plain if not re.search(r"[A-Z[]", line)]


def test_the_readme_has_commands_to_try():
    assert len(commands()) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("line", commands())
def test_every_command_to_try_is_understood(line):
    options = build_parser().parse_args(shlex.split(line)[1:])
    if "game" not in options:
        return
    game = fivefold.find(options.game)
    offered = {option.name: option for option in game.setup.options}
    for name, value in getattr(options, "option", []):
        assert value in offered[name].values or int(value) in offered[name].numbers


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (README.parent / "Makefile").read_text()
    wanted = re.findall(r"^make (\w+)", "\n".join(blocks("")), re.MULTILINE)
    assert wanted == ["play", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in wanted)


def parsers(parser, name=""):
    """Yield every command with its parser, also those inside others."""
    yield name, parser
    for group in parser._subparsers._group_actions if parser._subparsers else ():
        for command, inner in group.choices.items():
            yield from parsers(inner, f"{name} {command}".strip())


@pytest.mark.slow
def test_every_option_of_the_command_line_is_named():
    named = set(re.findall(r"--[a-z][a-z0-9-]*", README.read_text()))
    for command, parser in parsers(build_parser()):
        flags = {flag for action in parser._actions for flag in action.option_strings if flag.startswith("--")}
        assert flags - {"--help", "--version"} <= named, command
