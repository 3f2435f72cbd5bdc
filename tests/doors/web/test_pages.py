"""The pages: well made, for every game, and playable to the end without script."""

import re
from datetime import date

import pytest

from fivefold.doors.web.app import TEMPLATES
from fivefold.doors.web.pages import home
from fivefold.play import catalogue
from tests.doors.web.reader import Reader, choices
from tests.quick import first, landing

pytestmark = pytest.mark.slow

GAMES = catalogue.keys()
EVERY_GAME = [key if key == "solitaire" else pytest.param(key, marks=pytest.mark.slow) for key in GAMES]
"""Where the games differ little, the one with the largest forms is tried in the quick part."""


@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/about"])
def test_a_page_is_well_made(reader, path):
    reader.open(path)


@pytest.mark.parametrize("key", EVERY_GAME)
def test_pages_of_every_game_are_well_made(reader, key):
    game = catalogue.find(key)
    for path in (f"/new/{key}", f"/rules/{key}"):
        page = reader.open(path)
        assert page.one("h1")["words"].strip() == game.name
        assert game.name in page.within(page.one("head"), "title")[0]["words"]


def test_a_page_that_is_not_there_says_so_and_leads_back(reader):
    page = reader.open("/rules/chess", 404)
    assert any(link["attrs"]["href"] == "/" for link in page.within(page.one("main"), "a"))


def test_home_has_one_board_to_start_on_and_leads_to_every_game(reader):
    page = reader.open("/")
    board = page.one("div", data_game=GAMES[0])
    key = GAMES[0]
    assert page.within(board, "svg") and page.within(board, "noscript")
    form = page.all("form", action=f"/new/{key}")[0]
    assert page.fields(form).keys() == {"csrf", "seed", "other-1", "begin", "move"}
    assert all(page.all("a", href=f"/new/{each}") for each in GAMES)


def test_a_move_on_the_board_at_home_begins_that_match(reader):
    page, key = reader.open("/"), GAMES[0]
    seed = page.one("div", data_game=key)["attrs"]["data-seed"]
    move = reader.get(f"/try/{key}/view?seed={seed}").json()["moves"][3]["text"]
    table = reader.fill(page, f"/new/{key}", move=move)
    assert table.one("main")["attrs"]["id"] == "table"
    listed = [span["words"].split() for span in table.within(table.one("ol", id="history"), "span")]
    assert any(move in words for words in listed)


def test_the_boards_at_home_change_with_the_day():
    game = catalogue.find(GAMES[0])
    first, second = home.board_of_today(game, date(2026, 3, 1)), home.board_of_today(game, date(2026, 3, 2))
    assert first["seed"] != second["seed"] and first["picture"] != second["picture"]


@pytest.mark.slow
@pytest.mark.parametrize("key", landing({"pokeros"}, GAMES))
def test_a_whole_game_is_played_through_the_forms(reader, key):
    game = catalogue.find(key)
    page = reader.start(key, **{"other-1": "here"}, **quicker(game))
    for turn in range(80):
        if not page.all("select", id="move-choice"):
            break
        moves = choices(page)
        page = reader.fill(page, f"{page.path}/moves", move=moves[turn * 7 % len(moves)])
    else:
        page = reader.fill(page, f"{page.path}/resign")
    assert "over" in page.one("main")["attrs"]["class"].split()
    assert page.one("p", id="status")["words"].strip()
    review = reader.open(f"{page.path}/review")
    assert review.all("svg", class_="curve")


def quicker(game):
    """Choices that end a game soon, where it has any: the smallest number a draw may be called after."""
    return {f"option-{option.name}": "3" for option in game.setup.options if option.numbers}


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY_GAME)
def test_one_can_click_back_through_a_match(reader, key):
    page = reader.start(key, **{"other-1": "here"})
    for _ in range(3):
        page = reader.fill(page, f"{page.path}/moves")
    plies = [li["attrs"]["data-ply"] for li in page.within(page.one("ol", id="history"), "li")]
    movers = [li["attrs"]["class"].split()[0] for li in page.within(page.one("ol", id="history"), "li")]
    assert len([mover for mover in movers if mover != "chance"]) == 3
    assert "chance" not in movers[:3], "what chance brings is on the line of the move"
    back = reader.open(f"{page.path}?ply={plies[1]}")
    assert not back.all("select", id="move-choice")
    assert back.one("a", aria_current="true")["attrs"]["href"] == f"?ply={plies[1]}"
    assert int(plies[1]) < int(back.one("a", data_step="next")["attrs"]["href"].removeprefix("?ply=")) <= int(plies[2])


def test_at_one_screen_a_hand_is_shown_to_who_asks_for_it(reader):
    new = reader.open("/new/pokeros")
    asked = new.fields(new.one("form", action="/new/pokeros"))
    page = reader.read(reader.post("/new/pokeros", data={**asked, "other-1": "here"}))
    link = page.one("a", data_action="uncover")
    (mover,) = [seat for seat in page.all("li") if "active" in seat["attrs"].get("class", "").split()]
    (name,) = [each for each in page.within(mover, "span") if each["attrs"].get("class") == "seat-player"]
    assert link["words"] == f"{name['words']}: show my cards"
    shown = reader.open(page.path + link["attrs"]["href"])
    held = [use["attrs"]["id"] for use in shown.elements if use["attrs"].get("id", "").startswith("held-")]
    assert len(held) == 3 and not any(f'"{name}"' in page.one("div", id="picture")["words"] for name in held)
    assert not choices(page) and len(choices(shown)) > 3
    placeholder = page.one("input", id="move-text")["attrs"]["placeholder"]
    assert placeholder == "Type a move" and "@" in shown.one("input", id="move-text")["attrs"]["placeholder"]
    form = shown.fields(shown.all("form", action=f"{page.path}/moves")[0])
    again = reader.read(reader.post(f"{page.path}/moves", data={**form, "move": choices(shown)[0]}))
    assert "covered" in again.one("main")["attrs"]["class"].split(), "the next player's turn"
    classes = [seat["attrs"]["class"].split() for seat in again.all("li") if "data-seat" in seat["attrs"]]
    assert [{"home", "active"} <= set(each) for each in classes] == [False, True], "below their own hand"


@pytest.mark.slow
def test_three_sit_down_by_one_link_beside_a_computer(reader, app):
    chosen = {"option-players": "4", "other-1": "link", "other-2": "link", "other-3": "4", "begin": "me"}
    page = reader.start("focus", **chosen)
    assert "your friends, the same one to all" in page.one("label", for_="invite-link")["words"]
    assert page.one("p", id="status")["words"].startswith("Waiting for somebody to play")
    for name in ("Fred", "Gina"):
        friend = Reader(app, f"{name.lower()}567abcdefghi")
        friend.fill(friend.open(page.path), f"{page.path}/seats", name=name)
    table = reader.open(page.path)
    players = table.one("ol", id="seats")["words"]
    assert "Fred" in players and "Gina" in players and choices(table)


def test_a_partner_is_called_so_at_the_table(reader):
    others = {f"other-{place}": "3" for place in (1, 2, 3)}
    page = reader.start("focus", **{"option-players": "4", "option-teams": "on", "begin": "me", **others})
    tops = [each["words"] for each in page.all("span", class_="seat-top")]
    assert ["partner" in words for words in tops] == [False, True, False, False], "across"


@pytest.mark.parametrize(("second", "third"), first(1, [("3", "5"), ("here", "5"), ("here", "here")]))
def test_three_play_with_people_and_computers_at_one_table(reader, second, third):
    chosen = {"option-players": "3", "option-dropping": "end", "other-1": second, "other-2": third, "begin": "me"}
    page = reader.start("dice_poker", **chosen)
    assert len(page.within(page.one("ol", id="seats"), "li")) == 3 and choices(page)
    page = reader.fill(page, f"{page.path}/moves", move="keep:")
    (rolled,) = [li for li in page.within(page.one("ol", id="history"), "li") if "current" in li["attrs"]["class"]]
    signs = [use["attrs"]["href"] for use in page.within(rolled, "use")]
    assert len(signs) == 5 and all(href.startswith("#sign-die-") for href in signs), "what was rolled is on the line"
    over = reader.fill(page, f"{page.path}/resign")
    said = over.one("h2", id="result-title")["words"]
    assert said.startswith("A draw between ") and "resigned" in over.one("p", class_="result-reason")["words"]


def test_a_reason_is_given_by_a_button_that_does_not_work_now(reader):
    page = reader.start("locus", **{"other-1": "here"})
    (undo,) = page.within(page.one("form", action=f"{page.path}/undo"), "button")
    assert undo["attrs"]["aria-disabled"] == "true" and "disabled" not in undo["attrs"]
    assert undo["attrs"]["title"] == "you have not moved yet"
    told = reader.post(f"{page.path}/undo", data=page.fields(page.one("form", action=f"{page.path}/undo")))
    assert told.status_code == 409 and "you have not moved yet" in told.text


@pytest.mark.slow
def test_undo_resign_and_rematch_are_buttons_without_script(reader):
    page = reader.start("locus", **{"other-1": "here"})
    page = reader.fill(page, f"{page.path}/moves")
    page = reader.fill(page, f"{page.path}/undo")
    assert not page.within(page.one("ol", id="history"), "a")
    page = reader.fill(page, f"{page.path}/resign")
    assert "over" in page.one("main")["attrs"]["class"].split()
    before = page.path
    page = reader.fill(page, f"{page.path}/rematch")
    assert page.path != before and choices(page)


@pytest.mark.slow
def test_a_double_match_leads_to_its_second_game(reader):
    page = reader.start("locus", **{"other-1": "here", "double": "yes"})
    page = reader.fill(page, f"{page.path}/resign")
    page = reader.fill(page, f"{page.path}/second")
    assert "game 2 of 2" in page.one("h1")["words"] and choices(page)


def test_while_the_computer_is_to_move_the_page_comes_again_by_itself(reader):
    page = reader.start("locus", **{"other-1": "3", "begin": "them"})
    assert page.all("meta", http_equiv="refresh") and not page.all("select", id="move-choice")


def test_a_friend_sits_down_by_link(app, reader):
    page = reader.start("locus", **{"other-1": "link", "name": "Rita", "begin": "me"})
    assert "hidden" not in page.one("div", id="invite")["attrs"]
    link = page.one("input", id="invite-link")["attrs"]["value"]
    assert link.endswith(page.path)
    friend = Reader(app, "tom2345abcdefghi")
    seen = friend.open(page.path)
    sheet = seen.one("section", id="invite")
    assert "Rita invites you to Locus Poker" in sheet["words"] and "Free seat" in sheet["words"]
    assert not seen.all("meta", http_equiv="refresh") and "the link" not in seen.one("p", id="status")["words"]
    watching = friend.open(f"{page.path}?watch=1")
    assert "You are watching Rita." in watching.one("p", id="watching")["words"]
    assert not watching.all("section", id="invite")
    sat = friend.fill(seen, f"{page.path}/seats", name="Tom")
    assert "hidden" in sat.one("div", id="invite")["attrs"]
    assert {"Rita", "Tom"} <= {e["words"] for e in sat.all("span", class_="seat-player")}


def test_who_asks_to_undo_reads_that_they_asked_and_can_withdraw(app, reader):
    page = reader.start("focus", **{"other-1": "link", "name": "Rita", "begin": "me"})
    friend, watcher = Reader(app, "tom2345abcdefghi"), Reader(app, "una2345abcdefghi")
    friend.fill(friend.open(page.path), f"{page.path}/seats", name="Tom")
    page = reader.fill(reader.open(page.path), f"{page.path}/moves")
    page = reader.fill(page, f"{page.path}/undo")
    own, theirs = page.one("div", id="offer"), friend.open(page.path).one("div", id="offer")
    assert own["words"].strip().startswith("You asked to undo your last move.") and "Withdraw" in own["words"]
    assert theirs["words"].strip().startswith("Rita asks to undo the last move.") and "Accept" in theirs["words"]
    seen = watcher.open(page.path)
    assert "You are watching Rita and Tom." in seen.one("p", id="watching")["words"]
    assert seen.one("div", id="offer")["words"].strip().startswith("Rita asks to undo the last move.")
    assert "hidden" in seen.one("form", action=f"{page.path}/offers/answer")["attrs"]
    assert page.all("button", popovertarget="resign") and not seen.all("button", popovertarget="resign")
    back = reader.fill(page, f"{page.path}/offers/answer", agree="no")
    assert "hidden" in back.one("div", id="offer")["attrs"]


@pytest.mark.slow
def test_a_draw_and_a_rematch_are_offered_and_answered_without_script(app, reader):
    page = reader.start("focus", **{"other-1": "link", "name": "Rita", "begin": "me"})
    friend = Reader(app, "tom2345abcdefghi")
    friend.fill(friend.open(page.path), f"{page.path}/seats", name="Tom")
    page = reader.fill(reader.open(page.path), f"{page.path}/offers", kind="draw")
    assert page.one("div", id="offer")["words"].strip().startswith("You offer a draw. Waiting for Tom.")
    assert any(each["attrs"].get("http-equiv") == "refresh" for each in page.all("meta")), "it looks for the answer"
    theirs = friend.fill(friend.open(page.path), f"{page.path}/offers/answer", agree="no", kind="draw")
    assert "You decline the draw." in theirs.one("div", id="offer")["words"]
    page = reader.fill(reader.open(page.path), f"{page.path}/moves")
    page = reader.fill(page, f"{page.path}/offers", kind="draw")
    theirs = friend.fill(friend.open(page.path), f"{page.path}/offers/answer", agree="yes", kind="draw")
    assert theirs.one("h2", id="result-title")["words"] == "A draw"
    reader.fill(reader.open(page.path), f"{page.path}/rematch")
    begun = friend.fill(friend.open(page.path), f"{page.path}/rematch")
    assert begun.path != page.path and reader.fill(reader.open(page.path), f"{page.path}/rematch").path == begun.path
    assert [each["words"] for each in begun.all("span", class_="seat-won")] == ["½ won", "½ won"]


@pytest.mark.slow
@pytest.mark.parametrize("name", first(1, ["</script><i>", '<b onclick="x">Eve</b>'[:24], "O'Neil & “Söhne”"]))
def test_a_name_is_words_and_never_markup(reader, name):
    reader.fill(reader.open("/me"), "/name", name=name)
    page = reader.start("locus", **{"other-1": "2", "begin": "me"})
    assert name in {e["words"] for e in page.all("span", class_="seat-player")}
    assert not page.all("b") and not page.all("i")


@pytest.mark.parametrize("key", GAMES)
def test_every_option_and_its_meaning_is_offered(reader, key):
    game, page = catalogue.find(key), reader.open(f"/new/{key}")
    for option in game.setup.options:
        name = f"option-{option.name}"
        offered = [*page.all("input", name=name), *page.all("select", name=name)]
        if option.name == "first":
            assert not offered, "who begins is asked once"
            continue
        assert offered, option.name
        for words in option.explained.values():
            assert words[1:] in page.text.replace("&#39;", "'"), words


def test_as_many_opponents_are_asked_for_as_the_largest_match_has(reader):
    names = {e["attrs"]["name"] for e in reader.open("/new/focus").all("input", type="radio")}
    assert {"other-1", "other-2", "other-3"} <= names and "other-4" not in names
    page = reader.start("focus", **{"option-players": "4", "other-1": "1", "other-2": "here", "other-3": "7"})
    assert len(page.all("span", class_="seat-player")) == 4


def test_a_look_is_there_at_first_paint(reader):
    reader.cookies.set("look", "theme=dark&suits=4&contrast=more&motion=off")
    html = reader.open("/about").one("html")["attrs"]
    assert (html["data-theme"], html["data-contrast"], html["data-motion"]) == ("dark", "more", "off")
    assert html["class"] == "four-colour"


def test_a_look_is_chosen_without_script(reader):
    page = reader.fill(reader.open("/me"), "/look", theme="light", suits="4")
    assert page.one("html")["attrs"]["data-theme"] == "light"


def test_a_table_is_light(reader):
    """Everything but scripts and portraits of a first load; those are counted in the browser tests."""
    import gzip

    page = reader.start("locus", **{"other-1": "2", "begin": "me"})
    links = [link["attrs"]["href"] for link in page.all("link", rel="stylesheet")]
    weight = sum(len(gzip.compress(reader.get(path).content)) for path in [page.path, *links])
    assert weight < 60_000


def test_no_game_is_named_in_templates_or_pages():
    files = [*TEMPLATES.rglob("*.html"), *(TEMPLATES.parent / "pages").glob("*.py")]
    for file in files:
        words = file.read_text()
        for key in GAMES:
            if file.name == "about.html":
                continue  # where the games come from
            assert not re.search(rf"\b{key}\b", words, re.IGNORECASE), f"{file.name}: {key}"
