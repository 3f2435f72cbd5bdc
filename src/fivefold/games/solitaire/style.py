"""The looks of the Poker Solitaire picture: colours of players and marks, and what every class on it means."""

from typing import Final

from fivefold.games.solitaire.arrangement import ARRANGED
from fivefold.parts import drawn_cards, svg

LIGHT: Final = {
    "seat-0": "#4c8a63",
    "seat-0-deep": "#2c5c3f",
    "seat-0-sign": "#eefaf1",
    "seat-1": "#8b4f8f",
    "seat-1-deep": "#5d2f62",
    "seat-1-sign": "#fbeefb",
    "back": "#3d5f55",
    "felt-edge": "#b2c6ba",
    "tray": "#c7d7cd",
    "card-warm": "#fff3d6",
    "glow": "rgb(236 140 20 / .45)",
    "worth": "#0b6e54",
    "warm-soft": "rgb(236 160 40 / .22)",
    "points-none": "#65786f",
    "points-field": "rgb(255 255 255 / .62)",
    "stolen": "#b3362b",
    "on-button": "#ffffff",
}
DARK: Final = {
    **LIGHT,
    "seat-0": "#6fb487",
    "seat-0-deep": "#bfe6cb",
    "seat-0-sign": "#10301d",
    "seat-1": "#c486c9",
    "seat-1-deep": "#ecd0ee",
    "seat-1-sign": "#35163a",
    "back": "#2c4840",
    "felt-edge": "#263a33",
    "tray": "#1d2c27",
    "card-warm": "#ffe9b8",
    "glow": "rgb(255 171 74 / .5)",
    "worth": "#4fd6a6",
    "warm-soft": "rgb(255 171 74 / .2)",
    "points-none": "#8ba096",
    "points-field": "rgb(79 214 166 / .13)",
    "stolen": "#c9483b",
    "on-button": "#06251a",
}
CONTRAST: Final = {
    **LIGHT,
    "seat-0": "#00572b",
    "seat-0-deep": "#000000",
    "seat-0-sign": "#ffffff",
    "seat-1": "#e7a8ee",
    "seat-1-deep": "#000000",
    "seat-1-sign": "#000000",
    "back": "#4a4a4a",
    "felt-edge": "#000000",
    "tray": "#ffffff",
    "card-warm": "#fff0c2",
    "glow": "rgb(138 66 0 / .35)",
    "worth": "#004d3a",
    "warm-soft": "#fff0c2",
    "points-none": "#000000",
    "points-field": "#ffffff",
    "stolen": "#a80000",
    "on-button": "#ffffff",
    "edge-opacity": "1",
}
CONTRAST_DARK: Final = {
    **CONTRAST,
    "seat-0": "#5dffa0",
    "seat-0-deep": "#ffffff",
    "seat-0-sign": "#000000",
    "seat-1": "#ff9df5",
    "seat-1-deep": "#ffffff",
    "back": "#2e2e2e",
    "felt-edge": "#ffffff",
    "tray": "#000000",
    "card-warm": "#ffe08a",
    "glow": "rgb(255 191 94 / .6)",
    "worth": "#5dffc4",
    "warm-soft": "#5a4300",
    "points-none": "#ffffff",
    "points-field": "#00402e",
    "stolen": "#ff8a80",
    "on-button": "#000000",
}

RULES: Final = """
.solitaire.pieces-0{--seat:var(--seat-0)}
.solitaire.pieces-1{--seat:var(--seat-1)}
.solitaire .table{fill:var(--table)}
.solitaire text{fill:var(--ink)}
.solitaire .standing{font-size:28px;font-weight:650}
.solitaire .coordinates text{fill:var(--ink-soft);font-size:18px;font-weight:600;text-anchor:middle}
.solitaire .sum{font-size:34px;font-weight:740;font-variant-numeric:tabular-nums;letter-spacing:-.5px}
.solitaire .title{font-size:25px;font-weight:660}
.solitaire .note{font-size:18px;fill:var(--ink-soft)}
.solitaire .name-back{fill:transparent;stroke:none}
.solitaire .active .name-back{fill:var(--accent-soft)}
.solitaire .line{cursor:help}
.solitaire .label-back{fill:transparent}
.solitaire .worth{font-size:31px;font-weight:740;fill:var(--worth);font-variant-numeric:tabular-nums}
.solitaire .hand{font-size:18.5px;font-weight:560}
.solitaire .hand.small{font-size:13.5px;letter-spacing:-.2px}
.solitaire .arrow{fill:none;stroke:var(--ink-soft);stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}
.solitaire .column-label text{text-anchor:middle}
.solitaire .column-label .worth{font-size:27px}
.solitaire .column-label .hand{font-size:17.5px;letter-spacing:-.2px}
.solitaire .column-label .hand.small{font-size:12.5px}
.solitaire .diagonal-label .worth{font-size:27px}
.solitaire .line.nothing .worth{fill:var(--ink-soft);font-weight:560;font-size:23px;opacity:.7}
.solitaire .line.scored .label-back{fill:var(--warm-soft)}
.solitaire .tray{fill:var(--tray)}
.solitaire .count{font-size:23px;font-weight:650;text-anchor:middle;fill:var(--ink-soft)}
.solitaire .count{font-variant-numeric:tabular-nums}
.solitaire .caption{font-size:17px;text-anchor:middle;fill:var(--ink-soft);font-weight:560}
.solitaire .reject.out .lift{opacity:.5}
.solitaire .place{fill:transparent;stroke:var(--ink-soft);stroke-width:1.3;stroke-dasharray:4.5 4}
.solitaire .place{stroke-opacity:var(--edge-opacity,.32)}
.solitaire .cell.open[data-pick] .place{fill:var(--points-field);stroke-opacity:.6}
.solitaire .reject.open[data-pick] .place{stroke-opacity:.6}
.solitaire .pack .place{stroke-opacity:var(--edge-opacity,.3)}
.solitaire .halo{fill:none;stroke:none;stroke-width:2.4}
.solitaire .glow{fill:none;stroke:none;stroke-width:8}
.solitaire .points{pointer-events:none;text-anchor:middle;font-variant-numeric:tabular-nums}
.solitaire .points text{font-size:36px;font-weight:740;fill:var(--worth);letter-spacing:-1px}
.solitaire .points.none text{font-size:25px;font-weight:550;fill:var(--points-none)}
.solitaire .gains .place{fill:var(--points-field);stroke:var(--accent);stroke-opacity:1}
.solitaire .gains .place{stroke-width:2;stroke-dasharray:none}
.solitaire .stolen-corner{fill:var(--stolen)}
.solitaire [data-pick]{cursor:pointer;outline:none}
.solitaire .open.target .place{stroke:var(--accent);stroke-opacity:.85;stroke-width:1.8}
@media(hover:hover){.solitaire .open[data-pick]:hover .place{fill:var(--accent-soft)}}
@media(hover:hover){.solitaire :is(.taken,.slot)[data-pick]:hover{--face:var(--card-lit)}}
.solitaire .open:is(.over,.picked) .place{fill:var(--accent-soft);stroke:var(--accent);stroke-opacity:1}
.solitaire .open:is(.over,.picked) .place{stroke-width:3;stroke-dasharray:none}
.solitaire .open.hint .place{stroke:var(--hint);stroke-opacity:1;stroke-width:3.2;stroke-dasharray:.5 6}
.solitaire .hint .place{stroke-linecap:round}
.solitaire .open.scored .place{stroke:var(--warm);stroke-opacity:1;stroke-width:3}
.solitaire :is(.scored,.last,.hint,.picked){--card-shadow:transparent}
.solitaire .cell.scored{--face:var(--card-warm)}
.solitaire .scored .glow{stroke:var(--glow)}
.solitaire .scored .halo{stroke:var(--warm)}
.solitaire .last .halo{stroke:var(--ink);stroke-dasharray:5 3.5}
.solitaire .scored.last .halo{stroke:var(--warm);stroke-dasharray:none;stroke-width:4}
.solitaire .hint.hint.hint .halo{stroke:var(--hint);stroke-dasharray:.5 5.5;stroke-width:3.2;stroke-linecap:round}
.solitaire .picked .halo{stroke:var(--accent);stroke-width:3.4}
.solitaire .slot.picked>.lift{transform:translateY(-6px)}
.solitaire .button rect{fill:var(--panel);stroke:var(--felt-edge);stroke-width:1.5}
.solitaire .button text{text-anchor:middle}
.solitaire .button .first{font-size:29px;font-weight:700}
.solitaire .button .note{font-size:17px}
.solitaire .button .slighter{font-size:24px}
.solitaire .button.idle rect{fill:none;stroke-dasharray:5 4}
.solitaire .button.idle text{fill:var(--ink-soft)}
.solitaire .button[data-pick] rect{fill:var(--accent);stroke:none}
.solitaire .button[data-pick] text{fill:var(--on-button)}
.solitaire .button.hint rect{stroke:var(--hint);stroke-width:6}
.solitaire .whose[data-pick] .name-back{stroke:var(--accent);stroke-width:2}
.solitaire .whose.target .name-back{fill:var(--accent-soft)}
.solitaire .whose.hint .name-back{stroke:var(--hint);stroke-width:4}
.solitaire [data-pick]:focus-visible .halo{stroke:var(--ink);stroke-width:3.4;stroke-dasharray:none}
.solitaire [data-pick]:focus-visible .place{stroke:var(--ink);stroke-opacity:1;stroke-width:3.4;stroke-dasharray:none}
.solitaire .button[data-pick]:focus-visible rect{stroke:var(--ink);stroke-width:6}
.solitaire .whose[data-pick]:focus-visible .name-back{stroke:var(--ink);stroke-width:4}
@media (prefers-reduced-motion:no-preference){.solitaire .lift{transition:transform .18s}}
"""

STYLE: Final = (
    svg.theme("solitaire", LIGHT, DARK, CONTRAST, CONTRAST_DARK)
    + drawn_cards.STYLE
    + RULES.replace("\n", "")
    + ARRANGED
)
"""Marks: ``picked``, ``target``, ``over`` (carried over it), ``hint``, ``scored`` (a line worth more), ``last``."""
