/**
 * The house's clock on this device, whatever the device's own clock says: the device only measures how much time has
 * passed. Several questions are asked at once; the quickest answer knows the time best.
 */
import { getJson } from "./requests.js";

/** @typedef {{offset: number, roundTrip: number, at: number}} Sample */

const SAMPLES = 4;
const BETWEEN_MILLISECONDS = 120;
const AGAIN_MILLISECONDS = 5 * 60_000;
/** How far the device's two clocks part when it has slept, or its clock was set. */
const WOKEN_MILLISECONDS = 1500;

export class ServerTime {
    #offset;
    #roundTrip = 0;
    /** How wrong the offset can be. */
    #uncertain = Infinity;
    #measuring = false;
    #measured = 0;
    #apart = Date.now() - performance.now();
    #changed;

    /**
     * @param {number} atArrival what the house's clock said when it made this page
     * @param {() => void} changed called when the time has been measured
     */
    constructor(atArrival, changed) {
        const [page] = performance.getEntriesByType("navigation");
        const arrived = page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now();
        this.#offset = atArrival - arrived;
        this.#changed = changed;
    }

    /** What the house's clock says, in milliseconds since 1970. */
    get now() {
        return performance.now() + this.#offset;
    }

    /** How long a question to the house and its answer took lately, in milliseconds; 0 where that is not known. */
    get roundTrip() {
        return Math.round(this.#roundTrip);
    }

    /** Measure if it was long ago, or the device may have slept. */
    keep() {
        const apart = Date.now() - performance.now();
        const woken = Math.abs(apart - this.#apart) > WOKEN_MILLISECONDS;
        this.#apart = apart;
        if (woken) this.#uncertain = Infinity;
        if (woken || performance.now() - this.#measured > AGAIN_MILLISECONDS) void this.measure();
    }

    /** Ask the house several times. */
    async measure() {
        if (this.#measuring) return;
        this.#measuring = true;
        /** @type {Sample[]} */
        const samples = [];
        for (let count = 0; count < SAMPLES; count++) {
            const sample = await ask();
            if (sample) samples.push(sample);
            else break;
            await new Promise((resolve) => window.setTimeout(resolve, BETWEEN_MILLISECONDS));
        }
        this.#measuring = false;
        // Without an answer it is asked again in a while.
        this.#measured = performance.now() - (samples.length ? 0 : AGAIN_MILLISECONDS - 10_000);
        if (samples.length) this.#take(samples);
    }

    /** @param {Sample[]} samples */
    #take(samples) {
        const { offset, error } = measured(samples);
        this.#roundTrip = middle(samples.map((sample) => sample.roundTrip));
        // A worse measurement changes nothing that it agrees with.
        if (error < this.#uncertain || Math.abs(offset - this.#offset) > error + this.#uncertain) {
            this.#offset = offset;
            this.#uncertain = error;
        } else this.#uncertain = Math.min(2 * this.#uncertain, error);
        this.#changed();
    }
}

/**
 * What several samples say: the quickest one, and how wrong it can be.
 *
 * @param {readonly Sample[]} samples
 */
export function measured(samples) {
    const best = samples.reduce((one, other) => (other.roundTrip < one.roundTrip ? other : one));
    return { offset: best.offset, error: best.roundTrip / 2 };
}

/** @param {number[]} numbers */
export function middle(numbers) {
    return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @returns {Promise<Sample | null>} */
async function ask() {
    const sent = performance.now();
    const answer = await getJson("/time").catch(() => null);
    const at = performance.now();
    if (typeof answer?.now !== "number") return null;
    return { offset: answer.now - (sent + at) / 2, roundTrip: at - sent, at };
}
