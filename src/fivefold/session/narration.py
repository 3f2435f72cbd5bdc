"""How a match stands and what happened in it, in sentences for one reader.

A reader with exactly one seat is "You" there, and the verbs agree.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, Game
from fivefold.contract import words as game_words
from fivefold.contract.notation import MoveEffects
from fivefold.contract.stored import stored_sentences
from fivefold.parts.messages import Message, Reader
from fivefold.parts.messages import Seat as Player
from fivefold.play.outcome import Ending, Outcome, Termination
from fivefold.session import races
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import (
    DOUBLE_OF,
    GIFT,
    HELD,
    MORE_TIME,
    MOST_MOVES,
    OVER,
    PAUSE,
    RESUME,
    UNDO,
    WAITING,
    Cause,
    Entry,
    MatchSnapshot,
)

WORDS: Final = stored_sentences("fivefold.session", "narration")  # The sentences of a table, in English.
NOBODY_BY_NAME: Final = Message("somebody")
CANCELLED: Final = Message("cancelled")
NO_RESULT: Final = Message("no-result")
PAIR: Final = 2

# --- names and numbers -----------------------------------------------------------------------------------------------


def names_for(reader: Reader) -> Sequence[str]:
    """Return for each seat what the reader calls it at the beginning of a sentence."""
    return [WORDS.text(player(seat), reader) for seat in range(len(reader.names))]


def player(seat: int) -> Player:
    """Return who sits at a seat, for a message."""
    return Player(seat, NOBODY_BY_NAME)


def players(seats: Iterable[int]) -> tuple[Player, ...]:
    """Return who sits at several seats, for a message."""
    return tuple(map(player, seats))


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def in_points(points: int) -> str:
    """Return points in words: ``1 point``, ``34 points``."""
    return WORDS.text(Message("points", count=points))


def number_of(number: int, what: str) -> str:
    """Return a number with what it counts: ``1 point``, ``34 points``."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def percent(share: float) -> str:
    """Return a share, 0 to 1, in words: ``63%``."""
    return f"{share * 100:.0f}%"


def tenths(points: float) -> str:
    """Return points to a tenth: ``2.5``, and ``8`` where there are no tenths."""
    return f"{round(points, 1):g}"


# --- how it stands ---------------------------------------------------------------------------------------------------


def seats_line(snapshot: MatchSnapshot, reader: Reader) -> str:
    """Return ``You are Amber and Pip is Azure``: who sits where; empty where the seats' own names say it."""
    if snapshot.alone:
        return ""
    placed = tuple(
        Message("sits", who=player(number), seat=seat.seat_name)
        for number, (name, seat) in enumerate(zip(names_for(reader), snapshot.seats, strict=True))
        if name != seat.seat_name and not name.endswith(f"({seat.seat_name})")
    )
    return WORDS.text(placed, reader)


def status_line(reader: Reader, to_move: int, scores: Sequence[int]) -> str:
    """Return ``Pip to move; Anna leads 12–9``, or alone ``34 points``; ``to_move`` has the turn."""
    if len(scores) == 1:
        return in_points(scores[0])
    if to_move == ANYONE:
        return lead(reader, scores) or WORDS.text(Message("go"))
    turn = ""
    if to_move >= 0:
        whose = Message("your-turn") if to_move == reader.you else Message("to-move", who=player(to_move))
        turn = WORDS.text(whose, reader)
    leading = lead(reader, scores, starts=not turn)
    return WORDS.text(Message("and-how", turn=turn, leading=leading)) if turn and leading else turn or leading


def lead(reader: Reader, scores: Sequence[int], *, starts: bool = True) -> str:
    """Return ``Anna leads 12–9``, the leader's points first; empty where nobody has any. ``starts``: whether a sentence
    begins with it."""
    if len(scores) < 2 or not any(scores):
        return ""
    leading = [seat for seat, points in enumerate(scores) if points == max(scores)]
    message = Message("leads-with", who=players(leading), points=max(scores))
    if len(scores) == 2:
        message = Message("leads-by", who=player(leading[0]), points=max(scores), other=min(scores))
        message = message if len(leading) == 1 else Message("level-first" if starts else "level", points=scores[0])
    return WORDS.text(message, reader, starts=starts)


def score_line(reader: Reader, scores: Sequence[int]) -> str:
    """Return everybody's points: ``Score: You 34, Pip 28``; alone ``Score: 34``."""
    if len(scores) == 1:
        return WORDS.text(Message("score", points=scores[0]))
    each = (Message("has-points", who=player(seat), points=points) for seat, points in enumerate(scores))
    return WORDS.text(Message("score", points=tuple(WORDS.text(one, reader) for one in each)))


# --- how it ended ----------------------------------------------------------------------------------------------------


def outcome_line(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, with_points: bool = True) -> str:
    """Return ``Amber wins 44–39``, alone ``62 points``; where the reason is news ``Amber wins. Indigo resigned.`` Not
    ``with_points``: ``Amber wins``, for a line above everybody's points."""
    said, why = headline(snapshot, outcome, reader, with_points), telling_reason(snapshot, outcome, reader)
    if outcome.termination == Termination.ABANDONED and not snapshot.alone:
        last = snapshot.entries[-1]
        said, why = cancelled(last.text, last.mover, reader), sentence(WORDS.text(NO_RESULT))
    return f"{sentence(said)} {why}" if why else said


def headline(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, with_points: bool = True) -> str:
    """Return who won, with the points if they decided: ``You win 44–39``; alone ``62 points``."""
    if len(outcome.scores) == 1:
        return in_points(outcome.scores[0])
    cause, game = outcome.cause, snapshot.match.game
    if cause is not None and cause.key in game.traits.winning_words:
        return game.notation.WORDS.text(Message(game.traits.winning_words[cause.key], **cause.facts), reader)
    points = deciding_points(game, outcome) if with_points else ()
    result = _winners(snapshot, outcome, reader)
    return WORDS.text(Message("with-points", result=result, points=tuple(points))) if points else result


def _winners(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    match = snapshot.match
    if outcome.termination == Termination.ABANDONED:
        return WORDS.text(CANCELLED)
    best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
    if outcome.winner is not None or set(best) == set(match.game.setup.team(match.options, best[0])):
        winners = best if outcome.winner is None else [outcome.winner]
        return WORDS.text(Message("wins", who=players(winners)), reader)
    tied = Message("draw") if len(best) == len(outcome.returns) else Message("draw-between", who=players(best))
    return WORDS.text(tied, reader)


def deciding_points(game: Game, outcome: Outcome) -> Sequence[int]:
    """Return everybody's points, the winner's first, where the points decided."""
    points, winner = sorted(outcome.scores, reverse=True), outcome.winner
    by_points = game.traits.scores_decide and outcome.by_points
    if not by_points or len(points) < 2 or not points[0]:
        return ()
    ahead = [seat for seat, mine in enumerate(outcome.scores) if mine == points[0]]
    decided = ahead == [winner] if winner is not None else len(ahead) == len(points) == 2
    return points if decided else ()


def telling_reason(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    """Return why it ended, a sentence; empty where that goes without saying."""
    traits = snapshot.match.game.traits
    if outcome.cause is not None and outcome.cause.key in {*traits.usual_endings, *traits.winning_words}:
        return ""
    why = reason(snapshot, outcome, reader, starts=True)
    by_name = any(why.startswith(name) for name in reader.names)
    said = sentence(why if by_name else f"{why[:1].upper()}{why[1:]}")
    unsaid = outcome.termination == Termination.ABANDONED and said != (nothing := sentence(WORDS.text(NO_RESULT)))
    return f"{said} {nothing}" if unsaid else said


def reason(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, *, starts: bool = False) -> str:
    """Return why it ended, with the players' names; ``starts``: whether a sentence begins with it."""
    if outcome.termination == Termination.ABANDONED:
        last = snapshot.entries[-1]
        return why_cancelled(last.text, last.mover, reader, starts=starts) or WORDS.text(NO_RESULT)
    if outcome.cause is not None:
        return snapshot.match.game.notation.WORDS.text(outcome.cause, reader, starts=starts)
    ending = snapshot.match.ending
    if ending is not None and ending.kind == Termination.TIME:
        return WORDS.text(_on_time(snapshot, ending), reader, starts=starts)
    if ending is None or ending.seat is None:
        agreed = outcome.termination == Termination.AGREED
        return WORDS.text(Message("by-agreement"), reader, starts=starts) if agreed else outcome.reason
    if ending.kind == Termination.RESIGNED and snapshot.alone:
        return WORDS.text(Message("given-up"))
    return WORDS.text(Message("resigned", who=player(ending.seat)), reader, starts=starts)


def _on_time(snapshot: MatchSnapshot, ending: Ending) -> Message:
    """Return whose time ran out, and where nobody lost by that why not."""
    if ending.seat is None:
        return Message("time-up")
    if not ending.drawn:
        return Message("out-of-time", who=player(ending.seat))
    team = snapshot.match.game.setup.team(snapshot.match.options, ending.seat)
    others = [seat for seat in range(len(snapshot.seats)) if seat not in team]
    return Message("out-of-time-draw", who=player(ending.seat), others=players(others))


def cancelled(cause: str, seat: int, reader: Reader) -> str:
    """Return who cancelled a match and why: ``Cancelled: Ben didn't start in time``. ``cause`` and ``seat``: the text
    of its last entry, and whose it is."""
    if cause == Cause.OPERATOR:
        return WORDS.text(Message("cancelled-by-operator"))
    why = why_cancelled(cause, seat, reader)
    return WORDS.text(Message("cancelled-because", why=why) if why else CANCELLED)


def why_cancelled(cause: str, seat: int, reader: Reader, *, starts: bool = False) -> str:
    """Return who cancelled a match and why, a clause; empty where nobody noted it."""
    who = player(seat)
    told = {
        Cause.LATE: Message("late-start", who=who),
        Cause.AGREED: Message("both-agreed" if len(reader.names) == PAIR else "all-agreed"),
        Cause.EMPTY: Message("nobody-joined"),
        Cause.DECLINED: Message("invitation-declined"),
        Cause.WITHDRAWN: Message("invitation-withdrawn"),
        Cause.LEFT: Message("left-early", who=who),
        Cause.EARLY: Message("resigned-early", who=who),
        Cause.STOPPED: Message("stopped", who=who),
        Cause.OPERATOR: Message("by-operator"),
        Cause.LONG: Message("too-long", most=f"{MOST_MOVES:,}"),
    }
    return WORDS.text(told[Cause(cause)], reader, starts=starts) if cause else ""


DOUBLE: Final = "double match"
DUPLICATE: Final = "duplicate"


def double_line(reader: Reader, shares: Sequence[float], totals: Sequence[int] = (), kind: str = DOUBLE) -> str:
    """Return who won two games on one deal, with the points of both if they count. ``shares``: each seat's share of the
    win, or whatever it goes by; ``kind``: what the two are called."""
    best = [seat for seat, share in enumerate(shares) if share == max(shares)]
    points = tuple(sorted(totals, reverse=True))
    if len(best) > 1:
        drawn = Message("draws-double-at", kind=kind, points=points) if points else Message("draws-double", kind=kind)
        return WORDS.text(drawn)
    won = Message("wins-double", who=player(best[0]), kind=kind)
    return WORDS.text(Message("with-points", result=won, points=points) if points else won, reader)


def second_game_line(second: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    """Return how the second game of a double match ended: ``Game 2 was forfeited: Ben didn't start in time.``"""
    ending, first = second.match.ending, second.links[DOUBLE_OF]
    if outcome.termination == Termination.ABANDONED:
        said = [Message("second-not-played")]
        if first.points is not None:
            each = (Message("has-points", who=player(seat), points=points) for seat, points in enumerate(first.points))
            said.append(Message("first-stands", points=tuple(each)))
        return " ".join(sentence(WORDS.text(each, reader)) for each in said)
    late = ending.seat if ending is not None and ending.kind == Termination.TIME else None
    if late is not None and late not in second.match.movers:
        why = Message("late-start", who=player(late))
        return sentence(WORDS.text(Message("second-forfeited", why=why), reader))
    return sentence(WORDS.text(Message("second-game", result=outcome_line(second, outcome, reader))))


# --- what happened ---------------------------------------------------------------------------------------------------


def event_text(game: Game, accounts: Sequence[MoveEffects], text: str, reader: Reader) -> str:
    """Return what a move, or a run of chance, was and did; ``text`` is the move's notation."""
    return game_words.narration(game.notation.WORDS, accounts, text, reader)


def entry_sentence(entry: Entry, reader: Reader) -> str:
    """Return what happened with an entry that is no move, or a move that is held."""
    resigned = "gives-up" if len(reader.names) == 1 else "resigns"
    keys = {
        UNDO: "takes-back",
        Termination.RESIGNED: resigned,
        Termination.TIME: "time-is-up" if entry.mover == NOBODY else "runs-out",
        Termination.AGREED: "agree-draw",
        GIFT: "gives-time",
        MORE_TIME: "gets-time",
        PAUSE: "pauses",
        RESUME: "goes-on",
    }
    if entry.kind == Termination.ABANDONED:
        return cancelled(entry.text, entry.mover, reader)
    if entry.kind == HELD:
        key = {entry.mover: "your-move-is-in", 1 - entry.mover: "their-move-is-in"}.get(reader.you, "move-is-in")
        return WORDS.text(Message(key, who=player(entry.mover), other=player(1 - entry.mover)), reader)
    return WORDS.text(Message(keys[entry.kind], who=player(entry.mover)), reader)


# --- what is waited for ----------------------------------------------------------------------------------------------


def waiting_note(snapshot: MatchSnapshot, yours: Sequence[int] = ()) -> str:
    """Return what the table waits for besides a move; usually empty. ``yours``: the reader's seats."""
    said = _waiting(snapshot) if snapshot.status == WAITING else _ready(snapshot)
    reader = Reader(snapshot.names, yours[0] if len(yours) == 1 else -1)
    return " ".join(sentence(WORDS.text(one, reader)) for one in said)


def _ready(snapshot: MatchSnapshot) -> list[Message]:
    """Return who is ready for the second game, once the first is over."""
    ready = snapshot.status == OVER and snapshot.agreed
    return [Message("is-ready", who=players(snapshot.agreed))] if ready else []


def offer_line(reader: Reader, kind: str, by: int, agreed: Sequence[int], waits_for: Sequence[int]) -> str:
    """Return who offers what and who agrees, and to whoever need not answer for whom it waits."""
    said = [Message(f"offers-{kind}", who=player(by))]
    if agreed:
        said.append(Message("agrees", who=players(agreed)))
    if waits_for and reader.you not in waits_for:
        said.append(Message("waits-for-answer", whom=players(waits_for)))
    return " ".join(sentence(WORDS.text(one, reader)) for one in said)


def declined_line(reader: Reader, kind: str, by: int) -> str:
    """Return who declines what was offered."""
    return sentence(WORDS.text(Message(f"declines-{kind}", who=player(by)), reader))


def _waiting(snapshot: MatchSnapshot) -> list[Message]:
    """Return for whom the table waits."""
    if snapshot.begins is not None:
        return [Message("counts-down")]
    if races.waits_for_ready(snapshot):
        ready = [Message("ready-to-race", who=players(snapshot.agreed))] if snapshot.agreed else []
        return [*ready, Message("get-ready")]
    free = tuple(seat.seat_name for seat in snapshot.seats if seat.kind == OPEN)
    several = "waits-for-several" if len(free) > 1 else "waits-for-anybody"
    wanted = Message(several, count=len(free)) if snapshot.places_drawn else Message("waits-for", seats=free)
    match = snapshot.match
    if not match.dealt and (snapshot.places_drawn or match.game.rules.to_move(match.row) == CHANCE):
        return [wanted, Message("nothing-drawn")]
    return [wanted]
