/**
 * How things lie to each other, for moving between them with the arrow keys.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

/** @type {Record<string, Direction>} */
export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Things are in one row if their centres differ in height by at most this, in CSS pixels. */
const ROW = 16;

/**
 * The index in `others` of the point that an arrow leads to from `from`; -1 if there is none. Left and right follow the
 * rows in reading order, so that everything can be reached; up and down go to the nearest, preferably straight ahead.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {Direction} direction
 * @returns {number}
 */
export function arrowTarget(from, others, direction) {
    const [left, right] = [direction === "left", direction === "right"];
    if (left) return indexOfLeast(others, (other) => (readsBefore(other, from) ? -readingDistance(other, from) : NaN));
    if (right) return indexOfLeast(others, (other) => (readsBefore(from, other) ? readingDistance(other, from) : NaN));
    return gridNeighbour(from, others, direction);
}

/**
 * The index in `others` of the nearest point in a direction, preferably straight ahead; -1 if there is none. On a grid
 * this is one step.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {Direction} direction
 * @returns {number}
 */
export function gridNeighbour(from, others, direction) {
    const sign = direction === "left" || direction === "up" ? -1 : 1;
    const flat = direction === "left" || direction === "right";
    return indexOfLeast(others, ({ x, y }) => {
        const [ahead, across] = flat ? [x - from.x, y - from.y] : [y - from.y, x - from.x];
        const [along, aside] = [sign * ahead, Math.abs(across)];
        return along < 1 || aside > 2 * along ? NaN : along + 2 * aside;
    });
}

/**
 * Whether `first` comes before `second` in reading order.
 *
 * @param {Point} first
 * @param {Point} second
 */
function readsBefore(first, second) {
    return Math.abs(second.y - first.y) <= ROW ? first.x < second.x - 1 : first.y < second.y;
}

/**
 * How much further on in reading order `other` is: a row counts more than any distance within it.
 *
 * @param {Point} other
 * @param {Point} from
 */
function readingDistance(other, from) {
    const down = Math.abs(other.y - from.y) <= ROW ? 0 : other.y - from.y;
    return 10_000 * down + other.x - from.x;
}

/**
 * The index of the point with the lowest cost; -1 if none has a cost (NaN).
 *
 * @param {readonly Point[]} points
 * @param {(point: Point) => number} cost
 */
function indexOfLeast(points, cost) {
    let best = -1;
    points.forEach((point, place) => {
        const here = cost(point);
        if (!Number.isNaN(here) && (best < 0 || here < cost(/** @type {Point} */ (points[best])))) best = place;
    });
    return best;
}
