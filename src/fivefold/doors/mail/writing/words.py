"""Every sentence of a mail, in English."""

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from fivefold.parts.messages import ANYBODY, Catalogue, Fact, Message, Reader
from fivefold.session.narration import sentence

WORDS: Final = Catalogue(
    {
        "somebody": "somebody",
        # Subjects: none of them has the form of a command
        "subject-match": "{game} {number}: {names/ – }",
        "subject-turn": "{game} {number}: {turn}, {names/ – }",
        "was-own": "It was your turn",
        "was-of": "It was {who's} turn",
        "turn-own": "your turn",
        "turn-of": "{who's} turn",
        "subject-answer": "Fivefold: your mail",
        "subject-failed": "Fivefold: not done",
        "subject-told": "Fivefold: {title}",
        "subject-question": "Fivefold: did you write this?",
        "subject-address": "Fivefold: is this your address?",
        "subject-challenge": "Fivefold: {who} invites you to a match of {game}",
        "subject-sign-in": "Fivefold: your link to sign in",
        "subject-moved": "Fivefold: your mails go to another address",
        "subject-message": "Fivefold: a message from {who}",
        "subject-digest": "Fivefold: {turns:it is your turn in one match|it is your turn in # matches}",
        "subject-digest-calm": "Fivefold: your matches",
        # How it stands
        "begun": "A new match of {game} has begun: {names}",
        "set-up": "Set-up: {set_up}",
        "waits": "There is nothing to do until it is your turn",
        "went-on": "The match has gone on since then; another mail tells how",
        "earlier": "This is the position after {count:one move|# moves}",
        "earlier-start": "This is the position at the start",
        # Headings
        "happened": "What happened",
        "happened-more": "What happened, the last {count} of {all}",
        "board": "The board",
        "your-moves": "Your moves",
        "how-to-answer": "How to answer",
        "last-moves": "The last moves",
        "all-moves": "All moves",
        "your-mail": "Your mail was",
        "now": "As it stands now",
        "round": "Move",
        # How to answer
        "reply-move": "To play, reply to this mail with your move in the first line. For example",
        "reply-comment": "What you write below an empty line goes to the other players",
        "many-moves": "You have {count} legal moves. To get a list of them, reply with “moves”",
        "only-move": "You have one legal move",
        "few-moves": "These are all your legal moves",
        "reply-queue": "To have a move played as soon as it is your turn, reply with “queue” and the move",
        "reply-offer": "Reply with “accept” or “reject”",
        "reply-rematch": "To play another match with the same players, reply with this line",
        "reply-second": "A second game with the sides changed belongs to this one. To begin it, reply with this line",
        "reply-claim": "Reply with “claim” to end the match and win, with “give” to give them more time, or wait",
        "resigns": "You resign as soon as it is your turn, unless you reply with “resign back” before",
        "rated": "{who} {who:goes|go} from {before} to {after} points of rating",
        "more": "Reply with “help” to see everything you can ask for",
        # Clocks
        "left": "{who} {who:has|have} {left} left",
        "left-whole": "{left} left for the whole game",
        "runs-out": "{whose} time runs out on {moment}",
        "whole-runs-out": "The time runs out on {moment}",
        "is-out": "{whose} time is out",
        "paused": "The match is paused until {moment} at the latest",
        "days": "{count} {count:day|days}",
        "hours": "{count} {count:hour|hours}",
        "minutes": "{count} {count:minute|minutes}",
        "less": "less than a minute",
        # What others wrote
        "comment": "{who} {who:writes|write}",
        "comments": "What the players wrote",
        # Answers
        "not-done": "This was not done",
        "nothing-done": "Nothing was done",
        "why": "Why: {why}",
        "remedy": "Tip: {remedy}",
        "board-left-out": "The board is left out here: one mail shows at most {most}. Ask for it in another one",
        "nothing": "There was nothing to do in your mail. Reply with “help” to see what you can write",
        "empty": "There is nothing to list",
        # Other letters
        "nag": "Your time is running out",
        "nag-out": "Your time is out: the others may claim the win at any moment",
        "chat": "{who} {who:writes|write} to everybody in this match",
        "chat-reply": "To answer, reply to this mail with your text",
        "message": "{who} {who:writes|write} to you",
        "message-reply": "To answer, reply to this mail with your text. Your address stays hidden",
        "submitted": "This is the position after your move {move}. It is not played yet",
        "submitted-confirm": "To play it, reply with this line",
        "submitted-change": "To play something else, reply with another move",
        "question": "A mail asks for something in your name. Nothing was done. Did you write it?",
        "question-not-a-reply": "It came from {sender}, but it answers no mail of ours, and anybody can write an "
        "address. Reply to any of our mails and nothing is asked",
        "question-another-address": "It came from another address, {sender}, in reply to a mail that went to you",
        "question-forwarded": "It came from {sender}, and is a mail that was passed on",
        "question-refused": "It came from {sender}, and the mail server that took it says that it may be forged",
        "question-old-reply": "It came from {sender}, in reply to a mail that went to another address of yours",
        "question-password": "There was a user id and a password in it. Nobody needs them here, and they were not "
        "kept; please send none",
        "question-about": "It is about your match {match}",
        "question-asked": "It asks for",
        "question-yes": "If you did, reply with “yes”, and it is done",
        "question-no": "If you did not, do nothing. Nobody can play for you without your answer",
        "address": "Somebody, probably you, wants mails of Fivefold to come to this address, for the player {who}",
        "address-yes": "If that is right, reply with “yes”",
        "address-link": "Or open this page:",
        "address-no": "If you know nothing of it, do nothing: no more mail will come",
        "challenge": "{who} {who:invites|invite} you to a match of {game}",
        "challenge-seats": "You would play with {others}",
        "challenge-rated": "The match is rated",
        "challenge-casual": "The match is not rated",
        "challenge-yes": "To play, reply with “accept”. If you would rather not, reply with “reject”",
        "challenge-page": "Or answer on the page:",
        "sign-in": "Somebody, probably you, wants to sign in as {who}",
        "sign-in-link": "Open this page within 15 minutes:",
        "sign-in-no": "If you know nothing of it, do nothing: without this link nobody gets in",
        "moved": "Mails for the player {who} go to another address from now on, and none come here any more",
        "moved-ok": "If you wanted that, there is nothing to do",
        "moved-wrong": "If you did not, somebody else is using your account: sign in on the page, set a new password, "
        "which signs out everywhere else, and link this address again",
        "moved-link": "Your account:",
        "digest": "It is your turn in {turns:one match|# matches}",
        "digest-calm": "This is what happened in your matches. It is not your turn in any of them",
        "digest-reply": "To play, send for example",
        "digest-show": "To see a board, send for example",
        # At the end of every letter
        "foot-match": "Fivefold, {game} {number}. To stop mails about this match, reply with “notify never”",
        "foot-watched": "Fivefold, {game} {number}. To stop mails about this match, reply with “unsubscribe”",
        "foot": "Fivefold, strategy games by mail and in the browser",
        "others-wait": "You have got {most} mails within an hour. Others wait until {moment}, but those about a match "
        "whose clock runs or in which you are to move",
        "foot-digest": "Fivefold. To choose what you are mailed, reply with “mail turns”, “mail ends” or “mail never”",
        "foot-stranger": "Fivefold. You get this because somebody sent a mail with your address",
        "open": "Open the match",
        # Pictures
        "picture": "The board of {game} {number}",
        "picture-preview": "The position",
    }
)


def said(key: str, reader: Reader = ANYBODY, **facts: Fact) -> str:
    """Return a sentence."""
    return sentence(phrase(key, reader, **facts))


def phrase(key: str, reader: Reader = ANYBODY, **facts: Fact) -> str:
    """Return some words that are no sentence: a heading, a subject, what stands before something."""
    return WORDS.text(Message(key, **facts), reader)


def moment_words(milliseconds: int, zone: str = "UTC") -> str:
    """Return a moment: ``Tuesday 24 November, 14:05 UTC``."""
    at = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ZoneInfo(zone))
    return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}, {at:%H:%M} {at.tzname() or zone}"


DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def span_words(milliseconds: int) -> str:
    """Return how long something takes, roughly: ``2 days and 3 hours``."""
    minutes = (milliseconds + 30_000) // 60_000
    if minutes >= 1440:
        minutes = (minutes + 30) // 60 * 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [("days", days), ("hours", hours), ("minutes", 0 if days else minutes)]
    told = tuple(Message(unit, count=count) for unit, count in parts if count)
    return WORDS.text(told or Message("less"), starts=False)
