/**
 * One player's cursor in a race: its place and the card chosen to go there, each with a frame in the player's colour. A
 * *place* is a spot of the board (`data-kind`), occupied or not; anything else that can be picked first is a *card*.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {import("./geometry.js").Point} Point
 */
import { gridNeighbour } from "./geometry.js";
import { boxInside, centreOnScreen, createGroup } from "./svg.js";
import { findThing, spotKind } from "./things.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far a frame is outside its thing, in CSS pixels, by set of keys: two frames may be around one card. */
const OUTSIDE = [2, 6];

export class Cursor {
    seat;
    isVisible;
    /** @type {readonly MoveView[]} */
    #moves = [];
    /** The name of the cursor's place. */
    #place = "";
    /** The name of the card, or occupied place, chosen to be moved. */
    chosen = "";
    /** Where that is on the screen. @type {Point | null} */
    #chosenPosition = null;
    /** Every place that this player's moves have named so far. @type {Set<string>} */
    #ownPlaces = new Set();
    #layer = createGroup();

    /**
     * @param {number} seat
     * @param {boolean} isVisible
     */
    constructor(seat, isVisible) {
        this.seat = seat;
        this.isVisible = isVisible;
        this.#layer.setAttribute("class", `key-cursor cursor-${seat}`);
        this.#layer.setAttribute("aria-hidden", "true");
    }

    /**
     * Take over the moves possible now. The chosen card stays chosen while it is there; otherwise the nearest one is.
     *
     * @param {Element} svg
     * @param {readonly MoveView[]} moves of this seat
     */
    update(svg, moves) {
        this.#moves = moves;
        const names = new Set(moves.filter(({ picks }) => picks.length > 1).flatMap(({ picks }) => picks.slice(0, 2)));
        for (const name of names) if (isPlace(findThing(svg, name))) this.#ownPlaces.add(name);
        const cards = this.#movableCards(svg);
        const sources = this.#sources;
        const nearestCard = nearestTo(cards, this.#chosenPosition ?? { x: 0, y: 0 });
        if (!sources.has(this.chosen)) this.chosen = nearestCard ? thingName(nearestCard) : ([...sources][0] ?? "");
        const lies = findThing(svg, this.chosen);
        if (lies) this.#chosenPosition = centreOnScreen(lies);
        if (!this.#place || !findThing(svg, this.#place)) this.#place = this.#startPlace(svg);
    }

    /**
     * Move one place on.
     *
     * @param {Element} svg
     * @param {Direction} direction
     */
    move(svg, direction) {
        const here = findThing(svg, this.#place);
        const places = this.#reachablePlaces(svg).filter((place) => place !== here);
        const points = places.map(centreOnScreen);
        const goal = here ? places[gridNeighbour(centreOnScreen(here), points, direction)] : places[0];
        if (goal) this.#place = thingName(goal);
    }

    /** Choose the next card. */
    chooseNext() {
        const svg = this.#layer.ownerSVGElement;
        const cards = svg ? this.#movableCards(svg) : [];
        const place = cards.findIndex((card) => thingName(card) === this.chosen);
        const goal = cards[(place + 1) % cards.length];
        if (!goal) return;
        this.chosen = thingName(goal);
        this.#chosenPosition = centreOnScreen(goal);
    }

    /**
     * The move that brings the chosen card to the cursor's place. Null if there is none; a card at that place that can
     * be moved is then chosen instead.
     *
     * @returns {MoveView | null}
     */
    placeChosen() {
        const move = this.#moves.find(({ picks }) => picks[0] === this.chosen && picks[1] === this.#place) ?? null;
        if (!move && this.#sources.has(this.#place)) this.chosen = this.#place;
        return move;
    }

    /** Show that no move is possible here. */
    shake() {
        this.#layer.classList.remove("no");
        // Reading the box restarts the animation.
        this.#layer.getBoundingClientRect();
        this.#layer.classList.add("no");
    }

    /**
     * Draw the frames over the picture.
     *
     * @param {SVGSVGElement} svg
     */
    draw(svg) {
        const [at, chosen] = [findThing(svg, this.#place), findThing(svg, this.chosen)];
        if (!this.isVisible || !this.#moves.length) {
            this.#layer.remove();
            return;
        }
        const outside = OUTSIDE[this.seat % OUTSIDE.length] ?? 0;
        const open = this.#moves.some(({ picks }) => picks[0] === this.chosen && picks[1] === this.#place);
        const frames = [at ? drawFrame(svg, at, outside, open ? "at" : "at closed") : null];
        if (chosen && chosen !== at) frames.push(drawFrame(svg, chosen, outside, "chosen"));
        this.#layer.replaceChildren(...frames.filter((each) => each !== null));
        this.#layer.classList.remove("no");
        if (this.#layer.parentNode !== svg) svg.append(this.#layer);
    }

    get #sources() {
        return new Set(this.#moves.filter(({ picks }) => picks.length > 1).map(({ picks }) => picks[0] ?? ""));
    }

    /** @param {Element} svg */
    #movableCards(svg) {
        const things = [...this.#sources].map((name) => findThing(svg, name));
        const cards = things.filter((thing) => thing !== null).filter((thing) => !isPlace(thing));
        return cards.sort((one, other) => centreOnScreen(one).x - centreOnScreen(other).x);
    }

    /**
     * The places the cursor can reach: the player's own, and those in one group with several of them.
     *
     * @param {Element} svg
     */
    #reachablePlaces(svg) {
        const own = [...this.#ownPlaces].map((name) => findThing(svg, name)).filter((place) => place !== null);
        const around = own.map((place) => place.parentNode);
        const groups = new Set(around.filter((group, place) => around.indexOf(group) !== place));
        const places = allThings(svg).filter(isPlace);
        return places.filter((place) => own.includes(place) || groups.has(place.parentNode));
    }

    /**
     * Where the cursor starts: in the middle of the largest group of places, and of several such groups in that of its
     * seat.
     *
     * @param {Element} svg
     */
    #startPlace(svg) {
        const area = this.#reachablePlaces(svg);
        const groups = [...new Set(area.map((place) => place.parentNode))];
        const places = groups.map((group) => area.filter((place) => place.parentNode === group));
        const largest = Math.max(...places.map((some) => some.length));
        const squares = places.filter((some) => some.length === largest);
        const home = squares.find(([place]) => seatOf(place) === this.seat) ?? squares[0] ?? [];
        const points = home.map(centreOnScreen);
        const mean = (/** @type {"x" | "y"} */ axis) =>
            points.reduce((sum, point) => sum + point[axis], 0) / points.length;
        const best = nearestTo(home, { x: mean("x"), y: mean("y") });
        return best ? thingName(best) : "";
    }
}

/**
 * The thing whose centre is nearest to a point.
 *
 * @param {readonly SVGGraphicsElement[]} things
 * @param {Point} point
 */
function nearestTo(things, point) {
    const far = things.map(centreOnScreen).map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
    return things[far.indexOf(Math.min(...far))] ?? null;
}

/**
 * @param {Element} svg
 * @returns {SVGGraphicsElement[]}
 */
function allThings(svg) {
    const named = [...svg.querySelectorAll("[data-pick], [data-thing]")];
    return named.filter((thing) => thing instanceof SVGGraphicsElement);
}

/** @param {Element} thing */
function thingName(thing) {
    return thing.getAttribute("data-pick") ?? thing.getAttribute("data-thing") ?? "";
}

/** @param {Element | null} thing */
function isPlace(thing) {
    return spotKind(thing) !== "";
}

/**
 * The seat that a place belongs to; -1 for a common place.
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
function drawFrame(svg, thing, outside, classes) {
    const { left, top, right, bottom } = boxInside(svg, thing);
    const unit = 1 / (svg.getScreenCTM()?.a || 1);
    const far = outside * unit;
    const rect = document.createElementNS(SVG, "rect");
    const [width, height] = [right - left + 2 * far, bottom - top + 2 * far];
    const sizes = { x: left - far, y: top - far, width, height, rx: 8 * unit };
    for (const [name, value] of Object.entries(sizes)) rect.setAttribute(name, value.toFixed(1));
    rect.setAttribute("class", classes);
    return rect;
}
