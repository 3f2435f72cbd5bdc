"""Short letters: another's time that is out, a link to sign in, an address that was changed."""

from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing import of_match
from fivefold.doors.mail.writing.blocks import Block, Foot, Lead, Paragraph
from fivefold.doors.mail.writing.letter import letter
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.house import House


def claimable_letter(house: House, match_id: str, person_id: str, base: str = "") -> Letter:
    """Tell somebody that another's time is out: they may claim the win, give more time, or wait."""
    looking = of_match.look(house, match_id, person_id, base)
    return of_match.about(looking, of_match.blocks_of(looking))


def sign_in_letter(name: str, link: str, base: str = "") -> Letter:
    """Return a link that signs a device in, for the player ``name``."""
    blocks: list[Block] = [
        Lead(said("sign-in", who=name)),
        Paragraph(phrase("sign-in-link"), link),
        Paragraph(said("sign-in-no")),
        Foot([said("foot")], base),
    ]
    return letter(phrase("subject-sign-in"), blocks)


def moved_letter(name: str, base: str = "") -> Letter:
    """Tell whoever reads an address that mails of the player ``name`` go to another one from now on."""
    blocks: list[Block] = [Lead(said("moved", who=name)), Paragraph(said("moved-ok")), Paragraph(said("moved-wrong"))]
    if base:
        blocks.append(Paragraph(phrase("moved-link"), f"{base}/account"))
    return letter(phrase("subject-moved"), [*blocks, Foot([said("foot")], base)])
