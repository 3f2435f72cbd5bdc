"""What concerns one person: their account, what they write to others and what they are mailed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Told, refused, say
from fivefold.doors.mail.commands.help import example_game, first_page
from fivefold.doors.mail.commands.requests import (
    MailRequest,
    board_called,
    find_match,
    lines_of,
    mail_word,
    own_account,
    title,
)
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.writing.letters import written
from fivefold.house.errors import NotOffered, TooFast
from fivefold.house.house import House
from fivefold.house.moderation.reports import REASONS
from fivefold.house.notices.mail.addresses import check_address
from fivefold.house.notices.mail.followings import CHOICE, ENDS, EVERY, NEVER
from fivefold.house.notices.mail.links import PASSWORD
from fivefold.house.notices.mail.mail_queue import CHAT, MESSAGE, SIGN_OFF, SIGN_UP, OutgoingMail
from fivefold.house.people.accounts import MAIL_OF_MATCHES
from fivefold.house.stored_match import time_from_text
from fivefold.house.table.chat import PLAYERS, tidy_line
from fivefold.parts.messages import Fact, Message
from fivefold.parts.words import counted
from fivefold.play import catalogue
from fivefold.session.snapshot import OVER, MatchSnapshot

GOOD_FOR: Final = timedelta(days=7)
"""How long a yes deletes an account; an old mail that turns up again does nothing."""
MOST_COUNTED: Final = 500
"""Matches of a person that are looked at to count those they play."""
A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 4
"""Mails to one address that ask whether somebody wants an account, whoever causes them."""


# --- Address, name and password --------------------------------------------------------------------------------------


@mail_word("address")
def address(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask another address whether it is this person's. Raises ``InvalidOption``, ``NotOffered``."""
    person = own_account(asking, "address")
    new, before = [each.strip(",;<>") for each in line.arguments], _address_of(asking, person)
    if not new:
        return say(Message("address-is", address=before))
    if len(new) > 1:
        raise refused(InvalidOption, "several-addresses", "address", count=len(new))
    if new[0].lower() == before:
        return say(Message("address-already", address=before))
    wanted = asking.house.mail.link_mails.confirm(person, new[0])
    return say(Message("address-asked", address=wanted), Message("address-until", address=before))


def address_confirmed(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Let a person's mail go to the address that has answered. Raises ``InvalidOption``."""
    person, addresses = mail.person or "", asking.house.mail.addresses
    before = addresses.of(person)
    if before is not None and before.address == mail.address and not before.off:
        return say(Message("address-kept", address=mail.address))
    addresses.confirm(person, mail.address)
    name = asking.house.person(person).shown
    return say(Message("address-confirmed", name=name, address=mail.address), "see-how")


def _address_of(asking: MailRequest, person: str) -> str:
    found = asking.house.mail.addresses.of(person)
    return asking.address if found is None else found.address


@mail_word("name")
def name(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Give a person another name. Raises ``InvalidName``, ``NotOffered``."""
    person, wanted = own_account(asking, "name"), " ".join(line.arguments)
    if not wanted:
        return say(Message("name-is", name=asking.house.person(person).shown))
    return say(Message("name-changed", name=asking.house.rename(person, wanted).shown), "name-before")


@mail_word("password")
def password(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Send a link to a page where a password is chosen. Raises ``NotOffered``."""
    person = own_account(asking, "password")
    if not asking.base:
        raise refused(NotOffered, "no-pages", "password")
    link = f"{asking.base}{asking.house.mail.links.path(PASSWORD, person)}"
    return say(Message("password-link", link=link, name=asking.house.person(person).shown), "password-spare")


# --- Leaving, and an account by mail ---------------------------------------------------------------------------------


@mail_word("signoff")
def sign_off(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask whether an account is to be deleted, or stop its mail. Raises ``NotOffered``."""
    person, house = own_account(asking, "signoff"), asking.house
    if "mail" in [each.casefold() for each in line.arguments]:
        house.mail.stopping.stop(person)
        return say("mail-off", "mail-off-undo")
    playing = sum(each.status != OVER for each in house.matches_of(person, MOST_COUNTED))
    letter = written("sign_off", name=house.person(person).shown, playing=playing, base=asking.base)
    house.mail.outgoing.put(SIGN_OFF, person, _address_of(asking, person), letter.stored())
    return []  # that mail says it


def signed_off(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Delete the account of a person who has said yes. Raises ``NotOffered``."""
    account = asking.house.accounts.account(mail.person or "")
    if account is None:
        raise refused(NotOffered, "deleted-already", "signoff")
    if asking.house.now() - time_from_text(mail.made) > GOOD_FOR:
        raise refused(NotOffered, "too-old", "signoff")
    asking.house.leaving.delete(account)
    return say(Message("deleted", name=account.name))


@mail_word("signup")
def sign_up(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask an address whether its owner wants an account with a name. Raises ``InvalidName``, ``InvalidOption``."""
    if asking.person is not None:
        raise refused(NotOffered, "has-account", "signup", name=asking.house.person(asking.person).shown)
    addresses = [each.strip(",;<>") for each in line.arguments if "@" in each]
    name = " ".join(each for each in line.arguments if "@" not in each)
    if not name:
        raise refused(InvalidOption, "no-name", "signup")
    tidy = asking.house.mail.signing_up.check(name)
    address = check_address(addresses[0] if addresses else asking.address)
    sent = _ask(asking, tidy, address)
    if address == asking.address:  # the mail with the question is answer enough, and the one to reply to
        return [] if sent else say("sign-up-enough")
    asked = Message("sign-up-asked", address=address, name=tidy)
    return say(asked, Message("sign-up-spare", address=addresses[1])) if len(addresses) > 1 else say(asked)


def _ask(asking: MailRequest, name: str, address: str) -> bool:
    """Send the question, and return whether it is; whether the address has an account is told to its owner alone."""
    outgoing, owner = asking.house.mail.outgoing, asking.house.mail.addresses.owner(address)
    if outgoing.made_within(address, (SIGN_UP,), A_DAY) >= MOST_A_DAY:
        return False
    facts: Mapping[str, object] = {"owned": True}
    if owner is not None:
        letter = written("has_account", name=asking.house.person(owner).shown, base=asking.base)
    else:
        letter, facts = written("sign_up", name=name, base=asking.base), {"name": name}
    outgoing.put(SIGN_UP, None, address, {**letter.stored(), **facts})
    return True


def signed_up(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Make the account that a mail has offered; the same answer again changes nothing. Raises ``InvalidName``."""
    owner = asking.house.mail.addresses.owner(mail.address)
    if owner is not None:
        return say(Message("sign-up-known", name=asking.house.person(owner).shown))
    made = asking.house.mail.signing_up.sign_up((mail.content or {}).get("name", ""), mail.address)
    now = MailRequest(asking.house, made.id, asking.address, "", base=asking.base)
    for_the_page = [Message("for-the-page", base=asking.base)] if asking.base else []
    welcome = say(Message("signed-up", name=made.name), *for_the_page)
    return [*welcome, Told("How to play by mail", first_page(now, example_game()))]


# --- What people write to each other ---------------------------------------------------------------------------------


MOST_NAMES: Final = 4
MOST_MESSAGES_A_DAY: Final = 20
"""Messages that a person may send in a day, counted by the players they go to."""
LONGEST: Final = 4000


@mail_word("chat")
def chat(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Say something at a match, to its players, or to those who watch. Raises ``NotOffered``, ``TooFast``."""
    person, now = own_account(asking, "chat"), find_match(asking, line)
    return say(*speak(asking, now, person, _text_of(asking, line, "chat")))


def speak(asking: MailRequest, now: MatchSnapshot, person: str, written: str) -> list[Message]:
    """Say something in the room that is open to a person, and mail it to who is there; return what came of it.

    Raises ``NotOffered``, ``TooFast``.
    """
    whole = " ".join(written.split())
    lines = lines_of(whole)
    for each in lines:
        heard = asking.house.chat.say(now, person, each)
    text, to_players = " ".join(lines), heard["room"] == PLAYERS
    facts = {"by": heard["name"], "text": text, "line": heard["id"]}
    if to_players:
        hearers = sorted({seat.person for seat in now.seats if seat.person is not None})
    else:
        hearers = [each for each in asking.house.mail.following.of_match(now) if not now.seats_of(each)]
    for each in hearers:
        if each != person and _takes_mail(asking, each) and asking.house.chat.hears(each, person):
            asking.house.mail.outgoing.put(CHAT, each, content=facts, match=now.id, number=now.number)
    told = Message("chat-to-players" if to_players else "chat-to-watchers", match=title(asking.house, now))
    return [told] if len(text) >= len(whole) else [told, Message("chat-cut", count=len(text))]


@mail_word("message")
def message(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Write to other players, or back to who wrote the message that is answered.

    Raises ``InvalidOption``, ``NotOffered``, ``TooFast``.
    """
    person, outgoing = own_account(asking, "message"), asking.house.mail.outgoing
    asking.house.refuse.person(person)
    named = _named(asking, line)
    text = _text_of(asking, line, "message")
    sent = sum(each.get("from") == person for each in outgoing.contents_within(MESSAGE, A_DAY))
    if sent + len(named) > MOST_MESSAGES_A_DAY:
        raise refused(TooFast, "many-messages", "message", most=MOST_MESSAGES_A_DAY)
    facts = {"by": asking.house.person(person).shown, "text": text[:LONGEST], "from": person}
    reached = {name: other for name, other in named.items() if _takes_mail(asking, other)}
    for other in reached.values():
        if not asking.house.blocks.blocked(person, other):  # the writer never learns of that
            outgoing.put(MESSAGE, other, content=facts)
    others = tuple(name for name in named if name not in reached)
    done = [Message("message-sent", names=tuple(reached))] if reached else []
    done += [Message("message-refused", names=others)] if others else []
    return say(*done, *([Message("message-cut", count=LONGEST)] if len(text) > LONGEST else []))


def _named(asking: MailRequest, line: CommandLine) -> dict[str, str]:
    """Return the ids of those who are meant, by name: who wrote the message that is answered, if nobody is named."""
    names = [each.strip(",;:") for each in line.arguments if each.strip(",;:")]
    if not names and asking.kind == MESSAGE:
        writer = asking.house.accounts.account(_facts(asking).get("from", ""))
        if writer is None:
            raise refused(NotOffered, "writer-left", "message")
        return {writer.name: writer.id}
    if not names:
        raise refused(InvalidOption, "for-whom", "message")
    found = dict(_player(asking, name) for name in names)
    if len(found) > MOST_NAMES:
        raise refused(InvalidOption, "too-many-names", "message", count=len(found), most=MOST_NAMES)
    return found


def _player(asking: MailRequest, name: str) -> tuple[str, str]:
    account = asking.house.accounts.by_name(name)
    if account is None:
        raise refused(InvalidOption, "nobody-called-so", name[:40])
    if account.id == asking.person:
        raise refused(NotOffered, "that-is-you", name[:40])
    return account.name, account.id


def _takes_mail(asking: MailRequest, person: str) -> bool:
    found, chosen = asking.house.mail.addresses.of(person), asking.house.accounts.preferences(person)
    return found is not None and found.reached and chosen.chat and chosen.mail_of_matches != NEVER


def _text_of(asking: MailRequest, line: CommandLine, word: str) -> str:
    text = asking.comment.strip()
    if not text:
        raise refused(InvalidOption, "no-text", line.source[:60] or word)
    return text


def _facts(asking: MailRequest) -> dict[str, Any]:
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    return {} if mail is None or mail.content is None else dict(mail.content)


@mail_word("report")
def report(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Tell those who run the house of the message that is answered. Raises ``NotOffered``."""
    person, facts = own_account(asking, "report"), _facts(asking)
    words = [each.casefold().strip(",.") for each in line.arguments]
    reason = next((each for each in words if each in REASONS), "other")
    why = " ".join(asking.comment.split())
    if asking.kind == MESSAGE and facts.get("from"):
        asking.house.reports.add_message(person, facts["from"], reason, why, facts["text"])
    elif asking.kind == CHAT and asking.match_id is not None and facts.get("line"):
        now = asking.house.shown_to(person, asking.match_id)
        asking.house.reports.add(now, person, reason, tidy_line(why, 10**6)[:400] if why else "", facts["line"], None)
    else:
        raise refused(NotOffered, "no-report", "report")
    return say(Message("reported", name=facts["by"]), Message("report-block", name=facts["by"]))


def _tie(word: str, of: Callable[[House], Callable[[str, str], None]], *told: str) -> None:
    """Add a word that does something between a person and each player named. ``told``: what is said then."""

    @mail_word(word)
    def tie(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
        person, found = own_account(asking, word), _named(asking, line)
        for other in found.values():
            of(asking.house)(person, other)
        return say(*(Message(each, names=tuple(found)) for each in told))


_tie("block", lambda house: house.blocks.block, "blocked", "block-undo")
_tie("unblock", lambda house: house.blocks.unblock, "unblocked")
_tie("follow", lambda house: house.follows.follow, "player-followed", "player-follow-undo")
_tie("unfollow", lambda house: house.follows.unfollow, "player-unfollowed")


# --- What somebody is mailed -----------------------------------------------------------------------------------------


PICTURES: Final = "pictures"
FORMS: Final = ("text", PICTURES)
"""How mails look."""
OFF: Final = "off"
A_MINUTE: Final = 60


@mail_word("subscribe")
def subscribe(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody every move of a match, or of every match of a game. Raises ``InvalidOption``, ``NotOffered``."""
    person, following = own_account(asking, "subscribe"), asking.house.mail.following
    if _means_all(line):
        key = _game(asking, line, "subscribe")
        following.follow(person, key, "", EVERY)
        return say(Message("every-all", game=_game_name(key)), Message("every-all-undo", key=key))
    now = find_match(asking, line)
    facts = _match_facts(asking, now)
    if now.status == OVER:
        raise refused(InvalidOption, "is-over", "subscribe", **facts)
    following.follow(person, now.match.game.key, now.id, EVERY)
    seconds = now.terms.delay if not now.seats_of(person) else 0
    later = counted(seconds // 60, "minute") if seconds >= A_MINUTE else counted(seconds, "second")
    delayed = [Message("every-later", later=later)] if seconds else []
    return say(Message("every", **facts), *delayed, Message("every-undo", **facts))


@mail_word("unsubscribe")
def unsubscribe(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Stop what somebody has subscribed to. Raises ``InvalidOption``."""
    person, following = own_account(asking, "unsubscribe"), asking.house.mail.following
    if _means_all(line):
        return _unsubscribed_from_all(asking, person, line.game)
    now = find_match(asking, line)
    key, facts = now.match.game.key, _match_facts(asking, now)
    was = following.forget(person, key, now.id)
    if any(each.match == "" and each.game == key and each.level != NEVER for each in following.of(person)):
        following.follow(person, key, now.id, NEVER)
        return say(Message("stopped-one", **facts))
    if now.seats_of(person):
        return say(Message("stopped-player", **facts), Message("stopped-player-none", **facts))
    return say(Message("stopped-mail" if was else "not-subscribed", **facts))


def _unsubscribed_from_all(asking: MailRequest, person: str, game: str | None) -> Sequence[Answer]:
    following = asking.house.mail.following
    gone = [each for each in following.of(person) if game in (None, each.game) and each.level != NEVER]
    for each in gone:
        following.forget(person, each.game, each.match)
    if game is None:
        return say("unsubscribed-all" if gone else "unsubscribed-none")
    return say(Message("unsubscribed-game" if gone else "unsubscribed-none-game", game=_game_name(game)))


@mail_word("notify")
def notify(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody only how matches end, or as they say; without a board, of every match of a game."""
    person = own_account(asking, "notify")
    words = [each.casefold() for each in line.arguments]
    level = next((word for word in words if word in {*MAIL_OF_MATCHES, OFF}), ENDS)
    boards = [each for each in (line.board, *line.arguments) if each is not None and each.lstrip("#").isdecimal()]
    answers_match = asking.match_id is not None and line.game is None
    if not boards and asking.match_id is None and line.game is None:
        if not words:
            raise refused(InvalidOption, "which-matches", "notify", game=example_game().key)
        return mail(asking, CommandLine("mail", arguments=(level,)))
    if level in ("turns", "digest"):
        raise refused(InvalidOption, "for-all-matches", "notify", level=level)
    if boards or (answers_match and "all" not in words):
        found = [board_called(asking, board, line.game) for board in boards] or [find_match(asking, line)]
        return say(*(_notify_match(asking, person, now, level) for now in found))
    return say(_notify_game(asking, person, _game(asking, line, "notify"), level if words else ""))


def _notify_match(asking: MailRequest, person: str, now: MatchSnapshot, level: str) -> Message:
    key, facts, following = now.match.game.key, _match_facts(asking, now), asking.house.mail.following
    if level == OFF:
        following.forget(person, key, now.id)
        return Message("match-usual", **facts)
    following.follow(person, key, now.id, level)
    return Message({ENDS: "match-ends", EVERY: "every", NEVER: "match-never"}[level], **facts)


def _notify_game(asking: MailRequest, person: str, key: str, level: str) -> Message:
    """Choose for every match of a game; without a level, choose its ends or take that back, as on the old servers."""
    following, name = asking.house.mail.following, _game_name(key)
    chosen = next((each.level for each in following.of(person) if (each.game, each.match) == (key, "")), "")
    if level == OFF or (not level and chosen == ENDS):
        following.forget(person, key, "")
        return Message("game-usual", game=name)
    following.follow(person, key, "", level or ENDS)
    how = Message({ENDS: "only-ends", EVERY: "every-move", NEVER: "nothing"}[level or ENDS])
    return Message("game-level", game=name, how=how, key=key)


@mail_word("mail")
def mail(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Choose how much mail comes about matches, or tell what is chosen. Raises ``InvalidOption``."""
    person, accounts = own_account(asking, "mail"), asking.house.accounts
    if not line.arguments:
        chosen = Message("mail-is", how=Message(f"mail-{accounts.preferences(person).mail_of_matches}"))
        return say(chosen, *_followed(asking, person))
    word = line.arguments[0].casefold()
    if word in FORMS:
        accounts.set_preference(person, "mail_pictures", word == PICTURES)
        return say(Message("mail-form", how=Message(f"mail-{word}")))
    if word not in MAIL_OF_MATCHES:
        raise refused(InvalidOption, "no-such-choice", word[:20])
    accounts.set_preference(person, CHOICE, word)
    hours = [Message("mail-hours", base=asking.base)] if word == "digest" and asking.base else []
    return say(Message("mail-now", how=Message(f"mail-{word}")), *hours)


def _followed(asking: MailRequest, person: str) -> list[Message]:
    told = []
    for each in asking.house.mail.following.of(person):
        how = Message({EVERY: "every-move", ENDS: "how-it-ends", NEVER: "nothing"}[each.level])
        match = title(asking.house, asking.house.known(each.match)) if each.match else ""
        told.append(Message("followed", what=match or Message("every-match", game=_game_name(each.game)), how=how))
    return told


def _means_all(line: CommandLine) -> bool:
    return line.board is None and "all" in [each.casefold() for each in line.arguments]


def _game(asking: MailRequest, line: CommandLine, word: str) -> str:
    if line.game is not None:
        return line.game
    if asking.match_id is not None:
        return asking.house.known(asking.match_id).match.game.key
    raise refused(InvalidOption, "which-game", word, game=example_game().key, typed=line.source or word)


def _match_facts(asking: MailRequest, now: MatchSnapshot) -> dict[str, Fact]:
    game, board = now.match.game, asking.house.mail.boards.number(now.id)
    return {"match": title(asking.house, now), "game": game.name, "key": game.key, "board": board}


def _game_name(key: str) -> str:
    return catalogue.find(key).name
