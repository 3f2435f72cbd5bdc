/**
 * Flights of things from where they were to where they are now, or off the board. Things that go to smaller places
 * shrink on the way.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./stage.js").Transition} Transition
 * @typedef {{element: SVGGElement, frames: Keyframe[], options: KeyframeAnimationOptions}} AnimatedElement
 * @typedef {AnimatedElement & {hides?: SVGElement, parts?: AnimatedElement[]}} Flight with parts animated by themselves
 * @typedef {{to: string, centre: Point, size: Size|null, copy: SVGGElement|null, shapes: string[]}} Departure
 * @typedef {{width: number, height: number}} Size on the screen
 */
import { isRolled, rollFlight, shapesOf } from "./rollingDie.js";
import { centreInPicture, copyInPlace, createGroup } from "./svg.js";

/** How long all flights together take. */
export const TOTAL_MILLISECONDS = 280;
const EASING = "cubic-bezier(.3,.05,.25,1)";
/** A thing is not stretched into one whose proportions differ by more than this factor. */
const MOST_DISTORTION = 1.2;

/**
 * An element by its id, in the picture or else on the page.
 *
 * @param {SVGSVGElement} svg
 * @param {string} id
 * @returns {Element | null}
 */
export function findElement(svg, id) {
    return svg.querySelector(`#${CSS.escape(id)}`) ?? document.getElementById(id);
}

/**
 * Whether an element is a place that things come from or go to, not a thing itself.
 *
 * @param {Element} element
 */
function isPlace(element) {
    return !(element instanceof SVGGraphicsElement) || element.hasAttribute("data-place");
}

/**
 * A thing's departure, measured before the picture changes.
 *
 * @param {SVGSVGElement} svg
 * @param {string} from
 * @param {string} to
 * @param {Transition["dragged"]} dragged what the player has dragged to its goal already
 * @returns {Departure}
 */
export function departureOf(svg, from, to, dragged) {
    const element = findElement(svg, from);
    const centre = element ? centreInPicture(svg, element) : { x: 0, y: 0 };
    const hand = element && dragged?.inside.contains(element) ? dragged : { offset: { x: 0, y: 0 }, scale: 1 };
    centre.x += hand.offset.x;
    centre.y += hand.offset.y;
    const copy = element instanceof SVGGraphicsElement && !isPlace(element) ? copyInPlace(svg, element) : null;
    const shapes = copy && element ? shapesOf(element) : [];
    return { to, centre, size: element && sizeOf(element, hand.scale), copy, shapes };
}

/**
 * The flights of all departures, one after the other.
 *
 * @param {SVGSVGElement} svg after the change
 * @param {Departure[]} leaving
 * @returns {Flight[]}
 */
export function flightsOf(svg, leaving) {
    const stagger = Math.min(32, 120 / Math.max(1, leaving.length));
    const duration = TOTAL_MILLISECONDS - stagger * Math.max(0, leaving.length - 1);
    /** @type {Flight[]} */
    const flights = [];
    leaving.forEach((each, place) => {
        const goal = findElement(svg, each.to);
        if (!goal) return;
        const options = { duration, delay: place * stagger, easing: EASING, fill: /** @type {const} */ ("both") };
        const flight = isPlace(goal) ? removalFlight(svg, each, goal) : arrivalFlight(svg, each, goal);
        if (goal instanceof SVGGraphicsElement && isRolled(goal, each.shapes)) flights.push(rollFlight(svg, goal));
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
function arrivalFlight(svg, each, goal) {
    if (!(goal instanceof SVGGraphicsElement)) return null;
    const element = centred(copyInPlace(svg, goal));
    const end = centreInPicture(svg, goal);
    const [x, y] = [each.centre.x - end.x, each.centre.y - end.y];
    const lift = Math.min(34, 0.18 * Math.hypot(x, y));
    const scale = each.size ? startScale(each.size, sizeOf(goal), each.copy !== null) : 1;
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
function removalFlight(svg, each, goal) {
    if (!each.copy) return null;
    const element = centred(each.copy);
    const end = centreInPicture(svg, goal);
    const [x, y] = [end.x - each.centre.x, end.y - each.centre.y];
    const frames = [
        { translate: "0px 0px", scale: "1", opacity: 1 },
        { translate: `${0.8 * x}px ${0.8 * y}px`, scale: ".7", opacity: 1, offset: 0.75 },
        { translate: `${x}px ${y}px`, scale: ".5", opacity: 0 },
    ];
    return { element, frames };
}

/**
 * A group that scales and turns about its centre.
 *
 * @param {SVGGElement} content
 * @returns {SVGGElement}
 */
export function centred(content) {
    const element = createGroup("flight");
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
 * The scale at which a flight begins: as large as what was there before, if the proportions match. A place, such as a
 * pack, never makes things larger: it may be the whole board.
 *
 * @param {Size} before
 * @param {Size} after
 * @param {boolean} thing whether it comes from a thing rather than a place
 * @returns {number}
 */
export function startScale(before, after, thing) {
    const [across, down] = [before.width / after.width, before.height / after.height];
    const alike = Math.max(across, down) <= MOST_DISTORTION * Math.min(across, down);
    if (!alike || !(across > 0) || (!thing && across > 1)) return 1;
    return Math.sqrt(across * down);
}
