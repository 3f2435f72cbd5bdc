/**
 * A die thrown onto the picture: it rolls from the middle, each face turning away as the next comes up, bounces, slows
 * down and settles on the face that was drawn. Seen from above, like the picture.
 *
 * @typedef {import("./flights.js").Flight} Flight
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{duration: number, delay: number, turns: number, towards: Point, size: number, spin: number}} Throw
 */
import { centreInPicture, copyInPlace, createGroup, toPictureUnits } from "./svg.js";

/** The number of keyframes of a roll. */
const MOMENTS = 28;
/** When a die is in the air, from start to end as shares of its roll, and how high relative to its size. */
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
 * The element that shows a die's face, in a copy of it or in itself.
 *
 * @param {Element} die
 * @param {Element} [copy]
 */
function faceOf(die, copy = die) {
    return [...copy.querySelectorAll("use")].find((use) => facesOf(die).includes(shapeOf(use))) ?? null;
}

/**
 * Whether a thing set in motion was rolled: it has faces and showed none of them before.
 *
 * @param {Element} goal
 * @param {readonly string[]} before the shapes that it showed before
 */
export function isRolled(goal, before) {
    const faces = facesOf(goal);
    return !before.some((shape) => faces.includes(shape)) && shapesOf(goal).some((shape) => faces.includes(shape));
}

/**
 * The flight of a die that was rolled.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} die where it comes to rest
 * @returns {Flight}
 */
export function rollFlight(svg, die) {
    const copy = copyInPlace(svg, die);
    const shape = faceOf(die, copy);
    const thrown = randomThrow(svg, die);
    const moments = Array.from({ length: MOMENTS + 1 }, (_, moment) => moment / MOMENTS);
    const element = createGroup("flight");
    element.append(copy);
    const frames = moments.map((moment) => ({ translate: translation(thrown, moment), opacity: moment ? 1 : 0 }));
    const options = { duration: thrown.duration, delay: thrown.delay, fill: /** @type {const} */ ("both") };
    const parts = shape ? cubeParts(die, shape, thrown, moments).map((part) => ({ ...part, options })) : [];
    return { element, frames, options, hides: die, parts };
}

/**
 * How a die is thrown; no two alike.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} die
 * @returns {Throw}
 */
function randomThrow(svg, die) {
    const box = die.getBoundingClientRect();
    const [from, to] = [toPictureUnits(svg, box.left, box.top), toPictureUnits(svg, box.right, box.bottom)];
    const [here, centre] = [centreInPicture(svg, die), centreInPicture(svg, svg)];
    const [x, y] = [here.x - centre.x + randomBetween(-40, 40), here.y - centre.y];
    const far = Math.hypot(x, y) || 1;
    return {
        duration: randomBetween(560, 720),
        delay: randomBetween(0, 70),
        turns: Math.floor(randomBetween(4, 6)),
        towards: { x: x / far, y: y / far },
        size: Math.min(to.x - from.x, to.y - from.y),
        spin: randomBetween(-110, 110),
    };
}

/**
 * The share of its way that a die has covered: it is fast at first.
 *
 * @param {number} moment
 */
function progress(moment) {
    return 1 - (1 - moment) ** 2.1;
}

/**
 * How high a die is in the air, relative to its size.
 *
 * @param {number} moment
 */
function heightAt(moment) {
    const bounce = BOUNCES.find(({ from, to }) => moment >= from && moment < to);
    if (!bounce) return 0;
    const share = (moment - bounce.from) / (bounce.to - bounce.from);
    return bounce.high * 4 * share * (1 - share);
}

/**
 * Where a die is relative to where it comes to rest: it rolls without slipping.
 *
 * @param {Throw} thrown
 * @param {number} moment
 */
function translation({ towards, turns, size }, moment) {
    const back = (progress(moment) - 1) * turns * size * 0.8;
    return `${back * towards.x}px ${back * towards.y - heightAt(moment) * size * 0.3}px`;
}

/**
 * Replace the shape of a die by everything it shows while it rolls.
 *
 * @param {SVGGraphicsElement} die
 * @param {SVGUseElement} shape of its copy
 * @param {Throw} thrown
 * @param {readonly number[]} moments
 * @returns {{element: SVGGElement, frames: Keyframe[]}[]}
 */
function cubeParts(die, shape, thrown, moments) {
    const box = (faceOf(die) ?? die).getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const way = (Math.atan2(thrown.towards.y, thrown.towards.x) * 180) / Math.PI;
    const along = 90 * Math.round(way / 90);
    const body = createGroup();
    const placed = transformed(`translate(${x} ${y})`, body);
    const turned = transformed(`rotate(${along})`);
    body.append(turned);
    const faces = faceSequence(facesOf(die), shapeOf(shape), thrown.turns).map((name, place) => {
        const face = createGroup();
        const drawn = /** @type {SVGUseElement} */ (shape.cloneNode());
        drawn.setAttribute("href", `#${name}`);
        face.append(transformed(`rotate(${-along}) translate(${-x} ${-y})`, drawn));
        turned.append(face);
        return { element: face, frames: moments.map((moment) => faceFrame(thrown, place, moment, box.width / 2)) };
    });
    const frames = moments.map((moment) => cubeFrame(thrown, way - along, moment));
    shape.replaceWith(placed);
    return [{ element: body, frames }, ...faces];
}

/**
 * @param {string} transform
 * @param {...Element} content
 */
function transformed(transform, ...content) {
    const element = createGroup();
    element.setAttribute("transform", transform);
    element.append(...content);
    return element;
}

/**
 * The faces in the order they come up, ending with the final one. On a cube no face follows itself or its opposite.
 *
 * @param {string[]} faces
 * @param {string} last
 * @param {number} turns
 * @returns {string[]}
 */
export function faceSequence(faces, last, turns) {
    const sequence = [last];
    for (let left = turns; left > 0; left--) {
        const next = faces.indexOf(sequence[0] ?? "");
        const near = faces.filter((_, place) => place !== next && place !== faces.length - 1 - next);
        sequence.unshift(near[Math.floor(Math.random() * near.length)] ?? last);
    }
    return sequence;
}

/**
 * A keyframe of one face of the cube as it rolls: it comes up behind, lies on top, goes down in front.
 *
 * @param {Throw} thrown
 * @param {number} place in the sequence
 * @param {number} moment
 * @param {number} half of the cube's edge
 * @returns {Keyframe}
 */
function faceFrame({ turns }, place, moment, half) {
    const angle = (progress(moment) * turns - place) * (Math.PI / 2);
    const away = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, angle));
    const width = Math.cos(away);
    return { translate: `${half * Math.sin(away)}px 0px`, scale: `${width} 1`, opacity: width < 0.01 ? 0 : 1 };
}

/**
 * A keyframe of the whole cube: it starts askew and ends straight; higher up it is larger.
 *
 * @param {Throw} thrown
 * @param {number} askew the angle in degrees between its way and its nearest edge
 * @param {number} moment
 * @returns {Keyframe}
 */
function cubeFrame({ spin }, askew, moment) {
    const left = 1 - progress(Math.min(1, moment * 1.15));
    return { rotate: `${(askew + spin) * left}deg`, scale: `${1 + 0.3 * heightAt(moment)}` };
}

/**
 * @param {number} least
 * @param {number} most
 */
function randomBetween(least, most) {
    return least + Math.random() * (most - least);
}
