"""The page about playing by mail has every command, and every command of the old server."""

from pathlib import Path

from fivefold.doors.mail import words
from tests.quick import in_turn

DOCS = Path(__file__).parents[3] / "docs/play-by-mail.md"
HERE, _, THERE = DOCS.read_text(encoding="utf-8").partition("## For those who know the old server")
OLD = (
    *("help", "signup", "add", "change password", "change address", "signoff", "delete", "list", "message"),
    *("broadcast", "multiple", "all show", "challenge", "move", "board", "queue", "qmove", "moveq", "qboard", "boardq"),
    *("pass", "swap", "propose", "undo", "accept", "reject", "resign", "submit", "confirm", "preview", "chat"),
    *("show", "showas", "games", "standings", "ratings", "history", "limit", "seek", "subscribe", "unsubscribe"),
    *("notify", "replay", "echo", "Cleanup", "rebuildgamelist", "#n", "--nagtime", "--forfeittime", "--totaltime"),
)
"""What could be mailed to the old server."""


@in_turn("word", words.WORDS)
def test_every_command_has_its_line(word):
    typed = " ".join(filter(None, (word.name, word.shape))).replace("|", "\\|")
    line = f"| `{typed}` | {word.help} |"
    assert line in HERE.splitlines(), f"docs/play-by-mail.md wants the line {line}"


def test_no_command_is_there_that_is_none():
    told = [line[3:].split("`")[0].split()[0] for line in HERE.splitlines() if line.startswith("| `")]
    assert sorted(told) == sorted(words.BY_NAME)


@in_turn("command", OLD)
def test_every_command_of_the_old_server_is_there(command):
    same, _, table = THERE.partition("| there |")
    firsts = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| "))
    assert f"`{command}`" in same + firsts
