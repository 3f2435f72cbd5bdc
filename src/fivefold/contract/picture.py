"""A game as pictures: positions drawn, what a move lights up and what it sets in motion."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from fivefold.contract.rules import Row
from fivefold.parts.svg import Drawing

Marks = Mapping[str, str]
"""For things on the picture, by their pick name: CSS class names to add, separated by blanks.

Every thing that can be marked says its name on the picture: as ``data-pick`` where the viewer may pick it now,
otherwise as ``data-thing``. The name ``WHOLE_PICTURE`` is the picture itself; on it every game knows these classes.
``bare`` asks for the board alone, for a page that shows names, scores and whose turn it is around it: no background,
narrow margins, the same size all through the game, and targets of at least 44 by 44 where the picture is 360 wide, or
as large as the columns of a wider board leave them.
``over`` says that the match has ended though the position could go on: nobody is to move, nothing can be picked.
``lettered`` asks for a picture to look at elsewhere, as in a mail: it shows what places are called, so that a move can
be written down.
``home-0``, ``home-1`` … says which seat is shown nearest to whoever looks, below the picture on a phone.
``picking`` says that the marks tell all that is picked: what is picked beforehand (``data-picked``) is not, unless
they say so.
"""

WHOLE_PICTURE: Final = ""
"""The name of the picture itself among its ``Marks``."""

Motions = Sequence[tuple[str, str]]
"""What a move sets in motion: pairs of ids of elements, first on the picture before the move, second on the one after.

An element is a *thing* (a card, a chip, a piece) or a *place* where things come from or go to: one with the attribute
``data-place`` on the picture, or ``seat-0``, ``seat-1`` … for where a player sits, which is the page's to show.

- thing, thing: what stood at the first now stands at the second (the same id twice: it changes where it is);
- place, thing: the second is new and comes from the first;
- thing, place: the first is gone and leaves towards the second.

No thing is first twice or second twice. The pairs are in the order in which to show them. A thing is a ``<g>``
without a transform of its own (those around it have), so that moving it by one is undone by taking that away. A group
of things may have an id too: what is carried about together.
"""


class Emblem(NamedTuple):
    """A seat's piece, and the colour of its pieces."""

    picture: str
    """A small square SVG, to stand beside the seat's name."""
    classes: str = ""
    """CSS classes on which ``--seat`` is the colour, for lines, bars and the like."""


class Picture(Protocol):
    """Positions drawn.

    Besides ``data-pick``, ``data-thing`` and ``data-place`` a page knows these attributes. To a page it means nothing
    how ids and names are spelled.

    - ``data-picked=""`` on what can be picked and is picked beforehand, such as dice kept in the roll before: together
      the beginning of a move. A page begins with these picks, and a player can take each back;
    - ``data-keys="r space"`` on what can be picked, now or later: keys that pick it from anywhere on the page
      (``space``: a blank);
    - ``data-caption="done"`` on what has keys: what it does in a word or two, for where there is little room;
    - ``data-lights="c3 c4"`` on what can be picked: names of the things to light (class ``area``) while it is picked or
      looked at;
    - ``data-kind="cell"`` on a thing that is a fixed spot of the board: spots of one kind are alike, and those in one
      group form a field on which a cursor walks from spot to spot;
    - ``data-seat="0"`` on a thing, or on a group of spots, that belongs to one seat;
    - ``data-owner="1"`` on words that call a seat by what the game calls it; a page writes the player's name there;
    - ``data-role="seat"`` on a thing that stands for a seat: picked last, it says which seat makes the move. A page
      leaves it out for a visitor who has one seat;
    - ``data-help="steal"`` on anything: the anchor on the game's rules page of the term that explains it;
    - ``data-faces="face-1 face-2"`` on a thing whose ``<use>`` shows one of these shapes, a die: it tumbles through
      them when it is set in motion, and settles on the one drawn. Opposite faces stand equally far from the two ends;
    - ``data-plane="left top right bottom"`` on a group with a ``transform``, inside an ``<svg>`` of its own that clips
      it: a table without edges that can be moved about and zoomed. The numbers, in the group's own units, are what has
      to stay in view; the ``transform`` drawn, ``translate(x y) scale(s)``, shows all of it. What is inside must be
      legible at any scale from a half to twice that.

    An element with an ``id`` inside a thing is what lies there, such as the card on a cell: whoever drags the thing
    carries it along.

    A page puts classes on things by name: ``picked``, ``target`` (can be picked next), ``over`` (under what is carried,
    or looked at), ``pressed``, ``area``, ``hint`` and those of ``Marks``. ``STYLE`` says how they look.
    """

    STYLE: str
    """The CSS of every picture of the game: what ``draw`` puts into the picture, and a page can load once instead."""
    PLACE_IDS: frozenset[str]
    """The ids of all places, ``data-place``, that a picture of the game may have."""

    def draw(self, row: Row, viewer: int, marks: Marks, /) -> Drawing:
        """Return a drawing, as ``parts.svg.picture`` makes it, with a description.

        There is ``data-pick`` on what can be picked, and a stable ``id`` on what moves.

        On anybody's turn every thing has a name in words, ``aria-label`` or ``<title>``: what can be picked is a
        button, the rest has the role ``img``. In a race ``ANYONE`` looks who may move for all seats.
        """

    def emblem(self, row: Row, seat: int, /) -> Emblem:
        """Return a seat's piece; it relies on ``STYLE`` in the page."""

    def spotlight(self, row: Row, move: int, /) -> Marks:
        """Return what a legal move, or one of chance, lights up: as a preview before it and as an account after it.

        They are the marks to draw with, worked out from the position before the move.
        """

    def motions(self, row: Row, move: int, /) -> Motions:
        """Return what moves where when a legal move, or one of chance, is made in the position before it."""
