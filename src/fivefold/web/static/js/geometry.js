/**
 * Where things are to each other, for moving between them with the arrow keys.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

/** @type {Record<string, Direction>} */
export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * How far along a direction and how far aside a point lies.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {Direction} direction
 * @returns {{along: number, aside: number}}
 */
function measured(from, to, direction) {
    const across = to.x - from.x;
    const down = to.y - from.y;
    if (direction === "left") return { along: -across, aside: Math.abs(down) };
    if (direction === "right") return { along: across, aside: Math.abs(down) };
    if (direction === "up") return { along: -down, aside: Math.abs(across) };
    return { along: down, aside: Math.abs(across) };
}

/**
 * The place in `others` of the point nearest to `from` in a direction, -1 if none lies there. What lies straight ahead
 * is preferred to what lies aside.
 *
 * @param {Point} from
 * @param {readonly Point[]} others
 * @param {Direction} direction
 * @returns {number}
 */
export function nearest(from, others, direction) {
    let best = -1;
    let least = Infinity;
    others.forEach((other, place) => {
        const { along, aside } = measured(from, other, direction);
        if (along < 1 || aside > 2 * along) return;
        const cost = along + 2 * aside;
        if (cost < least) [best, least] = [place, cost];
    });
    return best;
}
