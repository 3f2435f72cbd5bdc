"""The conformance suite: what every game of the house has to keep, whatever its options."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest

from fivefold.contract import (
    ANYONE,
    CHANCE,
    NOBODY,
    SPECTATOR,
    TABLE,
    WHOLE_PICTURE,
    AlphaBeta,
    Chance,
    Game,
    TableHelp,
    WholeTurns,
    anybody_can_win,
)
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.search import no_bound
from fivefold.contract.words import explain, seat_name
from fivefold.play import catalogue
from fivefold.play.catalogue import keys
from fivefold.play.chance import Fair, Nonce
from fivefold.play.match import Match
from fivefold.play.observation import hides, observed, observed_move
from fivefold.play.picks import STAR, leads
from tests.games.cases import (
    PLY_CAP,
    Case,
    cases,
    decisions,
    every,
    legal,
    movers,
    played,
    sampled,
    seen,
    some,
    spellings,
)

EVERY_CASE = every(cases())
EVERY_GAME = pytest.mark.parametrize("key", catalogue.keys())
NONSENSE = ("", " ", "zz", "hello", "0", "-1", "a1-", ":", "é", "a1:", "\0", "a" * 500)
ENDLESS = 10_000
"""``remaining`` from here on means that there is no bound."""


# The game as a whole


@EVERY_GAME
def test_a_game_introduces_itself(key: str) -> None:
    game = catalogue.find(key)
    assert game.key == key
    assert game.name
    assert game.tagline
    assert game.rules.VERSION >= 1
    help_text = catalogue.help_text(game)
    assert len(help_text) > 500


@EVERY_GAME
def test_the_examples_of_the_help_can_be_played(key: str) -> None:
    page = catalogue.help_text(catalogue.find(key))
    blocks = re.findall(r"^```play\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    assert page.count("```play") == len(blocks) >= 4
    captions = []
    for block in blocks:
        lines = [line.partition(" ")[::2] for line in block.splitlines()]
        given = dict(value.split(" ") for word, value in lines if word == "option")
        [seed] = [int(value) for word, value in lines if word == "seed"]
        match = Match(key, seed=seed, **given)
        for move in " ".join(value for word, value in lines if word == "move").split():
            match.play(move)
        assert match.outcome is None, "there is something left to try"
        assert {word for word, _ in lines} <= {"option", "seed", "move", "caption"}
        captions += [value for word, value in lines if word == "caption"]
    assert len(set(captions)) == len(blocks)
    assert all(re.match(r"[A-Z][^.?]+: .{40,}[.?]$", caption) for caption in captions)


@EVERY_GAME
def test_there_are_seven_personas(key: str) -> None:
    personas = catalogue.find(key).personas
    assert len({persona.name for persona in personas}) == len({persona.style for persona in personas}) == 7
    assert all(persona.portrait for persona in personas)


def test_no_two_opponents_of_the_house_say_the_same_and_all_fit_a_strip() -> None:
    keys = catalogue.keys()
    everybody = [persona for key in keys for persona in catalogue.find(key).personas]
    said = [words for persona in everybody for words in (persona.hello, persona.wins, persona.loses)]
    assert len(set(said)) == len(said) and all(5 < len(words) <= 48 for words in said)


# Rules


@EVERY_CASE
def test_random_games_keep_the_rules(case: Case) -> None:
    match, rules = played(case), case.game.rules
    for ply in match.replay():
        moves = legal(case.game, ply.before)
        assert moves == sorted(set(moves))
        assert 0 < len(moves) <= rules.MAX_MOVES
        assert ply.move in moves
        assert len(ply.after) == rules.SIZE
        assert all(type(value) is int for value in ply.after)
        assert ply.mover in {CHANCE, *range(len(match.seats))}
        assert abs(max(ply.after, key=abs)) < 2**63


@EVERY_CASE
def test_random_games_end_within_their_bound(case: Case) -> None:
    match = played(case)
    remaining = case.game.search.remaining if isinstance(case.game.search, AlphaBeta) else no_bound
    plies = len(match.moves)
    for ply in match.replay():
        if ply.mover == CHANCE:
            continue  # a bound may leave out the deal
        bound = remaining(ply.before)
        assert bound > 0
        if bound < ENDLESS:
            assert plies - ply.number + 1 <= bound
    if remaining(next(match.replay()).before) < min(ENDLESS, PLY_CAP):
        assert match.outcome is not None


@EVERY_CASE
def test_returns_and_estimates_agree_at_the_end(case: Case) -> None:
    match = played(case)
    if match.outcome is None:
        return
    assert legal(case.game, match.row) == []
    assert case.game.rules.to_move(match.row) == NOBODY
    returns, values = match.outcome.returns, [0] * len(match.seats)
    assert all(0 <= value <= 1 for value in returns)
    if len(returns) > 1:
        assert sum(returns) == pytest.approx(1)
    case.game.search.value(match.row, values)
    for one, value in zip(returns, values, strict=True):
        for other, other_value in zip(returns, values, strict=True):
            assert (one > other) == (value > other_value)
    assert match.outcome.reason == match.outcome.reason.strip() != ""


@EVERY_CASE
def test_setup_is_the_same_every_time(case: Case) -> None:
    assert case.match().row == case.match().row


@EVERY_CASE
def test_asking_changes_nothing(case: Case) -> None:
    game, seats = case.game, len(played(case).seats)
    for row in sampled(case):
        before, moves = row.copy(), legal(game, row)
        for ask in _questions(game, row, moves[-1], seats):
            ask()
            assert row == before


def _questions(game: Game, row: list[int], move: int, seats: int) -> list[Callable[[], object]]:
    rules, notation, search = game.rules, game.notation, game.search
    further = {"key": (), "banked": (), "remaining": (), "side": (0,)}
    return [
        lambda: rules.to_move(row),
        lambda: rules.scores(row, [0] * seats),
        lambda: notation.say(row, move, TABLE),
        lambda: notation.read(row, notation.say(row, move, TABLE)),
        lambda: notation.clicks(row, move) if rules.to_move(row) != CHANCE else (),
        lambda: explain(game.notation, row, move),
        lambda: notation.diagram(row, SPECTATOR),
        lambda: [seat_name(game.notation, row, seat) for seat in range(seats)],
        lambda: game.picture.draw(row, SPECTATOR, {}).svg,
        lambda: search.value(row, [0] * seats),
        lambda: search.merit(row, move),
        lambda: [getattr(search, name)(row, *more) for name, more in further.items() if hasattr(search, name)],
        lambda: game.plays_itself(row, move),
    ]


@EVERY_CASE
def test_evaluations_are_numbers(case: Case) -> None:
    game, seats = case.game, len(played(case).seats)
    for row in sampled(case):
        values = [-1] * seats
        game.search.value(row, values)
        assert all(type(value) is int for value in values)
        assert not isinstance(game.search, AlphaBeta) or type(game.search.banked(row)) is int
        assert all(type(game.search.merit(row, move)) is int for move in some(case, legal(game, row)))
        if isinstance(game.search, AlphaBeta | WholeTurns):
            assert 0 <= game.search.key(row) < 2**62
            assert game.search.key(row) == game.search.key(row.copy())


# Words


@EVERY_CASE
def test_what_is_said_is_read(case: Case) -> None:
    say, read = case.game.notation.say, case.game.notation.read
    for row in sampled(case):
        moves = legal(case.game, row)
        texts = [say(row, move, TABLE) for move in moves]
        unlike = len(set(texts)) == len(texts)
        assert all(re.fullmatch(r"\S+", text) for text in texts)
        for move, text in some(case, list(zip(moves, texts, strict=True))):
            for form in (text, text.upper(), text.lower(), f" {' '.join(text)}\t"):
                meant = read(row, form)
                assert meant == move if unlike else texts[moves.index(meant)] == text


@EVERY_CASE
def test_nonsense_is_refused(case: Case) -> None:
    for row, text in product(sampled(case)[:3], NONSENSE):
        _refused(case.game, row, text)


@EVERY_CASE
def test_moves_of_other_positions_are_refused(case: Case) -> None:
    game, random = case.game, Random(case.seed)
    everything = sorted({game.notation.say(row, move, TABLE) for row in sampled(case) for move in legal(game, row)})
    for row in sampled(case):
        here = {game.notation.say(row, move, TABLE) for move in legal(game, row)}
        elsewhere = [text for text in everything if text not in here]
        for text in random.sample(elsewhere, min(20, len(elsewhere))):
            _refused(game, row, text)


@EVERY_CASE
def test_no_move_is_possible_at_the_end(case: Case) -> None:
    match = played(case)
    if match.outcome is not None:
        for text in (*match.history[-3:], "zz", ""):
            _refused(case.game, match.row.copy(), text)


def _refused(game: Game, row: list[int], text: str) -> None:
    """Check that a text is refused, that the message says why, beginning with the text, and that nothing changes."""
    before = row.copy()
    with pytest.raises((InvalidMove, IllegalMove)) as caught:
        pytest.fail(f"{text!r} is read as {game.notation.read(row, text)}")
    assert row == before
    message = str(caught.value)
    assert message.startswith(text.strip()[:5]) or text.strip()[:5] in message
    assert len(message) > len(text.strip()) + 10 or len(text) > 100


@EVERY_CASE
def test_positions_and_moves_are_explained(case: Case) -> None:
    game, notation, seats = case.game, case.game.notation, len(played(case).seats)
    for row in sampled(case):
        assert all(explain(game.notation, row, move).strip() for move in legal(game, row))
        diagram = notation.diagram(row, SPECTATOR)
        assert diagram.strip()
        assert not diagram.endswith("\n")
        names = [seat_name(game.notation, row, seat) for seat in range(seats)]
        assert all(names)
        assert len(set(names)) == seats


# Clicks and pictures


@EVERY_CASE
def test_clicks_tell_moves_apart(case: Case) -> None:
    for row in decisions(case):
        spelled = [case.game.notation.clicks(row, move) for move in legal(case.game, row)]
        assert len({_kinds(clicks) for clicks in spelled}) == len(spelled)
        assert all(spelled)


@EVERY_CASE
def test_picks_are_spelled_as_the_move_they_make(case: Case) -> None:
    notation, table_help = case.game.notation, case.game.extra_of(TableHelp)
    for row in decisions(case) if table_help is not None else ():
        for move in legal(case.game, row)[:40]:
            text = table_help.spell(row, notation.clicks(row, move))
            assert not text or notation.read(row, text) == move


def _kinds(clicks: Sequence[str]) -> tuple[str, ...]:
    """Return picks so that those are equal that any order of a set's members leads to."""
    members = [name.partition(STAR)[0] for name in clicks if STAR in name]
    return (*sorted(members), "*", *clicks[len(members) :])


@EVERY_CASE
def test_sets_are_picked_in_any_order_and_a_set_alone_is_no_move(case: Case) -> None:
    random = Random(case.seed)
    for row in decisions(case):
        spelled = [case.game.notation.clicks(row, move) for move in legal(case.game, row)]
        for clicks in random.sample(spelled, min(6, len(spelled))):
            members = [name for name in clicks if STAR in name]
            assert clicks[: len(members)] == tuple(members) != clicks
            picks = (*random.sample(members, len(members)), *clicks[len(members) :])
            assert [other for other in spelled if leads(picks, other)] == [clicks]
            for count in range(len(picks)):
                assert clicks in [other for other in spelled if leads(picks[:count], other)]


@EVERY_CASE
def test_pictures_are_well_formed(case: Case) -> None:
    for row in (*sampled(case), played(case).row):
        root = ElementTree.fromstring(case.game.picture.draw(row, SPECTATOR, {}).svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox")
        ids = [element.get("id") for element in root.iter() if element.get("id") is not None]
        assert len(set(ids)) == len(ids)
        assert any(len("".join(element.itertext())) > 20 for element in root.iter() if element.tag.endswith("}desc"))


@EVERY_CASE
def test_pictures_offer_the_mover_just_the_legal_moves(case: Case) -> None:
    for row in decisions(case):
        for viewer in movers(case, row):
            spelled = spellings(case, row, viewer)
            picks = _picks(case.game.picture.draw(seen(case, row), viewer, {}).svg)
            assert all(any(leads([pick], clicks) or pick in clicks for clicks in spelled) for pick in picks)
            assert {clicks[0] for clicks in spelled} <= picks


@EVERY_CASE
def test_pictures_offer_nothing_to_others(case: Case) -> None:
    match = played(case)
    for row in sampled(case):
        others = {SPECTATOR, *range(len(match.seats))} - set(movers(case, row))
        assert all(_picks(case.game.picture.draw(row, viewer, {}).svg) == set() for viewer in others)
    assert _picks(match.svg(viewer=0)) == set() or match.outcome is None


def _picks(svg: str) -> set[str]:
    picks = (element.get("data-pick") for element in ElementTree.fromstring(svg).iter())
    return {pick for pick in picks if pick is not None}


@EVERY_CASE
def test_second_picks_follow_the_first(case: Case) -> None:
    """With what was picked marked as picked, everything that can come next is there to be picked."""
    for row in decisions(case):
        for viewer in movers(case, row):
            clicks = Random(case.seed).choice(spellings(case, row, viewer))
            for count in range(1, len(clicks)):
                marks = dict.fromkeys(clicks[:count], "picked")
                assert clicks[count] in _picks(case.game.picture.draw(seen(case, row), viewer, marks).svg)


@EVERY_CASE
def test_spotlights_are_on_things_that_can_be_drawn(case: Case) -> None:
    for row in sampled(case)[-2:]:
        for move in legal(case.game, row)[:3]:
            ElementTree.fromstring(case.game.picture.draw(row, SPECTATOR, case.game.picture.spotlight(row, move)).svg)


@EVERY_CASE
def test_marks_reach_the_picture(case: Case) -> None:
    row = decisions(case)[0]
    pick = case.game.notation.clicks(row, legal(case.game, row)[0])[0]
    mover = case.game.rules.to_move(row)
    root = ElementTree.fromstring(case.game.picture.draw(seen(case, row), mover, {pick: "glowing chosen"}).svg)
    marked = [element for element in root.iter() if {"glowing", "chosen"} <= set(element.get("class", "").split())]
    assert marked


@EVERY_CASE
def test_finished_and_first_pictures_are_drawn_for_everyone(case: Case) -> None:
    match = played(case)
    for viewer in (SPECTATOR, *range(len(match.seats))):
        ElementTree.fromstring(match.svg(viewer=viewer))


@EVERY_CASE
def test_the_start_is_drawn_and_told_before_anything_is_dealt(case: Case) -> None:
    options = played(case).options
    match = Match.prepared(case.game, options, Fair(bytes(32), (Nonce(0, "first"),)), dealt=False)
    assert match.to_move == CHANCE and match.legal() == [] and len(match.scores) == len(match.seats)
    for viewer in (SPECTATOR, *range(len(match.seats))):
        for marks in ({}, {WHOLE_PICTURE: "bare"}, {WHOLE_PICTURE: "bare over"}):
            onlooker = SPECTATOR if case.game.hidden is None else viewer
            assert not _picks(case.game.picture.draw(match.seen_by(viewer), onlooker, marks).svg)
        assert case.game.notation.diagram(match.seen_by(viewer), viewer)
    match.abandon()
    again = Match.from_record(match.to_record())
    assert again.to_record() == match.to_record() and (again.row, again.dealt) == (match.row, False)
    again.copy().svg()


@EVERY_CASE
def test_what_can_be_picked_is_a_button_with_a_name_and_nothing_else_takes_the_focus(case: Case) -> None:
    for row, asked in product(sampled(case), ("", "bare")):
        root = ElementTree.fromstring(case.game.picture.draw(row, _viewer(case, row), {WHOLE_PICTURE: asked}).svg)
        picks = [node for node in root.iter() if node.get("data-pick") is not None]
        names = [node.get("aria-label", "") for node in picks]
        assert all(len(name) > 3 for name in names)
        assert len(set(names)) == len(names)
        assert all((node.get("role"), node.get("tabindex")) == ("button", "-1") for node in picks)
        assert all("data-pick" in node.attrib for node in root.iter() if node.get("tabindex") or _tag(node) == "a")
        things = [node.get("data-thing") or node.get("data-pick") for node in root.iter()]
        assert len({thing for thing in things if thing}) == len([thing for thing in things if thing])


@EVERY_CASE
def test_everything_on_a_board_is_told_on_anybodys_turn(case: Case) -> None:
    for row in sampled(case):
        for viewer in (SPECTATOR, _viewer(case, row)):
            root = ElementTree.fromstring(case.game.picture.draw(row, viewer, {WHOLE_PICTURE: "bare"}).svg)
            things = [node for node in root.iter() if node.get("data-thing") or node.get("data-pick")]
            told = [node for node in things if node.get("role") in {"img", "button"}]
            assert all(node.get("aria-label") or node.findtext("{*}title") for node in told)
            spots = [node for node in things if node.get("data-kind") or "cell" in node.get("class", "").split()]
            assert all(node in told for node in spots)


@EVERY_CASE
def test_pictures_are_complete_by_themselves(case: Case) -> None:
    for row, asked in product(sampled(case)[-2:], ("", "bare")):
        drawn = case.game.picture.draw(row, SPECTATOR, {WHOLE_PICTURE: asked}).svg
        root = ElementTree.fromstring(drawn)
        ids = {node.get("id") for node in root.iter()}
        assert {node.get("href") for node in root.iter() if _tag(node) == "use"} <= {f"#{name}" for name in ids}
        assert [_tag(child) for child in root][:2] == ["title", "desc"]
        assert f"<style>{case.game.picture.STYLE}</style>".replace(">", "") in drawn.replace("&gt;", "").replace(
            ">", ""
        )
        assert not re.search(r'\sstyle="|\son\w+="', drawn), "neither fits a strict content security policy"


@EVERY_GAME
def test_the_style_reaches_no_further_than_the_picture(key: str) -> None:
    match = Match(key, seed=1)
    drawn = ElementTree.fromstring(match.game.picture.draw(match.row, SPECTATOR, {}).svg)
    plain = re.sub(r":is\([^)]*\)", "", match.game.picture.STYLE)
    selectors = [rule.split("{")[-2] for rule in plain.replace("}}", "}").split("}") if "{" in rule]
    own = [f".{name}" for name in drawn.attrib["class"].split()]
    assert len(own) == 2 and len(selectors) > 20
    assert all(any(name in part for name in own) for rule in selectors for part in rule.split(","))


@EVERY_CASE
def test_every_seat_has_an_emblem(case: Case) -> None:
    row, seats = played(case).row, range(len(played(case).seats))
    emblems = [case.game.picture.emblem(row, seat).picture for seat in seats]
    assert len(set(emblems)) == len(emblems)
    for emblem in emblems:
        root = ElementTree.fromstring(emblem)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert width == height
        assert not any(node.get("id") or node.get("href") for node in root.iter()), "it needs nothing beside it"


@EVERY_CASE
def test_bare_pictures_offer_the_same_and_never_change_their_size(case: Case) -> None:
    sizes = set()
    for row in (*sampled(case)[::3], decisions(case)[-1], played(case).row):
        for viewer in {SPECTATOR, 0, _viewer(case, row)}:
            drawn = case.game.picture.draw(row, viewer, {WHOLE_PICTURE: "bare"}).svg
            assert _picks(drawn) == _picks(case.game.picture.draw(row, viewer, {}).svg)
            sizes.add(ElementTree.fromstring(drawn).get("viewBox"))
    assert len(sizes) == 1


@EVERY_CASE
def test_a_match_that_was_broken_off_has_nothing_to_pick(case: Case) -> None:
    match = case.match()
    if match.outcome is None:
        for seat in range(len(match.seats)):
            if match.outcome is None:
                match.resign(seat)
        for viewer in (SPECTATOR, *range(len(match.seats))):
            drawn = match.svg({WHOLE_PICTURE: "bare"}, viewer)
            assert _picks(drawn) == set()
            assert "to move" not in drawn


@EVERY_CASE
def test_motions_begin_and_end_at_what_is_drawn(case: Case) -> None:
    game = case.game
    for row in sampled(case):
        moves = legal(game, row)
        viewers = [SPECTATOR] if game.hidden is None else [SPECTATOR, _viewer(case, row), TABLE]
        for viewer, move in product(viewers, Random(case.seed).sample(moves, min(2, len(moves)))):
            after = row.copy()
            game.rules.play(after, move)
            things, places = _drawn(case, row, viewer)
            things_after, places_after = _drawn(case, after, viewer)
            motions = game.picture.motions(observed(game, row, viewer), observed_move(game, row, move, viewer))
            moved = [start for start, _ in motions if start in things]
            arrived = [end for _, end in motions if end in things_after]
            assert len(set(moved)) == len(moved) and len(set(arrived)) == len(arrived)
            for start, end in motions:
                assert start in things | places
                assert end in things_after | places_after
                assert not (start in places and end in places)
            gone, new = things - things_after - places_after, things_after - things - places
            assert gone <= {start for start, _ in motions}, "what is gone went somewhere"
            assert new <= {end for _, end in motions}, "what is new came from somewhere"


def _drawn(case: Case, row: list[int], viewer: int) -> tuple[set[str], set[str]]:
    """Return the ids of the things and of the places on the picture as a page shows it."""
    root = ElementTree.fromstring(_bare(case, tuple(row), viewer))
    shapes = {node for defs in root.iter() if _tag(defs) == "defs" for node in defs.iter()}
    named = [node for node in root.iter() if node.get("id") and node not in shapes]
    places = {node.attrib["id"] for node in named if "data-place" in node.attrib}
    alone = [node for node in named if not any("id" in inner.attrib for inner in list(node.iter())[1:])]
    movable = {node.attrib["id"] for node in alone if _tag(node) == "g" and "transform" not in node.attrib} - places
    assert places <= case.game.picture.PLACE_IDS
    return movable, places | {f"seat-{seat}" for seat in range(len(played(case).seats))}


@lru_cache(maxsize=64)
def _bare(case: Case, row: tuple[int, ...], viewer: int) -> str:
    return case.game.picture.draw(observed(case.game, row, viewer), viewer, {WHOLE_PICTURE: "bare"}).svg


def _tag(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2]


def _viewer(case: Case, row: list[int]) -> int:
    """Return the seat to move, ``ANYONE`` who sits on all seats of a race, or else the first."""
    return next(iter(movers(case, row)), 0)


# Matches


@EVERY_CASE
def test_records_replay(case: Case) -> None:
    match = played(case)
    text = match.to_record()
    again = Match.from_record(text)
    assert again.to_record() == text
    assert (again.row, again.history, again.outcome) == (match.row, match.history, match.outcome)


@EVERY_CASE
def test_undo_restores_the_position(case: Case) -> None:
    match, random = case.match(), Random(case.seed)
    for _ in range(6):
        if match.outcome is not None:
            return
        before, plies, move = match.row.copy(), len(match.moves), random.choice(match.legal())
        match.make(move)
        if match.outcome is not None or CHANCE in match.movers[plies:] or hides(case.game, before):
            continue
        match.undo()
        assert (match.row, len(match.moves)) == (before, plies)
        match.make(move)


@EVERY_GAME
def test_twins_have_the_same_deal(key: str) -> None:
    if not catalogue.find(key).traits.doubles:
        return
    match = Match(key)
    twin = match.twin()
    dealt = [text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE]
    assert [text for text, mover in zip(twin.history, twin.movers, strict=True) if mover == CHANCE] == dealt
    assert (match.to_move, twin.to_move) in {(0, 1), (1, 0)}
    assert twin.seats == match.seats


LONGEST = 200_000
"""Plies; random play among three has been seen to last over 36,000."""


def tables() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield every game with each value of the option that decides how many play, the others as usual."""
    for game in map(catalogue.find, keys()):
        option = game.setup.seat_option
        yield from [(game.key, {option.name: value}) for value in option.values] if option else [(game.key, {})]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "given"), list(tables()), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(key: str, given: Mapping[str, str], seed: int) -> None:
    match, random = Match(key, seed=seed, **given), Random(seed)
    while match.outcome is None and len(match.moves) < LONGEST:
        match.make(random.choice(match.legal()))
    assert match.outcome is not None


LAST = 6
"""So many of the last positions are looked at besides the sampled ones: near its end a game is most sure of it."""


def several(chosen: list[Case]) -> list[Case]:
    return [case for case in chosen if len(case.match().seats) > 1]


def rows(case: Case) -> list[list[int]]:
    """Return positions of a game that are not over."""
    return [*sampled(case), *(ply.before for ply in list(played(case).replay())[-LAST:])]


def winners(match: Match) -> list[int]:
    """Return the seats with more than an equal share of the result."""
    returns = match.outcome.returns if match.outcome is not None else ()
    return [seat for seat, share in enumerate(returns) if share > 1.001 / len(returns)]


@every(several(list(cases())))
def test_who_won_could_have_won_at_any_time(case: Case) -> None:
    won = winners(played(case))
    assert all(case.game.can_win(row, seat) for row in rows(case) for seat in won)


@every(several(list(cases())))
def test_asking_changes_nothing_and_partners_have_the_same_answer(case: Case) -> None:
    match, game = played(case), case.game
    for row in rows(case)[-3:]:
        before = row.copy()
        answers = [game.can_win(row, seat) for seat in range(len(match.seats))]
        assert row == before and all(type(answer) is bool for answer in answers)
        for seat, answer in enumerate(answers):
            assert all(answers[mate] == answer for mate in game.setup.team(match.options, seat))


@pytest.mark.parametrize("key", catalogue.keys())
def test_every_game_of_the_house_says_who_can_win(key: str) -> None:
    game: Game = catalogue.find(key)
    assert game.can_win is not anybody_can_win
    row = Match(key, seed=1).row
    assert all(game.can_win(row, seat) for seat in range(game.setup.seats(Match(key, seed=1).options)))


@EVERY_CASE
def test_moves_are_numbers_below_the_bound(case: Case) -> None:
    bound = case.game.traits.move_numbers
    assert all(0 <= move < bound for move in played(case).moves)
    assert all(0 <= move < bound for row in sampled(case) for move in legal(case.game, row))


@EVERY_CASE
def test_only_a_race_lets_anyone_move_and_only_hidden_information_is_hidden(case: Case) -> None:
    traits, match = case.game.traits, played(case)
    assert len(match.seats) in traits.seats
    assert traits.race or ANYONE not in {case.game.rules.to_move(row) for row in sampled(case)}
    assert traits.hidden or match.seen_by(SPECTATOR) == match.row


@EVERY_CASE
def test_chance_moves_when_the_game_says(case: Case) -> None:
    chance, match = case.game.traits.chance, played(case)
    later = [mover for mover in match.movers[match.decisions[0] :] if mover == CHANCE]
    assert chance is not Chance.NONE or CHANCE not in match.movers
    assert chance is not Chance.AT_THE_START or not later
    within = any(goes_on(case.game, ply.before, ply.move) for ply in match.replay() if ply.mover >= 0)
    assert within == (chance is Chance.WITHIN_TURNS)


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_what_a_game_declares_is_met_in_some_of_its_set_ups(key: str) -> None:
    game, matches = catalogue.find(key), [played(case) for case in cases() if case.key == key]
    traits = game.traits
    assert {len(match.seats) for match in matches} == set(traits.seats)
    assert traits.race == any(ANYONE in turns(match.game.key, match.moves, match.options) for match in matches)
    assert traits.hidden == any(hides(game, ply.before) for match in matches for ply in match.replay())
    if traits.chance in (Chance.BETWEEN_MOVES, Chance.WITHIN_TURNS):
        assert any(before >= 0 and after == CHANCE for m in matches for before, after in pairwise(m.movers))
    if traits.teams:
        assert any(len(game.setup.team(match.options, 0)) > 1 for match in matches)
    top = max(move for match in matches for move in match.moves)
    assert traits.move_numbers <= 4 * (top + 1), f"the bound {traits.move_numbers} is far from {top}"


def goes_on(game: Game, row: list[int], move: int) -> bool:
    """Tell whether chance goes on with the same turn after a player's move."""
    if game.long_turns is None:
        return False
    after, turn = row.copy(), game.long_turns.turn_of(row.copy())
    game.rules.play(after, move)
    return game.rules.to_move(after) == CHANCE and game.long_turns.turn_of(after) == turn


def turns(key: str, moves: list[int], options: dict[str, str]) -> set[int]:
    """Return who is to move at the start of play: in a race anyone, once cards lie."""
    match = next(played(case) for case in cases() if case.key == key and dict(case.options) == options)
    return {match.game.rules.to_move(ply.before) for ply in match.replay()} - {NOBODY}
