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
    if (direction === "left" || direction === "right") return readingNeighbour(from, others, direction === "right" ? 1 : -1);
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
 * The index in `others` of the next point in reading order; -1 if there is none. Centres in one row may differ a little
 * in height.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {1 | -1} sign 1 for the next, -1 for the one before
 */
function readingNeighbour(from, others, sign) {
    const later = (/** @type {Point} */ other) => (sign > 0 ? readsBefore(from, other) : readsBefore(other, from));
    const down = (/** @type {Point} */ { y }) => (Math.abs(y - from.y) <= ROW ? 0 : sign * (y - from.y));
    const row = Math.min(...others.filter(later).map(down));
    return indexOfLeast(others, (other) => (later(other) && down(other) <= row + (row && ROW) ? sign * other.x : NaN));
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
