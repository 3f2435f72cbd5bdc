"""The looks of the Locus picture: colours of chips and marks, and what every class on it means."""

from typing import Final

from fivefold.parts import svg

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
    "on-card": "#0d7d5f",
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
    "on-card": "#004d3a",
}

RULES: Final = """
.locus .table{fill:var(--table)}
.locus text{fill:var(--ink)}
.locus .coordinates text{fill:var(--ink-soft);font-size:20px;font-weight:600}
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
.locus .card-weave{stroke-width:1.3;stroke-opacity:.2}
.locus .card-back{fill:var(--back)}
.locus .plate{fill:var(--card)}
.locus .label .figure{stroke-width:5}
.locus .dead .card{opacity:.9}
.locus .dead .label{opacity:.82}
.locus .values text{font-size:20px;font-weight:650;fill:var(--value-ink);font-variant-numeric:tabular-nums}
.locus .values path{fill:var(--value-ink)}
.locus .values .up{fill:var(--on-card)}
.locus .chip-shadow{fill:var(--shadow)}
.locus .chip-spots{fill:none;stroke:#fff;stroke-width:5.6;stroke-dasharray:1;stroke-opacity:.92}
.locus .chip-sign{fill:none;stroke-width:5;stroke-linecap:round}
.locus .chip-0 .chip-rim{fill:var(--seat-0);stroke:var(--seat-0-deep);stroke-width:1.5}
.locus .chip-0 .chip-disc{fill:var(--seat-0-disc);stroke:var(--seat-0-deep);stroke-width:1.2}
.locus .chip-0 .chip-sign{stroke:var(--seat-0-sign)}
.locus .chip-1 .chip-rim{fill:var(--seat-1);stroke:var(--seat-1-deep);stroke-width:1.5}
.locus .chip-1 .chip-disc{fill:var(--seat-1-disc);stroke:var(--seat-1-deep);stroke-width:1.2}
.locus .chip-1 .chip-sign{stroke:var(--seat-1-sign)}
.locus .dead .chip{opacity:.85}
.locus .icon{stroke:none}
.locus .icon-0{fill:var(--on-card)}
.locus .icon-1{fill:#fff}
.locus .buttons:not(.ready) .button{opacity:.8}
.locus .ready .panel{stroke:var(--accent);stroke-width:2.5}
.locus .button.picked .panel,.locus .button.hint .panel{stroke:var(--warm);stroke-width:4}
.locus [data-pick]{cursor:pointer;outline:none}
.locus [data-pick]:hover .card-face,.locus [data-pick]:hover .panel{fill:var(--accent-soft)}
.locus .area .halo{fill:var(--accent-soft);stroke:var(--accent-soft)}
.locus .area .card-face{fill:var(--card-lit)}
.locus :is(.last,.hint,.scored,.picked) .card-shadow{fill:none}
.locus .last .halo{stroke:var(--ink);stroke-dasharray:9 7}
.locus .hint .halo{stroke:var(--warm);stroke-dasharray:2 8;stroke-linecap:round}
.locus .scored .halo{stroke:var(--warm)}
.locus .scored.last .halo{stroke:var(--warm);stroke-dasharray:none;stroke-width:7.5}
.locus .picked .halo{stroke:var(--accent);stroke-width:7}
.locus [data-pick]:focus-visible .halo,.locus [data-pick]:focus-visible .panel{stroke:var(--ink);stroke-width:5}
"""

STYLE: Final = svg.theme(LIGHT, DARK, CONTRAST) + svg.CARD_STYLE + RULES.replace("\n", "")
