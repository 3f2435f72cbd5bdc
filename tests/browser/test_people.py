"""People with phones: three of them and a computer play with somebody looking on; a name that cannot be shown."""

import pytest

from tests.browser import player
from tests.browser.conftest import PHONE, playwright_api
from tests.browser.test_offers import play

expect = playwright_api.expect
HAND = {"size": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


def test_three_people_a_computer_and_one_who_looks_on(visit):
    anna = visit(**HAND)
    path = player.begin(anna, "focus", others=("link", "link", "2"), players="4")
    people = [anna, visit(path, **HAND), visit(path, **HAND)]
    for page, name in zip(people[1:], ("Ben", "Cleo"), strict=True):
        page.locator("#sit-name").fill(name)
        page.get_by_role("button", name="Sit down").tap()
        page.wait_for_selector("#invite.invitation", state="detached")
    watcher = visit(f"{path}?watch=1", **HAND)
    for page in (*people, watcher):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)
    assert player.view(watcher)["yours"] == [] and len(player.view(anna)["yours"]) == 1
    expect(anna.locator("#watchers .watchers-count")).to_have_text("1")
    for _ in range(6):
        shown = player.view(anna)
        moving = next((page for page in people if player.view(page)["turn"]), None)
        if moving is not None:
            play(moving)
        for page in (anna, watcher):
            page.wait_for_function(
                "number => Number(document.querySelector('#table').dataset.number) > number", arg=shown["number"]
            )
    seats = {line["mover"] for line in player.view(anna)["history"]}
    assert len(seats) == 4, "all four have moved, the computer among them"


@pytest.mark.long
def test_a_name_that_cannot_be_shown_is_refused_at_its_field(visit):
    page = visit()
    valid = "(field, name) => { field.value = name; return field.checkValidity(); }"
    joined = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    for path, field in (("/new/locus", "#name"), ("/me", "#guest-name")):
        page.goto(path)
        said = [
            page.locator(field).evaluate(valid, name) for name in (joined, "Zoë Müller-Łó", "Anna \N{GAME DIE}", "")
        ]
        assert said == [False, True, True, True], field
