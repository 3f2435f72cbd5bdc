"""The looks of the Focus picture: colours of board and pieces, and what every class on it means."""

from typing import Final

from fivefold.parts import svg

PIECES: Final = {
    "red-top": "#dd4b40",
    "red-side": "#a92a24",
    "red-sign": "#ffe7e2",
    "green-top": "#4cc79c",
    "green-side": "#1f8a66",
    "green-sign": "#0a4632",
    "yellow-top": "#ffd75a",
    "yellow-side": "#d19a12",
    "yellow-sign": "#7a5300",
    "blue-top": "#4a79e0",
    "blue-side": "#2a4ca6",
    "blue-sign": "#e8f0ff",
}
LIGHT: Final = {
    **PIECES,
    "frame": "#8d6a4a",
    "frame-edge": "#6f5136",
    "square": "#f3e8d4",
    "square-even": "#ebdcc2",
    "square-last": "#f7d99a",
    "square-open": "#fff7e8",
    "on-square": "#0d7d5f",
    "on-field": "#7d6243",
    "ground": "rgb(70 45 20 / .28)",
    "badge": "#33241a",
    "badge-ink": "#ffffff",
}
DARK: Final = {
    **PIECES,
    "frame": "#3a2d23",
    "frame-edge": "#57453a",
    "square": "#6b5a4b",
    "square-even": "#615142",
    "square-last": "#8f7438",
    "square-open": "#7b6958",
    "on-square": "#7ff0c4",
    "on-field": "#d8c8b4",
    "ground": "rgb(0 0 0 / .42)",
    "badge": "#f6ecdc",
    "badge-ink": "#2b1e14",
}
CONTRAST: Final = {
    "red-top": "#c40000",
    "red-side": "#6e0000",
    "red-sign": "#ffffff",
    "green-top": "#7dffb8",
    "green-side": "#009a55",
    "green-sign": "#000000",
    "yellow-top": "#ffe100",
    "yellow-side": "#b58b00",
    "yellow-sign": "#000000",
    "blue-top": "#1a3cff",
    "blue-side": "#00126e",
    "blue-sign": "#ffffff",
    "frame": "#000000",
    "frame-edge": "#000000",
    "square": "#ffffff",
    "square-even": "#ffffff",
    "square-last": "#fff0a8",
    "square-open": "#e6fff5",
    "on-square": "#004d3a",
    "on-field": "#000000",
    "ground": "transparent",
    "badge": "#000000",
    "badge-ink": "#ffffff",
}
CONTRAST_DARK: Final = {
    **CONTRAST,
    "red-top": "#ff5a4a",
    "red-side": "#b01000",
    "red-sign": "#000000",
    "green-side": "#00a860",
    "yellow-side": "#c79a00",
    "blue-top": "#3f63ff",
    "blue-side": "#1a36c8",
    "frame": "#ffffff",
    "frame-edge": "#ffffff",
    "square": "#000000",
    "square-even": "#000000",
    "square-last": "#5a4a00",
    "square-open": "#00402e",
    "on-square": "#5dffc4",
    "on-field": "#ffffff",
    "badge": "#ffffff",
    "badge-ink": "#000000",
}

RULES: Final = """
.focus.pieces-red{--seat:var(--red-top)}
.focus.pieces-green{--seat:var(--green-top)}
.focus.pieces-yellow{--seat:var(--yellow-top)}
.focus.pieces-blue{--seat:var(--blue-top)}
.focus .table{fill:var(--table)}
.focus text{fill:var(--ink)}
.focus .coordinates text{fill:var(--ink-soft);font-size:21px;font-weight:600;text-anchor:middle}
.focus .where{fill:var(--on-field);font-size:23px;font-weight:650}
.focus .frame{fill:var(--frame);stroke:var(--frame-edge);stroke-width:2}
.focus .frame-shadow{fill:var(--shadow)}
.focus .square{--field:var(--square);--mark:none;--mark-width:5;--mark-dashes:none;--dot:none}
.focus .even{--field:var(--square-even)}
.focus .panel{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.focus .name{font-size:27px;font-weight:680}
.focus .count{font-size:31px;font-weight:700;font-variant-numeric:tabular-nums}
.focus .small{font-size:25px;font-weight:650;font-variant-numeric:tabular-nums}
.focus .label{font-size:14px;fill:var(--ink-soft);font-weight:550}
.focus .captured .label{text-anchor:middle}
.focus .none{fill:var(--ink-soft);font-weight:500}
.focus .turn{fill:var(--accent)}
.focus .active>.panel,.focus .winner>.panel{stroke:var(--accent);stroke-width:4}
.focus .out .inside{opacity:.42}
.focus .tray{fill:none;stroke:none;stroke-width:3}
.focus [data-pick]{cursor:pointer;outline:none}
.focus .square>g{pointer-events:none}
.focus .reserve[data-pick] .tray{fill:var(--accent-soft);fill-opacity:.55}
@media(hover:hover){.focus .square[data-pick]:hover{--field:var(--square-open)}}
@media(hover:hover){.focus .reserve[data-pick]:hover .tray{fill-opacity:1}}
.focus .square.last{--field:var(--square-last)}
.focus .square.target{--field:var(--square-open);--mark:var(--on-square);--mark-width:3.5}
.focus .square.target.vacant{--dot:var(--on-square);--mark:none}
.focus .square.over{--field:var(--square-open);--mark:var(--on-square);--mark-width:8}
.focus .square.hint{--mark:var(--hint);--mark-dashes:1 10;--mark-width:6}
.focus .square.picked{--field:var(--square-open);--mark:var(--on-square);--mark-width:6}
.focus .reserve.target .tray{stroke:var(--accent)}
.focus .reserve.picked .tray{stroke:var(--accent);stroke-width:4;fill:var(--accent-soft)}
.focus .reserve.hint .tray{stroke:var(--hint);stroke-dasharray:1 8;stroke-width:5;stroke-linecap:round}
.focus .reserve.last .tray{stroke:var(--ink);stroke-dasharray:7 6}
.focus .reserve.gained .tray{stroke:var(--warm)}
.focus .gained :is(.count,.small):not(.none){fill:var(--warm)}
.focus .square[data-pick]:focus-visible{--mark:var(--ink);--mark-width:6;--mark-dashes:none}
.focus .reserve[data-pick]:focus-visible .tray{stroke:var(--ink);stroke-width:6}
.focus .badge{fill:var(--badge)}
.focus .badged{fill:var(--badge-ink);font-size:27px;font-weight:750;text-anchor:middle}
.focus .carry .badge{fill:var(--on-square)}
.focus .carry .badged{fill:var(--badge-ink)}
.focus .ghost{opacity:0}
.focus .square.target:is(.over,:active,:focus-visible)>.ghost{opacity:.9}
.focus .square.target:is(.over,:active,:focus-visible)>:is(.stack,.height,.carry){opacity:0}
@media(hover:hover){.focus .square.target:hover>.ghost{opacity:.9}}
@media(hover:hover){.focus .square.target:hover>:is(.stack,.height,.carry){opacity:0}}
.focus .heading{pointer-events:none}
.focus .empty-tray{opacity:.4}
.focus.bare .label{font-size:23px}
.focus.bare .name{font-size:26px}
.focus.bare .reserve .label{font-size:20px}
.focus.bare .count{font-size:38px}
.focus .count.wide{font-size:26px}
.focus.bare .count.wide{font-size:32px}
.focus.bare .small{font-size:26px}
"""

STYLE: Final = svg.theme("focus", LIGHT, DARK, CONTRAST, CONTRAST_DARK) + RULES.replace("\n", "")
