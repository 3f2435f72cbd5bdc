/**
 * The geometry of a table without edges, seen through a window: how it is moved about, zoomed, and kept in view. Nothing
 * here knows the page. Everything is in the window's units, but boxes are in those of the plane.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {Object} Outlook how the plane's units become the window's: multiplied by `scale`, then moved
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{width: number, height: number}} Size of the window
 */

/** The smallest and the largest scale, measured by the one at which all can be seen. */
export const SMALLEST = 0.5;
export const LARGEST = 2.5;
/** How much a key or a button zooms. */
export const ZOOM = 1.3;
/** What is brought into view keeps clear of the window's edges by this share of it. */
const MARGIN = 0.04;
/** Of one thing at least so much stays in view. */
const KEPT = 0.5;

/**
 * What a `transform` says.
 *
 * @param {string} transform `translate(x y) scale(s)`, the scale left out for 1
 * @returns {Outlook}
 */
export function outlookOf(transform) {
    const numbers = (/** @type {string} */ name) => transform.match(`${name}\\(([^)]*)\\)`)?.[1]?.split(/[ ,]+/).map(Number) ?? [];
    const [x = 0, y = 0] = numbers("translate");
    const [scale = 1] = numbers("scale");
    return { x, y, scale };
}

/**
 * @param {Outlook} outlook
 * @returns {string}
 */
export function transformOf({ x, y, scale }) {
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})`;
}

/**
 * @param {string} words `left top right bottom`
 * @returns {Box}
 */
export function boxOf(words) {
    const [left = 0, top = 0, right = 0, bottom = 0] = words.trim().split(/\s+/).map(Number);
    return { left, top, right, bottom };
}

/**
 * A box of the plane as it lies in the window.
 *
 * @param {Outlook} outlook
 * @param {Box} box
 * @returns {Box}
 */
function laid({ x, y, scale }, { left, top, right, bottom }) {
    return { left: x + scale * left, top: y + scale * top, right: x + scale * right, bottom: y + scale * bottom };
}

/**
 * @param {Outlook} outlook
 * @param {Point} by
 * @returns {Outlook}
 */
export function panned({ x, y, scale }, by) {
    return { x: x + by.x, y: y + by.y, scale };
}

/**
 * Larger or smaller, while one point stays where it is.
 *
 * @param {Outlook} outlook
 * @param {number} factor
 * @param {Point} at
 * @param {Outlook} fit at which all can be seen
 * @returns {Outlook}
 */
export function zoomed({ x, y, scale }, factor, at, fit) {
    // What all fits into may have changed since; then nothing jumps, but it goes only the one way.
    const [least, most] = [Math.min(scale, fit.scale * SMALLEST), Math.max(scale, fit.scale * LARGEST)];
    const wanted = Math.min(most, Math.max(least, scale * factor));
    const share = wanted / scale;
    return { x: at.x + share * (x - at.x), y: at.y + share * (y - at.y), scale: wanted };
}

/**
 * What two fingers do that were at `before` and are at `now`.
 *
 * @param {Outlook} outlook
 * @param {readonly [Point, Point]} before
 * @param {readonly [Point, Point]} now
 * @param {Outlook} fit
 * @returns {Outlook}
 */
export function pinched(outlook, before, now, fit) {
    const [from, to] = [between(...before), between(...now)];
    const wide = Math.max(1, distance(...before));
    const moved = panned(outlook, { x: to.x - from.x, y: to.y - from.y });
    return zoomed(moved, distance(...now) / wide, to, fit);
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function between(one, other) {
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function distance(one, other) {
    return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * Part of the way from one outlook to another; every point of the plane goes straight.
 *
 * @param {Outlook} from
 * @param {Outlook} to
 * @param {number} share 0 to 1
 * @returns {Outlook}
 */
export function partWay(from, to, share) {
    const way = (/** @type {number} */ start, /** @type {number} */ end) => start + share * (end - start);
    return { x: way(from.x, to.x), y: way(from.y, to.y), scale: way(from.scale, to.scale) };
}

/**
 * Whether two outlooks look the same.
 *
 * @param {Outlook} one
 * @param {Outlook} other
 */
export function alike(one, other) {
    return Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5 && Math.abs(one.scale / other.scale - 1) < 0.002;
}

/**
 * Whether all of a box is in view.
 *
 * @param {Outlook} outlook
 * @param {Size} size
 * @param {Box} box
 */
export function shows(outlook, { width, height }, box) {
    const { left, top, right, bottom } = laid(outlook, box);
    return left > -1 && top > -1 && right < width + 1 && bottom < height + 1;
}

/**
 * The outlook moved just so far that a box is in view; in the middle if it has no room.
 *
 * @param {Outlook} outlook
 * @param {Size} size
 * @param {Box} box
 * @returns {Outlook}
 */
export function revealing(outlook, { width, height }, box) {
    const { left, top, right, bottom } = laid(outlook, box);
    return panned(outlook, { x: inward(left, right, width), y: inward(top, bottom, height) });
}

/**
 * How far to move what reaches from `low` to `high` so that it is within the length.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} length
 */
function inward(low, high, length) {
    const margin = MARGIN * length;
    if (high - low > length - 2 * margin) return (length - low - high) / 2;
    if (low < margin) return margin - low;
    return high > length - margin ? length - margin - high : 0;
}

/**
 * What shows everything, with a corner of the window left to something else where a box would lie under it: moved aside
 * or up if there is room, otherwise smaller.
 *
 * @param {Outlook} fit
 * @param {Size} size
 * @param {Box} bounds what has to stay in view
 * @param {Size} corner the lower right one
 * @param {readonly Box[]} boxes
 * @returns {Outlook}
 */
export function clearOf(fit, size, bounds, corner, boxes) {
    const free = { x: size.width - corner.width, y: size.height - corner.height };
    const covered = (/** @type {Outlook} */ outlook) =>
        boxes.map((box) => laid(outlook, box)).filter((box) => box.right > free.x && box.bottom > free.y);
    const under = covered(fit);
    const left = panned(fit, { x: free.x - Math.max(...under.map((box) => box.right)), y: 0 });
    const up = panned(fit, { x: 0, y: free.y - Math.max(...under.map((box) => box.bottom)) });
    const aside = [left, up].filter((outlook) => under.length && shows(outlook, size, bounds) && !covered(outlook).length);
    if (!under.length) return fit;
    return aside[0] ?? filling(bounds, { width: free.x, height: size.height }, fit.scale);
}

/**
 * A box in the middle of the window, as large as it can be.
 *
 * @param {Box} box
 * @param {Size} size
 * @param {number} most the largest scale
 * @returns {Outlook}
 */
function filling({ left, top, right, bottom }, { width, height }, most) {
    const scale = Math.min(most, width / (right - left), height / (bottom - top));
    return { x: (width - scale * (left + right)) / 2, y: (height - scale * (top + bottom)) / 2, scale };
}

/**
 * The outlook moved just so far that something is left in view, at least half of one of the boxes each way.
 *
 * @param {Outlook} outlook
 * @param {Size} size
 * @param {readonly Box[]} boxes
 * @returns {Outlook}
 */
export function kept(outlook, { width, height }, boxes) {
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (const box of boxes) {
        const { left, top, right, bottom } = laid(outlook, box);
        const by = { x: back(left, right, width), y: back(top, bottom, height) };
        const far = Math.hypot(by.x, by.y);
        if (far < least) [best, least] = [by, far];
    }
    return panned(outlook, best);
}

/**
 * How far to move what reaches from `low` to `high` so that a good part of it is within the length.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} length
 */
function back(low, high, length) {
    const part = Math.min(KEPT * (high - low), length);
    if (high < part) return part - high;
    return low > length - part ? length - part - low : 0;
}

/**
 * Where to look from when what has to stay in view has changed, if the player chose the outlook: it stays, unless all was
 * in view and no longer is. Then as little as possible changes.
 *
 * @param {Outlook} outlook the player's
 * @param {Size} size
 * @param {Box} before
 * @param {Box} now
 * @param {Outlook} fit at which all can be seen now
 * @returns {Outlook}
 */
export function following(outlook, size, before, now, fit) {
    if (shows(outlook, size, now) || !shows(outlook, size, before)) return outlook;
    const moved = revealing(outlook, size, now);
    return shows(moved, size, now) ? moved : fit;
}
