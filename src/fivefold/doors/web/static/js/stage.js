/**
 * Changes from one picture to the next in less than 300 ms, with motion that explains: things fly to their new places,
 * captured ones leave, cards turn over; dice take longer to come to rest. Raising and highlighting are up to the
 * picture's style. An interrupted motion jumps to its end.
 *
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./flights.js").Flight} Flight
 * @typedef {{animated?: boolean, motions?: readonly Motion[], pace?: number,
 *     dragged?: {inside: Element, offset: Point, scale?: number}|null}} Transition `pace` is a factor for
 *     all durations, normally 1
 */
import { Camera } from "./camera.js";
import { centred, departureOf, findElement, flightsOf, TOTAL_MILLISECONDS } from "./flights.js";
import { morph, parsePicture } from "./morph.js";
import { copyInPlace, createGroup } from "./svg.js";

const TURN_MILLISECONDS = 240;

/** A picture on the page and the motion on it. */
export class Stage {
    #holder;
    /** @type {SVGGElement | null} */
    #layer = null;
    /** @type {Animation[]} */
    #running = [];
    /** @type {Set<SVGElement>} */
    #hidden = new Set();
    /** Called whenever the picture has changed, so that others can draw over it. @type {(() => void)[]} */
    redrawListeners = [];

    /**
     * @param {HTMLElement} holder the element around the `<svg>`
     */
    constructor(holder) {
        this.#holder = holder;
        this.camera = new Camera(holder);
    }

    /** @returns {SVGSVGElement} */
    get svg() {
        const svg = this.#holder.querySelector("svg");
        if (!svg) throw new Error("there is no picture on this board");
        return svg;
    }

    /** Whether dice are rolling; then the holder has the class `rolling`, to hide their outcome until they rest. */
    get isRolling() {
        return this.#holder.classList.contains("rolling");
    }

    /** Whether anything is moving. */
    get isMoving() {
        return this.#layer !== null;
    }

    /**
     * Show another picture. Resolves when all motion has ended.
     *
     * @param {string} picture
     * @param {Transition} [transition]
     * @returns {Promise<void>}
     */
    show(picture, { animated = false, motions = [], dragged = null, pace = 1 } = {}) {
        this.finish();
        // Marks may pulse only if what they show has just happened.
        this.#holder.classList.toggle("news", animated);
        const fresh = parsePicture(picture);
        const before = this.#holder.querySelector("svg");
        if (!before) {
            this.#holder.append(document.importNode(fresh, true));
            this.camera.pictureChanged();
            return Promise.resolve();
        }
        if (!animated) {
            morph(before, fresh);
            this.#notifyRedraw();
            this.camera.pictureChanged();
            return Promise.resolve();
        }
        const turned = motions.filter((motion) => turnsOver(before, motion));
        const cards = turned.map(([id]) => formerLook(before, id));
        const moved = motions.filter((motion) => !turned.includes(motion));
        const leaving = moved.map(([from, to]) => departureOf(before, from, to, dragged));
        morph(before, fresh);
        this.#notifyRedraw();
        this.camera.pictureChanged(moved.map(([, to]) => findElement(before, to)));
        const flights = [...turnFlights(before, cards), ...flightsOf(before, leaving)];
        return this.#fly(before, flights, pace);
    }

    /** End all motion at once. */
    finish() {
        for (const animation of this.#running) animation.cancel();
        this.#running = [];
        for (const element of this.#hidden) element.style.removeProperty("visibility");
        this.#hidden.clear();
        this.#holder.classList.remove("rolling");
        if (!this.#layer) return;
        this.#layer.remove();
        this.#layer = null;
        this.svg.style.removeProperty("overflow");
    }

    #notifyRedraw() {
        for (const draw of this.redrawListeners) draw();
    }

    /**
     * @param {SVGSVGElement} svg
     * @param {Flight[]} flights
     * @param {number} pace
     */
    async #fly(svg, flights, pace) {
        const layer = createGroup("flights");
        layer.style.pointerEvents = "none";
        layer.append(...[...flights].sort(drawOrder).map((flight) => flight.element));
        svg.append(layer);
        svg.style.overflow = "visible";
        this.#layer = layer;
        for (const { hides } of flights) if (hides) this.#hide(hides);
        const moved = flights.flatMap((flight) => [flight, ...(flight.parts ?? [])]);
        const moving = moved.map(({ element, frames, options }) => element.animate(frames, options));
        for (const animation of moving) animation.playbackRate = 1 / pace;
        this.#running = moving;
        this.#holder.classList.toggle("rolling", flights.some(({ parts }) => parts !== undefined));
        const last = Math.max(0, ...moved.map(({ options }) => Number(options.duration) + (options.delay ?? 0)));
        // A hidden page gets no frames, and its animations would never finish.
        const finished = Promise.allSettled(moving.map((each) => each.finished));
        await Promise.race([finished, delay(pace * last + TOTAL_MILLISECONDS)]);
        if (this.#layer === layer) this.finish();
    }

    /** @param {SVGElement} element */
    #hide(element) {
        element.style.visibility = "hidden";
        this.#hidden.add(element);
    }
}

/**
 * The order in which to draw flights: as in the picture, with departures on top.
 *
 * @param {Flight} one
 * @param {Flight} other
 */
function drawOrder(one, other) {
    if (!one.hides || !other.hides) return Number(!one.hides) - Number(!other.hides);
    return one.hides.compareDocumentPosition(other.hides) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * Whether a thing turns over where it lies; a thing with faces rolls instead.
 *
 * @param {SVGSVGElement} svg
 * @param {Motion} motion
 */
function turnsOver(svg, [from, to]) {
    return from === to && !findElement(svg, from)?.hasAttribute("data-faces");
}

/**
 * A copy of a thing as it looks before the change, in its own units.
 *
 * @param {SVGSVGElement} svg before the change
 * @param {string} id
 * @returns {{id: string, former: SVGGElement}}
 */
function formerLook(svg, id) {
    const card = findElement(svg, id);
    const wrap = createGroup(card?.closest("[data-pick], [data-thing]")?.getAttribute("class") ?? "");
    if (card) wrap.append(card.cloneNode(true));
    return { id, former: wrap };
}

/**
 * The flights of cards that turn over.
 *
 * @param {SVGSVGElement} svg after the change
 * @param {ReturnType<typeof formerLook>[]} cards
 * @returns {Flight[]}
 */
function turnFlights(svg, cards) {
    const options = { duration: TURN_MILLISECONDS, fill: /** @type {const} */ ("both") };
    return cards.flatMap(({ id, former }) => {
        const card = svg.querySelector(`#${CSS.escape(id)}`);
        if (!(card instanceof SVGGraphicsElement)) return [];
        const away = [{ scale: "1 1" }, { scale: "0 1.04", offset: 0.5 }, { scale: "0 1" }];
        const back = [{ scale: "0 1" }, { scale: "0 1.04", offset: 0.5 }, { scale: "1 1" }];
        return [
            { element: placedLike(svg, former, card), frames: away, options, hides: card },
            { element: centred(copyInPlace(svg, card)), frames: back, options, hides: card },
        ];
    });
}

/**
 * The card's former look, at its present place.
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
    return centred(former);
}

/** @param {number} milliseconds */
function delay(milliseconds) {
    return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
