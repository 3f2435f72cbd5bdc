"""The looks of the Pokeros picture: colours of seats and marks, and what every class on it means."""

from typing import Final

from fivefold.parts import drawn_cards, svg

LIGHT: Final = {
    "seat-0": "#f2705c",
    "seat-0-deep": "#a63423",
    "seat-0-sign": "#fff3ee",
    "seat-1": "#138f96",
    "seat-1-deep": "#085a60",
    "seat-1-sign": "#e4fbfb",
    "back": "#3d5f55",
    "wild": "#6b3fb0",
    "felt": "#c7d7cd",
    "felt-edge": "#b2c6ba",
    "felt-dot": "#b0c4b8",
    "card-warm": "#fff3d6",
    "glow": "rgb(236 140 20 / .45)",
    "points-none": "#65786f",
    "points-field": "rgb(255 255 255 / .62)",
}
DARK: Final = {
    **LIGHT,
    "back": "#2c4840",
    "felt": "#1a2a25",
    "felt-edge": "#263a33",
    "felt-dot": "#2b4038",
    "card-warm": "#ffe9b8",
    "glow": "rgb(255 171 74 / .5)",
    "points-none": "#8ba096",
    "points-field": "rgb(79 214 166 / .13)",
}
CONTRAST: Final = {
    **LIGHT,
    "seat-0": "#ff9d85",
    "seat-0-deep": "#000000",
    "seat-0-sign": "#000000",
    "seat-1": "#00474c",
    "seat-1-deep": "#000000",
    "seat-1-sign": "#ffffff",
    "back": "#4a4a4a",
    "wild": "#4b0f9e",
    "felt": "#ffffff",
    "felt-edge": "#000000",
    "felt-dot": "#c8c8c8",
    "card-warm": "#fff0c2",
    "glow": "rgb(138 66 0 / .35)",
    "points-none": "#000000",
    "points-field": "#ffffff",
    "edge-opacity": "1",
}
CONTRAST_DARK: Final = {
    **CONTRAST,
    "seat-1": "#2fd3dc",
    "seat-1-deep": "#ffffff",
    "seat-1-sign": "#000000",
    "back": "#2e2e2e",
    "felt": "#000000",
    "felt-edge": "#ffffff",
    "felt-dot": "#5a5a5a",
    "card-warm": "#ffe08a",
    "glow": "rgb(255 191 94 / .6)",
    "points-none": "#ffffff",
    "points-field": "#00402e",
}

RULES: Final = """
.pokeros.pieces-0{--seat:var(--seat-0)}
.pokeros.pieces-1{--seat:var(--seat-1)}
.pokeros .table{fill:var(--table)}
.pokeros text{fill:var(--ink)}
.pokeros .panel{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.pokeros .name{font-size:22px;font-weight:650}
.pokeros .note{font-size:16px;fill:var(--ink-soft)}
.pokeros .score{font-size:38px;font-weight:700;font-variant-numeric:tabular-nums}
.pokeros .standing{font-size:28px;font-weight:650}
.pokeros .active .panel,.pokeros .winner .panel{stroke:var(--accent);stroke-width:3.5}
.pokeros .active .note,.pokeros .winner .note{fill:var(--accent);font-weight:650}
.pokeros .felt{fill:var(--felt)}
.pokeros .corners{fill:var(--table)}
.pokeros .edge{fill:none;stroke:var(--felt-edge);stroke-width:1.5}
.pokeros .dots{fill:var(--felt-dot)}
.pokeros .count{font-size:26px;font-weight:650;fill:var(--ink-soft);font-variant-numeric:tabular-nums}
.pokeros .place{fill:transparent;stroke:var(--ink-soft);stroke-width:1.4;stroke-dasharray:4.5 4}
.pokeros .place{stroke-opacity:var(--edge-opacity,.55)}
.pokeros .pack .place{stroke-opacity:var(--edge-opacity,.35)}
.pokeros .idle .open .place{stroke-opacity:var(--edge-opacity,.24)}
.pokeros .halo{fill:none;stroke:none;stroke-width:2.4}
.pokeros .glow{fill:none;stroke:none;stroke-width:9}
.pokeros .points{pointer-events:none;text-anchor:middle;font-variant-numeric:tabular-nums}
.pokeros .points text{font-size:54px;font-weight:750;fill:var(--accent);letter-spacing:-1px}
.pokeros .points .times{font-size:30px;letter-spacing:0}
.pokeros .points.none text{font-size:32px;font-weight:550;fill:var(--points-none);opacity:.75}
.pokeros .coordinates text{font-size:28px;font-weight:600;fill:var(--ink-soft);text-anchor:middle}
.pokeros :is(.gains,.over,.picked,.scored) .place{stroke:var(--accent);stroke-opacity:1;stroke-dasharray:none}
.pokeros .gains .place{fill:var(--points-field);stroke-width:2}
.pokeros [data-pick]{cursor:pointer;outline:none}
.pokeros .target .place{stroke:var(--accent);stroke-opacity:.75}
.pokeros .target.gains .place{stroke-opacity:1}
@media(hover:hover){.pokeros .open[data-pick]:hover .place{fill:var(--accent-soft)}}
@media(hover:hover){.pokeros .held[data-pick]:hover{--face:var(--card-lit)}}
.pokeros .open:is(.over,.picked) .place{fill:var(--accent-soft);stroke-width:3}
.pokeros .open.scored .place{stroke:var(--warm);stroke-width:3}
.pokeros .open.hint .place{stroke:var(--hint);stroke-opacity:1;stroke-width:3.2;stroke-dasharray:.5 6}
.pokeros .hint .place{stroke-linecap:round}
.pokeros :is(.scored,.last,.hint,.picked){--card-shadow:transparent}
.pokeros .scored{--face:var(--card-warm)}
.pokeros .scored .glow{stroke:var(--glow)}
.pokeros .scored .halo{stroke:var(--warm)}
.pokeros .last .halo{stroke:var(--ink);stroke-dasharray:5 3.5}
.pokeros .scored.last .halo{stroke:var(--warm);stroke-dasharray:none;stroke-width:4}
.pokeros .hint.hint.hint .halo{stroke:var(--hint);stroke-dasharray:.5 5.5;stroke-width:3.2;stroke-linecap:round}
.pokeros .picked .halo{stroke:var(--accent);stroke-width:3.4}
.pokeros .held.picked>.lift{transform:translateY(-7px)}
.pokeros [data-pick]:focus-visible .halo{stroke:var(--ink);stroke-width:3.4;stroke-dasharray:none}
.pokeros [data-pick]:focus-visible .place{stroke:var(--ink);stroke-opacity:1;stroke-width:3.4;stroke-dasharray:none}
@media (prefers-reduced-motion:no-preference){.pokeros .lift,.pokeros .slot{transition:transform .18s}}
"""

STYLE: Final = svg.theme("pokeros", LIGHT, DARK, CONTRAST, CONTRAST_DARK) + drawn_cards.STYLE + RULES.replace("\n", "")
"""Marks: ``picked``, ``target``, ``over`` (carried over it), ``hint``, ``scored`` (in a hand that scores), ``last``."""
