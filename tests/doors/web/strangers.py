"""What a stranger may send, as ASGI hands it to the app: every route, and texts that have broken programs before."""

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from unittest.mock import MagicMock
from urllib.parse import quote_from_bytes, unquote, urlencode

from hypothesis import strategies as st

from fivefold.doors.web.app import create_app
from fivefold.house.computers.opponents import Opponents
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from tests.doors.web.conftest import Quiet
from tests.doors.web.in_process import Handed, answered
from tests.house.cards import alone, begun, laid, race

ANNA, BERT, CARL = "anna567abcdefghi", "bert567abcdefghi", "carl567abcdefghi"


class Nobody:
    """Workers who are never asked: everything that opponents could think about stays noted."""

    count, compiling = 1, False


def idle(house):
    """Return a house's opponents, who never begin."""
    return Opponents(house, Nobody(), clock=lambda: 0.0)


# --- a house to visit ------------------------------------------------------------------------------------------------


@dataclass
class Known:
    """What there is in a house, as addresses and forms name it."""

    matches: list = field(default_factory=list)
    moves: list = field(default_factory=list)
    """For some legal moves the match, the number of their entry, and their text; of a match that is over no text."""
    tables: list = field(default_factory=list)
    tournaments: list = field(default_factory=list)


def furnish(house):
    """Fill a house with matches of every game in every state; returns what there is."""
    house.rename(ANNA, "Anna")
    known = Known(tables=[house.number_tables.save(ANNA, "solitaire", "table", "Mine", "3=13,80=-65")])
    snapshots = [snapshot for key in ("locus", "focus", "pokeros", "dice_poker") for snapshot in _states(house, key)]
    snapshots += [
        begun(house, house.sit(race(house, by=ANNA, deal="3").id, BERT, name="Bert")),
        laid(house, alone(house, ANNA, move="movable"), ANNA, 3),
        laid(house, alone(house, ANNA, scoring="user", table="3=13"), ANNA),
        house.daily.begin("solitaire", ANNA),
        _taken_back(house),
    ]
    cup = house.tournaments.begin(ANNA, "Cup", "locus", {}, [("Anna", None), ("Bert", None), ("", 2)])
    snapshots += [house.tournaments.play(cup.id, ANNA, [0, 1])]
    known.tournaments.append(cup.id)
    for snapshot in snapshots:
        known.matches.append(snapshot.id)
        known.moves += [(snapshot.id, snapshot.number + 1, text) for text in snapshot.match.legal_moves()[:2] or [""]]
    return known


def _states(house, key):
    """Begin matches of a game: one waits, one goes on, one is at one screen, two are against computers, one over."""
    waiting = house.create(ANNA, MatchRequest(key, {}, ("link",), "me", double=catalogue.find(key).traits.doubles))
    live = house.sit(house.create(ANNA, MatchRequest(key, {}, ("link",), "me")).id, BERT, name="Bert")
    for _ in range(3):
        mover = live.seats[live.to_act].person
        live = house.play(live.id, mover, live.number + 1, live.match.legal_moves()[0])
    over = house.create(ANNA, MatchRequest(key, {}, ("2",), "me"))
    over = house.resign(over.id, ANNA, over.number + 1)
    return [
        waiting,
        live,
        over,
        house.create(ANNA, MatchRequest(key, {}, ("here",), "me")),
        house.create(ANNA, MatchRequest(key, {}, ("2",), "them")),
    ]


def _taken_back(house):
    now = laid(house, alone(house, ANNA, move="movable"), ANNA, 2)
    about = next(text for text in now.match.legal_moves() if "-" in text)
    now = house.play(now.id, ANNA, now.number + 1, about)
    return house.undo(now.id, ANNA, now.number + 1)


# --- routes ----------------------------------------------------------------------------------------------------------


def routes():
    """Return the method and the path of all there is in the app, mounts included."""
    app = create_app(MagicMock(secret=lambda _: b"secret"), Quiet())
    found, waiting = set(), [(route, "") for route in app.routes]
    while waiting:
        route, before = waiting.pop()
        inner = getattr(route, "original_router", None)
        if inner is not None:
            waiting += [(each, before) for each in inner.routes]
        elif getattr(route, "methods", None):
            found |= {(method, before + route.path) for method in route.methods}
        else:
            found.add(("GET", f"{before}{route.path}/{{path}}"))
    return sorted(found)


# --- nasties ---------------------------------------------------------------------------------------------------------


def said(given):
    """Return a text as the file of data has it, or one that is long for it repeats something."""
    if isinstance(given, str):
        return given
    return given.get("before", "") + given["repeated"] * given["times"] + given.get("after", "")


def texts(named):
    return {name: tuple(map(said, given)) for name, given in named.items() if isinstance(given, list)}


SENT = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PLAIN = texts(SENT)
NUMBERS, TEXTS, ADDRESSES = PLAIN["numbers"], PLAIN["texts"], PLAIN["addresses"]
DAYS, WRITTEN, PLAUSIBLE = PLAIN["days"], PLAIN["written"], PLAIN["plausible"]
CHARSETS, KINDS = PLAIN["charsets"], PLAIN["kinds"]
HEADERS, OWN_FIELDS, SENSIBLE = texts(SENT["headers"]), texts(SENT["own_fields"]), SENT["sensible"]
NASTIES = (*NUMBERS, *TEXTS, *ADDRESSES, *DAYS, *WRITTEN)
FITTING = {
    **dict.fromkeys(("number", "seat", "seed", "ply", "player-1", "player-2", "level-0", "entry-1"), NUMBERS),
    **{"link": ADDRESSES, "set-up": ADDRESSES, "day": DAYS, "file": WRITTEN, "option-table": WRITTEN},
}
"""What is most likely to break who reads a field; for any other field ``TEXTS``."""
NAMES = (
    *PLAIN["names"],
    *(f"option-{option.name}" for key in catalogue.keys() for option in catalogue.find(key).setup.options),  # noqa: SIM118
)
RAW = (b"%ED%A0%80", b"%00", b"%ff", b"%zz", b"%", b"%2e%2e", b"%2F..%2f", b"\xc3\xa9", b"\xff", b"%F0%9F%92%A5", b"")


@dataclass
class Sent:
    """One request, and the words a failing test prints of it."""

    method: str
    target: bytes
    query: bytes
    headers: list
    body: bytes
    person: str | None

    def scope(self, app):
        """Return the request as a server hands it on."""
        cookie = (
            [] if self.person is None else [(b"cookie", f"guest={app.state.visitors.cookie(self.person)}".encode())]
        )
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": unquote(self.target.decode("latin-1")),
            "raw_path": self.target,
            "root_path": "",
            "query_string": self.query,
            "headers": cookie + [(name.encode(), value.encode("latin-1")) for name, value in self.headers],
            "client": ("192.0.2.1", 4711),
            "server": ("127.0.0.1", 8555),
        }


# --- requests --------------------------------------------------------------------------------------------------------


API_FIELDS = frozenset(
    {"number", "move", "lag", "seat", "nonce", "kind", "agree", "ply", "against", "level", "game", "others"}
)
any_of = cache(st.sampled_from)
"""Strategies are made once: making them takes longer than drawing from them."""
any_text = cache(st.text)
SELDOM = any_of((False,) * 7 + (True,))
ODD_HEADERS = st.lists(any_of(tuple(sorted(HEADERS))), max_size=2, unique=True)
ODD_METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "X")


@st.composite
def requests(draw, method, template, known):
    """Return a strategy for requests to a route: most of them get past the guard, all have something odd about them."""
    case = draw(any_of(tuple(known.moves)))
    headers = {"host": "here", "accept": draw(any_of(("application/json", "text/html")))}
    if not draw(SELDOM):
        headers["x-csrf-token"] = "token"
    kind, body = draw(_bodies(template, known, case)) if method != "GET" or draw(SELDOM) else ("", b"")
    if kind:
        headers["content-type"] = kind
    for name in draw(ODD_HEADERS) if draw(st.booleans()) else []:
        headers[name] = draw(_odd(name))
    return Sent(
        method=draw(any_of(ODD_METHODS)) if draw(SELDOM) and draw(SELDOM) else method,
        target=draw(_targets(template, known, case)),
        query=b"" if draw(SELDOM) else draw(_queries(template, known, case)),
        headers=[*headers.items(), *([draw(st.sampled_from(sorted(headers.items())))] if draw(SELDOM) else [])],
        body=body,
        person=draw(any_of((ANNA, ANNA, ANNA, ANNA, BERT, CARL, None))),
    )


@cache
def _odd(name):
    """Return a strategy for what a header should not say."""
    return st.one_of(any_of(HEADERS[name]), st.text("\x00aé²[/=;,\xff", max_size=9))


NASTY_PARTS = st.one_of(
    any_of(NASTIES).map(lambda text: quote_from_bytes(text[:600].encode(), safe="").encode()), any_of(RAW)
)


@st.composite
def _targets(draw, template, known, case):
    """Return a strategy for a route's paths, as bytes: most of them real."""
    with_cards = "/daily" in template or "/tables" in template
    pools = {
        "match_id": (case[0],),
        "table_id": known.tables,
        "tournament_id": known.tournaments,
        "key": ("solitaire",) if with_cards else tuple(catalogue.keys()),
        "name": ("table",),
        "level": ("1", "7"),
        "path": ("x/icon.svg", "x/css/pages.css", "x/js/table.js"),
    }
    said = []
    for part in template.split("/"):
        name = part.partition("{")[2].partition("}")[0].partition(":")[0]
        if not name:
            said.append(part.encode())
            continue
        made = draw(NASTY_PARTS) if draw(SELDOM) else draw(any_of(tuple(pools.get(name, PLAUSIBLE)))).encode()
        said.append(made + part.partition("}")[2].encode())
    return b"/".join(said)


@st.composite
def _fields(draw, template, known, case):
    """Return a strategy for the names and values of a form or a query: the route's own, some of them sensible."""
    own = tuple(name for part, names in OWN_FIELDS.items() if part in template for name in names)
    match, number, text = case
    sensible = {**SENSIBLE, "number": str(number - draw(st.integers(0, 2))), "move": text}
    values = _values((match, *known.tables, *known.tournaments))
    fields = [(name, draw(_value(sensible.get(name, "1"), name, values))) for name in own if not draw(SELDOM)]
    return fields + draw(_more_fields(values))


@cache
def _values(ids):
    return st.one_of(any_of(PLAUSIBLE), any_of(NASTIES), any_of(ids), any_text(max_size=30))


@cache
def _value(sensible, name, values):
    """Return a strategy for the value of a field: as often the sensible one as any other."""
    return any_of((st.just(sensible), st.just(sensible), any_of(FITTING.get(name, TEXTS)), values)).flatmap(identity)


@cache
def _more_fields(values):
    return st.lists(st.tuples(any_of(NAMES), values), max_size=3)


def identity(strategy):
    return strategy


@st.composite
def _queries(draw, template, known, case):
    return _written(draw(_fields(template, known, case))) + (draw(any_of((b"&", *RAW))) if draw(SELDOM) else b"")


def _written(fields):
    return urlencode([(name, value.encode("utf-8", "replace")) for name, value in fields]).encode()


def _as_json(fields, as_meant):
    """Return fields as JSON, numbers among them as numbers where that is meant; some are lists."""
    own = {name: value for name, value in fields if not as_meant or name in API_FIELDS}
    meant = {
        name: int(value) if as_meant and value.isascii() and value.isdigit() and len(value) < 400 else value
        for name, value in own.items()
    }
    if as_meant and "agree" in meant:
        meant["agree"] = meant["agree"] == "yes"
    if as_meant and "others" in meant:
        meant["others"] = [str(meant["others"])]
    return json.dumps(meant, ensure_ascii=len(meant) % 2 == 0).encode("utf-8", "surrogatepass")


@st.composite
def _bodies(draw, template, known, case):
    """Return a strategy for what bodies are said to be, and the bodies."""
    if draw(SELDOM):
        return draw(any_of(KINDS)), draw(st.one_of(st.binary(max_size=200), any_of(RAW)))
    fields = draw(_fields(template, known, case))
    if template.startswith("/api/") and not draw(SELDOM):
        return "application/json", _as_json(fields, draw(any_of((True, True, False))))
    if not draw(SELDOM):
        return KINDS[0], _written(fields)
    charset = draw(any_of(CHARSETS))
    body = "".join(
        f'--abc\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
    )
    kind = "multipart/form-data; boundary=abc" + (f"; charset={charset}" if charset else "")
    return kind, body.encode("utf-8", "surrogatepass") + draw(any_of((b"--abc--\r\n", b"", b"--abc")))


# --- asking ----------------------------------------------------------------------------------------------------------


@dataclass
class Answer:
    """What came back: of an answer without end its beginning."""

    status: int
    headers: dict
    body: bytes


def visiting(app):
    """Return a function that sends a request to an app, without a server between them."""

    def ask(sent):
        scope = sent.scope(app)
        token = app.state.visitors.token(sent.person or CARL).encode()
        scope["headers"] = [(k, token if (k, v) == (b"x-csrf-token", b"token") else v) for k, v in scope["headers"]]
        status, headers, body = Handed.portal.call(answered, app, scope, sent.body, True)
        named = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
        return Answer(status, named, body)

    return ask
