"""How a game of Dice Poker stands, as data: whose turn it is, why it ended, the whole position."""

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import SPACES
from fivefold.games.dice_poker.names import PATTERNS, SEATS, dice, names, sets
from fivefold.games.dice_poker.patterns import DICE
from fivefold.games.dice_poker.threats import told
from fivefold.parts.messages import Message


def status(row: Row) -> Message:
    """Return whose turn it is, or who won, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover != CHANCE:
        return Message("to-move", who=SEATS[mover], roll=row[rules.ROLL], rolls=rules.LAST_ROLL)
    if row[rules.DEALT] < rules.TO_COVER:
        return Message("being-dealt", left=rules.TO_COVER - row[rules.DEALT])
    return Message("rolling", who=SEATS[row[rules.TURN]])


def result(row: Row) -> Message:
    """Return who won a finished game, a sentence without its full stop."""
    returns = [0.0] * row[rules.PLAYERS]
    rules.returns(row, returns)
    winners = [SEATS[seat] for seat, share in enumerate(returns) if share > 0]
    won = sets(row[rules.SETS + returns.index(max(returns))])
    if len(winners) == 1:
        return Message("wins", who=winners[0], sets=won)
    return Message("share-first-place", winners=tuple(winners), sets=won)


def ending(row: Row) -> Message:
    """Return why a finished game ended."""
    if row[rules.END] == rules.SETS_COMPLETE:
        winner = row[rules.WINNER]
        return Message("sets-completed", who=SEATS[winner], sets=sets(row[rules.SETS + winner]))
    if row[rules.END] == rules.ONE_LEFT:
        return Message("one-left")
    if row[rules.END] == rules.BOARD_FULL:
        return Message("board-full")
    return Message("out-of-patience", turns=row[rules.PATIENCE])


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    seats = [pieces_of(row, seat) for seat in range(row[rules.PLAYERS])]
    close = told(row) if status else ()
    standing = [status] if status else []
    return Message("description", sentences=(Message("board"), *standing, *rolled(row), *seats, *close))


def rolled(row: Row) -> list[Message]:
    """Return what the dice show and match; nothing before the first is rolled."""
    shown = dice(row)
    found = [Message("dice", dice=shown)] if shown else []
    if len(shown) < DICE:
        return found
    matching = [space for space in range(SPACES) if rules.matches(row, space)]
    if shown[0] == shown[-1]:
        found.append(Message("match-all"))
    else:
        found.append(Message("match", spaces=names(matching)) if matching else Message("match-none"))
    bouncer = [Message("is-bouncer", pattern=PATTERNS[rules.bouncing_pattern(row)])] if rules.bouncer(row) else []
    return found + bouncer


def pieces_of(row: Row, seat: int) -> Message:
    """Return a seat's sets and pieces: ``Ruby: 1 set, pieces on a1 and b2, protected on c3``."""
    owned = [space for space in range(SPACES) if row[rules.OWNER + space] & 3 == 1 + seat]
    locked = [space for space in owned if row[rules.OWNER + space] & rules.LOCKED]
    loose = [space for space in owned if space not in locked]
    groups = [("pieces-on", loose), ("protected-on", locked)]
    pieces = [Message(key, spaces=names(spaces)) for key, spaces in groups if spaces] or [Message("no-pieces")]
    key = "seat-out" if rules.is_out(row, seat) else "seat"
    return Message(key, who=SEATS[seat], property=(Message("set-count", count=row[rules.SETS + seat]), *pieces))
