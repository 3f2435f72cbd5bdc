/**
 * One player's cursor in a race: the place it is at and the card chosen to go there, each with a frame in the player's
 * colour. A *place* is a spot of the board (`data-kind`), whatever lies there; all else that can be picked first is a card.
 *
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {import("./geometry.js").Point} Point
 */
import { towards } from "./geometry.js";
import { named, spotKind } from "./lights.js";
import { boxInside, group, onScreen } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far the frames lie outside what they are around, in CSS pixels, by set: two may be around one card. */
const OUTSIDE = [2, 6];

export class Cursor {
    seat;
    shown;
    /** @type {readonly Move[]} */
    #moves = [];
    /** The name of the place the cursor is at. */
    #at = "";
    /** The name of what is chosen to be moved. */
    chosen = "";
    /** Where that lies on the screen. @type {Point | null} */
    #lay = null;
    /** Every place that a move of this player's has named so far. @type {Set<string>} */
    #own = new Set();
    #layer = group();

    /**
     * @param {number} seat
     * @param {boolean} shown
     */
    constructor(seat, shown) {
        this.seat = seat;
        this.shown = shown;
        this.#layer.setAttribute("class", `key-cursor cursor-${seat}`);
        this.#layer.setAttribute("aria-hidden", "true");
    }

    /**
     * Know what can be moved now. What was chosen stays chosen while it is there; else what lies where it lay is.
     *
     * @param {Element} svg
     * @param {readonly Move[]} moves of this seat
     */
    know(svg, moves) {
        this.#moves = moves;
        const names = new Set(moves.filter(({ picks }) => picks.length > 1).flatMap(({ picks }) => picks.slice(0, 2)));
        for (const name of names) if (isPlace(named(svg, name))) this.#own.add(name);
        const cards = this.#cards(svg);
        const sources = this.#sources;
        const next = nearest(cards, this.#lay ?? { x: 0, y: 0 });
        if (!sources.has(this.chosen)) this.chosen = next ? nameOf(next) : ([...sources][0] ?? "");
        const lies = named(svg, this.chosen);
        if (lies) this.#lay = onScreen(lies);
        if (!this.#at || !named(svg, this.#at)) this.#at = this.#middle(svg);
    }

    /**
     * Go one place on.
     *
     * @param {Element} svg
     * @param {Direction} direction
     */
    walk(svg, direction) {
        const here = named(svg, this.#at);
        const places = this.#area(svg).filter((place) => place !== here);
        const goal = here ? places[towards(onScreen(here), places.map(onScreen), direction)] : places[0];
        if (goal) this.#at = nameOf(goal);
    }

    /** Choose the next card. */
    next() {
        const svg = this.#layer.ownerSVGElement;
        const cards = svg ? this.#cards(svg) : [];
        const place = cards.findIndex((card) => nameOf(card) === this.chosen);
        const goal = cards[(place + 1) % cards.length];
        if (!goal) return;
        this.chosen = nameOf(goal);
        this.#lay = onScreen(goal);
    }

    /**
     * The move that brings what is chosen to the place; null where there is none, or where what lies there was taken up
     * instead.
     *
     * @returns {Move | null}
     */
    place() {
        const move = this.#moves.find(({ picks }) => picks[0] === this.chosen && picks[1] === this.#at) ?? null;
        if (!move && this.#sources.has(this.#at)) this.chosen = this.#at;
        return move;
    }

    /** Show that nothing can be done here. */
    refuse() {
        this.#layer.classList.remove("no");
        // Read, so that the motion begins anew.
        this.#layer.getBoundingClientRect();
        this.#layer.classList.add("no");
    }

    /**
     * Draw the frames over the picture.
     *
     * @param {SVGSVGElement} svg
     */
    draw(svg) {
        const [at, chosen] = [named(svg, this.#at), named(svg, this.chosen)];
        if (!this.shown || !this.#moves.length) {
            this.#layer.remove();
            return;
        }
        const outside = OUTSIDE[this.seat % OUTSIDE.length] ?? 0;
        const open = this.#moves.some(({ picks }) => picks[0] === this.chosen && picks[1] === this.#at);
        const frames = [at ? frame(svg, at, outside, open ? "at" : "at closed") : null];
        if (chosen && chosen !== at) frames.push(frame(svg, chosen, outside, "chosen"));
        this.#layer.replaceChildren(...frames.filter((each) => each !== null));
        this.#layer.classList.remove("no");
        if (this.#layer.parentNode !== svg) svg.append(this.#layer);
    }

    get #sources() {
        return new Set(this.#moves.filter(({ picks }) => picks.length > 1).map(({ picks }) => picks[0] ?? ""));
    }

    /** @param {Element} svg */
    #cards(svg) {
        const things = [...this.#sources].map((name) => named(svg, name));
        const cards = things.filter((thing) => thing !== null).filter((thing) => !isPlace(thing));
        return cards.sort((one, other) => onScreen(one).x - onScreen(other).x);
    }

    /**
     * The places one can walk about: one's own, and those that are drawn together with several of them.
     *
     * @param {Element} svg
     */
    #area(svg) {
        const own = [...this.#own].map((name) => named(svg, name)).filter((place) => place !== null);
        const around = own.map((place) => place.parentNode);
        const groups = new Set(around.filter((group, place) => around.indexOf(group) !== place));
        return all(svg).filter((thing) => isPlace(thing) && (own.includes(thing) || groups.has(thing.parentNode)));
    }

    /**
     * Where to begin: in the middle of the places drawn together, of several such groups in that of one's seat.
     *
     * @param {Element} svg
     */
    #middle(svg) {
        const area = this.#area(svg);
        const groups = [...new Set(area.map((place) => place.parentNode))];
        const places = groups.map((group) => area.filter((place) => place.parentNode === group));
        const largest = Math.max(...places.map((some) => some.length));
        const squares = places.filter((some) => some.length === largest);
        const home = squares.find(([place]) => seatOf(place) === this.seat) ?? squares[0] ?? [];
        const points = home.map(onScreen);
        const mean = (/** @type {"x" | "y"} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
        const best = nearest(home, { x: mean("x"), y: mean("y") });
        return best ? nameOf(best) : "";
    }
}

/**
 * The one whose middle is nearest to a point.
 *
 * @param {readonly SVGGraphicsElement[]} things
 * @param {Point} point
 */
function nearest(things, point) {
    const far = (/** @type {Element} */ thing) => Math.hypot(onScreen(thing).x - point.x, onScreen(thing).y - point.y);
    return things.reduce((/** @type {SVGGraphicsElement | null} */ best, thing) => (best && far(best) <= far(thing) ? best : thing), null);
}

/**
 * @param {Element} svg
 * @returns {SVGGraphicsElement[]}
 */
function all(svg) {
    return [...svg.querySelectorAll("[data-pick], [data-thing]")].filter((thing) => thing instanceof SVGGraphicsElement);
}

/** @param {Element} thing */
function nameOf(thing) {
    return thing.getAttribute("data-pick") ?? thing.getAttribute("data-thing") ?? "";
}

/** @param {Element | null} thing */
function isPlace(thing) {
    return spotKind(thing) !== "";
}

/**
 * The seat that a place belongs to; -1 for a place of everybody's.
 *
 * @param {Element | undefined} place
 */
function seatOf(place) {
    return Number(place?.closest("[data-seat]")?.getAttribute("data-seat") ?? -1);
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} thing
 * @param {number} outside
 * @param {string} classes
 */
function frame(svg, thing, outside, classes) {
    const { left, top, right, bottom } = boxInside(svg, thing);
    const unit = 1 / (svg.getScreenCTM()?.a || 1);
    const far = outside * unit;
    const rect = document.createElementNS(SVG, "rect");
    const sizes = { x: left - far, y: top - far, width: right - left + 2 * far, height: bottom - top + 2 * far, rx: 8 * unit };
    for (const [name, value] of Object.entries(sizes)) rect.setAttribute(name, value.toFixed(1));
    rect.setAttribute("class", classes);
    return rect;
}
