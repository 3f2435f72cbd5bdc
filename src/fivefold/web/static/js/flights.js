/**
 * The flights of things from where they stood to where they stand, or away; large ones to small places shrink on the way.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./motion.js").Manner} Manner
 * @typedef {{element: SVGGElement, frames: Keyframe[], options: KeyframeAnimationOptions}} Moved
 * @typedef {Moved & {hides?: SVGElement, parts?: Moved[]}} Flight with parts that move by themselves
 * @typedef {{to: string, centre: Point, size: Size|null, copy: SVGGElement|null, shapes: string[]}} Departure
 * @typedef {{width: number, height: number}} Size on the screen
 */
import { copied, group, middle } from "./shapes.js";
import { isRolled, shapesOf, tumble } from "./tumble.js";

/** How long everything takes together, in milliseconds. */
export const WHOLE = 280;
const EASING = "cubic-bezier(.3,.05,.25,1)";
/** Things whose proportions differ by more than this factor are not drawn into each other. */
const ALIKE = 1.2;

/**
 * An element by its id, in the picture or, failing that, on the page.
 *
 * @param {SVGSVGElement} svg
 * @param {string} id
 * @returns {Element | null}
 */
export function find(svg, id) {
    return svg.querySelector(`#${CSS.escape(id)}`) ?? document.getElementById(id);
}

/**
 * Whether an element is where things come from or go to, not a thing.
 *
 * @param {Element} element
 */
function isPlace(element) {
    return !(element instanceof SVGGraphicsElement) || element.hasAttribute("data-place");
}

/**
 * What leaves, looked at before the picture changes.
 *
 * @param {SVGSVGElement} svg
 * @param {string} from
 * @param {string} to
 * @param {Manner["carried"]} carried what the player's hand has brought to its goal already
 * @returns {Departure}
 */
export function departure(svg, from, to, carried) {
    const element = find(svg, from);
    const centre = element ? middle(svg, element) : { x: 0, y: 0 };
    const held = element && carried?.inside.contains(element) ? carried : { by: { x: 0, y: 0 }, scale: 1 };
    centre.x += held.by.x;
    centre.y += held.by.y;
    const copy = element instanceof SVGGraphicsElement && !isPlace(element) ? copied(svg, element) : null;
    return { to, centre, size: element && sizeOf(element, held.scale), copy, shapes: copy && element ? shapesOf(element) : [] };
}

/**
 * The flights of all that leaves, one after the other.
 *
 * @param {SVGSVGElement} svg after the change
 * @param {Departure[]} leaving
 * @returns {Flight[]}
 */
export function flown(svg, leaving) {
    const stagger = Math.min(32, 120 / Math.max(1, leaving.length));
    const duration = WHOLE - stagger * Math.max(0, leaving.length - 1);
    /** @type {Flight[]} */
    const flights = [];
    leaving.forEach((each, place) => {
        const goal = find(svg, each.to);
        if (!goal) return;
        const options = { duration, delay: place * stagger, easing: EASING, fill: /** @type {const} */ ("both") };
        const flight = isPlace(goal) ? removal(svg, each, goal) : arrival(svg, each, goal);
        if (goal instanceof SVGGraphicsElement && isRolled(goal, each.shapes)) flights.push(tumble(svg, goal));
        else if (flight) flights.push({ ...flight, options });
    });
    return flights;
}

/**
 * @param {SVGSVGElement} svg
 * @param {Departure} each
 * @param {Element} goal
 * @returns {{element: SVGGElement, frames: Keyframe[], hides: SVGElement} | null}
 */
function arrival(svg, each, goal) {
    if (!(goal instanceof SVGGraphicsElement)) return null;
    const element = aboutItsMiddle(copied(svg, goal));
    const end = middle(svg, goal);
    const [x, y] = [each.centre.x - end.x, each.centre.y - end.y];
    const lift = Math.min(34, 0.18 * Math.hypot(x, y));
    const scale = each.size ? larger(each.size, sizeOf(goal), each.copy !== null) : 1;
    const frames = [
        { translate: `${x}px ${y}px`, scale: `${scale}` },
        { translate: `${0.55 * x}px ${0.55 * y - lift}px`, scale: `${(1 + scale) / 2}`, offset: 0.5 },
        { translate: "0px 0px", scale: "1" },
    ];
    return { element, frames, hides: goal };
}

/**
 * @param {SVGSVGElement} svg
 * @param {Departure} each
 * @param {Element} goal
 * @returns {{element: SVGGElement, frames: Keyframe[]} | null}
 */
function removal(svg, each, goal) {
    if (!each.copy) return null;
    const element = aboutItsMiddle(each.copy);
    const end = middle(svg, goal);
    const [x, y] = [end.x - each.centre.x, end.y - each.centre.y];
    const frames = [
        { translate: "0px 0px", scale: "1", opacity: 1 },
        { translate: `${0.8 * x}px ${0.8 * y}px`, scale: ".7", opacity: 1, offset: 0.75 },
        { translate: `${x}px ${y}px`, scale: ".5", opacity: 0 },
    ];
    return { element, frames };
}

/**
 * A group that grows, shrinks and turns about its middle.
 *
 * @param {SVGGElement} content
 * @returns {SVGGElement}
 */
export function aboutItsMiddle(content) {
    const element = group("flight");
    element.style.transformBox = "fill-box";
    element.style.transformOrigin = "center";
    element.append(content);
    return element;
}

/**
 * @param {Element} element
 * @param {number} [scale]
 * @returns {Size}
 */
function sizeOf(element, scale = 1) {
    const { width, height } = element.getBoundingClientRect();
    return { width: scale * width, height: scale * height };
}

/**
 * How much larger a thing begins its flight than it ends it: as large as what stood there if that looks like it. A
 * place, such as a pack, never makes things larger: it may be the whole board.
 *
 * @param {Size} before
 * @param {Size} after
 * @param {boolean} thing whether they come from a thing, not a place
 * @returns {number}
 */
export function larger(before, after, thing) {
    const [across, down] = [before.width / after.width, before.height / after.height];
    const alike = Math.max(across, down) <= ALIKE * Math.min(across, down);
    if (!alike || !(across > 0) || (!thing && across > 1)) return 1;
    return Math.sqrt(across * down);
}
