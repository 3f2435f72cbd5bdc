"""What mails say of challenges."""

from typing import Final

from fivefold.parts.messages import Catalogue, Message
from fivefold.play.time_words import WORDS as TIME_WORDS

WORDS: Final = Catalogue(
    {
        **TIME_WORDS.templates,
        # Challenging
        "challenged": "You have challenged {names} to {game}, board {board}.",
        "begun": "{game}, board {board}, has begun.",
        "terms": "{set_up}; {time}; {rated}.",
        "as-usual": "The usual set-up",
        "set-up": "Set-up: {words}",
        "rated": "rated",
        "casual": "casual",
        "limited": "{time}, and you have {share}",
        "who-begins": "{who} begins.",
        "begins": "It begins when {names} {count:has|have} accepted.",
        "take-back": "To take it back, send “{game} reject {board}”.",
        "old-time": "{typed} became {time}, which comes nearest here; reminders come by themselves.",
        "cut": "Your text was cut to its first {count} characters.",
        # Answering
        "accepted": "You have accepted {names's} challenge to {game}, board {board}.",
        "accepted-waits": "It begins when {names} {count:has|have} accepted, too.",
        "seat-free": "A seat is still free, so it has not begun.",
        "declined": "You have declined {names's} challenge to {game}, board {board}.",
        "declined-why": "They are told why: “{word}”",
        "withdrawn": "You have taken back your challenge to {names}: {game}, board {board}.",
        "closed": "{game}, board {board}, is cancelled.",
        # What somebody settles for all challenges
        "every-game": "any game",
        "rejects": "Nobody can challenge you to {game} any more.",
        "accepts": "Others can challenge you to {game} again.",
        "undo": "To change that, send “{typed}”.",
        "still-waits": "{names's} challenge still waits for your answer.",
        "still-wait": "{count} challenges still wait for your answer.",
        "limited-to": "Nobody can challenge you to {game} while you play {most:one match|# matches} of it with others.",
        "limited-none": "Nobody can challenge you to {game}: your limit is 0.",
        "no-limit": "You can be challenged to {game} however many matches of it you play.",
        "going-on": "You play {count:one match|# matches} of it now.",
        # Looking for matches
        "seeks": "You look for {count:one more match|# more matches} of {game}.",
        "open": "Others can join you in the lobby, or by mail with “{game} accept {board}”.",
        "joined": "You have joined {names's} table: {game}, board {board}.",
        "then": "The match begins then, a mail tells you, and the next table is opened.",
        "then-last": "The match begins then, and a mail tells you.",
        "waits-for-limit": "A table is opened once you play fewer matches than your limit.",
        "look-no-more": "To look no more, send “{game} seek off”.",
        "stopped": "You look for no match of {game} any more.",
        "not-seeking": "You do not look for a match of {game}.",
    }
)


def said(*messages: Message) -> tuple[str, ...]:
    """Return what is said, a sentence each."""
    return tuple(WORDS.text(each) for each in messages)
