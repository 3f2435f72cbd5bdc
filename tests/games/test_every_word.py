"""All words a game says come from its catalogue: in a made-up language nothing English is left.

Every template is reshaped, its letters wide and its parts in another order. Whatever is still in plain letters then
must be notation: cards, squares, moves.
"""

import ast
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from xml.etree import ElementTree

import pytest

from fivefold import keys
from fivefold.contract import NOBODY, SPECTATOR, TABLE, WHOLE_PICTURE, Game, TableHelp
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.words import DROP_OUTS, HOUSE, ending_text, explain, seat_name
from fivefold.doors.web.pages import help_text
from fivefold.parts.messages import BLANK, Catalogue, Fact, Language, Message, Reader, Seat
from fivefold.parts.words import CARDS
from fivefold.play import catalogue
from fivefold.play.observation import observed
from tests.games.cases import Case, cases, decisions, every, legal, played, sampled, some, tried

EVERY_CASE = every(cases())
EVERY_GAME = pytest.mark.parametrize("key", keys())
FOLDER = Path(catalogue.__file__).parents[1] / "games"
WIDE = {ord(letter): ord(letter) - ord("!") + ord("！") for letter in map(chr, range(0x21, 0x7F)) if letter.isalpha()}
"""Every letter as the wide one of another block: ａ for a."""
PLAIN = re.compile(r"[A-Za-z]{2,}")
NOTATION = re.compile(r"[ATJQK][cdhs]|[ATJQK][CDHS]|[RGYB]+|FREE|deal|die|keep|swap|end|up|down|pass|done")
"""What is written alike in all languages, besides single letters: cards, pieces, a space, the words of moves."""
MOVES = 12
"""Of more moves of a position only so many are put into words."""


def reshaped(template: str) -> str:
    """Return a template in the made-up language."""
    ends = [(0, 0), *(found.span() for found in BLANK.finditer(template)), (len(template), len(template))]
    parts = [template[start:stop].translate(WIDE) for (_, start), (stop, _) in pairwise(ends)]
    blanks = [reshaped_blank(found) for found in BLANK.finditer(template)]
    return "".join(reversed([part for pair in zip(parts, [*blanks, ""], strict=True) for part in pair]))


def reshaped_blank(found: re.Match[str]) -> str:
    return f"{{{found[1]}{found[2] or ''}{found[3] or ''}{(found[4] or '').translate(WIDE)}}}"


def foreign(words: Catalogue) -> Catalogue:
    language = Language(last=" ＆ ", you="ｙｏｕ", first_you="Ｙｏｕ", your="ｙｏｕｒ", owner="＇ｓ {}")
    return Catalogue({key: reshaped(template) for key, template in words.templates.items()}, language)


def words_of(game: Game) -> Catalogue:
    words: Catalogue = game.notation.WORDS  # type: ignore[attr-defined]
    return words


def modules(key: str) -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if f"{name}.".startswith(f"fivefold.games.{key}.")]


def forget(key: str) -> None:
    """Forget the pictures and words kept from before."""
    for module in modules(key):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.fixture
def abroad(group: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the game of the test's cases speak the made-up language."""
    for case in tried(group):
        played(case)  # kept for all tests: with its result in English
    english = words_of(catalogue.find(group))
    made_up = foreign(english)
    for module in modules(group):
        if vars(module).get("WORDS") is english:
            monkeypatch.setattr(module, "WORDS", made_up)
    forget(group)
    yield
    forget(group)


def assert_foreign(text: str) -> None:
    assert [word for word in PLAIN.findall(text) if not NOTATION.fullmatch(word)] == [], text


@EVERY_CASE
@pytest.mark.usefixtures("abroad")
def test_what_moves_do_is_said_in_any_language(case: Case) -> None:
    notation = case.game.notation
    for row in sampled(case):
        for move in some(case, legal(case.game, row))[:MOVES]:
            assert_foreign(explain(notation, row, move))
        assert_foreign(notation.diagram(row, SPECTATOR))
    for ply in played(case).replay():
        assert_foreign(explain(notation, ply.before, ply.move))


@EVERY_CASE
@pytest.mark.usefixtures("abroad")
def test_seats_and_ends_are_called_in_any_language(case: Case) -> None:
    match = played(case)
    for seat in range(len(match.seats)):
        assert_foreign(seat_name(case.game.notation, match.row, seat))
    if case.game.rules.to_move(match.row) == NOBODY:
        assert_foreign(ending_text(case.game.notation, match.row))


@pytest.mark.slow
@EVERY_CASE
@pytest.mark.usefixtures("abroad")
def test_pictures_speak_any_language(case: Case) -> None:
    for row in [*sampled(case), played(case).row]:
        for viewer in (SPECTATOR, case.game.rules.to_move(row)):
            for marks in ({}, {"": "bare"}, _picked(case.game, row)):
                for text in _heard(case.game.picture.draw(row, max(viewer, SPECTATOR), marks).svg):
                    assert_foreign(text)


def _picked(game: Game, row: list[int]) -> dict[str, str]:
    moves = legal(game, row) if game.rules.to_move(row) >= 0 else []
    return {game.notation.clicks(row, moves[0])[0]: "picked"} if moves else {"": "over"}


def _heard(picture: str) -> Iterator[str]:
    """Yield all words of a picture, the visible ones and those for screen readers."""
    for node in ElementTree.fromstring(picture).iter():
        if node.tag.rpartition("}")[2] in {"title", "desc", "text"}:
            yield node.text or ""
        yield node.get("aria-label", "")


@EVERY_CASE
@pytest.mark.usefixtures("abroad")
def test_what_is_wrong_is_said_in_any_language(case: Case) -> None:
    game, random = case.game, Random(case.seed)
    pool = sorted({game.notation.say(row, move, TABLE) for row in sampled(case) for move in legal(game, row)})
    for row in [*sampled(case), played(case).row]:
        for text in [*random.sample(pool, min(10, len(pool))), "0", "a1", "zz", "e1:up", "a1-e1", "7h@99,0", "x:a1"]:
            try:
                game.notation.read(row, text + random.choice(["", "", "9", ":1"]))
            except (IllegalMove, InvalidMove) as error:
                problem = error.problem
                assert problem.wrong is not None and problem.code == problem.wrong.key
                for said in (problem.message, problem.remedy):
                    assert_foreign(_without(said, {problem.subject, *_texts(problem.wrong), *_texts(problem.better)}))


def _without(said: str, texts: set[str]) -> str:
    """Return what is said without texts that were given or are notation."""
    for text in sorted(texts, key=len, reverse=True):
        said = said.replace(text, "") if len(text) > 1 else said
    return said


def _texts(fact: Fact | None) -> Iterator[str]:
    """Yield the facts that are text."""
    if isinstance(fact, str):
        yield fact
    for inner in fact.facts.values() if isinstance(fact, Message) else fact if isinstance(fact, tuple) else ():
        yield from _texts(inner)


@EVERY_CASE
def test_texts_among_the_facts_are_notation(case: Case) -> None:
    notation = case.game.notation
    for row in sampled(case):
        for move in some(case, legal(case.game, row))[:MOVES]:
            account = notation.account(row, move)  # type: ignore[attr-defined]
            for message in (*account.effects, *([account.event] if account.event else [])):
                for text in _texts(message):
                    assert_foreign(text)


# What a catalogue holds


@cache
def parsed(key: str) -> dict[str, list[ast.AST]]:
    """Return all nodes of a game's code, by the name of the file."""
    return {str(path): list(ast.walk(ast.parse(path.read_text()))) for path in (FOLDER / key).rglob("*.py")}


def calls(key: str) -> Iterator[ast.Call]:
    """Yield where a game's code makes a message."""
    for nodes in parsed(key).values():
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                yield node


@cache
def patterns(key: str) -> set[str]:
    """Return the texts in a game's code, a star for what an f-string fills in."""
    nodes = [node for inside in parsed(key).values() for node in inside]
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    formatted = [node.values for node in nodes if isinstance(node, ast.JoinedStr)]
    for parts in formatted:
        texts.add("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts))
    return {text for text in texts if "*" not in text or len(re.findall("[a-z]", text)) > 1}


@pytest.mark.slow
@EVERY_GAME
def test_no_template_is_unused(key: str) -> None:
    own = words_of(catalogue.find(key)).templates.keys() - HOUSE.keys() - DROP_OUTS.keys() - CARDS.keys()
    known = patterns(key)
    formatted = [pattern for pattern in known if "*" in pattern]
    unused = {name for name in own - known if not any(fnmatchcase(name, pattern) for pattern in formatted)}
    assert unused == set()


@EVERY_GAME
def test_every_message_has_a_template_for_its_facts(key: str) -> None:
    templates = words_of(catalogue.find(key)).templates
    for call in calls(key):
        names = {keyword.arg for keyword in call.keywords}
        if isinstance(call.args[0], ast.Constant) and None not in names:
            blanks = {found[1] for found in BLANK.finditer(templates[str(call.args[0].value)])}
            assert names == blanks, f"{call.args[0].value}: line {call.lineno}"


def test_the_house_s_own_templates_are_used() -> None:
    used = {pattern for key in keys() for pattern in patterns(key)} | {"plays"}
    assert set(HOUSE) <= used


def test_a_template_is_reshaped() -> None:
    words = foreign(Catalogue({"red": "Red", "draws": "{who} {who:draws|draw} {cards/, / or }!"}))
    drawn = Message("draws", who=Seat(0, Message("red")), cards=("7h", "8d"))
    assert words.text(drawn) == "!7h ｏｒ 8d ｄｒａｗｓ Ｒｅｄ"


NAMED = re.compile(r'data-(?:pick|thing)="([^"]*)"')
LETTER = re.compile("[A-Za-z]")


def help_of(case: Case) -> TableHelp:
    found = case.game.extra_of(TableHelp)
    assert found is not None
    return found


def positions(case: Case) -> Iterator[tuple[list[int], int]]:
    """Yield positions as who is to move and as a spectator may know them."""
    for row in [*sampled(case), played(case).row]:
        turn = case.game.rules.to_move(row)
        for viewer in {max(turn, SPECTATOR) if turn >= 0 else SPECTATOR, SPECTATOR}:
            yield observed(case.game, row, viewer), viewer


@pytest.mark.slow
@EVERY_CASE
def test_everything_on_the_picture_is_explained_with_a_link_to_the_rules(case: Case) -> None:
    explain, words = help_of(case).explain, case.game.notation.WORDS
    terms = help_text.terms(case.game)
    seats = [f"seat-{seat}" for seat in range(len(played(case).seats))]
    for row, viewer in positions(case):
        drawn = case.game.picture.draw(row, viewer, {WHOLE_PICTURE: "bare"}).svg
        for name in [*sorted(set(NAMED.findall(drawn))), *seats]:
            told = explain(row, viewer, name)
            assert told is not None, f"{name} is not explained"
            assert told.anchor in terms, told
            said = [words.text(sentence, Reader((), 0)) for sentence in told.sentences]
            assert all(LETTER.search(one) and one.endswith(".") and ".." not in one for one in said), said


@pytest.mark.slow
@EVERY_CASE
def test_what_nothing_is_called_is_not_explained(case: Case) -> None:
    for name in ("", "zz9", "seat-9", "seat-", "99,99", "line-9-1", "captured-7", "9*1", "done-7", "-", "²"):
        assert help_of(case).explain(sampled(case)[-1], SPECTATOR, name) is None, name


@pytest.mark.slow
@EVERY_CASE
def test_the_score_card_has_a_line_for_everything_that_scores(case: Case) -> None:
    extra, words = help_of(case), case.game.notation.WORDS
    for row in sampled(case):
        seen = observed(case.game, row, SPECTATOR)
        card = extra.score_card(seen)
        keys = [line.key for line in card.lines]
        assert len(set(keys)) == len(keys) > 1
        assert card.notes
        assert all(words.text(line.name) for line in card.lines)
        assert all(words.text(note).endswith(".") for note in card.notes)
        assert len({len(line.counts) for line in card.lines if line.counts}) <= 1
    for row in decisions(case):
        known = {line.key for line in extra.score_card(row).lines}
        for move in some(case, legal(case.game, row)):
            assert not known - known.union(extra.scored(row, move))


@pytest.mark.slow
@EVERY_CASE
def test_what_has_to_be_done_in_an_unusual_turn_is_said(case: Case) -> None:
    for row in decisions(case):
        task = help_of(case).task(row)
        assert task is None or case.game.notation.WORDS.text(task, starts=False)
