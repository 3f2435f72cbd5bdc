"""One letter of the answers to all commands of a mail."""

from collections.abc import Iterator, Sequence
from typing import Final

from fivefold.contract.errors import FivefoldError, Problem
from fivefold.doors.mail.answers import Answer, Drawn, Failed, Listed, Said, Shown, Told
from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing import of_match, plain
from fivefold.doors.mail.writing.blocks import (
    Block,
    Columns,
    Document,
    Foot,
    Heading,
    Lead,
    Paragraph,
    Position,
    Quoted,
    Typed,
)
from fivefold.doors.mail.writing.letter import letter
from fivefold.doors.mail.writing.of_match import Looking
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.house import House
from fivefold.play.catalogue import find
from fivefold.session import narration

MOST_BOARDS: Final = 12
"""In one letter: a mail of one line may ask for many, and each takes a while to draw."""
MOST_QUOTED: Final = 4000
"""Characters of the original that are sent back with an error."""


def compose_answers(
    house: House,
    answers: Sequence[Answer],
    viewer: str | None,
    base: str = "",
    original: str = "",
    match_id: str | None = None,
) -> Letter:
    """Return a letter of the answers to all commands of one mail.

    ``viewer``: the id of the person it goes to, ``None`` for a stranger. ``original``: what was written, without any
    password; it is quoted where something was not done. ``match_id``: the match whose mail was answered.
    """
    shown = {answer.match_id for answer in answers if isinstance(answer, Shown)}
    writing = _Writing(house, viewer or "", base, several=len(shown) > 1)
    blocks = [block for answer in answers for block in writing.blocks(answer)] or [Paragraph(said("nothing"))]
    if original.strip() and any(isinstance(answer, Failed) for answer in answers):
        blocks += [Heading(phrase("your-mail")), Quoted(_bounded(original))]
    about = writing.about(answers, match_id)
    if about is not None:
        return of_match.about(about, blocks)
    return letter(_subject(answers), [*blocks, Foot([said("foot" if viewer else "foot-stranger")], base)])


def _bounded(original: str) -> str:
    kept = original.strip()
    return kept if len(kept) <= MOST_QUOTED else f"{kept[:MOST_QUOTED]} …"


def _subject(answers: Sequence[Answer]) -> str:
    if any(isinstance(answer, Failed) for answer in answers):
        return phrase("subject-failed")
    title = next((answer.title for answer in answers if isinstance(answer, Told | Listed) and answer.title), "")
    named = title and not any(isinstance(answer, Said | Drawn) for answer in answers[:1])
    return phrase("subject-told", title=title) if named else phrase("subject-answer")


class _Writing:
    """Answers on their way to one reader."""

    def __init__(self, house: House, person: str, base: str, several: bool) -> None:
        """``several``: whether several matches are shown, so that each needs to be named."""
        self.house, self.person, self.base, self.several = house, person, base, several
        self.looked: dict[str, Looking] = {}
        self.pictures = 0

    def about(self, answers: Sequence[Answer], match_id: str | None) -> Looking | None:
        """Return the match that the answers are about, if it is one; else the match whose mail was answered."""
        named = {answer.match_id for answer in answers if isinstance(answer, Shown | Failed) and answer.match_id}
        found = named.pop() if len(named) == 1 else match_id if not named else None
        return None if found is None else self.seen(found)

    def seen(self, match_id: str) -> Looking | None:
        """Return a match as the reader may see it; ``None`` where they may not."""
        if match_id not in self.looked:
            try:
                self.looked[match_id] = of_match.look(self.house, match_id, self.person, self.base)
            except FivefoldError:
                return None
        return self.looked[match_id]

    def blocks(self, answer: Answer) -> Iterator[Block]:
        """Yield what is said of an answer."""
        match answer:
            case Said():
                yield Paragraph(" ".join(map(sentence, answer.sentences)))
            case Shown():
                yield from self.shown(answer)
            case Drawn():
                yield from self.drawn(answer)
            case Listed():
                yield Heading(answer.title)
                yield listed(answer)
            case Told():
                if answer.title:
                    yield Heading(answer.title)
                yield Document(answer.markdown)
            case Failed():
                yield from self.failed(answer)

    def shown(self, answer: Shown) -> Iterator[Block]:
        """Yield a match as its viewer may see it. Nobody but the reader is a viewer; others see what all may see."""
        if self.pictures >= MOST_BOARDS:
            yield Lead(" ".join([*map(sentence, answer.said), said("board-left-out", most=MOST_BOARDS)]))
            return
        person = answer.viewer if answer.viewer == self.person else ""
        try:
            looking = of_match.look(self.house, answer.match_id, person, self.base, answer.ply)
        except FivefoldError as error:
            yield Lead(" ".join(map(sentence, [*answer.said, _capital(str(error))])))
            return
        if self.several:
            yield Heading(of_match.subject(looking.now, looking.number))
        since = answer.since if answer.ply is None else None
        for block in of_match.blocks_of(looking, since, whole=answer.whole, done=answer.said):
            yield self.named(block)

    def drawn(self, answer: Drawn) -> Iterator[Block]:
        """Yield a position that is no match of the house."""
        if answer.said:
            yield Paragraph(" ".join(map(sentence, answer.said)))
        if answer.status:
            yield Lead(sentence(answer.status))
        if self.pictures >= MOST_BOARDS:
            yield Paragraph(said("board-left-out", most=MOST_BOARDS))
            return
        diagram = find(answer.game).notation.diagram(list(answer.row), answer.viewer)
        yield self.named(of_match.preview(answer.game, answer.row, answer.viewer, diagram, ""))

    def named(self, block: Block) -> Block:
        """Return a block, its picture with a name that no other has in this letter."""
        if not isinstance(block, Position):
            return block
        self.pictures += 1
        drawn = block.picture
        named = type(drawn)(f"board-{self.pictures}", drawn.board, drawn.says, drawn.width)
        return Position(block.diagram, named)

    def failed(self, answer: Failed) -> Iterator[Block]:
        """Yield what was read, what is wrong with it and what would do, and the match as it stands."""
        yield Lead(f"{phrase('not-done')}:" if answer.line else said("nothing-done"))
        if answer.line:
            yield Typed([answer.line])
        yield from problem_blocks(answer.error.problem)
        looking = self.seen(answer.match_id) if answer.match_id else None
        if looking is not None and self.pictures < MOST_BOARDS:
            yield Heading(phrase("now"))
            for block in of_match.blocks_of(looking):
                yield self.named(block)


def listed(answer: Listed) -> Block:
    """Return a table without columns in which nothing stands."""
    if not answer.rows:
        return Paragraph(sentence(answer.empty) if answer.empty else said("empty"))
    kept = [place for place in range(len(answer.headings)) if any(row[place] for row in answer.rows)]
    rows = [[row[place] for place in kept] for row in answer.rows]
    return Columns([answer.headings[place] for place in kept], rows)


def problem_blocks(problem: Problem) -> Iterator[Block]:
    """Yield what is wrong, and what would do."""
    wrong = f"{problem.subject}: {problem.message}" if problem.subject else problem.message
    yield Paragraph(said("why", why=plain.one_line(wrong)))
    if problem.remedy:
        yield Paragraph(said("remedy", remedy=plain.one_line(problem.remedy)))


def sentence(words: str) -> str:
    """Return words as a sentence; a colon at its end leads to what is shown."""
    return words if words.endswith(":") else narration.sentence(words)


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
