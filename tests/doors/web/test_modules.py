"""The modules a page names beforehand are those its script imports: none is missing, none is there in vain."""

import re

from fivefold.doors.web.static_files import SCRIPTS, imported_modules, without_comments
from tests.quick import in_turn

ENTRIES = (
    "answers",
    "table",
    "home",
    "days",
    "rules",
    "review",
    "newMatch",
    "newsSettings",
    "numberTables",
    "timeOff",
    "tokens",
    "tournaments",
    "settings",
    "lobby",
    "lobbyChallenges",
    "learn",
    "learnGames",
    "learnOffer",
    "coach",
    "offline",
    "passkeys",
    "recoveryCodes",
    "notices",
)


def imports(name: str) -> list[str]:
    """Return what a script imports, another way: from what stands after ``from`` or alone after ``import``."""
    words = (SCRIPTS / name).read_text()
    return re.findall(r'(?:\bfrom|^import) "([^"]+)";$', words, re.MULTILINE)


@in_turn("entry", ENTRIES)
def test_imports_are_followed_to_the_end(entry):
    modules = imported_modules(entry)
    assert f"{entry}.js" not in modules
    for name in (f"{entry}.js", *modules):
        assert {f"./{module}" for module in modules} >= set(imports(name)), name


def test_every_script_belongs_to_a_page():
    used = {f"{entry}.js" for entry in ENTRIES}.union(*map(imported_modules, ENTRIES))
    types_only = {"types.js"}
    assert used | types_only == {path.name for path in SCRIPTS.glob("*.js")}


def test_scripts_use_nothing_from_elsewhere():
    for path in SCRIPTS.glob("*.js"):
        words = path.read_text()
        assert all(module.startswith("./") for module in imports(path.name)), path.name
        assert not re.search(r"\beval\(|\binnerHTML\b|new Function\(|https?://(?!www\.w3\.org)", words), path.name


def test_scripts_are_served_without_comments_and_with_every_line_of_code_in_its_place():
    for path in SCRIPTS.glob("*.js"):
        written = path.read_text()
        served = without_comments(written)
        lines = list(zip(written.split("\n"), served.split("\n"), strict=True))
        assert "/**\n" not in served, path.name
        assert all(kept == line for line, kept in lines if kept), path.name
        dropped = [line.strip() for line, kept in lines if line.strip() and not kept]
        assert all(line.startswith(("/*", "*", "//")) for line in dropped), path.name


def test_a_comment_before_code_does_not_take_the_code_with_it():
    script = '/** @type {string} */ const one = "a";\nrun(one); // then\n/* gone */\nlast();'
    assert without_comments(script) == script.replace("/* gone */", "")


def test_a_script_is_asked_for_again_as_any_file(anna):
    address = anna.app.state.static.address("js/table.js")
    served = anna.get(address)
    assert served.headers["content-type"].startswith("text/javascript") and not served.text.strip().startswith("/*")
    again = anna.get(address, headers={"If-None-Match": served.headers["etag"]})
    assert again.status_code == 304
