"""What a stranger sends that nobody's browser would: each of these once broke something, and is answered in words."""

from urllib.parse import quote

import pytest

from tests.doors.web.strangers import ANNA, Sent, visiting
from tests.house.cards import alone, laid

pytestmark = pytest.mark.slow

PAGE = {"Accept": "text/html"}
BROKEN_ADDRESS = "http://["
BOUNDARY = "abc"


def multipart(*fields, charset=""):
    """Return the headers and the body of a form in parts; each field is a name and bytes."""
    parts = [b'--abc\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % field for field in fields]
    kind = f"multipart/form-data; boundary={BOUNDARY}" + (f"; charset={charset}" if charset else "")
    return {"headers": {"Content-Type": kind}, "content": b"".join([*parts, b"--abc--\r\n"])}


def refused(answer, status, words=""):
    """Check that an answer refuses in words, as JSON or as a page."""
    assert answer.status_code == status, answer.text
    told = answer.json()["error"] if answer.headers["content-type"] == "application/json" else answer.text
    assert words in told
    return told


# --- matches ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def taken_back(house, anna):
    """A game of one in which Anna has taken a move back: the last entry is the undo, which another tab thinks free."""
    now = laid(house, alone(house, anna.person_id, move="movable"), anna.person_id, 2)
    about = next(text for text in now.match.legal_moves() if "-" in text)
    moved = house.play(now.id, anna.person_id, now.number + 1, about)
    return house.undo(moved.id, anna.person_id, moved.number + 1)


def test_a_move_after_one_that_was_taken_back_in_another_tab_is_too_late(anna, taken_back):
    fields = {"number": taken_back.number, "move": "1a1"}
    answer = anna.post(f"/matches/{taken_back.id}/moves", data=fields)
    assert answer.json()["view"]["number"] == taken_back.number
    refused(answer, 409, "took a move back meanwhile")


def test_resigning_after_a_move_was_taken_back_in_another_tab_is_too_late(anna, taken_back):
    answer = anna.post(f"/matches/{taken_back.id}/resign", data={"number": taken_back.number - 1})
    refused(answer, 409, "took a move back meanwhile")


# --- days ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-02", "1969-12-31", "2024-12-31"])
def test_there_is_no_day_before_the_first(anna, day):
    refused(anna.get(f"/days?day={day}", headers=PAGE), 404, "the first deal of the day")


def test_the_first_day_leads_to_none_before_it(anna):
    page = anna.get("/days?day=2025-01-01", headers=PAGE)
    assert page.status_code == 200 and "day=2024-" not in page.text


@pytest.mark.parametrize("day", ["9999-12-31", "today", "2026-W01-1\x7f", "٢٠٢٦-٠١-٠١", "2" * 5000])
def test_what_is_no_day_has_no_page(anna, day):
    refused(anna.get(f"/days?day={quote(day)}", headers=PAGE), 404)


# --- addresses -------------------------------------------------------------------------------------------------------


def test_a_broken_referer_leads_home(anna):
    look = anna.post("/look", data={"theme": "dark"}, headers={**PAGE, "Referer": BROKEN_ADDRESS})
    assert (look.status_code, look.headers["location"]) == (303, "/")
    for headers in (PAGE, {"Accept": "application/json"}):
        refused(anna.get("/nothing", headers={**headers, "Referer": BROKEN_ADDRESS}), 404, "have that page")


@pytest.mark.parametrize(
    "link", ["http://[::1/new/solitaire", "http://[", "http://[v]/new/solitaire", "//[x]/new/locus"]
)
def test_a_broken_link_is_no_set_up(anna, link):
    assert anna.get("/tournaments", params={"link": link}, headers=PAGE).status_code == 200
    fields = {"link": link, "name-0": "Anna"}
    refused(anna.post("/tournaments", data=fields), 422, "paste the link of a set-up")
    refused(anna.post("/tournaments", data=fields, headers=PAGE), 422, "paste the link of a set-up")


@pytest.mark.parametrize(
    "host", ["[", "a b", "a/b", "a@b", "[::1", "[v]", "[::zz]", "\u00e9", "a:x", "a:99999", "", "x" * 300]
)
def test_a_broken_host_is_refused_before_anything_else(anna, host):
    for path in ("/", "/nothing", "/health"):
        refused(anna.get(path, headers={"Host": host.encode("latin-1"), **PAGE}), 400, "Host")
        refused(anna.get(path, headers={"Host": host.encode("latin-1")}), 400, "Host")


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8555", "[::1]:8555", "192.0.2.1", "xn--bcher-kva.example:443"]
)
def test_every_sound_host_is_served(anna, host):
    assert anna.get("/about", headers={"Host": host, **PAGE}).status_code == 200


# --- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "charset", ["undefined", "punycode", "idna", "unicode_escape", "utf-7", "utf-16", "latin-1", "x"]
)
def test_a_form_in_another_charset_is_refused(app, anna, charset):
    form = multipart((b"name", b"\\ud800+2AA-"), charset=charset)
    refused(anna.post("/name", **form), 415, "UTF-8")
    anna.cookies.clear()
    del anna.headers["X-CSRF-Token"]
    refused(anna.post("/name", **form), 415, "UTF-8")


@pytest.mark.parametrize("charset", ["", "utf-8", "UTF-8", '"utf-8"', "utf8"])
def test_a_form_in_parts_is_read_as_any_other(anna, charset):
    answer = anna.post("/name", **multipart((b"name", "Zoë".encode()), charset=charset))
    assert (answer.status_code, answer.json()) == (200, {"name": "Zoë"})


def plain(content):
    return {"headers": {"Content-Type": "application/x-www-form-urlencoded"}, "content": content}


@pytest.mark.parametrize("form", [plain(b"name=%ff"), plain(b"name=\xff"), multipart((b"name", b"\xff"))])
def test_bytes_that_are_no_utf_8_are_refused(anna, form):
    refused(anna.post("/name", **form), 415, "UTF-8")


def test_letters_that_are_not_escaped_are_read(anna):
    assert anna.post("/name", **plain("name=Zoë".encode())).json() == {"name": "Zoë"}


@pytest.mark.parametrize("form", [plain(b"name=A%00B"), multipart((b"name", b"A\0B"))])
def test_a_field_with_nul_is_refused_by_name(anna, form):
    refused(anna.post("/name", **form), 422, "name:")


@pytest.mark.parametrize("field", ["%ED%A0%80", "%ED%BF%BF"])
def test_a_surrogate_is_no_utf_8(anna, field):
    refused(anna.post("/name", **plain(f"name={field}".encode())), 415, "UTF-8")


@pytest.mark.parametrize(
    "form",
    [
        plain(b"&".join(b"a%d=1" % number for number in range(1000))),
        multipart(*[(b"a%d" % n, b"") for n in range(250)]),
    ],
)
def test_a_form_with_more_fields_than_any_is_refused(anna, form):
    refused(anna.post("/name", **form), 400, "fields")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"--abc",
        b"--abc\r\n\r\n\r\n--abc--\r\n",
        b"--abc\r\nContent-Disposition: form-data\r\n\r\nx\r\n--abc--\r\n",
        b'--abc\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx\r\n--abc--\r\n',
        b"nonsense",
    ],
)
def test_broken_parts_are_refused_or_hold_nothing(anna, content):
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    answer = anna.post("/name", headers=headers, content=content)
    assert answer.status_code in {200, 400}, answer.text
    refused(anna.post("/name", headers={"Content-Type": "multipart/form-data"}, content=content), 400)


@pytest.mark.parametrize("sent", ["²", "١", "1_0", "9" * 5000, "-1", "½", "", " "])
def test_a_tournaments_form_is_shown_again_whatever_was_typed(anna, sent):
    begun = anna.post("/tournaments", data={"link": "/new/locus", "title": "Cup", "name-0": "Anna", "name-1": "Bert"})
    path = begun.json()["path"]
    fields = {"player-1": sent, "player-2": sent}
    refused(anna.post(f"{path}/games", data=fields, headers=PAGE), 422)
    refused(anna.post(f"{path}/games", data=fields), 422, "player-1")


# --- what only a program of one's own sends --------------------------------------------------------------------------


@pytest.fixture
def ask(app):
    """A function that sends a request byte by byte, as a server would hand it on, as Anna; returns the answer."""
    headers, visit = {"host": "here", "accept": "application/json", "x-csrf-token": "token"}, visiting(app)

    def send(target=b"/about", method="GET", query=b"", body=b"", more=(), **changed):
        said = {**headers, **{name.replace("_", "-"): value for name, value in changed.items()}}
        return visit(Sent(method, target, query, [*said.items(), *more], body, ANNA))

    return send


ODD_KIND = "multipart/form-data; boundary=abc; charset=\0"
BYTES = "\xff\xfe\x80"


@pytest.mark.parametrize("name", ["content_type", "referer", "accept", "cookie", "last_event_id", "if_none_match"])
def test_nul_in_a_header_is_refused(ask, name):
    answer = ask(**{name: ODD_KIND})
    assert answer.status == 400 and b"a header of the request" in answer.body


@pytest.mark.parametrize("name", ["referer", "accept", "cookie", "last_event_id", "if_none_match", "sec_fetch_site"])
def test_bytes_in_a_header_mean_nothing(ask, name):
    assert ask(**{name: BYTES}).status == 200
    assert ask(b"/nothing", **{name: BYTES}).status == 404


@pytest.mark.parametrize(
    "kind", [BYTES, f"multipart/form-data; boundary={BYTES}", f"x; charset={BYTES}", ";", "/", "=;="]
)
def test_a_content_type_that_is_none_is_refused(ask, kind):
    assert ask(b"/name", "POST", body=b"name=A", content_type=kind).status in {400, 415}


def test_a_token_of_bytes_is_forged(ask):
    assert ask(b"/name", "POST", x_csrf_token=BYTES).status == 403


@pytest.mark.parametrize(
    "path", [b"/matches/%ED%A0%80", b"/matches/%ff", b"/matches/%", b"/matches/%zz", b"/rules/%C3%A9"]
)
def test_escapes_that_are_no_text_lead_nowhere(ask, path):
    assert ask(path).status == 404


@pytest.mark.parametrize("path", [b"/matches/%00", b"/static/%00/x", b"/static/x/a%00b", b"/%00"])
def test_nul_in_a_path_is_refused(ask, path):
    assert ask(path).status == 400


@pytest.mark.parametrize("query", [b"\xff", b"a=\xc3\xa9", b"day=%00", b"\0"])
def test_a_query_that_is_no_text_is_refused(ask, query):
    for path in (b"/daily/solitaire", b"/nothing", b"/tournaments"):
        assert ask(path, query=query).status == 400


@pytest.mark.parametrize("lengths", [("3", "4"), ("-1",), ("x",), ("\xb2",), ("5, 5",), ("1_0",), ("",), ("9" * 30,)])
def test_a_length_that_is_no_number_is_refused(ask, lengths):
    answer = ask(b"/name", "POST", body=b"a=b", more=[("content-length", length) for length in lengths])
    assert answer.status == 400 and b"Content-Length" in answer.body


def test_a_long_body_is_refused_however_its_length_is_written(ask):
    answer = ask(b"/name", "POST", body=b"a=b", more=[("content-length", "000000000000099999")])
    assert answer.status == 413 and b"what was sent is longer" in answer.body


def test_two_hosts_are_refused(ask):
    assert ask(more=[("host", "here")]).status == 400


def test_of_several_cookies_every_one_is_read(ask):
    assert ask(b"/name", "POST", more=[("cookie", "a=b"), ("cookie", "look=x")]).status == 200
    assert ask(b"/name", "POST", more=[("cookie", "guest=x.y.z")]).status == 403


def test_a_body_of_no_kind_is_not_passed_over(ask):
    answer = ask(b"/name", "POST", body=b"name=A")
    assert answer.status == 415 and b"no Content-Type" in answer.body
