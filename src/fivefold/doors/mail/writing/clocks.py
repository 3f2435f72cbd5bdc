"""What the clocks of a match say, and when time runs out."""

from collections.abc import Iterator

from fivefold.doors.mail.writing.words import moment_words, said, span_words
from fivefold.parts.messages import Reader
from fivefold.play.clocks import Clocks, Stops
from fivefold.play.time_control import Pace
from fivefold.session.narration import player
from fivefold.session.snapshot import LIVE, MatchSnapshot


def sentences(now: MatchSnapshot, reader: Reader, at: int, stops: Stops, zone: str) -> Iterator[str]:
    """Yield what is left to everybody at a moment; nothing where nobody's time is limited, and once it is over.

    ``zone``: where the reader lives.
    """
    clocks = now.clocks
    if clocks is None or now.status != LIVE:
        return
    if clocks.paused:
        yield said("paused", moment=moment_words(clocks.since, zone))
    elif clocks.control.pace == Pace.GAME:
        yield said("left-whole", left=span_words(clocks.left(0, at, stops)))
        yield from _runs_out(clocks, reader, at, stops, zone)
    else:
        out = is_out(now, at, stops)
        for seat in _told_seats(clocks):
            if out and seat == clocks.running:
                continue
            left = span_words(clocks.left(seat, at, stops))
            yield _capital(said("left", reader, who=player(seat), left=left))
        yield from _runs_out(clocks, reader, at, stops, zone)


def is_out(now: MatchSnapshot, at: int, stops: Stops) -> bool:
    """Tell whether the running clock has come to nothing at a moment."""
    out = None if now.clocks is None or now.clocks.paused else now.clocks.runs_out(stops)
    return out is not None and out <= at


def _told_seats(clocks: Clocks) -> list[int]:
    """Return whose clocks matter: with a limit for each move only the one that runs."""
    if clocks.control.pace == Pace.MOVE:
        return [] if clocks.running is None else [clocks.running]
    return list(range(len(clocks.seats)))


def _runs_out(clocks: Clocks, reader: Reader, at: int, stops: Stops, zone: str) -> Iterator[str]:
    out = clocks.runs_out(stops)
    if out is None or clocks.running is None:
        return
    whose = owner(reader, clocks.running)
    if clocks.control.pace == Pace.GAME:
        yield said("whole-runs-out", moment=moment_words(out, zone))
    elif out <= at:
        yield said("is-out", whose=whose)
    else:
        yield said("runs-out", whose=whose, moment=moment_words(out, zone))


def owner(reader: Reader, seat: int) -> str:
    """Return a player as an owner at the beginning of a sentence: ``Your``, ``Anna's``."""
    return "Your" if seat == reader.you else f"{reader.names[seat]}'s"


def _capital(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:]}"
