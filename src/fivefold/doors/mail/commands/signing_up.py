"""An account by mail: ``signup``, and what a ``yes`` to the question does."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Told
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.example_moves import example_game
from fivefold.doors.mail.commands.help import first_page
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.doors.mail.writing.letters import Letter, written
from fivefold.house.errors import NotOffered
from fivefold.house.notices.mail.addresses import check_address
from fivefold.house.notices.mail.outgoing import SIGN_UP
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing

A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 4
"""Mails to one address that ask whether somebody wants an account, whoever causes them."""
ENOUGH: Final = (
    "Several mails were sent to you today to ask whether you want an account. Reply to one of them with yes."
)


def sign_up(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Ask an address whether its owner wants an account with a name. Raises ``InvalidName``, ``InvalidOption``."""
    _refuse_another(asking)
    addresses = [each.strip(",;<>") for each in line.arguments if "@" in each]
    name = " ".join(each for each in line.arguments if "@" not in each)
    if not name:
        raise InvalidOption("there is no name in it", subject="signup", remedy="write it like this: signup Anna")
    tidy = asking.house.mail.signing_up.check(name)
    address = check_address(addresses[0] if addresses else asking.address)
    sent = _ask(asking, tidy, address)
    if address == asking.address:
        return [] if sent else [Said((ENOUGH,))]  # the mail with the question is answer enough, and the one to reply to
    said = [f"A mail has gone to {address}. Reply to it with yes, and you are {tidy}."]
    if len(addresses) > 1:
        said.append(f"One address is enough; {addresses[1]} was left out.")
    return [Said(tuple(said))]


def _refuse_another(asking: Asking) -> None:
    if asking.person is not None:
        name = asking.house.person(asking.person).shown
        remedy = "send help to see what you can do, or name to choose another name"
        raise NotOffered(f"you have an account already, {name}", subject="signup", remedy=remedy)


def _ask(asking: Asking, name: str, address: str) -> bool:
    """Send the question, and return whether it is; whether the address has an account is told to its owner alone."""
    outgoing, owner = asking.house.mail.outgoing, asking.house.mail.addresses.owner(address)
    if outgoing.made_within(address, (SIGN_UP,), A_DAY) >= MOST_A_DAY:
        return False
    if owner is not None:
        known = written("has_account", name=asking.house.person(owner).shown, base=asking.base)
        _put(asking, known, address, {"owned": True})
    else:
        _put(asking, written("sign_up", name=name, base=asking.base), address, {"name": name})
    return True


def _put(asking: Asking, letter: Letter, address: str, facts: Mapping[str, object]) -> None:
    asking.house.mail.outgoing.put(SIGN_UP, None, address, {**letter.stored(), **facts})


def signed_up(asking: Asking, mail: StoredOutgoing) -> Sequence[Answer]:
    """Make the account that a mail has offered; the same answer again changes nothing. Raises ``InvalidName``."""
    owner = asking.house.mail.addresses.owner(mail.address)
    if owner is not None:
        return [Said((f"You play as {asking.house.person(owner).shown}, at this address. Send help to see how.",))]
    name = (mail.content or {}).get("name", "")
    made = asking.house.mail.signing_up.sign_up(name, mail.address)
    now = Asking(asking.house, made.id, asking.address, "", base=asking.base)
    return [
        Said((f"Welcome, {made.name}! Your account is made.", *_for_the_page(asking))),
        Told("How to play by mail", first_page(now, example_game())),
    ]


def _for_the_page(asking: Asking) -> tuple[str, ...]:
    return (f"To use it at {asking.base} as well, send password.",) if asking.base else ()


RUN: Final[Mapping[str, Run]] = {"signup": sign_up}
