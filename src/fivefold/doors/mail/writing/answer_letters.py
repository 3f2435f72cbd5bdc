"""One letter of the answers to all commands of a mail."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.answers import Answer, Drawn, Failed, Listed, Said, Shown, Told
from fivefold.doors.mail.writing import match_letters
from fivefold.doors.mail.writing.letters import Letter, Picture, written
from fivefold.doors.mail.writing.match_letters import PICTURE_WIDTH, Looking, sentence
from fivefold.doors.mail.writing.plain import one_line
from fivefold.house.house import House
from fivefold.play.catalogue import find
from fivefold.raster.jobs import Board

MOST_BOARDS: Final = 12
"""In one letter: a mail of one line may ask for many, and each takes a while to draw."""
LEFT_OUT: Final = f"The board is left out here: one mail shows at most {MOST_BOARDS}. Ask for it in another one."
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
    failed, kept = any(isinstance(answer, Failed) for answer in answers), original.strip()
    kept = kept if len(kept) <= MOST_QUOTED else f"{kept[:MOST_QUOTED]} …"
    facts: dict[str, Any] = {
        "answers": [{"kind": type(answer).__name__, **writing.facts(answer)} for answer in answers],
        "original": kept if failed else "",
        "knows_reader": bool(viewer),
        "match_foot": False,
    }
    about = writing.about(answers, match_id)
    if about is not None:
        return match_letters.about(about, "answers", writing.pictures, **{**facts, "match_foot": True})
    return written("answers", subject=_subject(answers), pictures=writing.pictures, base=base, **facts)


def _subject(answers: Sequence[Answer]) -> str:
    if any(isinstance(answer, Failed) for answer in answers):
        return "Fivefold: not done"
    title = next((answer.title for answer in answers if isinstance(answer, Told | Listed) and answer.title), "")
    named = title and not any(isinstance(answer, Said | Drawn) for answer in answers[:1])
    return f"Fivefold: {title}" if named else "Fivefold: your mail"


class _Writing:
    """Answers on their way to one reader."""

    def __init__(self, house: House, person: str, base: str, several: bool) -> None:
        """``several``: whether several matches are shown, so that each needs to be named."""
        self.house, self.person, self.base, self.several = house, person, base, several
        self.looked: dict[str, Looking] = {}
        self.pictures: list[Picture] = []

    def about(self, answers: Sequence[Answer], match_id: str | None) -> Looking | None:
        """Return the match that the answers are about, if it is one; else the match whose mail was answered."""
        named = {answer.match_id for answer in answers if isinstance(answer, Shown | Failed) and answer.match_id}
        found = named.pop() if len(named) == 1 else match_id if not named else None
        return None if found is None else self.seen(found)

    def seen(self, match_id: str) -> Looking | None:
        """Return a match as the reader may see it; ``None`` where they may not."""
        if match_id not in self.looked:
            try:
                self.looked[match_id] = match_letters.look(self.house, match_id, self.person, self.base)
            except FivefoldError:
                return None
        return self.looked[match_id]

    def facts(self, answer: Answer) -> dict[str, Any]:
        """Return what ``answers.jinja`` says of an answer."""
        match answer:
            case Said():
                return {"said": " ".join(map(sentence, answer.sentences))}
            case Shown():
                return self.shown(answer)
            case Drawn():
                return self.drawn(answer)
            case Listed():
                return _listed_facts(answer)
            case Told():
                return {"title": answer.title, "markdown": answer.markdown}
            case Failed():
                return self.failed(answer)

    def shown(self, answer: Shown) -> dict[str, Any]:
        """Return a match as its viewer may see it. Nobody but the reader is a viewer; others see what all may see."""
        said = list(map(sentence, answer.said))
        if len(self.pictures) >= MOST_BOARDS:
            return {"title": "", "match": None, "said": " ".join([*said, LEFT_OUT])}
        person = answer.viewer if answer.viewer == self.person else ""
        try:
            looking = match_letters.look(self.house, answer.match_id, person, self.base, answer.ply)
        except FivefoldError as error:
            why = str(error)
            return {"title": "", "match": None, "said": " ".join([*said, sentence(f"{why[:1].upper()}{why[1:]}")])}
        title = match_letters.subject(looking.now, looking.number) if self.several else ""
        since = answer.since if answer.ply is None else None
        facts = match_letters.match_facts(looking, since, whole=answer.whole, done=answer.said)
        return {"title": title, "match": self.with_picture(facts)}

    def with_picture(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return facts about a match, its picture with a name that no other has in this letter."""
        return {**facts, "position": self.named(facts["position"])} if facts["position"] else facts

    def named(self, position: dict[str, Any]) -> dict[str, Any]:
        """Return a position with a picture of its own in this letter."""
        self.pictures.append(replace(position["picture"], name=f"board-{len(self.pictures) + 1}"))
        return {**position, "picture": self.pictures[-1]}

    def drawn(self, answer: Drawn) -> dict[str, Any]:
        """Return a position that is no match of the house."""
        said = {"said": " ".join(map(sentence, answer.said)), "status": answer.status and sentence(answer.status)}
        if len(self.pictures) >= MOST_BOARDS:
            return {**said, "position": None, "left_out": LEFT_OUT}
        diagram = find(answer.game).notation.diagram(list(answer.row), answer.viewer)
        board = Board(answer.game, tuple(answer.row), answer.viewer)
        picture = Picture("", board, "The position", PICTURE_WIDTH)
        return {**said, "position": self.named({"diagram": diagram, "picture": picture})}

    def failed(self, answer: Failed) -> dict[str, Any]:
        """Return what was read, what is wrong with it and what would do, and the match as it stands."""
        problem = answer.error.problem
        why = f"{problem.subject}: {problem.message}" if problem.subject else problem.message
        looking = self.seen(answer.match_id) if answer.match_id else None
        shows = looking is not None and len(self.pictures) < MOST_BOARDS
        match = self.with_picture(match_letters.match_facts(looking)) if looking is not None and shows else None
        return {"line": answer.line, "why": one_line(why), "remedy": one_line(problem.remedy), "match": match}


def _listed_facts(answer: Listed) -> dict[str, Any]:
    kept = [place for place in range(len(answer.headings)) if any(row[place] for row in answer.rows)]
    return {
        "title": answer.title,
        "headings": [answer.headings[place] for place in kept],
        "rows": [[row[place] for place in kept] for row in answer.rows],
        "empty": answer.empty or "There is nothing to list",
    }
