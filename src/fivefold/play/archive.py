"""Matches to records and back: everything a record claims is played through and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.contract import ANYONE, CHANCE, NOBODY, Game
from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption, InvalidRecord
from fivefold.play import catalogue, chance, options, record
from fivefold.play.record import Record

if TYPE_CHECKING:
    from fivefold.play.match import Clock, Match


def to_record(match: Match, sealed: str = "") -> str:
    """Return a match as text; ``sealed`` says when its seed comes that it does not tell yet."""
    over = match.outcome is not None and match.ended is not None
    source = match.source
    movers = [record.mover_said(mover) for mover in match.movers]
    return record.write(
        Record(
            game=match.game.key,
            version=match.game.rules.VERSION,
            options={**match.options, **dict.fromkeys(match.undecided, record.UNDECIDED)},
            drawn=match.drawn,
            seats=match.seats,
            started=match.started,
            chance=(source.kind, source.public),
            scripted=min(len(match.script), match.movers.count(CHANCE)),
            moves=tuple(map(record.Move, movers, match.history)),
            ending=match.ending,
            result=record.result(match.outcome, match.ended) if match.outcome and match.ended else None,
            seed=source.seed.hex() if over and not sealed and isinstance(source, chance.Fair) else None,
            nonces=source.nonces,
            dealt=match.dealt,
            sealed=sealed if over else "",
        )
    )


def restore(match: Match, text: str, seed: int | bytes | str | None, more: tuple[str, ...], clock: Clock) -> None:
    """Fill in ``match``, an object without contents, from a record; see ``Match.from_record``."""
    told = record.read(text)
    rebuild(match, told, _source(told, seed), more, clock)
    if match.outcome is None and match.dealt:
        match._settle()


def rebuild(match: Match, told: Record, source: chance.Source, more: tuple[str, ...], clock: Clock) -> None:
    """Play a record through in ``match``, an object without contents. Raises ``InvalidRecord`` where it goes wrong."""
    game = _game(told)
    scripted = [move.text for move in told.moves if move.mover == "chance"][: told.scripted]
    match._begin(game, _options(game, told), source, (*scripted, *more), clock)
    match.drawn, match.started, match.dealt = told.drawn, told.started, told.dealt
    match.seats = _seats(match, told)
    for number, move in enumerate(told.moves, start=1):
        _follow(match, told, number, move)
    _conclude(match, told)


def _game(told: Record) -> Game:
    try:
        game = catalogue.find(told.game)
    except InvalidOption as error:
        raise told.invalid("game", str(error)) from error
    if told.version != game.rules.VERSION:
        raise told.invalid(
            "game", f"rules version {told.version}; this program plays {game.name} by version {game.rules.VERSION}"
        )
    return game


def _options(game: Game, told: Record) -> dict[str, str]:
    """Return the options; those that chance has yet to decide with any value."""
    undecided = frozenset() if told.dealt else told.drawn
    for name in undecided:
        if told.options[name] != record.UNDECIDED:
            raise told.invalid(f"option {name}", f"{told.options[name]} is said to be drawn, but nothing was drawn yet")
    for option in game.setup.options:
        if option.name not in told.options:
            raise told.invalid("started", f"option {option.name} is missing before this line")
        if option.name in undecided:
            continue
        try:
            options.canonical(game, option, told.options[option.name])
        except InvalidOption as error:
            raise told.invalid(f"option {option.name}", str(error)) from error
    try:
        decided = {name: value for name, value in told.options.items() if name not in undecided}
        if not undecided:
            return options.resolve(game, decided, chance.Scripted().draw)
        if undecided != options.drawn(game, decided):
            raise told.invalid("undealt", f"chance decides nothing of {', '.join(sorted(undecided))}")
        return options.resolve(game, decided, lambda label, count: 0)
    except InvalidOption as error:
        raise told.invalid("option", str(error)) from error


def _source(told: Record, seed: int | bytes | str | None) -> chance.Source:
    kind, public = told.chance
    if kind == "scripted":
        return chance.source(seed, ())
    if seed is None:
        seed = int(public) if kind == "seeded" else told.seed
    if seed is None:
        return chance.Sealed(public, told.nonces)
    source = chance.mixed(chance.source(seed), told.nonces)
    if (source.kind, source.public) != told.chance:
        raise told.invalid("seed" if told.seed else "chance", f"the seed is not the one of chance {kind} {public}")
    return source


def _seats(match: Match, told: Record) -> tuple[str, ...]:
    try:
        return match._names(told.seats)
    except InvalidOption as error:
        raise told.invalid("seat", str(error)) from error


def _follow(match: Match, told: Record, number: int, move: record.Move) -> None:
    line = str(number)
    if not match.dealt:
        raise told.invalid(line, f"{move.text}: nothing was dealt before this move")
    if match._turn == NOBODY:
        raise told.invalid(line, f"{move.text}: the game was over before this move")
    if match._turn != ANYONE and move.mover != record.mover_said(match._turn):
        to_move = record.mover_said(match._turn)
        raise told.invalid(line, f"{move.text}: written as made by {move.mover}, but {to_move} is to move")
    try:
        made = match.game.notation.read(match.row, move.text)
    except (InvalidMove, IllegalMove) as error:
        raise told.invalid(line, str(error)) from error
    mover = record.mover_said(match.mover(made))
    if move.mover != mover:
        raise told.invalid(line, f"{move.text}: written as made by {move.mover}, but it is a move of {mover}")
    if match._turn != CHANCE and not match.alone():
        match._decisions.append(len(match.moves))
    match._append(made)


def _conclude(match: Match, told: Record) -> None:
    """End the match as the record says, or let it go on."""
    over = match._turn == NOBODY
    if told.result is None:
        if over or told.ending is not None:
            raise told.invalid("end", "the match is over, but 'ended', 'result', 'scores' and 'reason' are missing")
        return
    _check_ending(match, told, over)
    if told.ending is None:
        match._settle()
    else:
        match._end(told.ending)
    match.ended = told.result.ended
    _compare(match, told)


def _check_ending(match: Match, told: Record, over: bool) -> None:
    ending = told.ending
    if ending is None:
        if not over:
            raise told.invalid("ended", "the game is not over after the last move, and nobody gave up")
    elif over:
        raise told.invalid(ending.kind, f"{ending.kind}: the game was over before that")
    elif ending.seat is not None and ending.seat >= len(match.seats):
        raise told.invalid(ending.kind, f"{ending.kind}: there is no seat {ending.seat}")


def _compare(match: Match, told: Record) -> None:
    if match.outcome is None or told.result is None:
        raise InvalidRecord("the match is not over")
    true = record.result(match.outcome, told.result.ended)
    said = told.result
    for word, is_said, is_true in (
        ("result", said.returns, true.returns),
        ("scores", said.scores, true.scores),
        ("reason", said.reason, true.reason),
    ):
        if is_said != is_true:
            raise told.invalid(word, f"{word} {is_said}, but the moves lead to {word} {is_true}")
