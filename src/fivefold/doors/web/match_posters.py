"""Posters of matches and games: what a picture tells of them, as facts. Nothing on one is hidden from anybody."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Final

from fivefold.contract import SPECTATOR, Game, PolicyRollouts
from fivefold.house.links import DAY, day_is_over
from fivefold.house.match_view.open_positions import OpenPosition
from fivefold.house.match_view.views import Views
from fivefold.parts.messages import Reader
from fivefold.parts.words import counted, listed
from fivefold.play import set_ups, time_words
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.raster.jobs import Board, Poster, SeatLine
from fivefold.session import narration
from fivefold.session.seats import COMPUTER, OPEN, PERSON, Seat
from fivefold.session.snapshot import OVER, WAITING, MatchSnapshot

MOST_FRAMES: Final = 120
"""Positions of a game in motion; of a longer one some are left out, evenly."""
SHOWN_TURNS: Final = {"locus": 17, "focus": 24, "dice_poker": 90, "solitaire": 18, "pokeros": 20}
SEED: Final = 5
HOUSE: Final = "Five strategy games built on fives"


def of_match(views: Views, snapshot: MatchSnapshot) -> Poster:
    """Return the poster of a match's link: an invitation, a match to watch, a result."""
    if snapshot.linked(DAY) is not None and not day_is_over(snapshot):
        return _of_days_match(snapshot)
    shown = views.open_to_all(snapshot)
    poster = Poster(
        title=title(snapshot),
        otherwise=title_without_names(snapshot),
        above=about(snapshot),
        boards=(board(shown),),
        seats=seat_lines(snapshot, shown),
    )
    if snapshot.status == WAITING and _is_open(snapshot):
        return replace(poster, below="Take your seat", pressed=True)
    if snapshot.status != OVER:
        return replace(poster, below="Watch the match", pressed=True)
    outcome = snapshot.match.outcome
    why = narration.telling_reason(snapshot, outcome, Reader(snapshot.names)) if outcome is not None else ""
    return replace(poster, below=why or "See how it went, move by move.")


def of_position(views: Views, snapshot: MatchSnapshot, ply: int | None, *, square: bool) -> Poster:
    """Return the picture of a position."""
    shown = views.open_to_all(snapshot, ply)
    move = sum(mover >= 0 for mover in snapshot.match.movers[: shown.ply])
    above = about(snapshot) if shown.ended or not move else f"{snapshot.match.game.name} · move {move}"
    said = title(snapshot) if shown.ended or not square else ""
    otherwise = title_without_names(snapshot)
    return Poster(said, otherwise, above, (board(shown),), seat_lines(snapshot, shown), square=square)


def frames(views: Views, snapshot: MatchSnapshot) -> tuple[Poster, ...]:
    """Return a match as pictures to be shown one after the other: the position after each player's move."""
    movers = snapshot.match.movers
    ends = [ply + 1 for ply, mover in enumerate(movers) if mover >= 0]
    start = ends[0] - 1 if ends else len(movers)
    plies = sorted({start, *ends, len(movers)})
    if len(plies) > MOST_FRAMES:
        step = (len(plies) - 1) / (MOST_FRAMES - 1)
        plies = [plies[round(step * place)] for place in range(MOST_FRAMES)]
    seen: dict[int, Poster] = {}
    for ply in plies:
        poster = of_position(views, snapshot, ply, square=True)
        seen.setdefault(views.open_to_all(snapshot, ply).ply, poster)
    return tuple(seen.values())


def title(snapshot: MatchSnapshot) -> str:
    """Return who invites to what, who plays whom, or how it ended."""
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        return narration.headline(snapshot, outcome, Reader(snapshot.names))
    if _is_open(snapshot):
        hosts = [seat.name for seat in snapshot.seats if seat.kind == PERSON and seat.name]
        who = f"{listed(hosts)} {'invites' if len(hosts) == 1 else 'invite'} you to" if hosts else "You are invited to"
        return f"{who} {game.name}"
    if snapshot.alone:
        return f"{snapshot.names[0]} plays {game.name}"
    if len(snapshot.seats) == 2:
        return f"{snapshot.names[0]} against {snapshot.names[1]}"
    return listed(snapshot.names)


def title_without_names(snapshot: MatchSnapshot) -> str:
    """Return the same for letters that cannot write the players' names."""
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        seats = tuple(seat.seat_name or f"Player {seat.seat + 1}" for seat in snapshot.seats)
        return narration.headline(snapshot, outcome, Reader(seats))
    return f"You are invited to {game.name}" if _is_open(snapshot) else str(game.name)


def about(snapshot: MatchSnapshot) -> str:
    """Return the game, with how many play it where that differs from match to match."""
    game, count = snapshot.match.game, len(snapshot.seats)
    preset = set_ups.chosen_preset(game, snapshot.match.options)
    if preset is not None:
        return f"{game.name} · {preset.name}"
    return f"{game.name} · {counted(count, 'player')}" if len(game.setup.seat_counts) > 1 else str(game.name)


def description(snapshot: MatchSnapshot) -> str:
    """Return a sentence or two for those who are shown a link."""
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        return f"A match of {game.name}. {narration.outcome_line(snapshot, outcome, Reader(snapshot.names))}"
    if _is_open(snapshot):
        free = sum(seat.kind == OPEN for seat in snapshot.seats)
        time = f", {time_words.words(snapshot.terms.time)}" if snapshot.terms.time is not None else ""
        return f"{counted(free, 'free seat')}{time}. Open the link to sit down: no account needed. {game.tagline}"
    return f"A match of {game.name}, going on now: open the link to watch. {game.tagline}"


def seat_lines(snapshot: MatchSnapshot, shown: OpenPosition) -> tuple[SeatLine, ...]:
    """Return who sits where, with what they have."""
    outcome = snapshot.match.outcome if shown.ended else None
    best = max(outcome.returns) if outcome is not None else 0
    begun = snapshot.status != WAITING
    return tuple(
        SeatLine(
            seat.seat,
            "Free seat" if seat.kind == OPEN else _name(snapshot, seat),
            seat.seat_name or f"Player {seat.seat + 1}",
            f"{shown.points[seat.seat]:g}" if begun else "",
            won=outcome is not None and not snapshot.alone and outcome.returns[seat.seat] == best > 0,
            free=seat.kind == OPEN,
        )
        for seat in snapshot.seats
    )


def _name(snapshot: MatchSnapshot, seat: Seat) -> str:
    name = snapshot.names[seat.seat]
    return f"{name}, level {seat.level}" if seat.kind == COMPUTER else name


def board(shown: OpenPosition) -> Board:
    """Return a position for a poster."""
    return Board(shown.game.key, shown.row, shown.viewer, shown.marks)


def _is_open(snapshot: MatchSnapshot) -> bool:
    return any(seat.kind == OPEN for seat in snapshot.seats)


def _of_days_match(snapshot: MatchSnapshot) -> Poster:
    """Return the poster of somebody's deal of a day, without the cards, which others have yet to play."""
    day = date.fromisoformat(snapshot.linked(DAY) or "")
    outcome, game = snapshot.match.outcome, snapshot.match.game
    said = narration.headline(snapshot, outcome, Reader(snapshot.names)) if outcome else f"Deal of the day: {game.name}"
    names = [seat.name for seat in snapshot.seats if seat.kind == PERSON]
    by = f" by {listed(names)}" if outcome and snapshot.alone else ""
    return Poster(
        said + by,
        f"Deal of the day: {game.name}",
        f"{game.name} · deal of the day",
        big=day_words(day),
        below="Play the same cards",
        pressed=True,
    )


def of_day(game: Game, day: date) -> Poster:
    """Return the poster of a game's deal of a day."""
    below = "Play it: one try each"
    return Poster(game.name, above="Deal of the day", big=day_words(day), below=below, pressed=True)


def day_words(day: date) -> str:
    """Return a day: ``22 November``."""
    return f"{day.day} {day:%B}"


def of_house() -> Poster:
    """Return the poster of the house: its games."""
    below = "Play people or computers, in your browser. No account needed."
    return Poster(HOUSE, boards=tuple(example(key) for key in keys()), below=below)


def of_lobby() -> Poster:
    """Return the poster of the lobby."""
    below = "Open tables of five strategy games, live. Sit down with one tap."
    return Poster("Find somebody to play with", boards=tuple(example(key) for key in keys()), below=below)


def of_game(key: str) -> Poster:
    """Return the poster of a game."""
    game = find(key)
    return Poster(game.name, above=_players(game.setup.seat_counts), boards=(example(key),), below=game.tagline)


def _players(counts: Sequence[int]) -> str:
    between = "or" if len(counts) == 2 else "to"
    return counted(counts[0], "player") if len(counts) == 1 else f"{counts[0]} {between} {counts[-1]} players"


@cache
def example(key: str) -> Board:
    """Return a position some turns into a game, every move one of those that look best at first sight."""
    game = find(key)
    match, chooser = Match(game, seed=SEED), Random(SEED)
    for _ in range(SHOWN_TURNS.get(key, 12)):
        if match.outcome is not None:
            break
        if isinstance(game.search, PolicyRollouts):
            match.make(game.search.choose(match.row, match.to_move))
            continue
        merit, row = game.search.merit, match.row
        match.make(chooser.choice(sorted(match.legal(), key=lambda move: merit(row, move), reverse=True)[:3]))
    return Board(key, tuple(match.seen_by(SPECTATOR)), SPECTATOR)
