/**
 * Where things are to each other, for moving between them with the arrow keys.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

/** @type {Record<string, Direction>} */
export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Things whose middles are at most so far apart in height, in CSS pixels, stand in one row. */
const ROW = 16;

/**
 * The place in `others` of the point an arrow leads to from `from`, -1 if there is none. Left and right go through the
 * rows as one reads them, so that everything can be reached; up and down go to the nearest, straight ahead rather than
 * aside.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {Direction} direction
 * @returns {number}
 */
export function nearest(from, others, direction) {
    if (direction === "left") return least(others, (other) => (before(other, from) ? -reading(other, from) : NaN));
    if (direction === "right") return least(others, (other) => (before(from, other) ? reading(other, from) : NaN));
    return towards(from, others, direction);
}

/**
 * The place in `others` of the point nearest in a direction, -1 if there is none: one step on a grid, straight ahead
 * rather than aside.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {Direction} direction
 * @returns {number}
 */
export function towards(from, others, direction) {
    const sign = direction === "left" || direction === "up" ? -1 : 1;
    const flat = direction === "left" || direction === "right";
    return least(others, ({ x, y }) => {
        const [along, aside] = flat ? [sign * (x - from.x), Math.abs(y - from.y)] : [sign * (y - from.y), Math.abs(x - from.x)];
        return along < 1 || aside > 2 * along ? NaN : along + 2 * aside;
    });
}

/**
 * Whether one reads `first` before `second`.
 *
 * @param {Point} first
 * @param {Point} second
 */
function before(first, second) {
    return Math.abs(second.y - first.y) <= ROW ? first.x < second.x - 1 : first.y < second.y;
}

/**
 * How far on in reading `other` is: a row counts more than any distance within it.
 *
 * @param {Point} other
 * @param {Point} from
 */
function reading(other, from) {
    const down = Math.abs(other.y - from.y) <= ROW ? 0 : other.y - from.y;
    return 10_000 * down + other.x - from.x;
}

/**
 * The place of the point that costs least, -1 if none has a cost.
 *
 * @param {readonly Point[]} points
 * @param {(point: Point) => number} cost
 */
function least(points, cost) {
    let best = -1;
    points.forEach((point, place) => {
        const here = cost(point);
        if (!Number.isNaN(here) && (best < 0 || here < cost(/** @type {Point} */ (points[best])))) best = place;
    });
    return best;
}
