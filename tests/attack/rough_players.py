"""Programs that play over a rough network, and others that watch: each notes what it was told."""

import random
import threading
import time
from collections import Counter

from fivefold.client import Client
from fivefold.client.errors import HouseBusy, MatchOver, NotPossible, SeatTaken, Stale, Unreachable
from tests.attack.conftest import many
from tests.attack.rough_network import RoughNetwork

PATIENCE = 900.0
LONGEST_WAIT = 0.5
"""Programs here are in more of a hurry than others: they come while a process has just started."""
FEWEST, MOST = 3, many(7, 20)
"""Moves after which a player resigns."""


class Told:
    """A match as a stream tells it."""

    def __init__(self, client, match_id):
        self.client, self.match_id, self.moves, self.number = client, match_id, [], -1

    def take(self, line):
        """Note a line; what was told before must not change, as nobody takes anything back here."""
        if line["type"] not in {"match", "state"}:
            return False
        known = line["after_ply"]
        assert known <= len(self.moves), "a stream left moves out"
        moves = self.moves[:known] + line["moves"]
        assert moves[: len(self.moves)] == self.moves[: len(moves)], "a stream told another order"
        assert line["ply"] == len(moves)
        self.number = max(line["number"], self.number)
        self.moves = max(self.moves, moves, key=len)
        return True

    def lines(self, **wanted):
        for line in self.client.stream(self.match_id, **wanted):
            if self.take(line):
                yield line


class Watcher(Told):
    """Somebody who looks on without a token."""

    def run(self):
        for _ in self.lines():
            pass


class Player(Told):
    """Somebody who moves whenever it is their turn, and resigns after a while."""

    def __init__(self, client, match_id, chance, count):
        super().__init__(client, match_id)
        self.acknowledged, self.stale, self._chance = {}, [], chance
        self._left, self._count = chance.randint(FEWEST, MOST), count

    def run(self):
        for line in self.lines(legal=True):
            if line["turn"] and line["status"] == "live" and line["number"] + 1 not in self.acknowledged:
                if self._left == 0:
                    self._resign(line["number"] + 1)
                else:
                    self._left -= 1
                    self._move(line["number"] + 1, self._chance.choice(line["legal"]))

    def _move(self, number, text):
        try:
            answer = self.client.move(self.match_id, number, text)
        except (Stale, MatchOver):
            self.stale.append((number, text))
        else:
            assert answer["number"] >= number
            self.acknowledged[number] = text
            self._count()

    def _resign(self, number):
        try:
            insist(lambda: self.client.resign(self.match_id, number))
        except NotPossible:  # it was done, but the answer did not come
            assert self.client.see(self.match_id)["status"] == "over"


def insist(ask):
    """Return an answer to what the client does not send twice by itself."""
    while True:
        try:
            return ask()
        except (Unreachable, HouseBusy):
            continue


def hasty_client(port, token, network):
    return Client(
        f"http://127.0.0.1:{port}",
        token,
        patience=PATIENCE,
        sleep=lambda seconds: time.sleep(min(seconds, LONGEST_WAIT)),
        transport=network,
    )


class Table:
    """A match from its beginning to its end, and all that was told of it."""

    def __init__(self, ports, tokens, wish, seed, count=lambda: None):
        chance = random.Random(seed)
        self._networks = [RoughNetwork(ports, chance.random()) for _ in (*tokens, "")]
        known = zip((*tokens, ""), self._networks, strict=True)
        self.clients = [hasty_client(ports[0], token, network) for token, network in known]
        self.id = insist(lambda: self.clients[0].begin(**wish))["id"]
        self.between_people = "link" in wish["others"]
        playing = self.clients[:-1] if self.between_people else self.clients[:1]
        for client in playing[1:]:
            self._sit(client)
        self.players = [Player(client, self.id, random.Random(chance.random()), count) for client in playing]
        self.watcher = Watcher(self.clients[-1], self.id)
        self.failed = []

    def _sit(self, client):
        try:
            insist(lambda: client.sit(self.id))
        except SeatTaken:
            assert client.see(self.id)["yours"]

    def play(self):
        """Play to the end."""
        threads = [threading.Thread(target=self._run, args=(each,)) for each in self.everybody()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for client in self.clients:
            client.close()
        if self.failed:
            raise self.failed[0]

    def everybody(self):
        return [*self.players, self.watcher]

    def happened(self):
        """Return how often something went wrong on the network, and what."""
        return sum((Counter(each.happened) for each in self._networks), Counter())

    def acknowledged(self):
        return {number: text for each in self.players for number, text in each.acknowledged.items()}

    def _run(self, somebody):
        try:
            somebody.run()
        except BaseException as error:
            self.failed.append(error)
