"""The looks of the Locus picture: colours of chips and marks, and what every class on it means."""

from typing import Final

from fivefold.parts import drawn_cards, svg

LIGHT: Final = {
    "seat-0": "#f5b638",
    "seat-0-deep": "#b96d00",
    "seat-0-disc": "#ffd98a",
    "seat-0-sign": "#7a4500",
    "seat-1": "#4347b8",
    "seat-1-deep": "#24276f",
    "seat-1-disc": "#2f3396",
    "seat-1-sign": "#ffffff",
    "back": "#3d5f55",
    "value-ink": "#44544d",
    "value-up": "rgb(13 125 95 / .13)",
    "value-down": "rgb(40 50 60 / .1)",
    "on-card": "#0b6e54",
}
DARK: Final = {
    **LIGHT,
    "back": "#2c4840",
}
CONTRAST: Final = {
    **LIGHT,
    "seat-0": "#ffd23f",
    "seat-0-deep": "#000000",
    "seat-0-sign": "#000000",
    "seat-1": "#1a1a8c",
    "seat-1-deep": "#000000",
    "seat-1-disc": "#0c0c5c",
    "back": "#4a4a4a",
    "value-ink": "#000000",
    "value-up": "#d0fbe8",
    "value-down": "#e4e4e4",
    "on-card": "#004d3a",
}
CONTRAST_DARK: Final = {
    **CONTRAST,
    "seat-1": "#3f49ff",
    "seat-1-deep": "#ffffff",
    "seat-1-disc": "#1b22b8",
    "back": "#2e2e2e",
}

RULES: Final = """
.locus.pieces-0{--seat:var(--seat-0)}
.locus.pieces-1{--seat:var(--seat-1)}
.locus .table{fill:var(--table)}
.locus text{fill:var(--ink)}
.locus .coordinates text{fill:var(--ink-soft);font-size:20px;font-weight:600;text-anchor:middle}
.locus .panel{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.locus .name{font-size:22px;font-weight:650}
.locus .note{font-size:16px;fill:var(--ink-soft)}
.locus .score{font-size:38px;font-weight:700;font-variant-numeric:tabular-nums}
.locus .amount{font-size:30px;font-weight:700;font-variant-numeric:tabular-nums}
.locus .standing{font-size:26px;font-weight:650}
.locus .active .panel,.locus .winner .panel{stroke:var(--accent);stroke-width:3.5}
.locus .active .note,.locus .winner .note{fill:var(--accent);font-weight:650}
.locus .place{fill:var(--table-deep);stroke:var(--ink-soft);stroke-opacity:.35;stroke-dasharray:5 6}
.locus .halo{fill:none;stroke:none;stroke-width:6}
.locus .dead{--card-shadow:transparent}
.locus .dead .index{opacity:.82}
.locus .dead .chip{opacity:.85}
.locus .values text{font-size:24px;font-weight:700;text-anchor:middle;fill:var(--value-ink)}
.locus .values text{font-variant-numeric:tabular-nums;letter-spacing:-.5px}
.locus .values .up{fill:var(--on-card)}
.locus .icon-0{fill:var(--on-card)}
.locus .icon-1{fill:#fff}
.locus .buttons .button{opacity:.8}
.locus .idle .button{opacity:.7}
.locus .ready .button{opacity:1}
.locus .ready .panel{stroke:var(--accent);stroke-width:2.5}
.locus .button.picked .panel{stroke:var(--warm);stroke-width:4}
.locus .button.hint .panel{stroke:var(--hint);stroke-width:4}
.locus [data-pick]{cursor:pointer;outline:none}
@media(hover:hover){.locus [data-pick]:hover .panel{fill:var(--accent-soft)}}
.locus .area{--face:var(--card-lit)}
.locus .area .halo{fill:var(--accent-soft);stroke:var(--accent-soft)}
@media(hover:hover){.locus .cell[data-pick]:hover{--face:var(--card-lit)}}
.locus :is(.last,.hint,.scored,.picked){--card-shadow:transparent}
.locus .last .halo{stroke:var(--ink);stroke-dasharray:9 7}
.locus .hint.hint.hint .halo{stroke:var(--hint);stroke-dasharray:2 8;stroke-linecap:round}
.locus .scored .halo{stroke:var(--warm)}
.locus .scored.last .halo{stroke:var(--warm);stroke-dasharray:none;stroke-width:7.5}
.locus .picked .halo{stroke:var(--accent);stroke-width:7}
.locus #grid .scored>.lift{transform:translateY(-6px)}
.locus [data-pick]:focus-visible .halo,.locus [data-pick]:focus-visible .panel{stroke:var(--ink);stroke-width:5}
.locus.bare .name{font-size:24px}
.locus.bare .note{font-size:18.8px}
@media (prefers-reduced-motion:no-preference){.locus .lift{transition:transform .16s}}
"""

STYLE: Final = svg.theme("locus", LIGHT, DARK, CONTRAST, CONTRAST_DARK) + drawn_cards.STYLE + RULES.replace("\n", "")
