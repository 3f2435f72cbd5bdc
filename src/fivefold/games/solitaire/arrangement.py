"""How a page arranges two squares of Poker Solitaire: one's own larger and near the cards, side by side where wide.

The picture has two squares alike, one above the other. A page says whose board it shows by ``data-home`` around the
picture; the rest is CSS, so that one picture serves every window and every player.
"""

from typing import Final

from fivefold.games.solitaire.pieces import ONE, TRAY_HEIGHT, WIDTH, layout

WIDE: Final = "(min-width:1000px),(orientation:landscape) and (max-height:600px)"
"""Where a page has the board beside everything else."""
ABOVE: Final = 0.62
ROBBED: Final = 0.7
BESIDE: Final = 0.56
ALIKE: Final = 0.78
"""How large a rival's square is drawn above one's own, there also where it may be robbed, and beside it; how large two
alike are beside each other."""
GAP: Final = 20.0
ACROSS: Final = WIDTH + GAP + BESIDE * WIDTH
DOWN: Final = ONE.height + 8 + TRAY_HEIGHT
"""The room of two squares side by side, with the tray below them."""
TRAY: Final = ".tray-place"


def placed(selector: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return the rule that puts a group there."""
    return f"{selector}{{transform:translate({x:.4g}px,{y:.4g}px) scale({scale:.4g})}}"


def upright(home: int) -> str:
    """Return the rules for whoever plays ``home``, a phone held upright: the rival's square small above one's own.

    Where cards may be taken from it, or put there, it is only a little smaller: fingers have to meet its cells.
    """
    here, rules = f'[data-home="{home}"]>.solitaire.rivals', ""
    for kind, scale in ((":not(.robbing)", ABOVE), (".robbing", ROBBED)):
        rules += placed(f"{here}{kind} .square-{home}", 0, scale * ONE.height)
        rules += placed(f"{here}{kind} .square-{1 - home}", (1 - scale) * WIDTH / 2, 0, scale)
    return rules


def own_button(home: int) -> str:
    """Return the rules by which whoever plays ``home`` sees their own button only, in the middle of both places."""
    here = f'[data-home="{home}"]>.solitaire .button[data-seat='
    middle = f'{here}"{home}"]{{translate:0 {32 - 64 * home}px}}{here}"{home}"] .note{{display:none}}'
    return f'{here}"{1 - home}"]{{display:none}}' + middle


def wide(home: int) -> str:
    """Return the rules for whoever plays ``home`` where it is wide: the rival's square beside one's own."""
    here = f'#picture[data-home="{home}"]>.solitaire.rivals '
    mine = placed(f"{here}.square-{home}", 0, 0)
    other = placed(f"{here}.square-{1 - home}", WIDTH + GAP, (1 - BESIDE) * ONE.height / 2, BESIDE)
    return mine + other + placed(f"{here}{TRAY}", 0, ONE.height + 8)


def wide_alike() -> str:
    """Return the rules for two squares alike where it is wide, for spectators or where both are one player's."""
    here = "#picture>.solitaire.two-squares "
    drop = (DOWN - ALIKE * ONE.height - 8 - TRAY_HEIGHT) / 2
    left = (ACROSS - GAP - 2 * ALIKE * WIDTH) / 2
    squares = placed(f"{here}.square-0", left, drop, ALIKE)
    squares += placed(f"{here}.square-1", left + ALIKE * WIDTH + GAP, drop, ALIKE)
    return squares + placed(f"{here}{TRAY}", (ACROSS - WIDTH) / 2, drop + ALIKE * ONE.height + 8)


def wide_room() -> str:
    """Return the rules that give the picture the shape of two squares side by side, which its own box has not."""
    grown, ratio = layout(2, True).height / DOWN, f"{ACROSS / DOWN:.4f}"
    return (
        placed("#picture>.solitaire.two-squares>.arranged", (WIDTH - grown * ACROSS) / 2, 0, grown)
        + f"main:has(#picture>.solitaire.two-squares){{--ratio:{ratio}}}"
        + "#picture:has(>.solitaire.two-squares){container-type:size}"
        + f"#picture>.solitaire.two-squares{{width:min(100cqw,100cqh*{ratio});height:auto;aspect-ratio:{ratio}}}"
    )


ARRANGED: Final = "".join([upright(0), upright(1), own_button(0), own_button(1)]) + (
    f"@media {WIDE}{{{wide_room()}{wide_alike()}{wide(0)}{wide(1)}}}"
)
"""The CSS, for the style of the picture."""
