/**
 * A die thrown onto the picture: it comes rolling from the middle, each face turning out of sight as the next comes up,
 * bounces, slows down and settles on the face that was drawn. Seen from above, as the picture is.
 *
 * @typedef {import("./flights.js").Flight} Flight
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{duration: number, delay: number, turns: number, towards: Point, size: number, spin: number}} Throw
 */
import { copied, group, inUnits, middle } from "./shapes.js";

/** Moments at which the way of a die is worked out; in between it goes straight on. */
const MOMENTS = 28;
/** From where to where on its way a die is in the air, and how high, of its size. */
const BOUNCES = [
    { from: -0.2, to: 0.3, high: 0.85 },
    { from: 0.3, to: 0.56, high: 0.34 },
    { from: 0.56, to: 0.72, high: 0.1 },
];

/**
 * The shapes that an element shows.
 *
 * @param {Element} element
 * @returns {string[]}
 */
export function shapesOf(element) {
    return [...element.querySelectorAll("use")].map(shapeOf);
}

/** @param {Element} use */
function shapeOf(use) {
    return use.getAttribute("href")?.slice(1) ?? "";
}

/** @param {Element} die */
function facesOf(die) {
    return (die.getAttribute("data-faces") ?? "").split(" ").filter(Boolean);
}

/**
 * What shows the face of a die in a copy of it, or in itself.
 *
 * @param {Element} die
 * @param {Element} [copy]
 */
function faceOf(die, copy = die) {
    return [...copy.querySelectorAll("use")].find((use) => facesOf(die).includes(shapeOf(use))) ?? null;
}

/**
 * Whether a thing that was set in motion has been rolled: it has faces, and showed none of them before.
 *
 * @param {Element} goal
 * @param {readonly string[]} before the shapes that it showed
 */
export function isRolled(goal, before) {
    const faces = facesOf(goal);
    return !before.some((shape) => faces.includes(shape)) && shapesOf(goal).some((shape) => faces.includes(shape));
}

/**
 * The way of a die that was rolled.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} die where it comes to rest
 * @returns {Flight}
 */
export function tumble(svg, die) {
    const copy = copied(svg, die);
    const shape = faceOf(die, copy);
    const thrown = throwOf(svg, die);
    const moments = Array.from({ length: MOMENTS + 1 }, (_, moment) => moment / MOMENTS);
    const element = group("flight");
    element.append(copy);
    const frames = moments.map((moment) => ({ translate: shift(thrown, moment), opacity: moment ? 1 : 0 }));
    const options = { duration: thrown.duration, delay: thrown.delay, fill: /** @type {const} */ ("both") };
    const parts = shape ? rolling(die, shape, thrown, moments).map((part) => ({ ...part, options })) : [];
    return { element, frames, options, hides: die, parts };
}

/**
 * How one die is thrown; no two alike.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} die
 * @returns {Throw}
 */
function throwOf(svg, die) {
    const box = die.getBoundingClientRect();
    const [from, to] = [inUnits(svg, box.left, box.top), inUnits(svg, box.right, box.bottom)];
    const [here, centre] = [middle(svg, die), middle(svg, svg)];
    const [x, y] = [here.x - centre.x + between(-40, 40), here.y - centre.y];
    const far = Math.hypot(x, y) || 1;
    return {
        duration: between(560, 720),
        delay: between(0, 70),
        turns: Math.floor(between(4, 6)),
        towards: { x: x / far, y: y / far },
        size: Math.min(to.x - from.x, to.y - from.y),
        spin: between(-110, 110),
    };
}

/**
 * How much of its way a die has behind it: it is fast at first.
 *
 * @param {number} moment
 */
function gone(moment) {
    return 1 - (1 - moment) ** 2.1;
}

/**
 * How high a die is in the air, of its size.
 *
 * @param {number} moment
 */
function height(moment) {
    const bounce = BOUNCES.find(({ from, to }) => moment >= from && moment < to);
    if (!bounce) return 0;
    const share = (moment - bounce.from) / (bounce.to - bounce.from);
    return bounce.high * 4 * share * (1 - share);
}

/**
 * Where a die is, from where it comes to rest: it rolls without slipping.
 *
 * @param {Throw} thrown
 * @param {number} moment
 */
function shift({ towards, turns, size }, moment) {
    const back = (gone(moment) - 1) * turns * size * 0.8;
    return `${back * towards.x}px ${back * towards.y - height(moment) * size * 0.3}px`;
}

/**
 * Puts all that a rolling die shows in the place of its shape.
 *
 * @param {SVGGraphicsElement} die
 * @param {SVGUseElement} shape of its copy
 * @param {Throw} thrown
 * @param {readonly number[]} moments
 * @returns {{element: SVGGElement, frames: Keyframe[]}[]}
 */
function rolling(die, shape, thrown, moments) {
    const box = (faceOf(die) ?? die).getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const way = (Math.atan2(thrown.towards.y, thrown.towards.x) * 180) / Math.PI;
    const along = 90 * Math.round(way / 90);
    const body = group();
    const placed = placedAt(`translate(${x} ${y})`, body);
    const turned = placedAt(`rotate(${along})`);
    body.append(turned);
    const faces = sequence(facesOf(die), shapeOf(shape), thrown.turns).map((name, place) => {
        const face = group();
        const drawn = /** @type {SVGUseElement} */ (shape.cloneNode());
        drawn.setAttribute("href", `#${name}`);
        face.append(placedAt(`rotate(${-along}) translate(${-x} ${-y})`, drawn));
        turned.append(face);
        return { element: face, frames: moments.map((moment) => facing(thrown, place, moment, box.width / 2)) };
    });
    const frames = moments.map((moment) => leaning(thrown, way - along, moment));
    shape.replaceWith(placed);
    return [{ element: body, frames }, ...faces];
}

/**
 * @param {string} transform
 * @param {...Element} content
 */
function placedAt(transform, ...content) {
    const element = group();
    element.setAttribute("transform", transform);
    element.append(...content);
    return element;
}

/**
 * The faces that come up, the last of them the one that stays: of a cube none follows itself or its opposite.
 *
 * @param {string[]} faces
 * @param {string} last
 * @param {number} turns
 * @returns {string[]}
 */
export function sequence(faces, last, turns) {
    const shown = [last];
    for (let left = turns; left > 0; left--) {
        const next = faces.indexOf(shown[0] ?? "");
        const near = faces.filter((_, place) => place !== next && place !== faces.length - 1 - next);
        shown.unshift(near[Math.floor(Math.random() * near.length)] ?? last);
    }
    return shown;
}

/**
 * One face of the cube as it turns about an axis across its way: it comes up behind, lies on top, goes down in front.
 *
 * @param {Throw} thrown
 * @param {number} place in the sequence
 * @param {number} moment
 * @param {number} half of the cube's edge
 * @returns {Keyframe}
 */
function facing({ turns }, place, moment, half) {
    const angle = (gone(moment) * turns - place) * (Math.PI / 2);
    const away = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, angle));
    const width = Math.cos(away);
    return { translate: `${half * Math.sin(away)}px 0px`, scale: `${width} 1`, opacity: width < 0.01 ? 0 : 1 };
}

/**
 * The whole cube: it lies across its way and comes to lie straight; what is nearer is larger.
 *
 * @param {Throw} thrown
 * @param {number} askew by how many degrees it goes aside from one of its edges
 * @param {number} moment
 * @returns {Keyframe}
 */
function leaning({ spin }, askew, moment) {
    const left = 1 - gone(Math.min(1, moment * 1.15));
    return { rotate: `${(askew + spin) * left}deg`, scale: `${1 + 0.3 * height(moment)}` };
}

/**
 * @param {number} least
 * @param {number} most
 */
function between(least, most) {
    return least + Math.random() * (most - least);
}
