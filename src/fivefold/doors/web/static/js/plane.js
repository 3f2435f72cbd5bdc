/**
 * The geometry of a table without edges seen through a window: panning, zooming, and keeping things in view. Nothing
 * here depends on the page. Everything is in the window's units except boxes, which are in the plane's.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {Object} Transform how the plane's units become the window's: multiplied by `scale`, then moved
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{width: number, height: number}} Size of the window
 */

/** The smallest and the largest scale, relative to the one that shows everything. */
export const SMALLEST = 0.5;
export const LARGEST = 2.5;
/** How much a key or a button zooms. */
export const ZOOM = 1.3;
/** How much two taps do. */
export const CLOSER = 1.8;
/** The margin around what is brought into view, as a fraction of the window. */
const MARGIN = 0.04;
/** At least this fraction of one thing stays in view. */
const PART_IN_VIEW = 0.5;

/**
 * Read a `transform` attribute.
 *
 * @param {string} transform `translate(x y) scale(s)`, the scale left out for 1
 * @returns {Transform}
 */
export function parseTransform(transform) {
    const numbers = (/** @type {string} */ name) =>
        transform.match(`${name}\\(([^)]*)\\)`)?.[1]?.split(/[ ,]+/).map(Number) ?? [];
    const [x = 0, y = 0] = numbers("translate");
    const [scale = 1] = numbers("scale");
    return { x, y, scale };
}

/**
 * @param {Transform} transform
 * @returns {string}
 */
export function formatTransform({ x, y, scale }) {
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})`;
}

/**
 * @param {string} words `left top right bottom`
 * @returns {Box}
 */
export function parseBox(words) {
    const [left = 0, top = 0, right = 0, bottom = 0] = words.trim().split(/\s+/).map(Number);
    return { left, top, right, bottom };
}

/**
 * A box of the plane in the window's units.
 *
 * @param {Transform} transform
 * @param {Box} box
 * @returns {Box}
 */
function boxInWindow({ x, y, scale }, { left, top, right, bottom }) {
    return { left: x + scale * left, top: y + scale * top, right: x + scale * right, bottom: y + scale * bottom };
}

/**
 * @param {Transform} transform
 * @param {Point} by
 * @returns {Transform}
 */
export function pan({ x, y, scale }, by) {
    return { x: x + by.x, y: y + by.y, scale };
}

/**
 * Scale while one point stays where it is.
 *
 * @param {Transform} transform
 * @param {number} factor
 * @param {Point} at
 * @param {Transform} fit at which all can be seen
 * @param {number} [smallest] scale, relative to that one
 * @returns {Transform}
 */
export function zoom({ x, y, scale }, factor, at, fit, smallest = SMALLEST) {
    // The fit may have changed since; then nothing jumps, but only the way back into the limits is open.
    const [least, most] = [Math.min(scale, fit.scale * smallest), Math.max(scale, fit.scale * LARGEST)];
    const wanted = Math.min(most, Math.max(least, scale * factor));
    const share = wanted / scale;
    return { x: at.x + share * (x - at.x), y: at.y + share * (y - at.y), scale: wanted };
}

/**
 * The effect of two fingers that were at `before` and are at `now`.
 *
 * @param {Transform} transform
 * @param {readonly [Point, Point]} before
 * @param {readonly [Point, Point]} now
 * @param {Transform} fit
 * @param {number} [smallest]
 * @returns {Transform}
 */
export function pinch(transform, before, now, fit, smallest) {
    const [from, to] = [midpoint(...before), midpoint(...now)];
    const wide = Math.max(1, distance(...before));
    const moved = pan(transform, { x: to.x - from.x, y: to.y - from.y });
    return zoom(moved, distance(...now) / wide, to, fit, smallest);
}

/**
 * @param {Point} one
 * @param {Point} other
 */
function midpoint(one, other) {
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
 * A transform part of the way to another; every point of the plane moves straight.
 *
 * @param {Transform} from
 * @param {Transform} to
 * @param {number} share 0 to 1
 * @returns {Transform}
 */
export function interpolate(from, to, share) {
    const way = (/** @type {number} */ start, /** @type {number} */ end) => start + share * (end - start);
    return { x: way(from.x, to.x), y: way(from.y, to.y), scale: way(from.scale, to.scale) };
}

/**
 * Whether two transforms look the same.
 *
 * @param {Transform} one
 * @param {Transform} other
 */
export function sameTransform(one, other) {
    const near = Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5;
    return near && Math.abs(one.scale / other.scale - 1) < 0.002;
}

/**
 * Whether all of a box is in view.
 *
 * @param {Transform} transform
 * @param {Size} size
 * @param {Box} box
 */
export function isInView(transform, { width, height }, box) {
    const { left, top, right, bottom } = boxInWindow(transform, box);
    return left > -1 && top > -1 && right < width + 1 && bottom < height + 1;
}

/**
 * Pan just far enough that a box is in view; centred if it is too large.
 *
 * @param {Transform} transform
 * @param {Size} size
 * @param {Box} box
 * @returns {Transform}
 */
export function reveal(transform, { width, height }, box) {
    const { left, top, right, bottom } = boxInWindow(transform, box);
    return pan(transform, { x: shiftInside(left, right, width), y: shiftInside(top, bottom, height) });
}

/**
 * How far to move a span from `low` to `high` so that it is inside the length.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} length
 */
function shiftInside(low, high, length) {
    const margin = MARGIN * length;
    if (high - low > length - 2 * margin) return (length - low - high) / 2;
    if (low < margin) return margin - low;
    return high > length - margin ? length - margin - high : 0;
}

/**
 * The transform that shows everything, with no box under a corner of the window that is used for something else: moved
 * left or up if there is room, otherwise smaller.
 *
 * @param {Transform} fit
 * @param {Size} size
 * @param {Box} bounds what has to stay in view
 * @param {Size} corner the lower right one
 * @param {readonly Box[]} boxes
 * @returns {Transform}
 */
export function fitBesideCorner(fit, size, bounds, corner, boxes) {
    const free = { x: size.width - corner.width, y: size.height - corner.height };
    const covered = (/** @type {Transform} */ transform) =>
        boxes.map((box) => boxInWindow(transform, box)).filter((box) => box.right > free.x && box.bottom > free.y);
    const under = covered(fit);
    const left = pan(fit, { x: free.x - Math.max(...under.map((box) => box.right)), y: 0 });
    const up = pan(fit, { x: 0, y: free.y - Math.max(...under.map((box) => box.bottom)) });
    if (!under.length) return fit;
    const aside = [left, up].find((transform) => isInView(transform, size, bounds) && !covered(transform).length);
    return aside ?? fitCentred(bounds, { width: free.x, height: size.height }, fit.scale);
}

/**
 * A box in the middle of the window, as large as possible.
 *
 * @param {Box} box
 * @param {Size} size
 * @param {number} most the largest scale
 * @returns {Transform}
 */
function fitCentred({ left, top, right, bottom }, { width, height }, most) {
    const scale = Math.min(most, width / (right - left), height / (bottom - top));
    return { x: (width - scale * (left + right)) / 2, y: (height - scale * (top + bottom)) / 2, scale };
}

/**
 * Pan back just far enough that at least half of one of the boxes is in view.
 *
 * @param {Transform} transform
 * @param {Size} size
 * @param {readonly Box[]} boxes
 * @returns {Transform}
 */
export function keepPartInView(transform, { width, height }, boxes) {
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (const box of boxes) {
        const { left, top, right, bottom } = boxInWindow(transform, box);
        const by = { x: shiftPartInside(left, right, width), y: shiftPartInside(top, bottom, height) };
        const far = Math.hypot(by.x, by.y);
        if (far < least) [best, least] = [by, far];
    }
    return pan(transform, best);
}

/**
 * Pan back just far enough that a magnified picture fills what is seen of it.
 *
 * @param {Transform} transform
 * @param {Box} seen of the picture as the server drew it
 * @returns {Transform}
 */
export function keepFilled({ x, y, scale }, { left, top, right, bottom }) {
    const within = (/** @type {number} */ place, /** @type {number} */ low, /** @type {number} */ high) =>
        Math.min((1 - scale) * low, Math.max((1 - scale) * high, place));
    return { x: within(x, left, right), y: within(y, top, bottom), scale };
}

/**
 * How far to move a span from `low` to `high` so that a good part of it is inside the length.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} length
 */
function shiftPartInside(low, high, length) {
    const part = Math.min(PART_IN_VIEW * (high - low), length);
    if (high < part) return part - high;
    return low > length - part ? length - part - low : 0;
}

/**
 * The player's transform after the bounds have changed. It stays, unless everything was in view and no longer is; then
 * it changes as little as possible.
 *
 * @param {Transform} transform the player's
 * @param {Size} size
 * @param {Box} before
 * @param {Box} now
 * @param {Transform} fit at which all can be seen now
 * @returns {Transform}
 */
export function followBounds(transform, size, before, now, fit) {
    if (isInView(transform, size, now) || !isInView(transform, size, before)) return transform;
    const moved = reveal(transform, size, now);
    return isInView(moved, size, now) ? moved : fit;
}
