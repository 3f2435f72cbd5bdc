"""Portraits of computer opponents, drawn from a few features: flat shapes, one light, one palette each.

The drawing is 120 units square, a head about (60, 58) on shoulders, made to be told apart at 48 pixels.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from fivefold.parts.svg import circle, group, path, picture, rectangle, ring

ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "face": ("round", "oval", "square", "fox", "owl", "cat", "robot"),
    "hair": ("none", "short", "long", "curly", "bun", "mohawk", "spikes"),
    "eyes": ("dots", "wide", "sleepy", "sharp", "glasses", "monocle"),
    "mouth": ("smile", "grin", "flat", "smirk", "open"),
    "wear": ("none", "cap", "crown", "hat", "headband", "bowtie", "scarf"),
}
"""What each drawn feature may be."""
COLOURS: Final = ("skin", "hair_color", "accent", "background")
"""Features that are colours, written ``#rrggbb``."""
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
INK: Final = "#2b2326"
SIZE: Final = 120


def draw(features: Mapping[str, str], name: str = "Portrait") -> str:
    """Return a portrait as SVG, ``name`` its title. Raises ``ValueError`` for a feature that is unknown or missing."""
    check(features)
    hair, skin = features["hair"], features["skin"]
    behind = group(HAIR_BEHIND.get(hair, ""), fill=shade(features["hair_color"], -0.12))
    front = group(HAIR_FRONT.get(hair, ""), fill=features["hair_color"])
    drawn = [
        rectangle(0, 0, SIZE, SIZE, 26, fill=features["background"]),
        circle(60, 64, 47, fill="#fff", fill_opacity=0.22),
        behind,
        shoulders(features),
        head(features["face"], skin, features["accent"]),
        group(mouth(features["mouth"], features["face"])),
        eyes(features["eyes"], features["face"]),
        front,
        wear(features["wear"], features["accent"]),
    ]
    words = {"title": name, "description": describe(features)}
    return picture(SIZE, SIZE, *drawn, **words, style=STYLE, classes="portrait", role="img").svg


STYLE: Final = ".portrait .line{fill:none;stroke-linecap:round;stroke-linejoin:round}"


def check(features: Mapping[str, str]) -> None:
    """Raise ``ValueError`` unless every feature is there and may be what it is."""
    for feature in (*ALLOWED, *COLOURS):
        if feature not in features:
            raise ValueError(f"a portrait lacks {feature!r}; it needs {', '.join((*ALLOWED, *COLOURS))}")
    for feature, choice in features.items():
        if feature in ALLOWED and choice not in ALLOWED[feature]:
            raise ValueError(f"{feature} {choice!r}: allowed are {', '.join(ALLOWED[feature])}")
        if feature in COLOURS and not COLOUR.fullmatch(choice):
            raise ValueError(f"{feature} {choice!r}: a colour is written as # and six digits 0-9 a-f, as #f2c9a0")
        if feature not in ALLOWED and feature not in COLOURS:
            raise ValueError(f"{feature!r} is no feature; allowed are {', '.join((*ALLOWED, *COLOURS))}")


def describe(features: Mapping[str, str]) -> str:
    """Return the portrait in a few words."""
    extras = [f"{features['hair']} hair" if features["hair"] != "none" else "", f"{features['eyes']} eyes"]
    extras.append(f"a {features['wear']}" if features["wear"] != "none" else "")
    return f"A {features['face']} face, " + ", ".join(extra for extra in extras if extra)


def shade(colour: str, amount: float) -> str:
    """Return a colour ``#rrggbb`` mixed with white (``amount`` above 0, up to 1) or black (below 0)."""
    goal = 255 if amount > 0 else 0
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part + (goal - part) * abs(amount)):02x}" for part in parts)


def line(d: str, colour: str = INK, width: float = 3.2) -> str:
    """Return a round-ended stroke."""
    return path(d, class_="line", stroke=colour, stroke_width=width)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    """Return a filled ellipse."""
    return path(ring(x, y, rx, ry), fill=fill)


# --- body and head ---------------------------------------------------------------------------------------------------


def shoulders(features: Mapping[str, str]) -> str:
    """Return neck and clothes; the background's rounded lower corners stay free."""
    clothes = features["accent"] if features["wear"] not in ("bowtie", "scarf") else shade(features["accent"], -0.45)
    neck = shade(features["skin"], -0.18)
    if features["face"] == "robot":
        neck = shade(features["skin"], -0.4)
    return (
        path("M50 76H70V100H50Z", fill=neck)
        + path("M16 120C17 103 31 96.5 48 94.500C52 101 68 101 72 94.500C89 96.5 103 103 104 120Z", fill=clothes)
        + path("M48 94.5C52 101 68 101 72 94.5L76 95C70 107 50 107 44 95Z", fill=shade(clothes, 0.35))
    )


def head(face: str, skin: str, accent: str) -> str:
    """Return the head without eyes, mouth and hair."""
    if face == "fox":
        return fox(skin)
    if face == "owl":
        return owl(skin, accent)
    if face == "cat":
        return cat(skin)
    if face == "robot":
        return robot(skin, accent)
    return human(face, skin)


def human(face: str, skin: str) -> str:
    """Return a person's head: ears, face, nose, cheeks."""
    outline = {
        "round": ellipse(60, 58, 28, 27.5, skin),
        "oval": ellipse(60, 57, 24.5, 31, skin),
        "square": path("M34 46C34 32 44 28 60 28S86 32 86 46V68C86 80 76 88 60 88S34 80 34 68Z", fill=skin),
    }[face]
    reach = 25 if face == "oval" else 27.5
    ears = ellipse(60 - reach, 60, 5, 6.5, shade(skin, -0.1)) + ellipse(60 + reach, 60, 5, 6.5, shade(skin, -0.1))
    blush = ellipse(44.5, 69, 5, 3.2, "#f0565a") + ellipse(75.5, 69, 5, 3.2, "#f0565a")
    nose = line("M60 60C62 63 62.5 66 59 66.5", shade(skin, -0.32), 2.4)
    return ears + outline + group(blush, opacity=0.28) + nose


def fox(skin: str) -> str:
    """Return a fox's head: large ears, white cheeks, a small dark nose."""
    dark, white = shade(skin, -0.55), "#fff6ea"
    ears = path("M30 52L27 17L52 33ZM90 52L93 17L68 33Z", fill=skin) + path(
        "M33 40L31.5 25L43 33ZM87 40L88.5 25L77 33Z", fill=dark
    )
    face = path("M60 29C80 29 91 40 95 60C84 66 76 88 60 92C44 88 36 66 25 60C29 40 40 29 60 29Z", fill=skin)
    cheeks = path(
        "M25 60C38 58 50 62 56 72L60 69L64 72C70 62 82 58 95 60C84 66 76 88 60 92C44 88 36 66 25 60Z", fill=white
    )
    return ears + face + cheeks + path("M54.5 72.500H65.500C65 77 62 79 60 79S55 77 54.5 72.500Z", fill=INK)


def owl(skin: str, accent: str) -> str:
    """Return an owl's head: tufts, two pale discs, a beak."""
    pale = shade(skin, 0.55)
    tufts = path("M33 46L29 19C38 25 46 29 60 31C74 29 82 25 91 19L87 46Z", fill=shade(skin, -0.18))
    face = ellipse(60, 59, 31, 31, skin)
    discs = ellipse(47, 55, 15.5, 16, pale) + ellipse(73, 55, 15.5, 16, pale)
    feathers = line("M50 83L54 87L58 83M62 83L66 87L70 83", shade(skin, -0.25), 2.4)
    return (
        tufts
        + face
        + discs
        + feathers
        + path("M54 62H66C65.5 69 62.5 73 60 75.500C57.5 73 54.5 69 54 62Z", fill=beak(accent))
    )


def beak(accent: str) -> str:
    """Return a beak's colour, warm whatever the accent, a touch of it inside."""
    return "#f0a030" if accent.lower() != "#f0a030" else "#d97b16"


def cat(skin: str) -> str:
    """Return a cat's head: ears, stripes, muzzle, whiskers."""
    pale, dark = shade(skin, 0.6), shade(skin, -0.4)
    ears = path("M33 50L31 20L55 34ZM87 50L89 20L65 34Z", fill=skin) + path(
        "M37 40L36 28L46 34.500ZM83 40L84 28L74 34.500Z", fill="#f2a7a0"
    )
    face = path("M60 30C82 30 91 45 91 60S80 89 60 89S29 75 29 60S38 30 60 30Z", fill=skin)
    stripes = line("M60 33V42M52 34L53.5 41M68 34L66.5 41", dark, 3)
    muzzle = ellipse(52.5, 73, 10, 8.5, pale) + ellipse(67.5, 73, 10, 8.5, pale)
    whiskers = line("M42 71L22 67M42 75L23 78M78 71L98 67M78 75L97 78", shade(skin, -0.5), 1.8)
    return ears + face + stripes + muzzle + whiskers + path("M55.5 65H64.500L60 70Z", fill="#d9626a")


def robot(skin: str, accent: str) -> str:
    """Return a robot's head: bolts, aerial, a dark screen for a face."""
    dark = shade(skin, -0.35)
    aerial = line("M60 30V18", dark, 4) + circle(60, 15.5, 5, fill=accent)
    bolts = rectangle(24, 50, 10, 18, 4, fill=dark) + rectangle(86, 50, 10, 18, 4, fill=dark)
    shell = rectangle(30, 28, 60, 60, 17, fill=skin) + path(
        "M47 28H73A17 17 0 0 1 90 45V48H30V45A17 17 0 0 1 47 28Z", fill=shade(skin, 0.3)
    )
    return aerial + bolts + shell + rectangle(36.5, 41, 47, 39, 11, fill="#1d2733")


# --- eyes and mouth --------------------------------------------------------------------------------------------------

EYE_PLACES: Final[Mapping[str, tuple[float, float]]] = {
    "fox": (13, 55),
    "owl": (13, 55),
    "cat": (14, 57),
    "robot": (11.5, 56),
}
"""How far the eyes are from the middle and how low; people's are ``HUMAN_EYES``."""
HUMAN_EYES: Final = (11.0, 57.0)
MOUTH_PLACES: Final[Mapping[str, float]] = {"fox": 82, "owl": 80, "cat": 74, "robot": 70}
HUMAN_MOUTH: Final = 75.0


def eyes(kind: str, face: str) -> str:
    """Return both eyes; a robot's glow on its screen."""
    apart, y = EYE_PLACES.get(face, HUMAN_EYES)
    colour = "#7df3e1" if face == "robot" else INK
    both = one_eye(kind, 60 - apart, y, -1, colour) + one_eye(kind, 60 + apart, y, 1, colour)
    bridge = line(f"M{60 - apart + 9} {y - 1}Q60 {y - 4} {60 + apart - 9} {y - 1}", "#3b3440", 2.4)
    return both + (bridge if kind == "glasses" else "")


def one_eye(kind: str, x: float, y: float, side: int, colour: str) -> str:
    """Return one eye about (x, y); ``side`` is -1 for the left one, 1 for the right one."""
    glowing = colour != INK
    white = "none" if glowing else "#fff"
    dot = circle(x, y, 3.7, fill=colour) + circle(x + 1.3, y - 1.4, 1.2, fill="#fff")
    if kind == "wide":
        pupil = circle(x, y, 4.2, fill=colour) + circle(x + 1.5, y - 1.7, 1.5, fill="#fff")
        return circle(x, y, 7, fill=white, stroke=colour, stroke_width=1.8) + pupil
    if kind == "sleepy":
        lid = line(f"M{x - 6.5} {y}H{x + 6.5}", colour, 3)
        return path(f"M{x - 5} {y}A5 5 0 0 0 {x + 5} {y}Z", fill=white) + circle(x, y + 1.4, 2.7, fill=colour) + lid
    if kind == "sharp":
        almond = path(f"M{x - 6.5} {y}Q{x} {y - 7} {x + 6.5} {y}Q{x} {y + 5} {x - 6.5} {y}Z", fill=white)
        brow = line(f"M{x - 7 * side} {y - 6}L{x + 6 * side} {y - 9.5}", colour, 3)
        return almond + circle(x, y - 0.6, 3.3, fill=colour) + brow
    if kind == "glasses":
        return circle(x, y, 9, fill="#fff", fill_opacity=0.45, stroke="#3b3440", stroke_width=2.4) + dot
    if kind == "monocle" and side > 0:
        chain = line(f"M{x + 7} {y + 6}C{x + 13} {y + 16} {x + 10} {y + 26} {x + 13} {y + 36}", "#e3b23c", 1.8)
        return circle(x, y, 9.5, fill="#fff", fill_opacity=0.5, stroke="#e3b23c", stroke_width=2.8) + dot + chain
    return dot


def mouth(kind: str, face: str) -> str:
    """Return the mouth; an owl's beak is mouth enough, so that it only smiles or gapes a little below it."""
    y = MOUTH_PLACES.get(face, HUMAN_MOUTH)
    colour = "#7df3e1" if face == "robot" else INK
    if face == "owl":
        return path("M56 76Q60 81 64 76Z", fill=INK) if kind in ("open", "grin") else ""
    if kind == "grin":
        teeth = "#7df3e1" if face == "robot" else "#fff"
        return path(f"M50 {y - 2}H70C70 {y + 6} 65 {y + 9} 60 {y + 9}S50 {y + 6} 50 {y - 2}Z", fill=INK) + path(
            f"M52 {y - 2}H68V{y + 1.5}Q60 {y + 3} 52 {y + 1.5}Z", fill=teeth
        )
    if kind == "open":
        return ellipse(60, y + 2, 4.6, 5.4, colour) + ellipse(60, y + 4.4, 2.8, 2.4, "#d9626a")
    curve = {
        "smile": f"M51 {y}Q60 {y + 8} 69 {y}",
        "flat": f"M53 {y + 2}H67",
        "smirk": f"M52 {y + 3}Q62 {y + 5} 69 {y - 2}",
    }[kind]
    return line(curve, colour, 3.2)


# --- hair and things worn --------------------------------------------------------------------------------------------


def locks(*places: tuple[float, float, float]) -> str:
    """Return curls: circles at (x, y) of a radius each."""
    return "".join(circle(x, y, radius) for x, y, radius in places)


HAIR_BEHIND: Final[Mapping[str, str]] = {
    "long": path("M60 21C84 21 92 40 91 62C90.5 80 95 92 98 100H22C25 92 29.5 80 29 62C28 40 36 21 60 21Z"),
    "curly": locks((33, 50, 13), (87, 50, 13), (31, 67, 11), (89, 67, 11), (42, 33, 14), (78, 33, 14), (60, 27, 15)),
    "bun": circle(60, 18, 12) + path("M60 23C80 23 90 38 88 58H32C30 38 40 23 60 23Z"),
    "spikes": path("M31 62L22 48L31 46L24 32L37 33L37 18L49 25L60 11L71 25L83 18L83 33L96 32L89 46L98 48L89 62Z"),
}
HAIR_FRONT: Final[Mapping[str, str]] = {
    "short": path("M33 55C29 34 42 23 60 23S91 34 87 55C84 50 83 45 80 41C70 45 56 44 46 38C40 42 36 48 33 55Z"),
    "long": path("M31 60C29 36 42 23 60 23S91 36 89 60C85 54 82 48 79 43C66 43 56 40 50 35C44 44 36 52 31 60Z"),
    "curly": locks((41, 37, 9), (52, 32, 9.5), (65, 31, 9.5), (77, 36, 9)),
    "bun": path("M32 56C30 36 43 26 60 26S90 36 88 56C84 46 74 39 60 38C46 39 36 46 32 56Z"),
    "mohawk": path("M50 40C46 26 49 13 52 8L57 15L62 5L66 14L72 9C74 20 74 30 70 40C64 36 56 36 50 40Z"),
    "spikes": path("M31 57C28 37 40 27 60 27S92 37 89 57L82 45L75 53L67 43L59 52L51 43L44 52L38 45Z"),
}


def wear(kind: str, accent: str) -> str:
    """Return what is worn on the head or at the neck, if anything."""
    if kind == "none":
        return ""
    return WORN[kind](accent)


def cap(accent: str) -> str:
    """Return a cap, its peak to the right."""
    dome = path("M32 43C32 25 45 17 60 17S88 25 88 43Z", fill=accent)
    peak = path("M30 41H92C101 41 106 45 107 49C90 46 50 46 30 47Z", fill=shade(accent, -0.3))
    return dome + peak + circle(60, 17, 3, fill=shade(accent, 0.35))


def crown(accent: str) -> str:
    """Return a golden crown with a stone of the accent's colour."""
    band = path("M38 35L34 11L48 22L60 6L72 22L86 11L82 35Z", fill=GOLD)
    stone = "#e5484d" if accent.lower() == GOLD else shade(accent, -0.1)
    return band + path("M38 35L37 29H83L82 35Z", fill="#d79a12") + circle(60, 24, 3.4, fill=stone)


def hat(accent: str) -> str:
    """Return a hat with a brim and a pale band."""
    dome = path("M37 39C35 17 43 7 60 10C77 7 85 17 83 39Z", fill=accent)
    band = path("M37 40L36.8 31H83.2L83 40C68 37 52 37 37 40Z", fill=shade(accent, 0.35))
    return dome + band + path("M20 42C34 34 86 34 100 42C97 48 86 45 60 45S23 48 20 42Z", fill=shade(accent, -0.3))


def headband(accent: str) -> str:
    """Return a band across the forehead."""
    return path("M33 45C40 38 50 36 60 36S80 38 87 45L88 52C80 45 70 43 60 43S40 45 32 52Z", fill=accent)


def bowtie(accent: str) -> str:
    """Return a bow tie."""
    wings = path("M60 101L42 92.5C39 98 39 106 42 111.5L60 103L78 111.5C81 106 81 98 78 92.5Z", fill=accent)
    return wings + rectangle(55, 96.5, 10, 11, 4, fill=shade(accent, -0.3))


def scarf(accent: str) -> str:
    """Return a scarf with one end hanging down."""
    end = path("M66 98L80 100L84 120H70Z", fill=shade(accent, -0.3))
    loop = path("M38 88C48 96 72 96 82 88L87 97C74 108 46 108 33 97Z", fill=accent)
    return end + loop + line("M40 95C52 102 68 102 80 95", shade(accent, 0.35), 2.4)


GOLD: Final = "#f4c430"
WORN: Final[Mapping[str, Callable[[str], str]]] = {
    "cap": cap,
    "crown": crown,
    "hat": hat,
    "headband": headband,
    "bowtie": bowtie,
    "scarf": scarf,
}
