"""Scripts and style sheets are served in one piece: everything that a page needs, each thing once, in its order."""

import re
import subprocess
from shutil import which

import pytest

from fivefold.doors.web.static_files import FOLDER, SCRIPTS, bundle, later_of, modules_of, without_comments
from tests.quick import in_turn

ENTRIES = (
    *("answers", "table", "home", "days", "rules", "review", "newMatch", "newsSettings", "numberTables", "timeOff"),
    *("tokens", "tournaments", "settings", "lobby", "lobbyChallenges", "learn", "learnGames", "puzzles"),
    *("offline", "passkeys", "recoveryCodes", "notices"),
)
"""Scripts that pages name."""


def imports(name: str) -> list[str]:
    """Return what a script imports, another way: from what stands after ``from`` or alone after ``import``."""
    words = (SCRIPTS / f"{name}.js").read_text()
    return re.findall(r'(?:\bfrom|^import) "\./(\w+)\.js";$', words, re.MULTILINE)


@in_turn("entry", ENTRIES)
def test_what_a_script_imports_runs_before_it_and_once(entry):
    order = modules_of(entry)
    assert order[-1] == entry and len(set(order)) == len(order)
    for place, name in enumerate(order):
        assert set(imports(name)) <= set(order[:place]), f"{name} needs what comes later: a circle"


def test_every_script_belongs_to_a_page():
    later = {piece.partition("-")[2] for entry in ENTRIES for piece in later_of(entry)}
    used = set().union(*map(modules_of, [*ENTRIES, *later]))
    assert used | {"types"} == {path.stem for path in SCRIPTS.glob("*.js")}


def test_scripts_use_nothing_from_elsewhere():
    for path in SCRIPTS.glob("*.js"):
        words = path.read_text()
        assert set(re.findall(r'(?:\bfrom|^import) "([^"]+)"', words, re.MULTILINE)) == {
            f"./{name}.js" for name in imports(path.stem)
        }
        assert not re.search(r"\beval\(|\binnerHTML\b|new Function\(|https?://(?!www\.w3\.org)", words), path.name


@in_turn("entry", ENTRIES)
def test_a_piece_has_every_line_of_code_and_no_import(entry):
    whole = bundle(entry)
    assert set(re.findall(r"^(import|export [^$]*)", whole, re.MULTILINE)) == {"export const "}
    for name in modules_of(entry):
        written = re.sub(r"^export ", "", (SCRIPTS / f"{name}.js").read_text(), flags=re.MULTILINE)
        written = re.sub(r"^import [^;]*;$|^ *(//|/?\*).*$|^\{\};$|^.*await import.*$", "", written, flags=re.MULTILINE)
        assert all(line.strip() in whole for line in written.splitlines()), name


@in_turn("entry", ENTRIES)
def test_what_is_asked_for_later_takes_from_the_page_what_it_has(entry):
    whole, there = bundle(entry), set(modules_of(entry))
    assert {f"{entry}-{name}" for name in re.findall(r'import\("\./\w+-(\w+)\.js"\)', whole)} == later_of(entry)
    brought = re.findall(r"^export const \$(\w+)", "".join(map(bundle, later_of(entry))), re.MULTILINE)
    assert len(brought) == len(there.union(brought)) - len(there), "a module comes twice"
    for piece in later_of(entry):
        first = bundle(piece).splitlines()[0]
        taken = re.fullmatch(rf'import {{ (.*) }} from "\./{entry}\.js";', first)[1].split(", ")
        assert {name[1:] for name in taken} == there.intersection(modules_of(piece.partition("-")[2]))


@pytest.mark.skipif(which("node") is None, reason="there is no Node")
def test_a_piece_is_a_module(tmp_path):
    for entry in ENTRIES:
        for piece in (entry, *later_of(entry)):
            (tmp_path / f"{piece}.mjs").write_text(bundle(piece))
            subprocess.run(["node", "--check", tmp_path / f"{piece}.mjs"], check=True, capture_output=True)


def test_a_comment_before_code_does_not_take_the_code_with_it():
    script = '/** @type {string} */ const one = "a";\n  run(one); // then\n/* gone */\nlast();\n'
    assert without_comments(script) == '/** @type {string} */ const one = "a";\nrun(one); // then\nlast();\n'


def test_a_script_is_asked_for_again_as_any_file(anna):
    assert anna.get(anna.app.state.static.address("js/table-chat.js")).text == bundle("table-chat")
    address = anna.app.state.static.address("js/table.js")
    served = anna.get(address)
    assert served.headers["content-type"].startswith("text/javascript") and served.text == bundle("table")
    assert served.headers["content-encoding"] == "gzip"
    plain = anna.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == served.text
    again = anna.get(address, headers={"If-None-Match": served.headers["etag"]})
    assert again.status_code == 304


def test_sheets_side_by_side_come_in_one_piece_in_their_order(anna):
    served = anna.get(anna.app.state.static.address("css/tokens+house.css"))
    assert served.headers["content-type"].startswith("text/css") and "immutable" in served.headers["cache-control"]
    parts = [without_comments((FOLDER / "css" / f"{name}.css").read_text()) for name in ("tokens", "house")]
    assert served.text == "".join(parts)


@in_turn(
    "path",
    (
        "css/tokens+nothing.css",
        "css/" + "+".join(["tokens"] * 30) + ".css",
        "css/+.css",
        "js/table+home.js",
        "js/table-home.js",
        "js/no-chat.js",
    ),
)
def test_what_is_not_there_is_not_made_up(anna, path):
    assert anna.get(anna.app.state.static.address(path)).status_code == 404
