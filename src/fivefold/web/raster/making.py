"""What is made of posters: a PNG, or a GIF of several. Runs in a process of its own; everything given to it is facts."""

import io
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import resvg_py
from PIL import Image

from fivefold.web.raster import letters, posters, styled
from fivefold.web.raster.posters import Poster

MOST_BYTES: Final = 300_000
"""Of a picture; one that is larger gets fewer colours."""
MOST_MOVING_BYTES: Final = 2_000_000
SIDES: Final = (600, 480, 360)
"""Of a game in motion; the next one if it takes too many bytes."""
MOVING_SECONDS: Final = 0.8
LONGEST_SECONDS: Final = 45.0
"""The time in which a game is shown at most."""
LAST_SECONDS: Final = 4.0
COLOURS: Final = 128
KINDNESS: Final = 10
"""How much later than others a process that draws gets its turn."""


@dataclass(frozen=True, slots=True)
class Still:
    """A poster to be made a PNG."""

    poster: Poster

    def made(self) -> bytes:
        """Return the PNG."""
        drawn = png(posters.draw(self.poster), self.poster.size[0])
        return drawn if len(drawn) <= MOST_BYTES else _with_fewer_colours(drawn)


@dataclass(frozen=True, slots=True)
class Moving:
    """Posters to be shown one after the other."""

    frames: tuple[Poster, ...]

    def made(self) -> bytes:
        """Return the GIF."""
        for side in SIDES:
            found = self._of(side)
            if len(found) <= MOST_MOVING_BYTES:
                break
        return found

    def _of(self, side: int) -> bytes:
        drawn = [Image.open(io.BytesIO(png(posters.draw(frame), side))).convert("RGB") for frame in self.frames]
        palette = _palette(drawn)
        first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in drawn]
        each = min(MOVING_SECONDS, LONGEST_SECONDS / len(drawn))
        shown = [*[int(1000 * each)] * (len(drawn) - 1), int(1000 * LAST_SECONDS)]
        out = io.BytesIO()
        first.save(out, "GIF", save_all=True, append_images=others, duration=shown, loop=0, optimize=False, disposal=1)
        return out.getvalue()


Job = Still | Moving


def make(job: Job) -> bytes:
    """Return what was asked for."""
    return job.made()


def prepare() -> None:
    """Let a process that draws leave the processor to whoever else wants it."""
    with suppress(AttributeError, OSError):
        os.nice(KINDNESS)


def png(svg: str, width: int) -> bytes:
    """Return one of our pictures as a PNG of this width."""
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


def _palette(frames: list[Image.Image]) -> Image.Image:
    """Return the colours of all frames, by some of them side by side."""
    some = [frames[len(frames) * place // 6] for place in range(6)] + [frames[-1]]
    side = some[0].width // 2
    sheet = Image.new("RGB", (side * len(some), side))
    for place, frame in enumerate(some):
        sheet.paste(frame.resize((side, side)), (place * side, 0))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _with_fewer_colours(drawn: bytes) -> bytes:
    out = io.BytesIO()
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
