/**
 * How fast updates are shown. A series of steps by others, such as the rolls of a turn, takes about half a second a
 * step, so that people can follow. When many have piled up they go faster, and beyond that only the latest is shown.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./updates.js").TaskQueue} TaskQueue
 */
import { motionAllowed } from "./appearance.js";

/** With this many steps waiting they go faster; with more than the second number they are skipped. */
const MANY = 7;
const TOO_MANY = 15;
/** How long someone else's step lasts at least. */
const STEP_MILLISECONDS = 500;

export class Pacing {
    #queue;

    /** @param {TaskQueue} line of the updates to show */
    constructor(line) {
        this.#queue = line;
    }

    /** Whether there is too much to show everything. */
    get skipsSteps() {
        return this.#queue.length > TOO_MANY;
    }

    /**
     * How long motion takes: 1 is normal, less for others' moves when more are to come.
     *
     * @param {MatchView} view
     */
    paceOf(view) {
        if (this.#queue.length > MANY) return 0.4;
        return view.turn ? 1 : 0.7;
    }
}

/**
 * Wait until a step has been seen, if another by someone else follows.
 *
 * @param {number} began when the step began to be shown
 * @param {number} pace
 * @param {MatchView} view
 * @returns {Promise<void>}
 */
export function waitForStep(began, pace, view) {
    const left = STEP_MILLISECONDS * pace - (performance.now() - began);
    if (view.turn || view.over || left <= 0 || !motionAllowed()) return Promise.resolve();
    return new Promise((resolve) => window.setTimeout(resolve, left));
}
