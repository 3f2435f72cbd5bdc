"""The words that can be mailed: what each is called, what may follow it, and a sentence about it.

Reading, carrying out and help all go by this one table.
"""

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from typing import Final


class Takes(Enum):
    """What may follow a word, besides a game, a board and options."""

    NOTHING = "nothing"
    """Or one of the word's ``choices``."""
    MOVES = "moves"
    PLACE = "place"
    NAMES = "names"
    NUMBER = "number"
    DATES = "dates"
    AMOUNT = "amount"
    """Of time: ``2d``, ``12 hours``."""
    ADDRESSES = "addresses"
    ANYTHING = "anything"


class Old(Enum):
    """Where a user id and a password stood in the subject that the old servers wanted."""

    NONE = "none"
    AFTER_BOARD = "after board"
    """``focus move 101 anna secret c1-c3:2``."""
    FIRST = "first"
    """``focus accept anna secret``."""


@dataclass(frozen=True, slots=True)
class Word:
    """A command."""

    name: str
    help: str
    """One sentence."""
    shape: str = ""
    """What may follow, as help shows it."""
    takes: Takes = Takes.NOTHING
    choices: tuple[str, ...] = ()
    """Words that may follow instead."""
    aliases: tuple[str, ...] = ()
    beginning: str = ""
    """Whatever begins with these letters means the word, too."""
    changes: bool = False
    """Whether it changes something; others only ask."""
    board: bool = False
    """Whether a board may follow first."""
    needs_match: bool = False
    """Whether it says nothing without a match, by its board or by the mail that is answered."""
    needs_game: bool = False
    """Whether it says nothing without a game, named or known from the match."""
    strangers: bool = False
    """Whether anybody may send it."""
    old: Old = Old.NONE


WORDS: Final = (
    # --- beginning a match
    Word(
        "challenge",
        "Invites players to a match, which starts when all of them have accepted.",
        "NAME, … [-option=value …]",
        Takes.NAMES,
        aliases=("invite", "callenge"),
        beginning="chall",
        changes=True,
        needs_game=True,
    ),
    Word(
        "accept",
        "Accepts a challenge or a proposal, or joins a table; with all, every challenge in that game from now on.",
        "[BOARD | NAME | all]",
        Takes.NAMES,
        choices=("all",),
        aliases=("acept", "accpet", "agree"),
        changes=True,
        board=True,
        old=Old.FIRST,
    ),
    Word(
        "reject",
        "Declines a challenge or a proposal; with all, every challenge in that game from now on.",
        "[BOARD [WHY] | NAME | all]",
        Takes.NAMES,
        choices=("all",),
        aliases=("decline", "refuse"),
        changes=True,
        board=True,
        old=Old.FIRST,
    ),
    Word(
        "seek",
        "Says how many more matches of a game you want, so that others can join you.",
        "NUMBER [-option=value …]",
        Takes.NUMBER,
        choices=("off", "none"),
        changes=True,
        needs_game=True,
        old=Old.FIRST,
    ),
    Word(
        "limit",
        "Sets how many matches of a game you want to play at once; nobody can challenge you beyond that.",
        "NUMBER | off",
        Takes.NUMBER,
        choices=("off", "none"),
        changes=True,
        needs_game=True,
        old=Old.FIRST,
    ),
    # --- playing
    Word(
        "move",
        "Plays a move; with #n, only if it is move n of the match.",
        "BOARD MOVE[#n]",
        Takes.MOVES,
        aliases=("mvoe", "moev", "mov", "board", "play"),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "queue",
        "Stores answers to what the others may play; on your turn, it plays the move.",
        "[BOARD] [MOVE[#n] … | none]",
        Takes.MOVES,
        choices=("clear", "off", "none", "*", "any", "anything"),
        aliases=("qmove", "moveq", "qboard", "boardq", "qeue", "queu"),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "submit",
        "Keeps a move and sends you the position after it; confirm then plays it.",
        "BOARD MOVE[#n]",
        Takes.MOVES,
        beginning="sub",
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "confirm",
        "Plays the move that you submitted.",
        "[BOARD]",
        aliases=("comfirm",),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "pass",
        "Passes, in games where a player may.",
        "[BOARD]",
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "swap",
        "Swaps sides, in games where a player may.",
        "[BOARD]",
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "propose",
        "Offers a draw.",
        "[BOARD]",
        choices=("draw", "undo"),
        aliases=("draw",),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "undo",
        "Asks the others to take back the last move.",
        "[BOARD]",
        aliases=("takeback",),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "resign",
        "Gives up a match: at once on your turn, otherwise when your turn comes, unless you send it again before.",
        "[BOARD] [now | later | back]",
        choices=("now", "later", "back"),
        aliases=("resing", "resgin"),
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "abort",
        "Offers to cancel a match that has hardly begun; it has no result then.",
        "[BOARD]",
        changes=True,
        board=True,
        needs_match=True,
    ),
    Word(
        "rematch",
        "Offers another match after one that is over.",
        "[BOARD]",
        changes=True,
        board=True,
        needs_match=True,
    ),
    Word(
        "ready",
        "Begins the second game of a double match, once all its players are ready.",
        "[BOARD]",
        aliases=("second",),
        changes=True,
        board=True,
        needs_match=True,
    ),
    # --- clocks
    Word("pause", "Offers to stop the clocks.", "[BOARD]", changes=True, board=True, needs_match=True),
    Word("resume", "Offers to go on after a pause.", "[BOARD]", changes=True, board=True, needs_match=True),
    Word(
        "more",
        "Asks the others for more time.",
        "[BOARD] [time]",
        Takes.AMOUNT,
        choices=("time",),
        aliases=("moretime", "more-time"),
        changes=True,
        board=True,
        needs_match=True,
    ),
    Word(
        "claim",
        "Ends a match in which the other player's time is out.",
        "[BOARD]",
        changes=True,
        board=True,
        needs_match=True,
    ),
    Word(
        "give",
        "Gives the others more time.",
        "[BOARD] [time]",
        Takes.AMOUNT,
        choices=("time",),
        changes=True,
        board=True,
        needs_match=True,
    ),
    # --- looking
    Word(
        "moves",
        "Lists the legal moves, or only those from one place.",
        "[BOARD] [PLACE]",
        Takes.PLACE,
        aliases=("legal",),
        board=True,
        needs_match=True,
    ),
    Word("hint", "Suggests a move, in casual matches against computers.", "[BOARD]", board=True, needs_match=True),
    Word(
        "preview",
        "Tries moves without playing them: from a match, from its position after move k, or from a new board.",
        "BOARD[#k] MOVE … | new [PLAYERS] [-option=value …] MOVE …",
        Takes.MOVES,
        choices=("new",),
        beginning="prev",
        board=True,
        strangers=True,
    ),
    Word(
        "show",
        "Sends the position of a match, also as it was after move k, or of all matches of a player.",
        "BOARD[#k] | NAME [all | active | inactive | next]",
        Takes.NAMES,
        choices=("all", "active", "inactive", "next"),
        board=True,
    ),
    Word(
        "showas",
        "Sends a match as you see it, with your own cards and stored answers.",
        "BOARD[#k]",
        choices=("all", "active", "inactive", "next"),
        board=True,
        old=Old.FIRST,
    ),
    Word(
        "games",
        "Lists the matches of a player, or your own.",
        "[NAME] [all | active | inactive | next]",
        Takes.NAMES,
        choices=("all", "active", "inactive", "next"),
    ),
    Word(
        "matches",
        "Lists the matches of others that you may watch.",
        "[GAME]",
        aliases=("watch",),
    ),
    Word("history", "Lists the finished matches of a player, or your own.", "[NAME]", Takes.NAMES),
    Word(
        "standings",
        "Lists how strong the players of a game are, and who wants to play.",
        aliases=("ratings", "rating", "standing"),
        needs_game=True,
    ),
    # --- talking and following
    Word(
        "chat",
        "Sends the text below it to everybody in the match.",
        "[BOARD]",
        Takes.ANYTHING,
        changes=True,
        board=True,
        needs_match=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "message",
        "Sends the text below it to other players.",
        "NAME, …",
        Takes.NAMES,
        aliases=("mesage", "msg"),
        changes=True,
        old=Old.FIRST,
    ),
    Word(
        "report",
        "Tells those who run this house of the message that you answer.",
        "[rude | threats | spam | unfair | name | other]",
        choices=("rude", "threats", "spam", "unfair", "name", "other"),
        changes=True,
    ),
    Word(
        "block",
        "Keeps a player from writing to you, challenging you and sitting down with you.",
        "NAME, …",
        Takes.NAMES,
        changes=True,
    ),
    Word("unblock", "Takes back that you block a player.", "NAME, …", Takes.NAMES, changes=True),
    Word(
        "subscribe",
        "Sends you every move of a match, or of all matches of a game.",
        "BOARD | all",
        choices=("all",),
        beginning="subs",
        changes=True,
        board=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "unsubscribe",
        "Stops the mails that subscribe asked for.",
        "BOARD | all",
        choices=("all",),
        beginning="unsub",
        changes=True,
        board=True,
        old=Old.AFTER_BOARD,
    ),
    Word(
        "notify",
        "Mails you only how a match ends; without a board, every match of the game.",
        "[BOARD …] [ends | every | never | off]",
        choices=("every", "turns", "digest", "ends", "never", "all", "on", "off"),
        changes=True,
        board=True,
        old=Old.FIRST,
    ),
    Word(
        "mail",
        "Chooses how much mail you get about your matches, and whether it comes as text alone.",
        "every | turns | digest | ends | never | text | pictures",
        choices=("every", "turns", "digest", "ends", "never", "text", "pictures"),
        aliases=("mails",),
        changes=True,
    ),
    # --- yourself
    Word(
        "signup",
        "Makes an account that plays by mail from this address.",
        "NAME",
        Takes.ANYTHING,
        aliases=("add", "register", "singup"),
        changes=True,
        strangers=True,
        old=Old.FIRST,
    ),
    Word(
        "address",
        "Moves your account to another address.",
        "NEW-ADDRESS",
        Takes.ADDRESSES,
        aliases=("adress",),
        changes=True,
        old=Old.FIRST,
    ),
    Word(
        "name",
        "Changes the name everybody sees.",
        "NEW-NAME",
        Takes.ANYTHING,
        changes=True,
    ),
    Word(
        "password",
        "Sends you a link to a page where you choose a password.",
        changes=True,
        old=Old.FIRST,
    ),
    Word(
        "signoff",
        "Deletes your account, once you have said yes; with mail, only stops all mail.",
        "[mail]",
        choices=("mail",),
        aliases=("delete",),
        changes=True,
        old=Old.FIRST,
    ),
    Word(
        "vacation",
        "Stops your clocks while you are away.",
        "[[from] DATE] until DATE | end",
        Takes.DATES,
        choices=("off", "back", "end"),
        aliases=("holiday", "vacations"),
        changes=True,
    ),
    Word("yes", "Agrees to what the mail that you answer asks.", choices=("please",), aliases=("y",), changes=True),
    Word("no", "Declines what the mail that you answer asks.", choices=("thanks",), aliases=("n",), changes=True),
    # --- finding out
    Word("help", "Explains the commands, or one of them.", "[COMMAND]", Takes.ANYTHING, aliases=("?",), strangers=True),
    Word(
        "rules",
        "Sends the rules of a game and its options.",
        "GAME [examples]",
        choices=("examples",),
        aliases=("rule",),
        needs_game=True,
        strangers=True,
    ),
    Word(
        "list",
        "Lists the games of this house, the options of one, or the players.",
        "[GAME | players [BEGINNING]]",
        Takes.ANYTHING,
        strangers=True,
    ),
    Word(
        "broadcast",
        "Was a mail to every player on the old servers; here nobody can send one.",
        takes=Takes.ANYTHING,
        old=Old.FIRST,
    ),
)
"""In the order in which help lists them."""

BY_NAME: Final = {word.name: word for word in WORDS}
ALIASES: Final = {alias: word.name for word in WORDS for alias in (word.name, *word.aliases)}
BEGINNINGS: Final = sorted(((word.beginning, word.name) for word in WORDS if word.beginning), reverse=True)
"""Longer ones before those that they begin with."""
LONGEST_WORD: Final = 16
ALIKE: Final = 0.82


def is_like(text: str, name: str) -> bool:
    """Tell whether a word begins a command or hardly differs from it: ``challange``, not ``challenging``."""
    return name.startswith(text) or SequenceMatcher(None, text, name).ratio() > ALIKE


def find(text: str) -> Word | None:
    """Return the command that a word means, in letters of either case: its name, an alias, or a known beginning."""
    plain = text.casefold()
    if len(plain) > LONGEST_WORD:
        return None
    name = ALIASES.get(plain)
    if name is None and plain.isalpha():
        name = next(
            (name for beginning, name in BEGINNINGS if plain.startswith(beginning) and is_like(plain, name)), None
        )
    return None if name is None else BY_NAME[name]
