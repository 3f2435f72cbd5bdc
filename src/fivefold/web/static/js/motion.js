/**
 * From one picture to the next, in less than 300 ms, by motion that explains: things fly from where they stood to where
 * they stand, captured ones leave, cards turn. What is raised or lit is raised and lit by the picture's style. A motion that is interrupted is at once
 * at its goal.
 *
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{element: SVGGElement, frames: Keyframe[], options: KeyframeAnimationOptions, hides?: SVGElement}} Flight
 * @typedef {{to: string, centre: Point, copy: SVGGElement|null}} Departure
 * @typedef {{lively?: boolean, motions?: readonly Motion[], carried?: {inside: Element, by: Point}|null}} Manner
 */
import { morph, read } from "./morph.js";
import { copied, group, middle } from "./shapes.js";

const WHOLE = 280;
const TURN = 240;
const EASING = "cubic-bezier(.3,.05,.25,1)";

/** A picture on the page, and what moves on it. */
export class Stage {
    #holder;
    /** @type {SVGGElement | null} */
    #layer = null;
    /** @type {Animation[]} */
    #running = [];
    /** @type {Set<SVGElement>} */
    #hidden = new Set();

    /**
     * @param {Element} holder the element around the `<svg>`
     */
    constructor(holder) {
        this.#holder = holder;
    }

    /** @returns {SVGSVGElement} */
    get svg() {
        const svg = this.#holder.querySelector("svg");
        if (!svg) throw new Error("there is no picture on this board");
        return svg;
    }

    /** Whether something moves. */
    get busy() {
        return this.#layer !== null;
    }

    /**
     * Show another picture. Resolves when all has arrived.
     *
     * @param {string} picture
     * @param {Manner} [manner]
     * @returns {Promise<void>}
     */
    show(picture, { lively = false, motions = [], carried = null } = {}) {
        this.finish();
        const fresh = read(picture);
        const before = this.#holder.querySelector("svg");
        if (!before) {
            this.#holder.append(document.importNode(fresh, true));
            return Promise.resolve();
        }
        if (!lively) {
            morph(before, fresh);
            return Promise.resolve();
        }
        const cards = motions.filter(([from, to]) => from === to).map(([id]) => former(before, id));
        const moved = motions.filter(([from, to]) => from !== to);
        const leaving = moved.map(([from, to]) => departure(before, from, to, carried));
        morph(before, fresh);
        const flights = [...turns(before, cards), ...flown(before, leaving)];
        return this.#fly(before, flights);
    }

    /** End all motion: everything stands where it belongs. */
    finish() {
        for (const animation of this.#running) animation.cancel();
        this.#running = [];
        for (const element of this.#hidden) element.style.removeProperty("visibility");
        this.#hidden.clear();
        if (!this.#layer) return;
        this.#layer.remove();
        this.#layer = null;
        this.svg.style.removeProperty("overflow");
    }

    /**
     * @param {SVGSVGElement} svg
     * @param {Flight[]} flights
     */
    async #fly(svg, flights) {
        const layer = group("flights");
        layer.style.pointerEvents = "none";
        layer.append(...[...flights].sort(above).map((flight) => flight.element));
        svg.append(layer);
        svg.style.overflow = "visible";
        this.#layer = layer;
        for (const { hides } of flights) if (hides) this.#hide(hides);
        const moving = flights.map(({ element, frames, options }) => element.animate(frames, options));
        this.#running = moving;
        // A page out of sight gets no frames, and nothing would ever arrive.
        await Promise.race([Promise.allSettled(moving.map((each) => each.finished)), pause(2 * WHOLE)]);
        if (this.#layer === layer) this.finish();
    }

    /** @param {SVGElement} element */
    #hide(element) {
        element.style.visibility = "hidden";
        this.#hidden.add(element);
    }
}

/**
 * The order in which to draw what flies: as in the picture, and what leaves on top.
 *
 * @param {Flight} one
 * @param {Flight} other
 */
function above(one, other) {
    if (!one.hides || !other.hides) return Number(!one.hides) - Number(!other.hides);
    return one.hides.compareDocumentPosition(other.hides) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * An element by its id, in the picture or, failing that, on the page.
 *
 * @param {SVGSVGElement} svg
 * @param {string} id
 * @returns {Element | null}
 */
function find(svg, id) {
    return svg.querySelector(`#${CSS.escape(id)}`) ?? document.getElementById(id);
}

/**
 * Whether an element is where things come from or go to, not a thing.
 *
 * @param {Element} element
 */
function isPlace(element) {
    return !(element instanceof SVGGraphicsElement) || element.hasAttribute("data-place") || /^seat-\d+$/.test(element.id);
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
function departure(svg, from, to, carried) {
    const element = find(svg, from);
    const centre = element ? middle(svg, element) : { x: 0, y: 0 };
    if (element && carried?.inside.contains(element)) {
        centre.x += carried.by.x;
        centre.y += carried.by.y;
    }
    const copy = element instanceof SVGGraphicsElement && !isPlace(element) ? copied(svg, element) : null;
    return { to, centre, copy };
}

/**
 * The flights of all that leaves, one after the other.
 *
 * @param {SVGSVGElement} svg after the change
 * @param {Departure[]} leaving
 * @returns {Flight[]}
 */
function flown(svg, leaving) {
    const stagger = Math.min(32, 120 / Math.max(1, leaving.length));
    const duration = WHOLE - stagger * Math.max(0, leaving.length - 1);
    /** @type {Flight[]} */
    const flights = [];
    leaving.forEach((each, place) => {
        const goal = find(svg, each.to);
        if (!goal) return;
        const options = { duration, delay: place * stagger, easing: EASING, fill: /** @type {const} */ ("both") };
        const flight = isPlace(goal) ? removal(svg, each, goal) : arrival(svg, each, goal);
        if (flight) flights.push({ ...flight, options });
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
    const element = group("flight");
    element.append(copied(svg, goal));
    const end = middle(svg, goal);
    const [x, y] = [each.centre.x - end.x, each.centre.y - end.y];
    const lift = Math.min(34, 0.18 * Math.hypot(x, y));
    const frames = [
        { translate: `${x}px ${y}px` },
        { translate: `${0.55 * x}px ${0.55 * y - lift}px`, offset: 0.5 },
        { translate: "0px 0px" },
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
    const element = group("flight");
    element.append(each.copy);
    element.style.transformBox = "fill-box";
    element.style.transformOrigin = "center";
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
 * A thing as it looks now, in its own units.
 *
 * @param {SVGSVGElement} svg before the change
 * @param {string} id
 * @returns {{id: string, former: SVGGElement}}
 */
function former(svg, id) {
    const card = find(svg, id);
    const wrap = group(card?.closest("[data-pick], [data-thing]")?.getAttribute("class") ?? "");
    if (card) wrap.append(card.cloneNode(true));
    return { id, former: wrap };
}

/**
 * The turning over of cards.
 *
 * @param {SVGSVGElement} svg after the change
 * @param {ReturnType<typeof former>[]} cards
 * @returns {Flight[]}
 */
function turns(svg, cards) {
    const options = { duration: TURN, fill: /** @type {const} */ ("both") };
    return cards.flatMap(({ id, former }) => {
        const card = svg.querySelector(`#${CSS.escape(id)}`);
        if (!(card instanceof SVGGraphicsElement)) return [];
        const away = [{ scale: "1 1" }, { scale: "0 1.04", offset: 0.5 }, { scale: "0 1" }];
        const back = [{ scale: "0 1" }, { scale: "0 1.04", offset: 0.5 }, { scale: "1 1" }];
        return [
            { element: placedLike(svg, former, card), frames: away, options, hides: card },
            { element: turning(copied(svg, card)), frames: back, options, hides: card },
        ];
    });
}

/**
 * @param {SVGGElement} content
 * @returns {SVGGElement}
 */
function turning(content) {
    const element = group("flight");
    element.style.transformBox = "fill-box";
    element.style.transformOrigin = "center";
    element.append(content);
    return element;
}

/**
 * The card's former look, where its place is now.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} former
 * @param {SVGGraphicsElement} card
 * @returns {SVGGElement}
 */
function placedLike(svg, former, card) {
    const matrix = card.getScreenCTM();
    const whole = svg.getScreenCTM();
    if (matrix && whole) {
        const { a, b, c, d, e, f } = whole.inverse().multiply(matrix);
        former.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    }
    return turning(former);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
    return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
