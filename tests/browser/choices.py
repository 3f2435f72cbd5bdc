"""Which move to make in a browser test: any, or, where games of chance moves are endless, one that leads on."""

SIDE = 9
FREE = (4, 4)
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
FIVES = [
    frozenset((row + down * step, column + across * step) for step in range(5))
    for row in range(SIDE)
    for column in range(SIDE)
    for down, across in STEPS
    if 0 <= row + 4 * down < SIDE and 0 <= column + 4 * across < SIDE
]


def any_move(chance, view):
    return chance.choice(view["moves"])


def towards_five(chance, view):
    """Take the space that does most for a five in a row; bounce where one can, roll everything where one cannot."""
    pieces = pieces_of(view["history"])
    spaces = [move for move in view["moves"] if is_space(move["text"])]
    bounces = [move for move in view["moves"] if move["text"].startswith("x:")]
    if bounces:
        return max(bounces, key=lambda move: promise(pieces, space(move["text"][2:]), pieces[space(move["text"][2:])]))
    if spaces:
        return max(spaces, key=lambda move: promise(pieces, space(move["text"]), view["to_move"]))
    return view["moves"][0]


def is_space(text):
    return len(text) == 2 and text[1].isdigit()


def space(text):
    return int(text[1]) - 1, ord(text[0]) - ord("a")


def pieces_of(history):
    """Return whose piece is where, from the list of moves."""
    pieces = {}
    for line in history:
        if line["mover"] >= 0 and is_space(line["text"]):
            pieces[space(line["text"])] = line["mover"]
        elif line["text"].startswith("x:"):
            del pieces[space(line["text"][2:])]
    return pieces


def promise(pieces, taken, seat):
    """Return how near this space brings a seat to fives that nobody else is in the way of."""
    fives = [five - {FREE} for five in FIVES if taken in five]
    open_fives = [five for five in fives if all(pieces.get(place, seat) == seat for place in five)]
    return sum(8 ** (5 - sum(place not in pieces for place in five)) for five in open_fives)
