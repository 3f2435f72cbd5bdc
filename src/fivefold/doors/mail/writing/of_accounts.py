"""Letters that ask before an account is made or deleted."""

from typing import Final

from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing.blocks import Block, Foot, Items, Lead, Paragraph, Typed
from fivefold.doors.mail.writing.letter import letter
from fivefold.parts.words import counted

ABOUT: Final = "Fivefold, strategy games by mail and in the browser."
STRANGER: Final = "You get this because somebody wrote your address into a mail to us."


def sign_up_letter(name: str, base: str = "") -> Letter:
    """Ask whether somebody wants an account with this name and the address that this goes to."""
    blocks: list[Block] = [
        Lead(f"Somebody, probably you, wants to play at Fivefold as {name}, by mail at this address."),
        Paragraph("If that is right, reply with this line:"),
        Typed(["yes"]),
        Paragraph("The account is made then. There is no password; mail to this address is how you play."),
        Paragraph("If you know nothing of it, do nothing: no account is made, and your address is not kept."),
        Foot([f"{ABOUT} {STRANGER}"], base),
    ]
    return letter(f"Fivefold: do you want to play as {name}?", blocks)


def has_account_letter(name: str, base: str = "") -> Letter:
    """Tell the owner of an account that somebody has asked for one with their address."""
    blocks: list[Block] = [
        Lead(f"Somebody, probably you, has asked for an account with this address. You have one: you play as {name}."),
        Paragraph("Nothing has changed. To see what you can do, send:"),
        Typed(["help"]),
        Foot([ABOUT], base),
    ]
    return letter("Fivefold: you have an account", blocks)


def sign_off_letter(name: str, playing: int, base: str = "") -> Letter:
    """Say what will be gone with an account, and ask whether that is wanted; ``playing``: matches under way."""
    given_up = (
        f"You give up {counted(playing, 'match', 'matches')} that you are playing: the others win." if playing else ""
    )
    gone = [
        f"Nobody is called {name} any more; for some time nobody else may take that name.",
        "Your address is forgotten, and no mail is sent to you any more.",
        "What you wrote at tables is deleted, unless it was reported.",
        given_up,
        "Matches that are over stay with those you played. They will have played a former player.",
    ]
    blocks: list[Block] = [
        Lead(f"You have asked to delete your account, {name}. This cannot be undone:"),
        Items([each for each in gone if each]),
        Paragraph("To delete it, reply with this line:"),
        Typed(["yes"]),
        Paragraph("To keep it, do nothing. To keep it and get no more mail, reply with this line:"),
        Typed(["signoff mail"]),
        Foot([ABOUT], base),
    ]
    return letter("Fivefold: delete your account?", blocks)
