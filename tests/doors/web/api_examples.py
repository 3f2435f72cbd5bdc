"""Every route's example, sent to a house in the state that it asks for."""

from datetime import UTC, datetime, timedelta

from fivefold.doors.api.document import operations
from tests.doors.web.conftest import Quiet
from tests.doors.web.programs import Program, program_of

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"
HINT = {
    **{"text": "c3:up", "picks": ["c3", "up"], "said": "It leads.", "values": [0.6, 0.4], "line": ["c3:up"]},
    **{"note": "", "marks": {}},
}
COACHED = {
    **{"ply": 1, "mark": "good", "played": "c3:up", "best": "c4:up", "picks": ["c4", "up"], "did": "A pair"},
    **{"explain": "pair 2", "before": 0.6, "after": 0.58, "words": "It keeps a pair."},
}
ARRANGED = {"seat": 0, "picture": "", "points": 120, "yours": 97, "share": 0.8083, "seconds": 1.5}


class Helpful(Quiet):
    """Opponents who have an answer once they were asked."""

    def hint(self, match_id, person_id):
        return None

    def look_for_hint(self, match_id, person_id):
        return HINT

    def coach(self, match_id, person_id, ply=None):
        return None

    def look_for_coach(self, match_id, person_id, ply=None):
        return COACHED

    def hindsight(self, match_id, person_id):
        return {"seats": [ARRANGED]}


class Situations:
    """The states in which an example may want a match."""

    def __init__(self, app):
        self.app, self.house = app, app.state.house
        self.anna, self.bert = program_of(app, ANNA), program_of(app, BERT)

    def of(self, name):
        """Return a new match in this state."""
        made = getattr(self, f"_{name}")()
        return made["id"]

    def _live(self):
        begun = self.anna.begin(time="10m+5s")
        self.bert.post(f"matches/{begun['id']}/seats", json={})
        for program in (self.anna, self.bert):
            assert program.move(begun["id"]).status_code == 200
        return begun

    def _computer(self):
        begun = self.anna.begin(others=["3"])
        moved = self.anna.move(begun["id"]).json()
        text = self.house.snapshot(begun["id"]).match.legal_moves()[0]
        self.house.play_for(begun["id"], moved["number"] + 1, text)
        return begun

    def _waiting(self):
        return self.bert.begin()

    def _own(self):
        return self.anna.begin()

    def _table(self):
        begun = self.bert.begin("focus", options={"players": "3"})
        self.anna.post(f"matches/{begun['id']}/seats", json={})
        return begun

    def _asked(self):
        begun = self._live()
        number = self.bert.see(begun["id"])["number"] + 1
        assert self.bert.post(f"matches/{begun['id']}/offers", json={"kind": "abort", "number": number}).is_success
        return begun

    def _over(self, begun=None):
        begun = begun or self._live()
        number = self.bert.see(begun["id"])["number"] + 1
        assert self.bert.post(f"matches/{begun['id']}/resign", json={"number": number}).is_success
        return begun

    def _double(self):
        begun = self.anna.begin(double=True)
        self.bert.post(f"matches/{begun['id']}/seats", json={})
        return self._over(begun)

    def _alone(self):
        begun = self.anna.begin("solitaire", others=["2"])
        assert self.anna.post(f"matches/{begun['id']}/resign", json={"number": begun["number"] + 1}).is_success
        return begun

    def _race(self):
        begun = self.anna.begin("solitaire", options={"deal": "3"})
        self.bert.post(f"matches/{begun['id']}/seats", json={})
        return begun

    def filled(self, value, match):
        """Return a value of an example with what stands for the match, and for what else there is, filled in."""
        if isinstance(value, dict):
            return {name: self.filled(each, match) for name, each in value.items()}
        if isinstance(value, list):
            return [self.filled(each, match) for each in value]
        stands_for = {
            "{match}": lambda: match,
            "{number}": lambda: self.anna.see(match)["number"] + 1,
            "{ply}": lambda: self.anna.see(match)["ply"] - 1,
            "{move}": lambda: self.anna.see(match)["legal"][0],
            "{seat}": lambda: self.bert.see(match)["yours"][0],
            "{other}": lambda: "Bert",
            "{challenge}": self._challenge,
            "{own challenge}": self._own_challenge,
            "{tournament}": self._tournament,
            "{vacation}": self._vacation,
            "{tomorrow}": tomorrow,
        }
        return stands_for[value]() if isinstance(value, str) and value in stands_for else value

    def _challenge(self):
        return self._challenged(self.bert, "Anna")

    def _own_challenge(self):
        return self._challenged(self.anna, "Bert")

    def _challenged(self, program, other):
        made = program.begin("focus", invite=[other])
        listed = program.get("challenges").json()["challenges"]
        return next(each["id"] for each in listed if each["match"] == made["id"])

    def _vacation(self):
        known = self.anna.get("account/vacations").json()["vacations"]
        if known:
            return known[0]["id"]
        return self.anna.post("account/vacations", json={"ends": tomorrow()}).json()["id"]

    def _tournament(self):
        entrants = [{"level": 1}, {"level": 2}, {"name": "Me"}]
        return self.anna.post("tournaments", json={"name": "Levels", "game": "focus", "entrants": entrants}).json()[
            "id"
        ]


def tomorrow():
    return (datetime.now(UTC) + timedelta(days=1)).isoformat()


def examples():
    """Return the path, the method and the example of every route that answers at once."""
    return [
        (path, method, each["x-example"], each)
        for path, method, each in operations()
        if not path.startswith("/api/v1/stream") and not path.endswith("/stream")
    ]


def caller_for(situations, path):
    """Return the program that sends an example: for what changes an account one of its own."""
    if path.endswith(("/account/bot", "/account/token")):
        return program_of(situations.app, f"robo567{path[-3:]}cdefghi"[:16], name=f"Robo {path[-3:]}")
    return Program(situations.app, situations.anna.secret)
