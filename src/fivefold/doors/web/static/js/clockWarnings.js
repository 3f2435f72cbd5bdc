/** Tells a player that little time is left: in words for screen readers, and with a tick each second at the very end. */
import { spokenText } from "./clockText.js";
import { sound } from "./sound.js";

const SECOND = 1000;
const TICKS_BELOW = 10 * SECOND;
const SPOKEN = [60 * SECOND, 30 * SECOND, 10 * SECOND];

export class ClockWarnings {
    #speak;
    #number = -1;
    #before = Infinity;

    /** @param {(words: string) => void} speak */
    constructor(speak) {
        this.#speak = speak;
    }

    /**
     * The player's own clock shows this.
     *
     * @param {number} time
     * @param {number} number of the last entry: with another one the clock starts anew
     * @param {boolean} slow
     */
    heard(time, number, slow) {
        const before = number === this.#number ? this.#before : time;
        this.#number = number;
        this.#before = time;
        if (slow) return;
        const passed = SPOKEN.filter((mark) => time <= mark && before > mark).at(-1);
        if (passed) this.#speak(`${spokenText(passed)} left.`);
        if (time <= TICKS_BELOW && Math.ceil(time / SECOND) < Math.ceil(before / SECOND)) sound("tick");
    }
}
