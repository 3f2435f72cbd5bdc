"""Programs at a house under random commands: the API answers what a plain model of a table says."""

import tempfile
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, multiple, rule

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests import postgresql
from tests.attack.conftest import many
from tests.doors.web.conftest import Quiet
from tests.doors.web.programs import Program, program_of

ANNA, BERT, CARL = "anna", "bert", "carl"
NAMES = st.sampled_from([ANNA, BERT, CARL])
NEW = {"status": "waiting", "number": 0, "offer": None, "declined": False, "next": ""}
"""What a match begins with; besides its id, who sits there, and its moves with the numbers that they had."""
PICK = st.integers(0, 1000)


class Programs(RuleBasedStateMachine):
    """Anna, Bert and Carl, each with a token; the model of a match is a dictionary."""

    matches = Bundle("matches")

    @initialize()
    def open_house(self):
        self.held = ExitStack()
        self.database = open_database(self.new_url())
        app = create_app(House(self.database), Quiet(), Settings(limited=False))
        self.programs = {name: program_of(app, f"{name}567abcdefghi") for name in (ANNA, BERT, CARL)}
        self.nobody = Program(app)

    def new_url(self):
        return f"sqlite:///{self.held.enter_context(tempfile.TemporaryDirectory())}/house.sqlite"

    def teardown(self):
        self.database.close()
        self.held.close()

    def send(self, name, table, what, status, **body):
        """Send something about a match, and assert the status and, of a refusal, its kind."""
        answer = self.programs[name].post(f"matches/{table['id']}/{what}", json=body)
        kind = answer.json().get("type", "").rpartition("#problem-")[2]
        assert f"{answer.status_code} {kind}".strip() == str(status), (answer.text, table)
        self.look(table)
        return answer.json()

    def look(self, table):
        """Assert that everybody sees the match as the model has it, and of what is others' nothing."""
        for name, program in [*self.programs.items(), ("nobody", self.nobody)]:
            seen = program.see(table["id"])
            assert (seen["status"], seen["number"]) == (table["status"], table["number"])
            assert [(each["by"], each["text"]) for each in seen["moves"]] == table["moves"]
            yours = [seat for seat, sits in enumerate(table["seats"]) if sits == name]
            assert seen["yours"] == yours
            turn = table["status"] == "live" and self.to_move(table) == name
            assert seen["turn"] == turn and bool(seen["legal"]) == turn
            offered = seen["offer"]
            offer = offered["by"] if offered and offered["declined_by"] is None and table["status"] == "live" else None
            assert offer == table["offer"]

    def to_move(self, table):
        return table["seats"][len(table["moves"]) % 2]

    @rule(target=matches, name=NAMES)
    def begin(self, name):
        told = self.programs[name].begin("focus", others=["link"])
        return {**NEW, "id": told["id"], "seats": [name, None], "moves": [], "numbers": []}

    @rule(table=matches, name=NAMES)
    def sit(self, table, name):
        if name in table["seats"]:
            self.send(name, table, "seats", 200)
        elif None in table["seats"]:
            table["seats"][1], table["status"] = name, "live"
            self.send(name, table, "seats", 200)
        else:
            self.send(name, table, "seats", "409 seat-taken")

    @rule(table=matches, pick=PICK)
    def move(self, table, pick):
        if table["status"] == "live":
            mover, seat = self.to_move(table), len(table["moves"]) % 2
            legal = self.programs[mover].see(table["id"])["legal"]
            text = legal[pick % len(legal)]
            table["number"] += 1
            table["moves"].append((seat, text))
            table["declined"] = False
            table["numbers"].append(table["number"])
            table["offer"] = None if table["offer"] == seat else table["offer"]
            self.send(mover, table, "moves", 200, number=table["number"], move=text)

    @rule(table=matches, pick=PICK)
    def move_again(self, table, pick):
        """Sent again it counts once, also when the match has gone on or is over."""
        if table["moves"]:
            ply = pick % len(table["moves"])
            seat, text = table["moves"][ply]
            self.send(table["seats"][seat], table, "moves", 200, number=table["numbers"][ply], move=text)

    @rule(table=matches, pick=PICK)
    def move_late(self, table, pick):
        if table["status"] == "live" and table["number"]:
            number = 1 + pick % table["number"]
            told = self.send(self.to_move(table), table, "moves", "409 stale", number=number, move="a9-a8")
            assert told["number"] == table["number"]

    @rule(table=matches)
    def move_wrongly(self, table):
        if table["status"] == "live":
            number, mover = table["number"] + 1, self.to_move(table)
            self.send(mover, table, "moves", "422 invalid-move", number=number, move="nonsense")
            for name in {ANNA, BERT, CARL} - {mover}:
                text = self.programs[mover].see(table["id"])["legal"][0]
                self.send(name, table, "moves", "403 not-yours", number=number, move=text)

    @rule(table=matches, name=NAMES)
    def resign(self, table, name):
        number = table["number"] + 1
        if name not in table["seats"]:
            self.send(name, table, "resign", "403 not-yours", number=number)
        elif table["status"] == "live":
            table.update(status="over", number=number, offer=None)
            self.send(name, table, "resign", 200, number=number)
        elif table["status"] == "over":
            self.send(name, table, "moves", "409 match-over", number=number, move="a1-a2")

    @rule(table=matches, agree=st.booleans())
    def break_off(self, table, agree):
        if table["status"] == "live" and len(table["moves"]) < 2 and not table["declined"]:
            offering, other = table["seats"]
            self.offered(table, offering, "offers", kind="abort")
            if agree:
                table.update(status="over", number=table["number"] + 1)
            table.update(offer=None, declined=not agree)
            self.send(other, table, "offers/answer", 200, agree=agree, kind="abort")

    @rule(table=matches, agree=st.booleans())
    def take_back(self, table, agree):
        if table["status"] == "live" and table["moves"] and not table["declined"]:
            seat = (len(table["moves"]) - 1) % 2
            self.offered(table, table["seats"][seat], "undo")
            if agree:
                table["number"] += 1
                table["moves"].pop()
                table["numbers"].pop()
            table.update(offer=None, declined=not agree)
            self.send(table["seats"][1 - seat], table, "offers/answer", 200, agree=agree, kind="undo")

    def offered(self, table, name, what, **body):
        """Have somebody offer something, twice by mistake, and somebody else answer who is not asked."""
        table["offer"] = table["seats"].index(name)
        for _ in range(2):
            self.send(name, table, what, 200, number=table["number"] + 1, **body)
        (stranger,) = {ANNA, BERT, CARL} - set(table["seats"])
        self.send(stranger, table, "offers/answer", "403 not-yours", agree=True)

    @rule(target=matches, table=matches)
    def play_again(self, table):
        one, other = table["seats"]
        if table["status"] != "over" or table["next"]:
            return multiple()
        self.send(one, table, "rematch", 200)
        answer = self.programs[other].post(f"matches/{table['id']}/rematch", json={})
        assert answer.status_code == 201, answer.text
        table["next"] = answer.json()["id"]
        found = {**NEW, "id": table["next"], "seats": [other, one], "status": "live", "moves": [], "numbers": []}
        self.look(found)
        return found


class ProgramsOnPostgreSQL(Programs):
    def new_url(self):
        return self.held.enter_context(postgresql.shared().house())


STEPS = {
    "phases": [Phase.generate],
    "stateful_step_count": 15,
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
}
TestOnSQLite = pytest.mark.slow(Programs.TestCase)
TestOnSQLite.settings = settings(max_examples=many(6, 500), derandomize=True, **STEPS)
TestOnPostgreSQL = pytest.mark.slow(ProgramsOnPostgreSQL.TestCase)
TestOnPostgreSQL.settings = settings(max_examples=many(4, 200), derandomize=True, **STEPS)
