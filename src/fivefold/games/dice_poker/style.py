"""The looks of the Dice Poker picture: colours of board, pieces and kinds of pattern, and what every class means."""

from typing import Final

from fivefold.parts import drawn_dice, svg

KINDS: Final = ("pair", "three", "four", "two", "house", "straight", "lucky", "free")
LIGHT: Final = {
    **drawn_dice.LIGHT,
    "seat-0": "#c2224f",
    "seat-0-deep": "#84102f",
    "seat-0-sign": "#fff0f3",
    "seat-1": "#2a72d4",
    "seat-1-deep": "#164a94",
    "seat-1-sign": "#f0f6ff",
    "seat-2": "#f4b01e",
    "seat-2-deep": "#a86c00",
    "seat-2-sign": "#4d3000",
    "frame": "#3c4a56",
    "frame-edge": "#2b363f",
    "on-frame": "#c6d0d8",
    "pair": "#e3eede",
    "pair-lit": "#bfe0b2",
    "pair-deep": "#3f6c33",
    "three": "#dcebf3",
    "three-lit": "#b4dcf2",
    "three-deep": "#246b92",
    "four": "#e7e2f5",
    "four-lit": "#d0c3f5",
    "four-deep": "#6549ab",
    "two": "#f3e9d6",
    "two-lit": "#f2d9a6",
    "two-deep": "#7f571c",
    "house": "#f6e0da",
    "house-lit": "#f8c3b4",
    "house-deep": "#a9442f",
    "house-ink": "#a9442f",
    "straight": "#d6efe9",
    "straight-lit": "#a5e4d7",
    "straight-deep": "#0f766a",
    "lucky": "#f8f0c4",
    "lucky-lit": "#f7e27a",
    "lucky-deep": "#7d6400",
    "free": "#fffdf6",
    "free-lit": "#ffe9a8",
    "free-deep": "#c8921a",
    "unknown": "#cfd6d6",
    "tray": "#d0dcd4",
    "lock": "#fffdf7",
    "lock-ink": "#2b363f",
    "lock-edge": "#2b363f",
    "aim": "#1d2b26",
    "aim-ink": "#ffffff",
    "odds": "#1d2b26",
    "on-button": "#ffffff",
    "faded": ".6",
    "distant": ".24",
    "distant-field": "#ccd5d3",
    "kept": "#085a45",
    "last": "#ffd35c",
    "last-ring": "#1d2b26",
    "set-edge": "#fffdf7",
}
DARK: Final = {
    **LIGHT,
    **drawn_dice.DARK,
    "seat-0": "#d23763",
    "seat-0-deep": "#f49ab2",
    "seat-1": "#3b82e6",
    "seat-1-deep": "#a9cbfb",
    "seat-2-deep": "#ffe2a0",
    "frame": "#0d1518",
    "frame-edge": "#34424a",
    "on-frame": "#93a3ab",
    "pair": "#2b3b2a",
    "pair-lit": "#41603c",
    "pair-deep": "#9ccf8d",
    "three": "#22364a",
    "three-lit": "#265577",
    "three-deep": "#86c6ec",
    "four": "#332e4d",
    "four-lit": "#4b4082",
    "four-deep": "#bfaaf5",
    "two": "#40382a",
    "two-lit": "#66522e",
    "two-deep": "#e0b877",
    "house": "#472f2c",
    "house-lit": "#77443a",
    "house-deep": "#f4a18e",
    "straight": "#1b3f3b",
    "straight-lit": "#1c655c",
    "straight-deep": "#6fdac8",
    "lucky": "#413c1d",
    "lucky-lit": "#6a5f1c",
    "lucky-deep": "#eed75b",
    "free": "#3a3a34",
    "free-lit": "#5c4d22",
    "free-deep": "#f0c04d",
    "unknown": "#27322f",
    "distant-field": "#1a2322",
    "tray": "#1d2c27",
    "kept": "#4fd6a6",
    "aim": "#05090a",
    "aim-ink": "#ffffff",
    "odds": "#f2f5f1",
    "on-button": "#06251a",
    "last": "#d9a52b",
    "last-ring": "#fff6dc",
    "set-edge": "#0d1518",
}
CONTRAST: Final = {
    **drawn_dice.CONTRAST,
    "seat-0": "#a8003a",
    "seat-0-deep": "#000000",
    "seat-0-sign": "#ffffff",
    "seat-1": "#0b3fa8",
    "seat-1-deep": "#000000",
    "seat-1-sign": "#ffffff",
    "seat-2": "#ffc800",
    "seat-2-deep": "#000000",
    "seat-2-sign": "#000000",
    "frame": "#000000",
    "frame-edge": "#000000",
    "on-frame": "#ffffff",
    **dict.fromkeys(KINDS, "#ffffff"),
    **{f"{kind}-lit": LIGHT[f"{kind}-lit"] for kind in KINDS},
    "pair-deep": "#1d5a00",
    "three-deep": "#004a80",
    "four-deep": "#4a1a9e",
    "two-deep": "#6b3d00",
    "house-deep": "#9c1200",
    "house-ink": "#9c1200",
    "straight-deep": "#005b50",
    "lucky-deep": "#5a4600",
    "free-deep": "#000000",
    "unknown": "#dddddd",
    "tray": "#ffffff",
    "lock": "#ffffff",
    "lock-ink": "#000000",
    "lock-edge": "#000000",
    "aim": "#000000",
    "aim-ink": "#ffffff",
    "odds": "#000000",
    "on-button": "#ffffff",
    "faded": ".8",
    "distant": ".45",
    "distant-field": "#d8d8d8",
    "kept": "#004d3a",
    "last": "#ffe27a",
    "last-ring": "#000000",
    "set-edge": "#ffffff",
}
CONTRAST_DARK: Final = {
    **CONTRAST,
    "frame": "#4d4d4d",
    "seat-0": "#ff6b9a",
    "seat-0-deep": "#ffffff",
    "seat-0-sign": "#000000",
    "seat-1": "#6aa5ff",
    "seat-1-deep": "#ffffff",
    "seat-1-sign": "#000000",
    "seat-2-deep": "#ffffff",
    "frame-edge": "#ffffff",
    **dict.fromkeys(KINDS, "#000000"),
    "pair-lit": "#1d5a00",
    "three-lit": "#004a80",
    "four-lit": "#4a1a9e",
    "two-lit": "#6b3d00",
    "house-lit": "#8a1a00",
    "straight-lit": "#005b50",
    "lucky-lit": "#5a4600",
    "free-lit": "#5a4600",
    "pair-deep": "#a8ff8a",
    "three-deep": "#8ad4ff",
    "four-deep": "#d0b8ff",
    "two-deep": "#ffce8a",
    "house-deep": "#ff9d8a",
    "straight-deep": "#6dffe4",
    "lucky-deep": "#ffe95c",
    "free-deep": "#ffffff",
    "unknown": "#262626",
    "tray": "#000000",
    "odds": "#ffffff",
    "on-button": "#000000",
    "kept": "#5dffc4",
    "last": "#7a5c00",
    "last-ring": "#ffffff",
    "set-edge": "#000000",
}

_KIND: Final = "".join(
    f".dice-poker .{kind}{{--field:var(--{kind});--lit:var(--{kind}-lit);--kind:var(--{kind}-deep)}}" for kind in KINDS
)

RULES: Final = (
    """
.dice-poker.pieces-0{--seat:var(--seat-0)}
.dice-poker.pieces-1{--seat:var(--seat-1)}
.dice-poker.pieces-2{--seat:var(--seat-2)}
.dice-poker .table{fill:var(--table)}
.dice-poker text{fill:var(--ink)}
.dice-poker .frame{fill:var(--frame);stroke:var(--frame-edge);stroke-width:1.5}
.dice-poker .frame-shadow{fill:var(--shadow)}
.dice-poker .coordinates text{fill:var(--on-frame);font-size:18px;font-weight:600;text-anchor:middle}
.dice-poker .space{--field:var(--unknown);--kind:var(--ink-soft);--sign:var(--kind);--caption:var(--kind)}
.dice-poker .space{--on-die:var(--house-ink)}
.dice-poker .space{--ring:none;--halo:none;--ring-width:5;--ring-dashes:none;--fade:1}
"""
    + _KIND
    + """
.dice-poker .piece{--on-die:var(--pip)}
.dice-poker .free-space{--caption:var(--odds)}
.dice-poker .of-0{--sign:var(--seat-0-sign)}
.dice-poker .of-1{--sign:var(--seat-1-sign)}
.dice-poker .of-2{--sign:var(--seat-2-sign)}
.dice-poker .space>*{pointer-events:none}
.dice-poker .space>use:first-child{pointer-events:auto}
.dice-poker:not(:where(.rolling>*)) .choosing .open:not(.match){--fade:var(--faded)}
.dice-poker .with-odds .open{--caption:none}
.dice-poker:not(:where(.rolling>*)) .with-odds .open:not(.match){--fade:1}
.dice-poker:not(:where(.rolling>*)) .with-odds .beyond.open{--fade:var(--distant);--field:var(--distant-field)}
.dice-poker .odds{font-size:21px;font-weight:560;text-anchor:middle;font-variant-numeric:tabular-nums}
.dice-poker .odds{fill:var(--odds);fill-opacity:.78}
.dice-poker .odds-1{fill-opacity:.86;font-weight:640}
.dice-poker .odds-2{fill-opacity:1;font-weight:720}
.dice-poker .odds-3{fill-opacity:1;font-weight:800;font-size:23px}
.dice-poker:not(:where(.rolling>*)) .match{--field:var(--lit);--caption:var(--odds);--ring:var(--kind);--ring-width:6.5}
.dice-poker:not(:where(.rolling>*)) .match.second{--ring-dashes:13 10}
.dice-poker:not(:where(.rolling>*)) .match.any{--ring:var(--free-deep)}
.dice-poker:not(:where(.rolling>*)) .bounce{--field:var(--aim);--ring:var(--aim-ink);--ring-dashes:7 8}
.rolling>.dice-poker .odds{visibility:hidden}
.dice-poker .scored{--field:var(--last);--ring:var(--free-deep)}
.dice-poker .last{--field:var(--last);--ring:var(--last-ring);--ring-dashes:8 8;--ring-width:6}
.dice-poker .space.hint{--ring:var(--hint);--ring-dashes:1 10;--ring-width:8}
.dice-poker .space.picked{--ring:var(--accent);--ring-width:8;--ring-dashes:none}
.dice-poker .flag-edge{fill:var(--set-edge)}
.dice-poker .threat{fill:none;stroke-width:9;stroke-linecap:round;stroke-opacity:.45}
.dice-poker .threat.close{stroke-width:13;stroke-opacity:.72}
.dice-poker .threat-0{stroke:var(--seat-0)}
.dice-poker .threat-1{stroke:var(--seat-1)}
.dice-poker .threat-2{stroke:var(--seat-2)}
.dice-poker .threats{pointer-events:none}
.dice-poker .set-edge{fill:none;stroke:var(--set-edge);stroke-width:11.5;stroke-linecap:round}
.dice-poker .set{stroke-width:6.5;stroke-linecap:round}
.dice-poker .set-0{stroke:var(--seat-0);fill:var(--seat-0)}
.dice-poker .set-1{stroke:var(--seat-1);fill:var(--seat-1)}
.dice-poker .set-2{stroke:var(--seat-2);fill:var(--seat-2)}
.dice-poker .set path{fill:none}
.dice-poker .sets{pointer-events:none;opacity:.92}
.dice-poker .tray{fill:var(--tray)}
.dice-poker .die .ring{fill:none;stroke:none;stroke-width:5.5}
.dice-poker .die .keep{fill:none;font-size:21.5px;font-weight:680;text-anchor:middle}
.dice-poker .advice{fill:var(--ink-soft);font-size:24px;font-weight:550;text-anchor:middle}
.dice-poker .die.blank{opacity:.45}
.dice-poker .die.picked .lift{transform:translateY(-9.5px)}
.dice-poker .die.picked .ring{stroke:var(--accent)}
.dice-poker .die.picked .keep{fill:var(--kept)}
.dice-poker .die.hint .ring{stroke:var(--hint);stroke-dasharray:2 10;stroke-linecap:round}
.dice-poker .button rect{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.dice-poker .button text{text-anchor:middle}
.dice-poker .button .first{font-size:44px;font-weight:740}
.dice-poker .button .note{font-size:28px;font-weight:560}
.dice-poker .button[data-pick] rect{fill:var(--accent);stroke:none}
.dice-poker .button[data-pick] text{fill:var(--on-button)}
.dice-poker .button.none rect{fill:none;stroke:none}
.dice-poker .button.idle text{fill:var(--ink-soft)}
.dice-poker .button.hint rect{stroke:var(--hint);stroke-width:7}
.dice-poker .panel{fill:var(--panel);stroke:var(--table-deep);stroke-width:1.5}
.dice-poker .active .panel,.dice-poker .winner .panel{stroke:var(--accent);stroke-width:3.5}
.dice-poker .name{font-size:25px;font-weight:650}
.dice-poker .note{font-size:19px;fill:var(--ink-soft)}
.dice-poker .score{font-size:38px;font-weight:700;font-variant-numeric:tabular-nums}
.dice-poker [data-pick]{cursor:pointer;outline:none}
.dice-poker .space[data-pick]:focus-visible{--ring:var(--ink);--ring-width:8;--ring-dashes:none}
.dice-poker .die[data-pick]:focus-visible .ring{stroke:var(--ink)}
.dice-poker .button[data-pick]:focus-visible rect{stroke:var(--ink);stroke-width:7}
@media(hover:hover){.dice-poker .space[data-pick]:hover{--halo:var(--accent-soft)}}
@media(hover:hover){.dice-poker .die[data-pick]:not(.picked):hover .ring{stroke:var(--accent-soft)}}
@media(hover:hover){.dice-poker .button[data-pick]:hover rect{fill-opacity:.9}}
@media (prefers-reduced-motion:no-preference){.dice-poker .lift{transition:transform .16s}}
"""
)

STYLE: Final = svg.theme("dice-poker", LIGHT, DARK, CONTRAST, CONTRAST_DARK) + RULES.replace("\n", "")
