"""What becomes of a mail that came: its commands are carried out, or it is asked whether they are meant, or nothing.

`From` is what anybody can write. It counts together with the key of a reply address, which only the owner of an address
has been sent; or where one's own receiving server says that the mail comes from there.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any, Final, Literal, Self

from sqlalchemy import Connection

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Answer, Failed, Said, Shown
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.requests import MailRequest, called, find_match
from fivefold.doors.mail.post.arrivals import BOUNCE, Rates, Recipient, recipient
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.reading.messages import Envelope, Incoming, ParsedMail, read_commands, read_message
from fivefold.doors.mail.words import BY_NAME
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.other_letters import question_letter
from fivefold.house.errors import Busy, NotKept, TooFast
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.notices.mail.incoming import IncomingMail, IncomingMails
from fivefold.house.notices.mail.mail import Mail
from fivefold.house.notices.mail.outgoing import (
    ANSWER,
    CHAT,
    CONFIRM_ADDRESS,
    FAILED,
    MESSAGE,
    MOST_READ,
    PLAYED,
    QUESTION,
    READ,
    SIGN_OFF,
    OutgoingMail,
)

PASS: Final = "pass"  # noqa: S105  (a result)
FAIL: Final = "fail"
Doubt = Literal["", "not-a-reply", "another-address", "forwarded", "refused", "old-reply"]
"""Why somebody is not believed: no mail of ours is answered; it comes from another address than the reply address was
made for; somebody has passed it on; the receiving server says that it is forged; the address was another then."""


@dataclass(frozen=True, slots=True)
class SenderAuth:
    """Whose mail it is, and whether that is believed."""

    person: str | None
    """Who wrote it, or is said to have; ``None`` for somebody without an account."""
    address: str
    """Where answers and questions go: a person's own address, otherwise that of the sender."""
    answered: OutgoingMail | None = None
    """The mail that is answered, if the key is good."""
    doubt: Doubt = ""
    """Why it may not be theirs; empty where they are believed."""
    confirms: bool = False
    """Whether it is an address that answers, of somebody who has shown nothing else: yes or no, and no more."""

    @property
    def is_sure(self) -> bool:
        """Whether the answer goes to who wrote: to others nothing is repeated of what somebody wrote in their name."""
        return self.confirms or (self.person is not None and not self.doubt)


def believed(mail: Mail, incoming: Incoming, key: str) -> SenderAuth:
    """Return who is believed to have written a mail that came to a reply address, or with an empty key elsewhere."""
    answered = mail.outgoing.answered(key) if key else None
    if answered is not None and (answered.person is None or answered.kind == CONFIRM_ADDRESS):
        if _is_from(incoming, answered.address):
            owner = mail.addresses.owner(answered.address) if answered.kind == ANSWER else None
            if owner is not None:  # they have signed up since
                return SenderAuth(owner, answered.address, answered, _doubt(incoming))
            return SenderAuth(answered.person, answered.address, answered, confirms=True)
        answered = None
    if answered is not None and answered.person is not None:
        found = mail.addresses.of(answered.person)
        if found is not None and found.address:
            doubt = _doubt_of_reply(incoming, found.address, answered)
            return SenderAuth(answered.person, found.address, answered, doubt)
    owner = mail.addresses.owner(incoming.sender) if incoming.sender else None
    if owner is None:
        return SenderAuth(None, incoming.sender)
    return SenderAuth(owner, incoming.sender, None, _doubt_of_mail(incoming))


def _is_from(incoming: Incoming, address: str) -> bool:
    return incoming.sender == address and not incoming.forwarded and incoming.vouched != FAIL


def _doubt_of_reply(incoming: Incoming, address: str, answered: OutgoingMail) -> Doubt:
    if incoming.sender != address:
        return "another-address"
    if answered.address not in ("", address):
        return "old-reply"
    return _doubt(incoming)


def _doubt_of_mail(incoming: Incoming) -> Doubt:
    return _doubt(incoming) or ("" if incoming.vouched == PASS else "not-a-reply")


def _doubt(incoming: Incoming) -> Doubt:
    if incoming.vouched == FAIL:
        return "refused"
    return "forwarded" if incoming.forwarded else ""


# --- The commands of a mail one by one, each with all that it takes to carry it out, now or after a yes --------------


YES, NO = "yes", "no"
HELD: Final = "held"
"""In the content of a question: the steps that are carried out after a yes."""
SETTLED: Final = "settled"
"""In the content of a question: whether it was answered."""
ANSWERED_BY: Final[Mapping[str, str]] = {MESSAGE: "message", CHAT: "chat"}
"""What an answer without a command does, by the kind of the mail that is answered: its words go back."""


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command, what is written below it, and the mail that it answers."""

    line: CommandLine
    comment: str = ""
    match: str | None = None
    number: int | None = None
    kind: str = ""
    answered: int | None = None

    @property
    def changes(self) -> bool:
        """Whether it changes something in somebody's name."""
        word = BY_NAME.get(self.line.word)
        return word is None or (word.changes and not word.strangers)

    @property
    def stores(self) -> bool:
        """Whether it stores anything besides mails that were asked for."""
        word = BY_NAME.get(self.line.word)
        return word is None or word.changes

    @property
    def for_strangers(self) -> bool:
        """Whether anybody may ask for it."""
        word = BY_NAME.get(self.line.word)
        return word is not None and word.strangers

    @property
    def is_answer(self) -> bool:
        """Whether it says yes or no to what was asked."""
        return self.line.word in (YES, NO)

    @property
    def happens_once(self) -> bool:
        """Whether it is known again if it is carried out twice: a move that says which one it is."""
        numbered = self.line.number is not None or (self.number is not None and self.line.board is None)
        return self.line.word in ("", "move") and numbered

    @property
    def depends_on_position(self) -> bool:
        """Whether it means what a match is waiting for when it is written, which the mail itself does not say."""
        words = {"move", "pass", "swap", "submit", "queue"}
        answers = self.line.word in {"accept", "reject"} and self.line.board is not None
        return self.line.number is None and self.number is None and (self.line.word in words or answers)

    @property
    def at_a_match(self) -> bool:
        """Whether what it changes is a match and nothing else."""
        word = BY_NAME.get(self.line.word)
        others = {"resign", "chat", "submit", "queue"}
        return word is None or (word.needs_match and word.name not in others) or word.name in {"challenge", "accept"}

    def stored(self) -> dict[str, Any]:
        """Return what is kept of it, for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return a step that was kept."""
        line = dict(stored["line"])
        return cls(**{**stored, "line": CommandLine(**{**line, "arguments": tuple(line["arguments"])})})


def steps_of(asked: ParsedMail, answered: OutgoingMail | None, game: str | None = None) -> list[PendingCommand]:
    """Return the steps of a mail; ``game``: whose address it came to. A yes to a question is what it holds."""
    found: list[PendingCommand] = []
    for line in asked.commands:
        known = line
        if line.word and game and not line.game:
            known = replace(line, game=game, source=f"{game} {line.source}")
        if line.word == YES and answered is not None and answered.kind == QUESTION:
            found += [] if is_settled(answered) else held(answered)
        elif answered is None:
            found.append(PendingCommand(known, asked.comment))
        else:
            found.append(PendingCommand(known, asked.comment, *_about(answered)))
    if not found and answered is not None and answered.kind in ANSWERED_BY and asked.comment.strip():
        found.append(PendingCommand(CommandLine(ANSWERED_BY[answered.kind]), asked.comment, *_about(answered)))
    return found


def _about(answered: OutgoingMail) -> tuple[str | None, int | None, str, int]:
    return answered.match, answered.number, answered.kind, answered.id


def held(question: OutgoingMail) -> list[PendingCommand]:
    """Return the steps that a question holds."""
    return [PendingCommand.read(each) for each in (question.content or {}).get(HELD, ())]


def is_settled(question: OutgoingMail) -> bool:
    """Return whether a question was answered before."""
    return bool((question.content or {}).get(SETTLED))


def sources(steps: Sequence[PendingCommand]) -> list[str]:
    """Return the commands as they were typed, or as they could have been without a user id and a password."""
    return [without_password(step.line) if step.line.old_form else step.line.source for step in steps]


def without_password(line: CommandLine) -> str:
    """Return a line as it is written today."""
    board = f"{line.board}#{line.number}" if line.board and line.number is not None else line.board
    options = [f"-{name}={value}" if value else f"-{name}" for name, value in line.options.items()]
    return " ".join(filter(None, (line.game, line.word, board, *line.arguments, *options)))


# --- What becomes of a mail that came --------------------------------------------------------------------------------


logger = logging.getLogger("fivefold.mail")
ASKED_FOR: Final = 10
"""Answers in an hour to somebody in whose name others may have written."""
QUESTIONS: Final = 5
"""In an hour, whether a person wrote something."""
STRANGERS: Final = 4
"""Answers in an hour to an address that nobody has."""
ALL_STRANGERS: Final = 100
MANY_IN_YOUR_NAME: Final = "too many mails came in your name within an hour that were not shown to be yours"
REPLY: Final = "reply to one of our mails from your own address: that is read at once"
MANY_OF_STRANGERS: Final = "too many mails without an account came within an hour"
LATER: Final = "send it again in an hour"
HOUR: Final = timedelta(hours=1)
MOST_REPEATED: Final = 60
"""Characters of a command that are told to an address that nobody has: it may not be theirs."""
LONGEST_COMMENT: Final = 8000
Outcome = Callable[[Connection], None]
"""Stores what a mail comes to, in the transaction that notes that it is done."""


def nothing(connection: Connection) -> None:
    """Store nothing."""


class Handling:
    """Takes mails as they came, each to its end."""

    def __init__(self, house: House, domain: str, trusted: str = "", base: str = "") -> None:
        """``trusted``: the name by which the receiving server signs its checks of senders; empty for none.

        ``base``: the public address of the pages; empty where there is none.
        """
        self._house, self._domain, self._trusted, self._base = house, domain, trusted, base
        self._rates = Rates()
        self._admitted = 0
        """The last mail that was counted: it may be handled several times."""

    def handle(self, mail: IncomingMail) -> None:
        """Do all that a mail asks for; note in one transaction that it is done, and the answer.

        Raises ``Busy`` and ``NotKept``; it can be handled once more then.
        """
        envelope = Envelope(mail.sender, tuple(mail.recipients))
        incoming = read_message(mail.raw, envelope, self._trusted)
        ours = [found for each in incoming.recipients if (found := recipient(each, self._domain)) is not None]
        outcome: Outcome = nothing
        if any(each.part == BOUNCE for each in ours):
            self._note_bounces(incoming, ours)
        elif why := self._why_dropped(incoming, ours):
            logger.info("mail %s is dropped: %s", mail.id, why)
        else:
            outcome = self._outcome(mail, incoming, ours)
        self._house.mail.incoming.done(mail, outcome)

    # What is never answered

    def _why_dropped(self, incoming: Incoming, ours: Sequence[Recipient]) -> str:
        if not ours:
            return "for others"
        if incoming.automatic:
            return incoming.automatic
        ending = f"@{self._domain}"
        if incoming.sender.endswith(ending) or incoming.message_id.strip("<>").endswith(ending):
            return "our own"
        return "" if incoming.sender else "no sender"

    def _note_bounces(self, incoming: Incoming, ours: Sequence[Recipient]) -> None:
        """Note that a mail of ours did not arrive, where a server says so and that it never will."""
        if not incoming.bounced:
            return
        for each in ours:
            mail = self._house.mail.outgoing.answered(each.key)
            if mail is not None and mail.person is not None and mail.address and mail.state != FAILED:
                self._house.mail.queue.failed(mail.id)  # several reports about one mail are one failure
                self._house.mail.addresses.failed(
                    mail.person, mail.address, "mails came back: there is no such address"
                )

    # What is done

    def _outcome(self, mail: IncomingMail, incoming: Incoming, ours: Sequence[Recipient]) -> Outcome:
        key = next((each.key for each in ours if each.key), "")
        belief = believed(self._house.mail, incoming, key)
        about = belief.answered
        asked = read_commands(incoming, about is not None and about.match is not None)
        steps = steps_of(asked, about, next((each.game for each in ours if each.game), None))
        if belief.confirms:
            return self._confirmed(mail, incoming, belief, steps)
        if belief.person is None:
            return self._stranger(mail, incoming, belief, steps)
        if belief.doubt:
            return self._doubtful(mail, incoming, belief, steps)
        return self._person(mail, incoming, belief, asked, steps)

    def _person(
        self,
        mail: IncomingMail,
        incoming: Incoming,
        belief: SenderAuth,
        asked: ParsedMail,
        steps: Sequence[PendingCommand],
    ) -> Outcome:
        """Carry out what somebody wants who is believed."""
        if self._read_lately(belief) >= MOST_READ:
            why = f"{MOST_READ} of your mails were read within an hour, and no more are"
            return self._dropped(mail, incoming, belief, why, "send it again in an hour")
        self._house.mail.addresses.arrived(belief.person or "")
        question = belief.answered if belief.answered is not None and belief.answered.kind == QUESTION else None
        answer = next((line.word for line in asked.commands if line.word in {"yes", "no"}), "")
        if question is None or not answer:
            return self._answer(incoming, belief, self._carry_out(mail, belief.person, belief.address, steps), steps)
        if is_settled(question):
            return self._answer(incoming, belief, [Said(("You have answered this question before.",))], steps)
        answers = self._carry_out(mail, belief.person, belief.address, steps)
        outcome = self._answer(incoming, belief, answers, steps)

        def settled(connection: Connection) -> None:
            self._house.mail.outgoing.settle(connection, question, **{SETTLED: answer})
            outcome(connection)

        return settled

    def _doubtful(
        self, mail: IncomingMail, incoming: Incoming, belief: SenderAuth, steps: Sequence[PendingCommand]
    ) -> Outcome:
        """Ask a person whether they want what was asked for in their name; answer what changes nothing."""
        if belief.answered is not None and belief.answered.kind == SIGN_OFF and all(step.is_answer for step in steps):
            why = f"{incoming.sender} has said yes to deleting your account, which only you may do"
            return self._dropped(mail, incoming, belief, why, "if you want it, reply from your own address")
        if any(step.changes for step in steps) and (belief.answered is not None or not all(s.is_answer for s in steps)):
            return self._question(mail, incoming, belief, steps)
        if not steps and belief.doubt == "another-address":
            return nothing
        if not self._admits(mail, ("asked", belief.address, ASKED_FOR)):
            return self._dropped(mail, incoming, belief, MANY_IN_YOUR_NAME, REPLY)
        return self._answer(incoming, belief, self._carry_out(mail, belief.person, belief.address, steps), steps)

    def _question(
        self, mail: IncomingMail, incoming: Incoming, belief: SenderAuth, steps: Sequence[PendingCommand]
    ) -> Outcome:
        if not self._admits(mail, ("questions", belief.person or "", QUESTIONS)):
            return self._dropped(mail, incoming, belief, MANY_IN_YOUR_NAME, REPLY)
        steps = self._as_of_now(belief.person or "", belief.address, steps)
        letter = question_letter(
            sources(steps),
            steps[0].comment,
            self._base,
            sender=incoming.sender,
            doubt=belief.doubt,
            old_form=any(step.line.old_form for step in steps),
            about=called(self._house, self._house.known(steps[0].match)) if steps[0].match else "",
        )
        content = {**letter.stored(), HELD: [step.stored() for step in steps]}

        def asked(connection: Connection) -> None:
            self._house.mail.outgoing.add(connection, QUESTION, belief.person, belief.address, content)

        return asked

    def _as_of_now(self, person: str, address: str, steps: Sequence[PendingCommand]) -> list[PendingCommand]:
        """Return steps that, after a yes, play and answer what the matches are waiting for now, and nothing later."""
        known: set[str] = set()
        found = []
        for step in steps:
            match_id = _match_meant(self._asking(step, person, address), step) if step.depends_on_position else ""
            if match_id and match_id not in known:  # a second move there comes after the first
                known.add(match_id)
                found.append(replace(step, match=match_id, number=self._house.known(match_id).number))
            else:
                found.append(step)
        return [replace(step, comment=step.comment[:LONGEST_COMMENT]) for step in found]

    def _stranger(
        self, mail: IncomingMail, incoming: Incoming, belief: SenderAuth, steps: Sequence[PendingCommand]
    ) -> Outcome:
        """Answer what anybody may ask, a few times."""
        if not self._admits(mail, *_strangers(belief.address)):
            return self._dropped(mail, incoming, belief, MANY_OF_STRANGERS, LATER)
        asks = next((step for step in steps if step.line.word == SIGN_UP_WORD), None)
        if asks is not None:  # whoever's address this is gets one mail; the rest can wait until they have said yes
            steps = [asks]
        return self._answer(incoming, belief, self._carry_out(mail, None, belief.address, steps), steps)

    def _confirmed(
        self, mail: IncomingMail, incoming: Incoming, belief: SenderAuth, steps: Sequence[PendingCommand]
    ) -> Outcome:
        """Take a yes or no from an address that was asked; whatever else it wants, it wants as a stranger."""
        if not self._admits(mail, *_strangers(belief.address)):
            return self._dropped(mail, incoming, belief, MANY_OF_STRANGERS, LATER)
        answering = belief.answered is not None and belief.answered.kind == CONFIRM_ADDRESS
        first = [step for step in steps if step.is_answer][:1]
        if answering and first:
            answers = self._carry_out(mail, belief.person, belief.address, first)
        else:
            answers = self._carry_out(mail, None, belief.address, first or steps)
        return self._answer(incoming, belief, answers, steps)

    def _read_lately(self, belief: SenderAuth) -> int:
        return self._house.mail.outgoing.made_within(belief.person or "", READ, HOUR)

    def _dropped(self, mail: IncomingMail, incoming: Incoming, belief: SenderAuth, why: str, remedy: str) -> Outcome:
        """Do nothing that a mail asks for, and say so, once within the hour to one address."""
        logger.info("mail %s is dropped: %s", mail.id, "too many" if belief.answered is None else "not allowed")
        told = self._rates.allows("told", belief.address, 1) and (
            belief.person is not None or self._rates.allows("told", "strangers", ALL_STRANGERS)
        )
        return self._answer(incoming, belief, [Failed("", TooFast(why, remedy=remedy))], ()) if told else nothing

    def given_up(self, mail: IncomingMail) -> Outcome:
        """Return what tells the owner of an address that a mail from there could not be read by the house."""
        owner = self._house.mail.addresses.owner(mail.sender or "")
        if owner is None or not self._rates.allows("told", mail.sender or "", 1):
            return nothing
        told = [Failed("", FivefoldError(_OUR_FAULT, remedy=_OUR_REMEDY))]
        content = compose_answers(self._house, told, owner, self._base).stored()

        def noted(connection: Connection) -> None:
            self._house.mail.outgoing.add(connection, ANSWER, owner, mail.sender or "", content)

        return noted

    def _admits(self, mail: IncomingMail, *rates: tuple[str, str, int]) -> bool:
        """Return whether there may be one more of a mail's kind within the hour; each mail is counted once."""
        if mail.id != self._admitted and not all(self._rates.allows(*each) for each in rates):
            return False
        self._admitted = mail.id
        return True

    # Carrying out

    def _carry_out(
        self, mail: IncomingMail, person: str | None, address: str, steps: Sequence[PendingCommand]
    ) -> Sequence[Answer]:
        """Carry out steps one after the other, up to the first that fails; return the answers."""
        answers: list[Answer] = []
        for count, step in enumerate(steps, 1):
            if count <= mail.begun and not step.happens_once:
                answers.append(Said((f"This was done before the house was interrupted: {step.line.source}",)))
                continue
            asking = self._asking(step, person, address)
            found = self._tried(mail, count, step, asking)
            answers += found
            if step.changes and any(isinstance(each, Failed) for each in found):
                answers += _left_out(steps[count:])
                break
        return answers if answers or steps else [_no_command()]

    def _asking(self, step: PendingCommand, person: str | None, address: str) -> MailRequest:
        about = step.match, step.number, step.kind, step.answered
        return MailRequest(self._house, person, address, step.comment, *about, base=self._base)

    def _tried(self, mail: IncomingMail, count: int, step: PendingCommand, asking: MailRequest) -> Sequence[Answer]:
        """Return the answers to a step; why it was not done is one. Raises ``Busy``, ``NotKept``."""
        try:
            return list(self._run(mail, count, step, asking))
        except (Busy, NotKept):
            raise
        except FivefoldError as error:
            typed = step.line.source if asking.person is not None else step.line.source[:MOST_REPEATED]
            return [Failed(typed, error, _match_of(asking, step))]
        except Exception:
            logger.exception("command %d of mail %d failed", count, mail.id)
            return [Failed(step.line.source, FivefoldError(_OUR_FAULT, remedy=_OUR_REMEDY))]

    def _run(self, mail: IncomingMail, count: int, step: PendingCommand, asking: MailRequest) -> Sequence[Answer]:
        run, line = run_of(step.line.word), step.line
        if asking.person is None and not (step.for_strangers or (step.is_answer and step.answered is not None)):
            remedy = "sign up first: send signup and a name; or write from the address of your account"
            raise InvalidOption("only players may do this", subject=line.source[:60], remedy=remedy)
        if run is None:
            raise InvalidOption(
                "nobody can do this by mail", subject=line.source[:60], remedy="help lists what you can"
            )
        if not line.fits:
            raise _written_otherwise(step)
        noting = self._house.mail.incoming.carrying_out(mail, count, step.at_a_match)
        with noting if step.stores else nullcontext():
            return run(asking, line)

    # Answering

    def _answer(
        self, incoming: Incoming, belief: SenderAuth, answers: Sequence[Answer], steps: Sequence[PendingCommand]
    ) -> Outcome:
        """Return what stores one answer to a mail."""
        told = [*_warnings(steps), *answers]
        if belief.person is not None and not belief.doubt and self._read_lately(belief) == MOST_READ - 1:
            told.append(Said((f"This is the last of {MOST_READ} mails of yours within an hour that is read", _LATER)))
        if not told:  # a mail of its own says all
            return nothing
        match_id = belief.answered.match if belief.answered is not None else None
        shown = {each.match_id for each in told if isinstance(each, Shown | Failed) and each.match_id}
        about: dict[str, Any] = {}
        if len(shown or {match_id}) == 1 and (known := next(iter(shown), match_id)) is not None:
            about = {"match": known, "number": self._house.known(known).number}
        original = incoming.original if belief.is_sure else ""
        letter = compose_answers(self._house, told, belief.person, self._base, original, match_id)
        content = {**letter.stored(), "in_reply_to": incoming.message_id}
        if (played := _played(told, belief.person)) is not None:
            now = self._house.known(played.match_id)
            content[PLAYED] = {"said": list(played.said), "since": played.since, "number": now.number}
            about["due"] = self._house.mail.outgoing.acknowledged(now)

        def answered(connection: Connection) -> None:
            self._house.mail.outgoing.add(connection, ANSWER, belief.person, belief.address, content, **about)

        return answered


def _played(told: Sequence[Answer], person: str | None) -> Shown | None:
    """Return what is told if it is nothing but what a person has just played."""
    only = told[0] if len(told) == 1 else None
    return only if isinstance(only, Shown) and only.since is not None and only.viewer == person else None


_LATER: Final = "Wait an hour before you send more: what comes sooner is not carried out"
SIGN_UP_WORD: Final = "signup"
_OUR_FAULT: Final = "something went wrong in the house"
_OUR_REMEDY: Final = "it has been noted; look with show how things stand"


def _strangers(address: str) -> tuple[tuple[str, str, int], ...]:
    return ("strangers", address, STRANGERS), ("strangers", "all", ALL_STRANGERS)


def _no_command() -> Answer:
    remedy = (
        "write one in the subject or in the first line; help lists them all. "
        "To write to the others in a match, put chat on the first line of your reply"
    )
    return Failed("", InvalidOption("there is no command in your mail", remedy=remedy))


def _left_out(steps: Sequence[PendingCommand]) -> list[Answer]:
    if not steps:
        return []
    told = "; ".join(sources(steps))
    return [Said((f"Because of that, nothing below it was done either: {told}",))]


def _match_of(asking: MailRequest, step: PendingCommand) -> str:
    """Return the match that a command is about, to be shown as it stands; empty where that is not clear."""
    word = BY_NAME.get(step.line.word)
    return _match_meant(asking, step) if asking.person is not None and (word is None or word.needs_match) else ""


def _match_meant(asking: MailRequest, step: PendingCommand) -> str:
    with suppress(FivefoldError):
        return find_match(asking, step.line).id
    return ""


def _written_otherwise(step: PendingCommand) -> InvalidOption:
    word = BY_NAME[step.line.word]
    shape = " ".join(filter(None, (step.line.game or ("GAME" if word.needs_game else ""), word.name, word.shape)))
    remedy = f"write it like this: {shape}; help {word.name} has examples"
    return InvalidOption("it cannot be read", subject=step.line.source[:60], remedy=remedy)


def _warnings(steps: Sequence[PendingCommand]) -> list[Answer]:
    """Warn of passwords, and say how to write without one."""
    old = [step.line for step in steps if step.line.old_form]
    if not old:
        return []
    sentences = (
        "There was a user id and a password in your mail",
        "Nobody needs them here, and they were not kept; please send none",
        f"This is enough: {without_password(old[0])}",
    )
    return [Said(sentences)]


# --- Reads the mails that came, one after the other, in a thread of its own ------------------------------------------


AT_ONCE: Final = 20
"""Mails that are taken from the store together."""
MOST_TRIES: Final = 10
"""A mail that is still not done then is given up: it has ended the process, or was there as often when something else
did. A house that is killed a few times in a row loses none."""
LONGEST_SLEEP: Final = 1.0
"""Seconds until the store is looked at again: another process may have stored a mail."""
PAUSE: Final = 2.0
"""Seconds after which it is tried again where nothing could be stored."""
FORGET_EVERY: Final = 3600
"""Looks at the store after which old mails are forgotten."""


class Worker:
    """Handles mails in the order in which they came."""

    def __init__(self, incoming: IncomingMails, handling: Handling) -> None:
        self._incoming, self._handling = incoming, handling
        self._noted: set[int] = set()
        """Mails whose try is noted, by this process."""
        self._loop, self._looks = Loop("mail worker", self._round, again=PAUSE), 0

    def tell(self) -> None:
        """Say that there is a mail."""
        self._loop.wake()

    def start(self) -> None:
        """Begin."""
        self._loop.start()

    def stop(self) -> None:
        """End after the mail that is being handled; the others are handled after the next start."""
        self._loop.stop()

    def sweep(self) -> int:
        """Handle mails that are to be read; return how many. Raises ``Busy``, ``NotKept``."""
        mails = self._incoming.to_do(AT_ONCE) if self._incoming.mine else []
        self._note([mail for mail in mails if mail.tries == 0])
        for mail in mails:
            if self._loop.stopping or not self._incoming.mine:
                break
            with self._incoming.reading(mail) as mine:
                if not mine:
                    return 0  # another process is at it: those after it wait
                self._take(mail)
        return len(mails)

    def _take(self, mail: IncomingMail) -> None:
        if mail.tries >= MOST_TRIES and mail.id not in self._noted:
            logger.error("mail %d is given up: whenever it was read, the house has stopped", mail.id)
            self._incoming.done(mail, self._handling.given_up(mail))
            return
        self._note([mail])
        try:
            self._handling.handle(mail)
        except (Busy, NotKept):
            raise
        except Exception:
            logger.exception("mail %d is given up: it could not be handled", mail.id)
            self._incoming.done(mail, self._handling.given_up(mail))
        self._noted.discard(mail.id)

    def _note(self, mails: list[IncomingMail]) -> None:
        new = [mail for mail in mails if mail.id not in self._noted]
        if new:
            self._incoming.note_tries(new)
            self._noted.update(mail.id for mail in new)

    def _round(self) -> float:
        if self._looks % FORGET_EVERY == 0:
            self._incoming.forget_old()
        self._looks += 1
        return 0.0 if self.sweep() else LONGEST_SLEEP
