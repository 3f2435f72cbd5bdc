"""What the house sends is never taken for a command, however a program quotes it."""

import pytest

from fivefold.doors.mail.reading.messages import Envelope, Incoming, read_commands, read_message
from fivefold.doors.mail.reading.mime import text_of_html
from fivefold.doors.mail.writing.letters import Letter
from fivefold.doors.mail.writing.match_letters import match_letter
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.mail.reading.letters import ATTRIBUTIONS, BLOCKS, NEW, headed, marked
from tests.doors.mail.writing.tables import ANNA, BEN, GAMES, begun, opened, played
from tests.quick import landing

pytestmark = pytest.mark.slow
ENVELOPE = Envelope("anna@home.example", ("play+key@mail.example",))


def letters(house: House, game: str) -> list[Letter]:
    """Return letters about a match, from its beginning to its end."""
    now = begun(house, game)
    found = [match_letter(house, now.id, ANNA, 0)]
    for moves in (1, 4, 20):
        now = played(house, now, moves)
        found += [match_letter(house, now.id, person, since) for person in (ANNA, BEN) for since in (0, now.number)]
    return found


def moves_in(raw: bytes) -> list[tuple[str, ...]]:
    """Return the arguments of all commands of an answer."""
    found = read_message(raw, ENVELOPE)
    assert not found.automatic
    return [(each.word, *each.arguments) for each in read_commands(found, replies=True).commands]


@pytest.mark.parametrize("game", landing({"focus", "solitaire"}, GAMES))
def test_letters_that_come_back(url: str, game: str) -> None:
    database = open_database(url)
    for letter in letters(opened(database), game):
        as_page = text_of_html(letter.html)
        for text in (letter.text, as_page):
            alone = Incoming("anna@home.example", "", (), letter.subject, text, text)
            assert read_commands(alone, replies=True).commands == ()
        for introduction in ATTRIBUTIONS.values():
            assert moves_in(headed(f"{introduction}\n{marked(letter.text)}\n")) == []
            assert moves_in(headed(f"{introduction}\n\n{letter.text}\n")) == []
            assert moves_in(headed(f"{introduction}\n{marked(letter.text)}\n\n{NEW}\n")) == [("", "c1-c3:2")]
        for block in BLOCKS.values():
            assert moves_in(headed(f"{NEW}\n\n{block}\n{letter.text}\n")) == [("", "c1-c3:2")]
            assert moves_in(headed(f"{block}\n{letter.text}\n")) == []
        quote = f"<div>c1-c3:2</div><br><blockquote>{letter.html}</blockquote>"
        assert moves_in(headed(quote, "text/html; charset=utf-8")) == [("", "c1-c3:2")]
        assert moves_in(headed(letter.html, "text/html; charset=utf-8")) == []
    database.close()
