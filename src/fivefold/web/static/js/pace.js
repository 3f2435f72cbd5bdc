/**
 * How fast news is shown. What others do one after the other, such as the rolls of a turn, takes about half a second a
 * step, so that it can be followed; when much has piled up it goes faster, and at last only how things stand is shown.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./order.js").Line} Line
 */
import { lively } from "./looks.js";

/** Steps that wait, the one under way among them, from which on it goes faster, and from which on they are left out. */
const MANY = 7;
const TOO_MANY = 15;
/** How long a step of another's lasts at least, in milliseconds. */
const STEP = 500;

export class Pace {
    #line;

    /** @param {Line} line of what is to be shown */
    constructor(line) {
        this.#line = line;
    }

    /** Whether there is too much to show it all. */
    get skips() {
        return this.#line.length > TOO_MANY;
    }

    /**
     * How long motion takes: 1 as a rule, less for what others do where more is to come.
     *
     * @param {View} view
     */
    of(view) {
        if (this.#line.length > MANY) return 0.4;
        return view.turn ? 1 : 0.7;
    }
}

/**
 * Wait until a step has been seen, where another is to follow that is not the visitor's.
 *
 * @param {number} began when it was begun to be shown
 * @param {number} pace
 * @param {View} view
 * @returns {Promise<void>}
 */
export function beat(began, pace, view) {
    const left = STEP * pace - (performance.now() - began);
    if (view.turn || view.over || left <= 0 || !lively()) return Promise.resolve();
    return new Promise((resolve) => window.setTimeout(resolve, left));
}
