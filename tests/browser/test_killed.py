"""The server is killed in mid-match, as by a power cut, and started again: nothing is lost, and pages go on."""

import os
import signal

from tests.browser import player


def test_server_and_workers_killed_in_mid_match(own_house, visit):
    page = visit(at=own_house)
    player.begin(page, "locus", others=("2",), grid="6x5")
    player.ready(page)
    shown = player.view(page)
    for _ in range(2):
        player.by_mouse(page, shown["moves"][0]["picks"])
        while not (shown := player.until_further(page, shown["number"]))["turn"]:
            pass
    children = own_house.children()
    own_house.kill()
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            continue
    player.by_mouse(page, shown["moves"][1]["picks"])  # the page sends it again until somebody answers
    own_house.start()
    after = player.until_further(page, shown["number"])
    told = [line["text"] for line in shown["history"]]
    assert [line["text"] for line in after["history"]][: len(told)] == told
    assert player.made(after, shown["ply"] + 1) == shown["moves"][1]["text"]
    while not (after := player.until_further(page, after["number"]) if not after["turn"] else after)["turn"]:
        pass
    page.close()  # before its house is closed
    visit.expected += ["ERR_", "Failed to load"]
