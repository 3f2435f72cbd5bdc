"""What is made of posters: a PNG, or a GIF of several. It runs in a process of its own."""

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from fivefold.raster import letters, posters, styled
from fivefold.raster.jobs import Board, Inlay, Job, Poster, Still

MOST_BYTES: Final = 300_000
"""Of a picture; one that is larger gets fewer colours."""
MOST_MOVING_BYTES: Final = 2_000_000
SHARPNESS: Final = 2
"""Pixels of an inlay for one of a page."""
KEPT_INLAYS: Final = 32
"""Some 100 kB each: everybody in a match without secrets gets the same one."""
SIDES: Final = (600, 480, 360)
"""Of a game in motion; the next one if it takes too many bytes."""
MOVING_SECONDS: Final = 0.8
LONGEST_SECONDS: Final = 45.0
"""The time in which a game is shown at most."""
LAST_SECONDS: Final = 4.0
COLOURS: Final = 240
NO_DITHER: Final = Image.Dither.NONE
SAMPLES: Final = 5
UNCHANGED: Final = 255
"""The colour that lets the frame before show through."""
KINDNESS: Final = 10
"""How much later than others a process that draws gets its turn."""


def make(job: Job) -> bytes:
    """Return what was asked for."""
    if isinstance(job, Inlay):
        return inlay(job)
    return _still(job.poster) if isinstance(job, Still) else moving(job.frames)


def _still(poster: Poster) -> bytes:
    return _bounded(_png(posters.draw(poster), poster.size[0]))


@lru_cache(maxsize=KEPT_INLAYS)
def inlay(job: Inlay) -> bytes:
    """Return a position as a PNG; the same one is drawn once.

    256 colours, in which it looks the same, make a mail a third as long.
    """
    return _with_fewer_colours(_png(posters.board(job.board), job.width * SHARPNESS))


def pixels(board: Board, width: int) -> NDArray[numpy.uint8]:
    """Return a position as colours, red, green and blue: uint8[height, width, 3]."""
    drawn = Image.open(io.BytesIO(_png(posters.board(board), width)))
    return numpy.asarray(drawn.convert("RGB"))


def _bounded(drawn: bytes) -> bytes:
    return drawn if len(drawn) <= MOST_BYTES else _with_fewer_colours(drawn)


def moving(frames: Sequence[Poster]) -> bytes:
    """Return posters as a GIF, as large as it may be."""
    for side in SIDES:
        found = _moving(frames, side)
        if len(found) <= MOST_MOVING_BYTES:
            break
    return found


def _moving(frames: Sequence[Poster], side: int) -> bytes:
    palette = _palette([_frame(frames[place], side) for place in _some(len(frames))])
    first, *others = _changes([_frame(frame, side).quantize(palette=palette, dither=NO_DITHER) for frame in frames])
    each = min(MOVING_SECONDS, LONGEST_SECONDS / len(frames))
    shown = [*[int(1000 * each)] * len(others), int(1000 * LAST_SECONDS)]
    told = {"duration": shown, "loop": 0, "transparency": UNCHANGED, "disposal": 1, "optimize": False}
    out = io.BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, **told)
    return out.getvalue()


def _changes(frames: Sequence[Image.Image]) -> Iterator[Image.Image]:
    """Yield frames in which only what has changed since the one before is drawn: the rest shows through."""
    yield frames[0]
    for before, frame in pairwise(frames):
        now = numpy.asarray(frame)
        changed = Image.fromarray(numpy.where(now == numpy.asarray(before), numpy.uint8(UNCHANGED), now), "P")
        changed.putpalette(frame.getpalette() or [])
        yield changed


def _frame(poster: Poster, side: int) -> Image.Image:
    return Image.open(io.BytesIO(_png(posters.draw(poster), side))).convert("RGB")


def _some(count: int) -> list[int]:
    """Return the places of some of so many frames, the last among them."""
    return sorted({count * place // SAMPLES for place in range(SAMPLES)} | {count - 1})


def prepare() -> None:
    """Let a process that draws leave the processor to whoever else wants it."""
    with suppress(AttributeError, OSError):
        os.nice(KINDNESS)


def _png(svg: str, width: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=styled.plain(svg, letters.readable),
            width=width,
            skip_system_fonts=True,
            font_files=[letters.FILE],
            font_family=letters.FAMILY,
            sans_serif_family=letters.FAMILY,
        )
    )


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Return the colours of all frames together."""
    width, height = frames[0].size
    sheet = Image.new("RGB", (width * len(frames), height))
    for place, frame in enumerate(frames):
        sheet.paste(frame, (place * width, 0))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=NO_DITHER)


def _with_fewer_colours(drawn: bytes) -> bytes:
    out = io.BytesIO()
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=NO_DITHER).save(out, "PNG", optimize=True)
    return out.getvalue()
