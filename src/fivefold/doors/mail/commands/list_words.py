"""What lists in mails say."""

from typing import Final

from fivefold.house.records.finished import DRAWN, LOST, WON
from fivefold.parts.messages import Catalogue, Fact, Message

WORDS: Final = Catalogue(
    {
        # Matches
        "games-own": "Your matches",
        "games-of": "Matches of {who}",
        "with-you": "Matches of {who} with you",
        "finished-own": "Your matches that are over",
        "finished-of": "Matches of {who} that are over",
        "none": "There are none.",
        "none-with": "There are none. The matches of others are not shown, but “matches” lists those you may watch.",
        "to-watch": "Matches you may watch",
        "none-to-watch": "Nobody is playing a match that others may watch.",
        "follow": "To follow it",
        "subscribe": "send: {game} subscribe {board}",
        "more": "There are more: the page shows all of them, at My games.",
        "board": "Board",
        "players": "Players",
        "move": "Move",
        "turn": "Turn",
        "time": "Time",
        "yours": "yours",
        "turn-of": "{who}",
        "not-begun": "not begun",
        "not-public": "{who} keeps results private.",
        "ended": "Ended",
        "result": "Result",
        "points": "Points",
        "no-result": "no result",
        "rated": "rated",
        "forfeited": "forfeited",
        WON: "won",
        DRAWN: "drawn",
        LOST: "lost",
        # Players and games
        "standings": "{pool}: who is how strong",
        "nobody-rated": "Nobody has played enough rated matches lately.",
        "place": "Place",
        "name": "Player",
        "rating": "Rating",
        "matches": "Matches",
        "you": "{who} (you)",
        "computer": "{who}, level {level}",
        "give-or-take": "{rating} ± {deviation}",
        "seekers": "{game}: who looks for a match",
        "nobody-seeks": "Nobody looks for one now. To have your name here, send “{typed}”.",
        "wanted": "Wanted",
        "still": "{count:one more match|# more matches}",
        "join": "Join",
        "join-there": "send: {game} accept {board}",
        "games": "Games of this house",
        "game": "Game",
        "write": "Write",
        "how-many": "Players",
        "open-tables": "Open tables",
        "ask-more": "For the options of one, send for example “{game} list”, for its rules “rules {game}”,"
        " and for the names of players “list players”.",
        "all-players": "Players",
        "players-named": "Players whose names begin with {beginning}",
        "no-player": "No player here has such a name, or shows it.",
        "most-players": "These are the first {count}. For others, send for example “list players b”.",
    }
)


def said(key: str, **facts: Fact) -> str:
    """Return what is said."""
    return WORDS.text(Message(key, **facts))


def phrase(key: str, **facts: Fact) -> str:
    """Return what is said within a line, without a capital of its own."""
    return WORDS.text(Message(key, **facts), starts=False)
