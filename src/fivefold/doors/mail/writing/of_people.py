"""Letters about people and what they agree on: addresses, challenges, messages, chat, reminders, the digest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing import of_match
from fivefold.doors.mail.writing.blocks import Block, Foot, Heading, Items, Lead, Paragraph, Quoted, Typed
from fivefold.doors.mail.writing.happened import since as happened_since
from fivefold.doors.mail.writing.letter import letter
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.house import House
from fivefold.session import narration
from fivefold.session.snapshot import OVER

# --- about a match ---------------------------------------------------------------------------------------------------


def nag_letter(house: House, match_id: str, person_id: str, out: bool = False, base: str = "") -> Letter:
    """Return a reminder to somebody whose time runs out, or is ``out``."""
    looking = of_match.look(house, match_id, person_id, base)
    return of_match.about(looking, of_match.blocks_of(looking, done=[said("nag-out" if out else "nag")]))


def chat_letter(house: House, match_id: str, person_id: str, by: str, text: str, base: str = "") -> Letter:
    """Return what somebody called ``by`` says to everybody at a match."""
    looking = of_match.look(house, match_id, person_id, base)
    standing = narration.sentence(of_match.standing(looking))
    blocks: list[Block] = [Lead(f"{phrase('chat', who=by)}:"), Quoted(text), Paragraph(standing)]
    if looking.now.seats_of(person_id):
        blocks.append(Paragraph(said("chat-reply")))
    return of_match.about(looking, blocks)


def submitted_letter(
    house: House, match_id: str, person_id: str, move: str, drawn: Sequence[Block], base: str = ""
) -> Letter:
    """Return the position that a move would lead to, which is played when it is confirmed; ``drawn``: that position."""
    looking = of_match.look(house, match_id, person_id, base)
    blocks: list[Block] = [Lead(said("submitted", move=move)), *drawn, Heading(phrase("how-to-answer"))]
    blocks += [
        Paragraph(f"{phrase('submitted-confirm')}:"),
        Typed(["confirm"], answers=True),
        Paragraph(said("submitted-change")),
    ]
    return of_match.about(looking, blocks)


def challenge_letter(house: House, match_id: str, person_id: str, by: str, comment: str = "", base: str = "") -> Letter:
    """Return an invitation to a match whose seats wait for answers; ``by``: the name of who invites."""
    now = house.snapshot(match_id)
    game = now.match.game
    own = house.person(person_id).shown
    asked = house.challenges.asked_to(match_id)
    others = [name for name in [seat.name for seat in now.seats] + asked if name and name not in (by, own)]
    blocks: list[Block] = [Lead(said("challenge", who=by, game=game.name)), Paragraph(game.tagline)]
    if others:
        blocks.append(Paragraph(said("challenge-seats", others=tuple(others))))
    rated = said("challenge-rated" if now.terms.rated else "challenge-casual")
    blocks.append(Paragraph(f"{of_match.terms(now)} {rated}"))
    if comment.strip():
        blocks.append(Quoted(comment, phrase("comment", who=by)))
    blocks += [Heading(phrase("how-to-answer")), Paragraph(said("challenge-yes"))]
    if base:
        blocks.append(Paragraph(phrase("challenge-page"), f"{base}/challenges"))
    subject, board = phrase("subject-challenge", who=by, game=game.name), house.mail.boards.number(match_id)
    return letter(subject, [*blocks, _foot(base)], (game.key, board))


# --- about people ----------------------------------------------------------------------------------------------------


def message_letter(by: str, text: str, base: str = "") -> Letter:
    """Return a message from another player, by name."""
    blocks: list[Block] = [
        Lead(f"{phrase('message', who=by)}:"),
        Quoted(text),
        Paragraph(said("message-reply")),
    ]
    return letter(phrase("subject-message", who=by), [*blocks, _foot(base)])


def question_letter(
    lines: Sequence[str],
    comment: str = "",
    base: str = "",
    sender: str = "",
    doubt: str = "",
    old_form: bool = False,
    about: str = "",
) -> Letter:
    """Ask somebody whether they wrote what came in their name; ``lines``: its commands, without any password.

    ``sender``: from which address it came; ``doubt``: why it may not be theirs, as ``mail.post.trust`` has it;
    ``old_form``: whether there was a password in it; ``about``: the match of the mail that was answered.
    """
    blocks: list[Block] = [Lead(phrase("question"))]
    if doubt:
        blocks.append(Paragraph(said(f"question-{doubt}", sender=sender)))
    if old_form:
        blocks.append(Paragraph(said("question-password")))
    if about:
        blocks.append(Paragraph(said("question-about", match=about)))
    if lines:
        blocks += [Paragraph(f"{phrase('question-asked')}:"), Typed(lines)]
    if comment.strip():
        blocks.append(Quoted(comment))
    blocks += [Paragraph(said("question-yes")), Paragraph(said("question-no"))]
    return letter(phrase("subject-question"), [*blocks, _foot(base)])


def address_letter(name: str, link: str = "", base: str = "") -> Letter:
    """Ask whether an address is that of the player ``name``; ``link``: a page that confirms it."""
    blocks: list[Block] = [Lead(said("address", who=name)), Paragraph(said("address-yes"))]
    if link:
        blocks.append(Paragraph(phrase("address-link"), link))
    blocks += [Paragraph(said("address-no")), _foot(base)]
    return letter(phrase("subject-address"), blocks)


def _foot(base: str) -> Foot:
    return Foot([said("foot")], base)


# --- several matches in one letter -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InDigest:
    """A match in a digest."""

    match_id: str
    since: int
    """The last entry that was told before."""


def digest_letter(house: House, person_id: str, matches: Sequence[InDigest], base: str = "") -> Letter:
    """Return what happened in several matches, those in which it is the person's turn first."""
    looked = []
    for each in matches:
        try:
            looked.append((of_match.look(house, each.match_id, person_id, base), each.since))
        except FivefoldError:
            continue
    looked.sort(key=lambda pair: not pair[0].sight.seats)
    turns = [looking for looking, _ in looked if looking.sight.seats]
    blocks: list[Block] = [Lead(said("digest", turns=len(turns)) if turns else said("digest-calm"))]
    for looking, since in looked:
        blocks += _in_digest(looking, since)
    example = (turns or [looking for looking, _ in looked])[:1]
    for looking in example:
        blocks += _digest_answer(looking)
    subject = phrase("subject-digest", turns=len(turns)) if turns else phrase("subject-digest-calm")
    return letter(subject, [*blocks, Foot([said("foot-digest")], base)])


def _in_digest(looking: of_match.Looking, since: int) -> Iterator[Block]:
    now = looking.now
    yield Heading(of_match.subject(now, looking.number))
    yield Paragraph(narration.sentence(of_match.standing(looking)), looking.address)
    told = happened_since(now, looking.public, looking.reader, since, now.number)
    if told and now.status != OVER:
        yield Items(told[-4:])


def _digest_answer(looking: of_match.Looking) -> Iterator[Block]:
    key, number = looking.now.match.game.key, looking.number
    yield Heading(phrase("how-to-answer"))
    if legal := of_match.legal_moves(looking):
        yield Paragraph(f"{phrase('digest-reply')}:")
        yield Typed([f"{key} move {number} {legal[0].text}"])
    yield Paragraph(f"{phrase('digest-show')}:")
    yield Typed([f"{key} show {number}"])
