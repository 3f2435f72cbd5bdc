/**
 * Moves shown before the server has accepted them: a copy of the thing flies to its goal at once and stays there, above
 * every picture shown meanwhile, until a picture includes the move or it has to fly back.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./stage.js").Transition} Transition
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {{x: number, y: number, scale: number}} Shift of the copy, from where the thing lay
 * @typedef {{element: SVGGElement, thing: string, end: Shift}} FlyingCopy
 */
import { motionAllowed } from "./appearance.js";
import { centred } from "./flights.js";
import { centreInPicture, copyInPlace, createGroup } from "./svg.js";
import { findThing, spotKind } from "./things.js";

const OUTWARD = { duration: 240, easing: "cubic-bezier(.3,.05,.25,1)" };
/** Slower than the way there: the player should notice it. */
const BACK = { duration: 420, easing: "cubic-bezier(.45,.05,.3,1)" };

export class OptimisticMoves {
    #stage;
    #layer = createGroup("ahead");
    /** The copies, by the texts of their moves. @type {Map<string, FlyingCopy>} */
    #flown = new Map();

    /** @param {Stage} stage */
    constructor(stage) {
        this.#stage = stage;
        this.#layer.style.pointerEvents = "none";
        stage.redrawListeners.push(() => this.#keepOnTop());
    }

    /**
     * Whether this move is shown by a copy.
     *
     * @param {string} text
     */
    has(text) {
        return this.#flown.has(text);
    }

    /**
     * Show a move that takes one thing to another place. Any other move shows only once it is accepted.
     *
     * @param {MoveView} move
     * @param {Transition} transition
     */
    fly(move, transition) {
        const { svg } = this.#stage;
        const [source = "", target = ""] = move.picks;
        const original = thingOn(svg, source);
        const goal = findThing(svg, target);
        if (!original || !goal) return;
        const element = centred(copyInPlace(svg, original));
        const [start, finish] = [centreInPicture(svg, original), centreInPicture(svg, goal)];
        const end = { x: finish.x - start.x, y: finish.y - start.y, scale: scaleAt(svg, original, goal) };
        this.#flown.set(move.text, { element, thing: source, end });
        Object.assign(element.style, shiftStyle(end));
        this.#layer.append(element);
        this.#keepOnTop();
        const { offset, scale = 1 } = transition.dragged ?? { offset: { x: 0, y: 0 } };
        const hand = { ...offset, scale };
        if (motionAllowed()) element.animate([shiftStyle(hand), shiftStyle(end)], OUTWARD);
    }

    /**
     * The next picture includes this move: remove its copy.
     *
     * @param {string} text
     */
    land(text) {
        this.#flown.get(text)?.element.remove();
        this.#flown.delete(text);
    }

    /**
     * A move was refused: its copy flies back to where the thing was.
     *
     * @param {string} text
     * @returns {Promise<void>}
     */
    async flyBack(text) {
        const flight = this.#flown.get(text);
        if (!flight) return;
        this.#flown.delete(text);
        const { element, end, thing } = flight;
        const here = shiftStyle({ x: 0, y: 0, scale: 1 });
        if (motionAllowed()) {
            const gone = thingOn(this.#stage.svg, thing) === null;
            const frames = [shiftStyle(end), { ...here, opacity: 1, offset: 0.85 }, { ...here, opacity: gone ? 0 : 1 }];
            element.classList.add("lost");
            await Promise.race([element.animate(frames, BACK).finished.catch(() => {}), delay(2 * BACK.duration)]);
        }
        element.remove();
        thingOn(this.#stage.svg, thing)?.style.removeProperty("visibility");
        this.#keepOnTop();
    }

    /** The picture has been redrawn: keep the copies on top, and hide the originals. */
    #keepOnTop() {
        const { svg } = this.#stage;
        if (!this.#layer.hasChildNodes()) {
            this.#layer.remove();
            return;
        }
        if (this.#layer.parentNode !== svg || this.#layer.nextSibling) svg.append(this.#layer);
        for (const { thing } of this.#flown.values()) thingOn(svg, thing)?.style.setProperty("visibility", "hidden");
    }
}

/**
 * What lies on a place.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
function thingOn(svg, name) {
    return findThing(svg, name)?.querySelector("[id]") ?? null;
}

/**
 * The scale of a thing on its goal: the size of other things on such places, or fitted to the place.
 *
 * @param {Element} svg
 * @param {SVGGraphicsElement} original
 * @param {SVGGraphicsElement} goal
 */
function scaleAt(svg, original, goal) {
    const kind = spotKind(goal);
    const sample = (kind && svg.querySelector(`[data-kind="${CSS.escape(kind)}"] [id]`)) || goal;
    const [here, there] = [original.getBoundingClientRect(), sample.getBoundingClientRect()];
    return here.width && here.height ? Math.min(there.width / here.width, there.height / here.height) : 1;
}

/** @param {Shift} shift */
function shiftStyle({ x, y, scale }) {
    return { translate: `${x}px ${y}px`, scale: `${scale}` };
}

/** @param {number} milliseconds */
function delay(milliseconds) {
    return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
