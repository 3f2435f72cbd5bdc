"""What becomes of a mail that came: its commands are carried out, or it is asked whether they are meant, or nothing.

`From` is what anybody can write. It counts together with the key of a reply address, which only the owner of an address
has been sent; or where one's own receiving server says that the mail comes from there.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any, Final, Literal

from pydantic import TypeAdapter
from sqlalchemy import Connection

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Answer, Failed, Shown, refused, say
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.requests import MailRequest, called, find_match
from fivefold.doors.mail.post.arrivals import BOUNCE, Rates, Recipient, recipient
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.reading.messages import Envelope, Incoming, ParsedMail, read_commands, read_message
from fivefold.doors.mail.words import BY_NAME, Word
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.letters import written
from fivefold.house.errors import Busy, NotKept, TooFast
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.notices.mail import mail_queue as mails
from fivefold.house.notices.mail.incoming import IncomingMail, IncomingMails
from fivefold.house.notices.mail.mail import Mail
from fivefold.house.notices.mail.mail_queue import MOST_READ, OutgoingMail
from fivefold.parts.messages import Message

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


def _believed(mail: Mail, incoming: Incoming, key: str) -> SenderAuth:
    """Return who is believed to have written a mail that came to a reply address, or with an empty key elsewhere."""
    answered = mail.outgoing.answered(key) if key else None
    doubt: Doubt = "refused" if incoming.vouched == FAIL else "forwarded" if incoming.forwarded else ""
    if answered is not None and (answered.person is None or answered.kind == mails.CONFIRM_ADDRESS):
        if incoming.sender == answered.address and not doubt:
            owner = mail.addresses.owner(answered.address) if answered.kind == mails.ANSWER else None
            if owner is not None:  # they have signed up since
                return SenderAuth(owner, answered.address, answered)
            return SenderAuth(answered.person, answered.address, answered, confirms=True)
        answered = None
    found = mail.addresses.of(answered.person) if answered is not None and answered.person is not None else None
    if answered is not None and found is not None and found.address:
        if incoming.sender != found.address:
            doubt = "another-address"
        elif answered.address not in ("", found.address):
            doubt = "old-reply"
        return SenderAuth(answered.person, found.address, answered, doubt)
    owner = mail.addresses.owner(incoming.sender) if incoming.sender else None
    if owner is None:
        return SenderAuth(None, incoming.sender)
    return SenderAuth(owner, incoming.sender, None, doubt or ("" if incoming.vouched == PASS else "not-a-reply"))


# --- The commands of a mail one by one, each with all that it takes to carry it out, now or after a yes --------------


YES, NO = "yes", "no"
HELD: Final = "held"
"""In the content of a question: the steps that are carried out after a yes."""
SETTLED: Final = "settled"
"""In the content of a question: whether it was answered."""
ANSWERED_BY: Final[Mapping[str, str]] = {mails.MESSAGE: "message", mails.CHAT: "chat"}
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
    def word(self) -> Word | None:
        """What its line begins with; ``None`` for a bare move."""
        return BY_NAME.get(self.line.word)

    @property
    def changes(self) -> bool:
        """Whether it changes something in somebody's name."""
        return self.stores and not self.for_strangers

    @property
    def stores(self) -> bool:
        """Whether it stores anything besides mails that were asked for."""
        return self.word is None or self.word.changes

    @property
    def for_strangers(self) -> bool:
        """Whether anybody may ask for it."""
        return self.word is not None and self.word.strangers

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
        others = {"resign", "chat", "submit", "queue"}
        if self.word is None or self.line.word in {"challenge", "accept"}:
            return True
        return self.word.needs_match and self.line.word not in others


Steps = Sequence[PendingCommand]
KEPT: Final = TypeAdapter(list[PendingCommand])
"""Reads commands that were kept."""


def _steps_of(asked: ParsedMail, answered: OutgoingMail | None, game: str | None = None) -> list[PendingCommand]:
    """Return the steps of a mail; ``game``: whose address it came to. A yes to a question is what it holds."""
    found: list[PendingCommand] = []
    about: Any = () if answered is None else (answered.match, answered.number, answered.kind, answered.id)
    for line in asked.commands:
        if line.word == YES and answered is not None and answered.kind == mails.QUESTION:
            held = (answered.content or {}).get(HELD, ())
            found += [] if _is_settled(answered) else KEPT.validate_python(held)
            continue
        of_game = bool(line.word and game and not line.game)
        known = replace(line, game=game, source=f"{game} {line.source}") if of_game else line
        found.append(PendingCommand(known, asked.comment, *about))
    if not found and answered is not None and answered.kind in ANSWERED_BY and asked.comment.strip():
        found.append(PendingCommand(CommandLine(ANSWERED_BY[answered.kind]), asked.comment, *about))
    return found


def _is_settled(question: OutgoingMail) -> bool:
    return bool((question.content or {}).get(SETTLED))


def _sources(steps: Steps) -> list[str]:
    """Return the commands as they were typed, or as they could have been without a user id and a password."""
    return [_without_password(step.line) if step.line.old_form else step.line.source for step in steps]


def _without_password(line: CommandLine) -> str:
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
HOUR: Final = timedelta(hours=1)
MOST_REPEATED: Final = 60
"""Characters of a command that are told to an address that nobody has: it may not be theirs."""
LONGEST_COMMENT: Final = 8000
SIGN_UP_WORD: Final = "signup"
Outcome = Callable[[Connection], None]
"""Stores what a mail comes to, in the transaction that notes that it is done."""


def _nothing(connection: Connection) -> None:
    """Store nothing."""


@dataclass(frozen=True, slots=True)
class Case:
    """A mail that came, as it was read."""

    mail: IncomingMail
    incoming: Incoming
    belief: SenderAuth
    asked: ParsedMail
    steps: Steps


class Handling:
    """Takes mails as they came, each to its end."""

    def __init__(self, house: House, trusted: str = "", base: str = "") -> None:
        """``trusted``: the name by which the receiving server signs its checks of senders; empty for none.

        ``base``: the public address of the pages; empty where there is none.
        """
        self._house, self._trusted, self._base = house, trusted, base
        self._rates = Rates()
        self._admitted = 0
        """The last mail that was counted: it may be handled several times."""

    def handle(self, mail: IncomingMail) -> None:
        """Do all that a mail asks for; note in one transaction that it is done, and the answer.

        Raises ``Busy`` and ``NotKept``; it can be handled once more then.
        """
        incoming = read_message(mail.raw, Envelope(mail.sender, tuple(mail.recipients)), self._trusted)
        ours = [
            found for each in incoming.recipients if (found := recipient(each, self._house.mail.domain)) is not None
        ]
        outcome: Outcome = _nothing
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
        ending = f"@{self._house.mail.domain}"
        if incoming.sender.endswith(ending) or incoming.message_id.strip("<>").endswith(ending):
            return "our own"
        return "" if incoming.sender else "no sender"

    def _note_bounces(self, incoming: Incoming, ours: Sequence[Recipient]) -> None:
        """Note that a mail of ours did not arrive, where a server says so and that it never will."""
        for each in ours if incoming.bounced else ():
            mail = self._house.mail.outgoing.answered(each.key)
            if mail is not None and mail.person is not None and mail.address and mail.state != mails.FAILED:
                self._house.mail.outgoing.failed(mail.id)  # several reports about one mail are one failure
                why = "mails came back: there is no such address"
                self._house.mail.addresses.failed(mail.person, mail.address, why)

    # What is done

    def _outcome(self, mail: IncomingMail, incoming: Incoming, ours: Sequence[Recipient]) -> Outcome:
        belief = _believed(self._house.mail, incoming, next((each.key for each in ours if each.key), ""))
        about = belief.answered
        asked = read_commands(incoming, about is not None and about.match is not None)
        steps = _steps_of(asked, about, next((each.game for each in ours if each.game), None))
        case = Case(mail, incoming, belief, asked, steps)
        if belief.person is None or belief.confirms:
            return self._stranger(case)
        return self._doubtful(case) if belief.doubt else self._person(case)

    def _person(self, case: Case) -> Outcome:
        """Carry out what somebody wants who is believed."""
        belief = case.belief
        if self._read_lately(belief) >= MOST_READ:
            return self._dropped(case, refused(TooFast, "many-of-yours", most=MOST_READ))
        self._house.mail.addresses.arrived(belief.person or "")
        question = belief.answered if belief.answered is not None and belief.answered.kind == mails.QUESTION else None
        answer = next((line.word for line in case.asked.commands if line.word in (YES, NO)), "")
        if question is None or not answer:
            return self._answer(case, self._carry_out(case, belief.person, case.steps))
        if _is_settled(question):
            return self._answer(case, say("answered-before"))
        outcome = self._answer(case, self._carry_out(case, belief.person, case.steps))

        def settled(connection: Connection) -> None:
            self._house.mail.outgoing.settle(connection, question, **{SETTLED: answer})
            outcome(connection)

        return settled

    def _doubtful(self, case: Case) -> Outcome:
        """Ask a person whether they want what was asked for in their name; answer what changes nothing."""
        belief, steps = case.belief, case.steps
        answers_only = all(step.is_answer for step in steps)
        if belief.answered is not None and belief.answered.kind == mails.SIGN_OFF and answers_only:
            return self._dropped(case, refused(TooFast, "forged-sign-off", sender=case.incoming.sender))
        if any(step.changes for step in steps) and (belief.answered is not None or not answers_only):
            return self._question(case)
        if not steps and belief.doubt == "another-address":
            return _nothing
        if not self._admits(case.mail, ("asked", belief.address, ASKED_FOR)):
            return self._dropped(case, refused(TooFast, "many-in-your-name"))
        return self._answer(case, self._carry_out(case, belief.person, steps))

    def _question(self, case: Case) -> Outcome:
        belief = case.belief
        if not self._admits(case.mail, ("questions", belief.person or "", QUESTIONS)):
            return self._dropped(case, refused(TooFast, "many-in-your-name"))
        steps = self._as_of_now(case)
        letter = written(
            "question",
            lines=_sources(steps),
            comment=steps[0].comment,
            base=self._base,
            sender=case.incoming.sender,
            doubt=belief.doubt,
            old_form=any(step.line.old_form for step in steps),
            match=called(self._house, self._house.known(steps[0].match)) if steps[0].match else "",
        )
        content = {**letter.stored(), HELD: [asdict(step) for step in steps]}
        return lambda connection: self._add(connection, mails.QUESTION, belief, content)

    def _add(
        self, connection: Connection, kind: str, belief: SenderAuth, content: Mapping[str, Any], **about: Any
    ) -> None:
        self._house.mail.outgoing.add(connection, kind, belief.person, belief.address, content, **about)

    def _as_of_now(self, case: Case) -> list[PendingCommand]:
        """Return steps that, after a yes, play and answer what the matches are waiting for now, and nothing later."""
        known: set[str] = set()
        found = []
        for step in case.steps:
            asking = self._asking(step, case.belief.person, case.belief.address)
            match_id = _match_meant(asking, step) if step.depends_on_position else ""
            now_known = replace(step, comment=step.comment[:LONGEST_COMMENT])
            if match_id and match_id not in known:  # a second move there comes after the first
                known.add(match_id)
                now_known = replace(now_known, match=match_id, number=self._house.known(match_id).number)
            found.append(now_known)
        return found

    def _stranger(self, case: Case) -> Outcome:
        """Answer what anybody may ask, a few times, or take a yes or no from an address that was asked."""
        belief, steps = case.belief, case.steps
        rates = ("strangers", belief.address, STRANGERS), ("strangers", "all", ALL_STRANGERS)
        if not self._admits(case.mail, *rates):
            return self._dropped(case, refused(TooFast, "many-of-strangers"))
        if belief.confirms:
            first = [step for step in steps if step.is_answer][:1]
            kind = belief.answered.kind if belief.answered is not None else ""
            person = belief.person if kind == mails.CONFIRM_ADDRESS and first else None
            return self._answer(case, self._carry_out(case, person, first or steps))
        asks = next((step for step in steps if step.line.word == SIGN_UP_WORD), None)
        if asks is not None:  # whoever's address this is gets one mail; the rest can wait until they have said yes
            case = replace(case, steps=[asks])
        return self._answer(case, self._carry_out(case, None, case.steps))

    def _read_lately(self, belief: SenderAuth) -> int:
        return self._house.mail.outgoing.made_within(belief.person or "", mails.READ, HOUR)

    def _dropped(self, case: Case, why: TooFast) -> Outcome:
        """Do nothing that a mail asks for, and say so, once within the hour to one address."""
        belief = case.belief
        logger.info("mail %s is dropped: %s", case.mail.id, "too many" if belief.answered is None else "not allowed")
        told = self._rates.allows("told", belief.address, 1) and (
            belief.person is not None or self._rates.allows("told", "strangers", ALL_STRANGERS)
        )
        return self._answer(replace(case, steps=()), [Failed("", why)]) if told else _nothing

    def given_up(self, mail: IncomingMail) -> Outcome:
        """Return what tells the owner of an address that a mail from there could not be read by the house."""
        sender = mail.sender or ""
        owner = self._house.mail.addresses.owner(sender)
        if owner is None or not self._rates.allows("told", sender, 1):
            return _nothing
        told = [Failed("", refused(FivefoldError, "our-fault"))]
        content = compose_answers(self._house, told, owner, self._base).stored()
        return lambda connection: self._add(connection, mails.ANSWER, SenderAuth(owner, sender), content)

    def _admits(self, mail: IncomingMail, *rates: tuple[str, str, int]) -> bool:
        """Return whether there may be one more of a mail's kind within the hour; each mail is counted once."""
        if mail.id != self._admitted and not all(self._rates.allows(*each) for each in rates):
            return False
        self._admitted = mail.id
        return True

    # Carrying out

    def _carry_out(self, case: Case, person: str | None, steps: Steps) -> Sequence[Answer]:
        """Carry out steps one after the other, up to the first that fails; return the answers."""
        answers: list[Answer] = []
        for count, step in enumerate(steps, 1):
            if count <= case.mail.begun and not step.happens_once:
                answers += say(Message("done-before", typed=step.line.source))
                continue
            found = self._tried(case.mail, count, step, self._asking(step, person, case.belief.address))
            answers += found
            if step.changes and any(isinstance(each, Failed) for each in found):
                left = tuple(_sources(steps[count:]))
                return [*answers, *(say(Message("not-done-either", typed=left)) if left else [])]
        return answers if answers or steps else [Failed("", refused(InvalidOption, "no-command"))]

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
            return [Failed(step.line.source, refused(FivefoldError, "our-fault"))]

    def _run(self, mail: IncomingMail, count: int, step: PendingCommand, asking: MailRequest) -> Sequence[Answer]:
        run, line, typed = run_of(step.line.word), step.line, step.line.source[:60]
        if asking.person is None and not (step.for_strangers or (step.is_answer and step.answered is not None)):
            raise refused(InvalidOption, "only-players", typed)
        if run is None:
            raise refused(InvalidOption, "not-by-mail", typed)
        if not line.fits:
            word = BY_NAME[line.word]
            shape = " ".join(filter(None, (line.game or ("GAME" if word.needs_game else ""), word.name, word.shape)))
            raise refused(InvalidOption, "unreadable", typed, shape=shape, word=word.name)
        noting = self._house.mail.incoming.carrying_out(mail, count, step.at_a_match)
        with noting if step.stores else nullcontext():
            return run(asking, line)

    # Answering

    def _answer(self, case: Case, answers: Sequence[Answer]) -> Outcome:
        belief, told = case.belief, [*_warnings(case.steps), *answers]
        if belief.person is not None and not belief.doubt and self._read_lately(belief) == MOST_READ - 1:
            told += say(Message("last-that-is-read", most=MOST_READ), "then-wait")
        if not told:  # a mail of its own says all
            return _nothing
        match_id = belief.answered.match if belief.answered is not None else None
        shown = {each.match_id for each in told if isinstance(each, Shown | Failed) and each.match_id}
        about: dict[str, Any] = {}
        if len(shown or {match_id}) == 1 and (known := next(iter(shown), match_id)) is not None:
            about = {"match": known, "number": self._house.known(known).number}
        original = case.incoming.original if belief.is_sure else ""
        letter = compose_answers(self._house, told, belief.person, self._base, original, match_id)
        content = {**letter.stored(), "in_reply_to": case.incoming.message_id}
        only = told[0] if len(told) == 1 else None
        if isinstance(only, Shown) and only.since is not None and only.viewer == belief.person:  # just a move
            now = self._house.known(only.match_id)
            content[mails.PLAYED] = {"said": list(only.said), "since": only.since, "number": now.number}
            about["due"] = self._house.mail.outgoing.acknowledged(now)
        return lambda connection: self._add(connection, mails.ANSWER, belief, content, **about)


def _match_of(asking: MailRequest, step: PendingCommand) -> str:
    """Return the match that a command is about, to be shown as it stands; empty where that is not clear."""
    is_about_one = step.word is None or step.word.needs_match
    return _match_meant(asking, step) if asking.person is not None and is_about_one else ""


def _match_meant(asking: MailRequest, step: PendingCommand) -> str:
    with suppress(FivefoldError):
        return find_match(asking, step.line).id
    return ""


def _warnings(steps: Steps) -> list[Answer]:
    """Warn of passwords, and say how to write without one."""
    old = [step.line for step in steps if step.line.old_form]
    enough = Message("enough", typed=_without_password(old[0])) if old else ""
    return say("had-password", "nobody-needs-it", enough) if old else []


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
        self.loop, self._looks = Loop("mail worker", self._round, again=PAUSE), 0

    def sweep(self) -> int:
        """Handle mails that are to be read; return how many. Raises ``Busy``, ``NotKept``."""
        mails = self._incoming.to_do(AT_ONCE) if self._incoming.mine else []
        self._note([mail for mail in mails if mail.tries == 0])
        for mail in mails:
            if self.loop.stopping or not self._incoming.mine:
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
