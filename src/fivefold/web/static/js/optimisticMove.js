/**
 * Moves shown before the server has decided about them: a copy of the thing flies to its goal at once and lies there,
 * over whatever picture is shown meanwhile, until the move is on the picture itself, or has to go back.
 *
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./motion.js").Manner} Manner
 * @typedef {import("./motion.js").Stage} Stage
 * @typedef {{x: number, y: number, scale: number}} Shift of the copy, from where the thing lay
 * @typedef {{element: SVGGElement, thing: string, lies: Shift}} Flown
 */
import { aboutItsMiddle } from "./flights.js";
import { named, spotKind } from "./lights.js";
import { lively } from "./looks.js";
import { copied, group, middle } from "./shapes.js";

const THERE = { duration: 240, easing: "cubic-bezier(.3,.05,.25,1)" };
/** Slower than the way there: this is what has to be seen. */
const BACK = { duration: 420, easing: "cubic-bezier(.45,.05,.3,1)" };

export class Ahead {
    #stage;
    #layer = group("ahead");
    /** What has flown, by the text of its move. @type {Map<string, Flown>} */
    #flown = new Map();

    /** @param {Stage} stage */
    constructor(stage) {
        this.#stage = stage;
        this.#layer.style.pointerEvents = "none";
        stage.drawnOver.push(() => this.#stay());
    }

    /**
     * Whether this move has been shown.
     *
     * @param {string} text
     */
    has(text) {
        return this.#flown.has(text);
    }

    /**
     * Show a move that takes one thing to another place; others show only when they are decided.
     *
     * @param {Move} move
     * @param {Manner} manner
     */
    fly(move, manner) {
        const { svg } = this.#stage;
        const [from = "", to = ""] = move.picks;
        const lying = lyingOn(svg, from);
        const goal = named(svg, to);
        if (!lying || !goal) return;
        const element = aboutItsMiddle(copied(svg, lying));
        const [start, end] = [middle(svg, lying), middle(svg, goal)];
        const lies = { x: end.x - start.x, y: end.y - start.y, scale: shrunk(svg, lying, goal) };
        this.#flown.set(move.text, { element, thing: from, lies });
        Object.assign(element.style, shifted(lies));
        this.#layer.append(element);
        this.#stay();
        const held = manner.carried ? { ...manner.carried.by, scale: manner.carried.scale ?? 1 } : { x: 0, y: 0, scale: 1 };
        if (lively()) element.animate([shifted(held), shifted(lies)], THERE);
    }

    /**
     * A move is on the picture that is shown next.
     *
     * @param {string} text
     */
    land(text) {
        this.#flown.get(text)?.element.remove();
        this.#flown.delete(text);
    }

    /**
     * A move does not stand: what was moved goes back to where it is now gone from.
     *
     * @param {string} text
     * @returns {Promise<void>}
     */
    async back(text) {
        const flown = this.#flown.get(text);
        if (!flown) return;
        this.#flown.delete(text);
        const { element, lies, thing } = flown;
        const here = shifted({ x: 0, y: 0, scale: 1 });
        if (lively()) {
            const gone = lyingOn(this.#stage.svg, thing) === null;
            const frames = [shifted(lies), { ...here, opacity: 1, offset: 0.85 }, { ...here, opacity: gone ? 0 : 1 }];
            element.classList.add("lost");
            await Promise.race([element.animate(frames, BACK).finished.catch(() => {}), pause(2 * BACK.duration)]);
        }
        element.remove();
        lyingOn(this.#stage.svg, thing)?.style.removeProperty("visibility");
        this.#stay();
    }

    /** The picture has been drawn anew: what lies over it stays, and what is under way is not where it was. */
    #stay() {
        const { svg } = this.#stage;
        if (!this.#layer.hasChildNodes()) {
            this.#layer.remove();
            return;
        }
        if (this.#layer.parentNode !== svg || this.#layer.nextSibling) svg.append(this.#layer);
        for (const { thing } of this.#flown.values()) lyingOn(svg, thing)?.style.setProperty("visibility", "hidden");
    }
}

/**
 * What lies on a place.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
function lyingOn(svg, name) {
    return named(svg, name)?.querySelector("[id]") ?? null;
}

/**
 * How much smaller a thing is on its goal: as large as others that lie on such places, or fitted to the place.
 *
 * @param {Element} svg
 * @param {SVGGraphicsElement} lying
 * @param {SVGGraphicsElement} goal
 */
function shrunk(svg, lying, goal) {
    const kind = spotKind(goal);
    const alike = (kind && svg.querySelector(`[data-kind="${CSS.escape(kind)}"] [id]`)) || goal;
    const [here, there] = [lying.getBoundingClientRect(), alike.getBoundingClientRect()];
    return here.width && here.height ? Math.min(there.width / here.width, there.height / here.height) : 1;
}

/** @param {Shift} shift */
function shifted({ x, y, scale }) {
    return { translate: `${x}px ${y}px`, scale: `${scale}` };
}

/** @param {number} milliseconds */
function pause(milliseconds) {
    return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}
