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
    "hint": "#c25700",
    "ground": "rgb(70 45 20 / .28)",
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
    "hint": "#ffb65c",
    "ground": "rgb(0 0 0 / .42)",
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
    "hint": "#8a4200",
    "ground": "transparent",
}

COLOURS: Final = "".join(
    f".focus .{colour}{{--top:var(--{colour}-top);--side:var(--{colour}-side);--sign:var(--{colour}-sign)}}"
    for colour in ("red", "green", "yellow", "blue")
)

RULES: Final = """
.focus .table{fill:var(--table)}
.focus text{fill:var(--ink)}
.focus .coordinates text{fill:var(--ink-soft);font-size:21px;font-weight:600}
.focus .frame{fill:var(--frame);stroke:var(--frame-edge);stroke-width:2}
.focus .frame-shadow{fill:var(--shadow)}
.focus .field{fill:var(--square)}
.focus .even .field{fill:var(--square-even)}
.focus .mark{fill:none;stroke:none;stroke-width:5}
.focus .dot{fill:none}
.focus .ground{fill:var(--ground)}
.focus .side{fill:var(--side)}
.focus .round{fill:#000;fill-opacity:.14}
.focus .gleam{fill:#fff;fill-opacity:.22}
.focus .pattern{fill:none;stroke:var(--sign);stroke-opacity:.8;stroke-width:2.6;stroke-linecap:round}
.focus .top{fill:var(--top);stroke:var(--side);stroke-width:1.4}
.focus .groove{fill:none;stroke:var(--sign);stroke-opacity:.45;stroke-width:1.8}
.focus .sign{fill:var(--sign);stroke:none}
.focus .sign.line{fill:none;stroke:var(--sign);stroke-width:6.5;stroke-linecap:round}
.focus .ghost .side,.focus .ghost .top{fill:none;stroke:var(--ink-soft);stroke-width:2.4;stroke-opacity:.6}
.focus .ghost :is(.round,.gleam,.pattern,.groove,.sign){display:none}
.focus .panel{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.focus .name{font-size:27px;font-weight:680}
.focus .count{font-size:31px;font-weight:700;font-variant-numeric:tabular-nums}
.focus .small{font-size:25px;font-weight:650;font-variant-numeric:tabular-nums}
.focus .label{font-size:14px;fill:var(--ink-soft);font-weight:550}
.focus .none{fill:var(--ink-soft);font-weight:500}
.focus .turn{fill:var(--accent)}
.focus .active>.panel,.focus .winner>.panel{stroke:var(--accent);stroke-width:4}
.focus .out .inside{opacity:.42}
.focus .tray{fill:none;stroke:none;stroke-width:3}
.focus [data-pick]{cursor:pointer;outline:none}
.focus .reserve[data-pick] .tray{fill:var(--accent-soft);fill-opacity:.55}
.focus .square[data-pick]:hover .field{fill:var(--square-open)}
.focus .reserve[data-pick]:hover .tray{fill-opacity:1}
.focus .last .field{fill:var(--square-last)}
.focus .target .field{fill:var(--square-open)}
.focus .target .mark{stroke:var(--on-square);stroke-width:3.5}
.focus .target.vacant .dot{fill:var(--on-square)}
.focus .target.vacant .mark{stroke:none}
.focus .hint .mark{stroke:var(--hint);stroke-dasharray:1 10;stroke-width:6;stroke-linecap:round}
.focus .picked .mark{stroke:var(--on-square);stroke-width:6}
.focus .picked .field{fill:var(--square-open)}
.focus .reserve.target .tray{stroke:var(--accent)}
.focus .reserve.picked .tray{stroke:var(--accent);stroke-width:4;fill:var(--accent-soft)}
.focus .reserve.hint .tray{stroke:var(--warm);stroke-dasharray:1 8;stroke-width:5;stroke-linecap:round}
.focus .reserve.last .tray{stroke:var(--ink);stroke-dasharray:7 6}
.focus [data-pick]:focus-visible :is(.mark,.tray){stroke:var(--ink);stroke-width:6}
"""

STYLE: Final = svg.theme(LIGHT, DARK, CONTRAST) + COLOURS + RULES.replace("\n", "")
