"""The one writer of reports: tables in Markdown, plots as SVG, and an HTML file that opens offline."""

import html
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from markdown_it import MarkdownIt

NO_PLOT: Final = "The plot is left out: it needs matplotlib (pip install matplotlib)."
INK, LINE, FAINT = "#7a8290", "#2f8f83", "#7a829055"
"""Colours that can be read on white and on black."""
Axes: TypeAlias = Any
"""Matplotlib's: it is an extra that may be missing."""


def this_machine() -> str:
    """Return what is measured on, in words."""
    return f"Python {platform.python_version()} with {os.cpu_count()} processors"


def written(folder: Path, contents: Mapping[str, str]) -> list[Path]:
    """Write files of these names to a folder, which is made if it is missing; return them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in contents]


# --- Markdown --------------------------------------------------------------------------------------------------------


def page(parts: Iterable[str]) -> str:
    """Return paragraphs as a page."""
    return "\n\n".join(parts) + "\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], align: str = "lr") -> str:
    """Return a table; ``align``: l or r for each column, the last of them for all that follow."""
    letters = align + align[-1] * (len(columns) - len(align))
    rule = "|".join("---" if letter == "l" else "--:" for letter in letters)
    lines = [f"| {' | '.join(columns)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def block(*lines: str) -> str:
    """Return lines as they stand in a terminal."""
    return "```\n" + "\n".join(line.strip() for line in lines) + "\n```"


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return lines of plain text in columns, those of ``left`` to the left and the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(_padded(row, widths, left)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int], left: Sequence[int]) -> Iterator[str]:
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if place in left else cell.rjust(width)


# --- plots -----------------------------------------------------------------------------------------------------------


def can_draw() -> bool:
    """Tell whether matplotlib is there."""
    return find_spec("matplotlib") is not None


@contextmanager
def drawing(height: float, width: float = 7.2, font_size: float = 11) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Provide a figure of so many inches, and what returns it as SVG: the same bytes with the same matplotlib."""
    import matplotlib  # noqa: PLC0415  an extra that may be missing
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    style: Any = {
        "svg.hashsalt": "fivefold",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": font_size,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure, lambda: _svg(figure)


def _svg(figure: Any) -> str:
    file = StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return file.getvalue()


def plain(axes: Axes, grid: str = "", title: str = "", across: str = "", up: str = "") -> None:
    """Take away what a plot can do without; ``grid``: x, y, both or none; and name its axes."""
    if title:
        axes.set_title(title, color=INK, loc="left", fontsize=12)
    if across:
        axes.set_xlabel(across, color=INK)
    if up:
        axes.set_ylabel(up, color=INK)
    if grid:
        axes.grid(axis=grid, color=FAINT, linewidth=0.8)
    axes.tick_params(colors=INK, length=0, which="both")
    for side in axes.spines.values():
        side.set_visible(False)


# --- HTML ------------------------------------------------------------------------------------------------------------

STYLE: Final = """
:root { color-scheme: light dark; --page: #f7f8f4; --ink: #1d2b26; --soft: #51635b; --line: #cdd6ce; --accent: #0a664e;
  --panel: #edf1eb }
@media (prefers-color-scheme: dark) {
  :root { --page: #15211d; --ink: #e9efe9; --soft: #9fb2a8; --line: #344a41; --accent: #7fd6b6; --panel: #1d2c27 }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 17px/1.55 ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif }
main { max-width: 50rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: break-word }
h1 { font-size: 1.85rem; line-height: 1.2; margin: 0 0 1rem; text-wrap: balance }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.75rem 0 .5rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line) }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .25rem }
p, ul, ol { margin: .75rem 0 }
h1 + p { font-size: 1.15rem }
a { color: var(--accent) }
code { font: .88em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
pre { background: var(--panel); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto }
figure { margin: 1.5rem 0 }
figure svg { display: block; width: 100%; height: auto }
figcaption { color: var(--soft); font-size: .9rem; margin-top: .25rem }
.table { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; min-width: 60% }
th { color: var(--soft); font-weight: 600; text-align: left; vertical-align: bottom }
th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line) }
td[style*="right"] { white-space: nowrap }
@media (max-width: 40rem) {
  body { font-size: 16px } h1 { font-size: 1.5rem } th, td { padding-right: .75rem }
  figure { overflow-x: auto } figure svg { min-width: 34rem }
}
@media print { body { font-size: 11pt } main { max-width: none; padding: 0 } }
"""
PICTURE: Final = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)"[^>]*></p>')
DECLARATIONS: Final = re.compile(r"<\?xml[^>]*\?>|<!DOCTYPE[^>]*>|<metadata>.*?</metadata>", re.DOTALL)


def html_report(markdown: str, pictures: Mapping[str, str]) -> str:
    """Return a report as a page: the title is its first heading, ``pictures`` are SVG texts by their file names.

    A picture stands alone in its paragraph; its alternative text is its caption too.
    """
    title = next((line.removeprefix("# ") for line in markdown.splitlines() if line.startswith("# ")), "")
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    body = body.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace(" %", "\u00a0%")
    body = PICTURE.sub(lambda found: _figure(found[1], found[2], pictures), body)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _figure(name: str, caption: str, pictures: Mapping[str, str]) -> str:
    drawn = _inline(pictures[name], re.sub(r"\W+", "-", name), html.unescape(caption))
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def _inline(svg: str, prefix: str, description: str) -> str:
    """Return an SVG file as an element of a page; ``prefix`` keeps its names apart from those of other pictures."""
    drawn = DECLARATIONS.sub("", svg).strip()
    drawn = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', drawn)
    drawn = re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', drawn)
    drawn = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{html.escape(description)}" ', 1)
