"""What help says about each command, beside its one sentence in ``mail.words``: how it works, and examples.

In examples ``<game>``, ``<move>``, ``<answer>`` and ``<next>`` stand for a game and the first moves in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Page:
    """Help on one command."""

    text: tuple[str, ...]
    """Paragraphs."""
    examples: tuple[str, ...]
    """Lines to send; what a line does follows after two blanks and a bar."""


GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Begin": ("challenge", "accept", "reject", "seek", "limit"),
    "Play": (
        *("move", "queue", "submit", "confirm", "pass", "swap", "propose", "undo", "resign"),
        *("moves", "hint", "preview", "yes", "no", "abort", "rematch", "ready"),
    ),
    "Clocks": ("pause", "resume", "more", "claim", "give"),
    "Look": ("show", "showas", "games", "matches", "history", "standings", "list"),
    "Talk and follow": (
        *("chat", "message", "report", "block", "unblock"),
        *("subscribe", "unsubscribe", "notify", "mail"),
    ),
    "Your account": ("signup", "address", "name", "password", "vacation", "signoff"),
    "Find out": ("help", "rules", "broadcast"),
}
"""The commands in the order of the list in help."""

PAGES: Final[Mapping[str, Page]] = {
    # --- begin
    "challenge": Page(
        (
            "The players you name get a mail and accept or decline by answering it. The match starts when everybody "
            "has accepted.",
            "Name one to three players, and computers as level 1 to level 7. If you name yourself among them, the "
            "order is that of the seats, and the first one begins; otherwise it is drawn.",
            "Options follow as -option=value, or their first letters; `rules <game>` lists those of the game. In "
            "every game there are also --time, --rated and --handicap=50, which gives you half of the time. "
            "A time is written as 3d/move, which is the usual one, as 10d+1d^14d, a bank of days, or by name: daily, "
            "weekly, bank, old server (21 days a move) or none.",
            "If somebody declines, name the board and somebody else, or a computer, for the seat.",
        ),
        (
            "<game> challenge Ben",
            "<game> challenge Ben --time=weekly --rated",
            "<game> challenge level 3",
            "<game> challenge 101 Carl  | asks Carl to the free seat of board 101",
        ),
    ),
    "accept": Page(
        (
            "Answer the mail that told you of the challenge or the proposal, or name its board. Name the board or the "
            "player that `standings` tells of to sit down with somebody who looks for a match.",
            "With `all` you accept no match yet: it takes back `reject all`, so that challenges reach you again. "
            "The game alone means the same, if no challenge in it waits for you.",
        ),
        ("accept", "<game> accept 101", "<game> accept Ben", "<game> accept all"),
    ),
    "reject": Page(
        (
            "Nobody has to play: a challenge that you decline is gone, and costs you nothing. A proposal that you "
            "decline changes nothing in the match.",
            "What you write below it, or behind the board, is told to the challenger. With the board of a challenge "
            "of yours you take that back.",
        ),
        (
            "reject",
            "<game> reject 101 no time this week",
            "<game> reject 101",
            "<game> reject all  | declines every challenge in this game from now on",
        ),
    ),
    "seek": Page(
        (
            "Whoever looks for the same match already meets you at once. Otherwise one table at a time is open in the "
            "lobby, also while you are away. When others sit down, the match begins, a mail tells you, and the next "
            "table is opened. `standings` names who looks for a match. `seek off` ends it.",
            "Options are those of `challenge`; the time is always counted in days.",
        ),
        ("<game> seek 2", "<game> seek 1 --time=weekly --rated", "<game> seek off"),
    ),
    "limit": Page(
        ("Nobody can challenge you while you play so many matches of it with others. `limit off` lifts it.",),
        ("<game> limit 4", "<game> limit off"),
    ),
    # --- play
    "move": Page(
        (
            "Easiest is to answer the mail about the match with the move alone on the first line. It is played only "
            "if nothing has happened in the match since that mail; if something has, you get the new position.",
            "From anywhere else, name the board. With #5 after the move it is played only if it is move 5.",
            "Moves may be typed in small or capital letters, with or without blanks. `moves` lists those that are "
            "legal, `rules <game>` says how they are written.",
        ),
        ("<move>", "<game> move 101 <move>", "<game> move 101 <move>#5"),
    ),
    "queue": Page(
        (
            "Give the others’ move and your answer to it; it is played as soon as they do that. Several such lines "
            "make several answers. A star stands for whatever else they play.",
            "If it is your turn, the move is played at once. Nobody else sees what is stored. `queue clear` forgets "
            "it, and has to before you answer the same move of theirs in another way. It works where you see "
            "everything and chance does not come in between.",
        ),
        ("<game> queue 101 <answer> <next>", "<game> queue 101 * <next>", "queue * <next>", "<game> queue 101 clear"),
    ),
    "submit": Page(
        ("You get the position as it would be. Answer `yes` or send `confirm` to play the move.",),
        ("<game> submit 101 <move>",),
    ),
    "confirm": Page(
        ("It works as long as nothing else has happened in the match.",),
        ("confirm", "<game> confirm 101"),
    ),
    "pass": Page(("Where passing is not a legal move, the answer says so.",), ("<game> pass 101",)),
    "swap": Page(
        ("Where swapping is not a legal move, the answer says so. `rules <game>` tells whether the game has it.",),
        ("<game> swap 101",),
    ),
    "propose": Page(
        (
            "Everybody else in the match is asked. One `reject` declines it; a move by anybody does too. "
            "`propose undo` asks to take the last move back.",
        ),
        ("<game> propose 101", "<game> propose 101 undo"),
    ),
    "undo": Page(("Everybody else in the match is asked, and can accept or reject.",), ("<game> undo 101",)),
    "resign": Page(
        (
            "With three or four players the others play on. `resign now` does not wait for your turn; "
            "`resign back` takes a resignation back that still waits.",
        ),
        ("<game> resign 101", "<game> resign 101 now", "<game> resign 101 back"),
    ),
    "abort": Page(
        ("Only until everybody has had two turns, and if all agree. A match that is cancelled has no result.",),
        ("<game> abort 101",),
    ),
    "rematch": Page(("When all agree, the next match begins, with seats swapped.",), ("<game> rematch 101",)),
    "ready": Page(
        ("A double match is two games, the second with the sides changed. The points of both are added.",),
        ("<game> ready 101",),
    ),
    "pause": Page(
        ("When all agree, nobody's clock runs and nobody moves until `resume` is agreed to as well.",),
        ("<game> pause 101",),
    ),
    "resume": Page(("When all agree, the clocks run again.",), ("<game> resume 101",)),
    "more": Page(
        ("When the others agree, your clock gets some more time. How much it is cannot be chosen.",),
        ("<game> more 101",),
    ),
    "claim": Page(
        (
            "When the other player's time is out the match waits until you claim it, give more time, or they move. You "
            "get a mail when you can claim.",
        ),
        ("<game> claim 101",),
    ),
    "give": Page(
        ("Nobody has to agree. It helps a player whose time is nearly out. How much it is cannot be chosen.",),
        ("<game> give 101",),
    ),
    "moves": Page(
        ("It costs nothing and nobody hears of it. Name a place to see only the moves from there.",),
        ("moves", "<game> moves 101"),
    ),
    "hint": Page(
        ("The house thinks for a moment and names a move, where you play against computers and the match is casual.",),
        ("<game> hint 101",),
    ),
    "preview": Page(
        (
            "The moves are played on a copy, and you get the position after them. With 101#8 they begin after move 8 "
            "of board 101. With `new` they begin from the start of a game: anybody may ask for that, without an "
            "account.",
        ),
        ("<game> preview 101 <move>", "<game> preview 101#8 <move>", "<game> preview new <move> <answer>"),
    ),
    "yes": Page(
        ("It accepts a challenge or a proposal, plays a move you submitted, or confirms what you are asked.",),
        ("yes",),
    ),
    "no": Page(("Nothing happens if you don’t answer either.",), ("no",)),
    # --- look
    "show": Page(
        (
            "With 101#8 you get the position after move 8. Name a player to get one mail with all the matches "
            "meant: all, active, inactive, or next for those that wait for that player.",
        ),
        ("<game> show 101", "<game> show 101#8", "<game> show Ben next"),
    ),
    "showas": Page(
        ("It is for games with secrets, and shows the answers that you have stored with `queue`.",),
        ("<game> showas 101",),
    ),
    "games": Page(
        ("One line for each match: its board, the players, the move it is at, and whose turn it is.",),
        ("games", "<game> games Ben active"),
    ),
    "matches": Page(
        (
            "One line for each that goes on among people who let others watch, with what to send to follow it. Without "
            "a game it lists all of them.",
        ),
        ("matches", "matches <game>", "<game> subscribe 101"),
    ),
    "history": Page(
        ("One line for each: when it ended, its board, the players, and who won.",),
        ("<game> history", "<game> history Ben"),
    ),
    "standings": Page(("Ratings are the same as on the page.",), ("<game> standings",)),
    "list": Page(("With a game: what it is about, how many play, and its options.",), ("list", "<game> list")),
    # --- talk and follow
    "chat": Page(
        (
            "Write the command on the first line or in the subject, leave a line blank, and write what you want to "
            "say below. Players write to the players. If you only watch, you write to others who watch; players "
            "see it once the match is over.",
            "What you write below a move is told to the others as well.",
        ),
        ("<game> chat 101",),
    ),
    "message": Page(
        (
            "Leave a line blank and write the message below. It goes to four players at most, by mail, and your "
            "address stays hidden. They can answer by replying, and report what is not for them to read. Players "
            "who have blocked you get nothing.",
        ),
        ("message Ben", "message Ben, Cleo"),
    ),
    "report": Page(
        (
            "Reply to the message, or to the chat, with this word alone on the first line. You may say what is wrong "
            "in one word, and more about it below a blank line. What was written is sent along.",
        ),
        ("report", "report spam"),
    ),
    "block": Page(("Nobody is told that you block them. `unblock` takes it back.",), ("block Ben",)),
    "unblock": Page(("The page about your account lists whom you block.",), ("unblock Ben",)),
    "subscribe": Page(
        (
            "You see what everybody sees who watches: no hidden cards, and where the players want it, with a delay. "
            "`all` means all matches of the game from now on.",
        ),
        ("<game> subscribe 101", "<game> subscribe all"),
    ),
    "unsubscribe": Page(
        ("Of matches that you play, you go on getting mail as `mail` says.",),
        ("<game> unsubscribe 101", "<game> unsubscribe all"),
    ),
    "notify": Page(
        ("`off` takes it back. Without a board it is about all matches of the game.",),
        ("<game> notify 101", "<game> notify", "<game> notify 101 off"),
    ),
    "mail": Page(
        (
            "`every` sends a mail after each move, `turns` only when it is your turn and when a match is over, "
            "`digest` one mail with all your matches at the hours you choose on the page, `ends` only when a match "
            "is over, `never` nothing about matches.",
            "`text` leaves the HTML and the pictures out of every mail; `pictures` brings them back.",
        ),
        ("mail turns", "mail digest", "mail text", "mail  | tells what you have chosen"),
    ),
    # --- your account
    "signup": Page(
        (
            "You get a mail with a question; answer `yes`, and the account is made. There is no password: your "
            "address is how the house knows you. To use the page as well, send `password`.",
        ),
        ("signup Anna", "signup Anna anna@example.org  | if you want mail at another address"),
    ),
    "address": Page(
        ("The new address gets a mail; it counts once that is answered with `yes`. Until then the old one stays.",),
        ("address anna@example.org",),
    ),
    "name": Page(
        ("The old one stays yours for 30 days, and links to it go on working.",),
        ("name Anna Maria",),
    ),
    "password": Page(
        (
            "You play by mail without a password. For the page you choose one there: you get a link that works "
            "once, for a few days. Never write a password into a mail.",
        ),
        ("password",),
    ),
    "vacation": Page(
        (
            "Your clocks in slow games stand still from the first day until the day you are back. Without a first "
            "day it begins now. There are 30 days a year, 21 at a time. `vacation end` brings you back.",
            "Dates: 2027-07-03, 3 July, Jul 3, 3.7.2027, today, tomorrow, Monday, or `14 days`. They are dates "
            "where you live; name your time zone once, as in `vacation until 3 July Europe/Vienna`.",
        ),
        (
            "vacation until 3 July",
            "vacation from 20 June until 3 July",
            "vacation 14 days",
            "vacation end",
            "vacation  | lists your vacations",
        ),
    ),
    "signoff": Page(
        (
            "You get a mail that says what will be gone, and nothing happens until you answer it with `yes`. "
            "`signoff mail` keeps the account and stops all mail.",
        ),
        ("signoff", "signoff mail"),
    ),
    # --- find out
    "help": Page(
        ("`help all` lists every command with a sentence.",),
        ("help", "help move", "help all"),
    ),
    "rules": Page(
        ("With `examples` positions to think about come along.",),
        ("rules <game>", "rules <game> examples"),
    ),
    "broadcast": Page(
        (
            "To find opponents, send `seek`, look in `standings` at who wants to play, or go to the lobby on the page. "
            "To write to somebody, send `message`.",
        ),
        ("<game> seek 1", "<game> standings"),
    ),
}
