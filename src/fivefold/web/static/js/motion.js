/**
 * From one picture to the next, in less than 300 ms, by motion that explains: things fly from where they stood to where
 * they stand, captured ones leave, cards turn; dice take longer to come to rest. What is raised or lit is raised and lit
 * by the picture's style. A motion that is interrupted is at once at its goal.
 *
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./flights.js").Flight} Flight
 * @typedef {{lively?: boolean, motions?: readonly Motion[], carried?: {inside: Element, by: Point, scale?: number}|null,
 *     pace?: number}} Manner `pace` is how long everything takes, 1 as a rule
 */
import { Camera } from "./camera.js";
import { aboutItsMiddle, departure, find, flown, WHOLE } from "./flights.js";
import { morph, read } from "./morph.js";
import { copied, group } from "./shapes.js";

const TURN = 240;

/** A picture on the page, and what moves on it. */
export class Stage {
    #holder;
    /** @type {SVGGElement | null} */
    #layer = null;
    /** @type {Animation[]} */
    #running = [];
    /** @type {Set<SVGElement>} */
    #hidden = new Set();
    /** Called whenever the picture has changed, by whatever else is drawn on it. @type {(() => void)[]} */
    drawnOver = [];

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

    /** Whether dice are rolling; then the holder has the class `rolling`, for what they decide to stay unseen so long. */
    get rolling() {
        return this.#holder.classList.contains("rolling");
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
    show(picture, { lively = false, motions = [], carried = null, pace = 1 } = {}) {
        this.finish();
        // What the picture's marks tell of is news, and may say so by a pulse, only where it has just happened.
        this.#holder.classList.toggle("news", lively);
        const fresh = read(picture);
        const before = this.#holder.querySelector("svg");
        if (!before) {
            this.#holder.append(document.importNode(fresh, true));
            this.camera.settle();
            return Promise.resolve();
        }
        if (!lively) {
            morph(before, fresh);
            this.#drawOver();
            this.camera.settle();
            return Promise.resolve();
        }
        const turned = motions.filter((motion) => turnsOver(before, motion));
        const cards = turned.map(([id]) => former(before, id));
        const moved = motions.filter((motion) => !turned.includes(motion));
        const leaving = moved.map(([from, to]) => departure(before, from, to, carried));
        morph(before, fresh);
        this.#drawOver();
        this.camera.settle(moved.map(([, to]) => find(before, to)));
        const flights = [...turns(before, cards), ...flown(before, leaving)];
        return this.#fly(before, flights, pace);
    }

    /** End all motion: everything stands where it belongs. */
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

    #drawOver() {
        for (const draw of this.drawnOver) draw();
    }

    /**
     * @param {SVGSVGElement} svg
     * @param {Flight[]} flights
     * @param {number} pace
     */
    async #fly(svg, flights, pace) {
        const layer = group("flights");
        layer.style.pointerEvents = "none";
        layer.append(...[...flights].sort(above).map((flight) => flight.element));
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
        // A page out of sight gets no frames, and nothing would ever arrive.
        await Promise.race([Promise.allSettled(moving.map((each) => each.finished)), pause(pace * last + WHOLE)]);
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
 * Whether a thing shows another side where it lies; what has faces rolls.
 *
 * @param {SVGSVGElement} svg
 * @param {Motion} motion
 */
function turnsOver(svg, [from, to]) {
    return from === to && !find(svg, from)?.hasAttribute("data-faces");
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
            { element: aboutItsMiddle(copied(svg, card)), frames: back, options, hides: card },
        ];
    });
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
    return aboutItsMiddle(former);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
    return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
