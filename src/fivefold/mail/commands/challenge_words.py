"""What mails say of challenges."""

from typing import Final

from fivefold.parts.messages import Catalogue
from fivefold.play.time_words import WORDS as TIME_WORDS

WORDS: Final = Catalogue(
    {
        **TIME_WORDS.templates,
        # Challenging
        "challenged": "You have challenged {names} to {game}, board {board}.",
        "begun": "{game}, board {board}, has begun.",
        "terms": "{set_up}; {time}; {rated}.",
        "as-usual": "The usual set-up",
        "rated": "rated",
        "casual": "casual",
        "limited": "{time}, and you have {share}",
        "begins": "It begins when {names} {count:has|have} accepted.",
        "take-back": "To take it back, send: {game} reject {board}",
        "old-time": "{typed} became {time}, which comes nearest here; reminders come by themselves.",
        "cut": "Your text was cut to its first {count} characters.",
        # Answering
        "accepted": "You have accepted {names's} challenge to {game}, board {board}.",
        "accepted-waits": "It begins when {names} {count:has|have} accepted, too.",
        "seat-free": "A seat is still free, so it has not begun.",
        "declined": "You have declined {names's} challenge to {game}, board {board}.",
        "declined-why": "They are told why: “{word}”",
        "withdrawn": "You have taken back your challenge to {names}: {game}, board {board}.",
        "closed": "{game}, board {board}, is called off.",
    }
)
