/**
 * The clocks at a table: drawn from the house's clock, and only as often as what they show changes. Nothing is done
 * while nobody sees the page.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").ClockView} ClockView
 * @typedef {{page: HTMLElement, live: import("./liveMatch.js").LiveMatch,
 *     announcer: import("./announcer.js").Announcer}} Parts
 */
import { clockText, left, momentText, standsUntil, untilNext, wholeMomentText } from "./clockText.js";
import { ClockWarnings } from "./clockWarnings.js";
import { optional, setText } from "./dom.js";
import { ServerTime } from "./serverTime.js";
import { showTimeNotes } from "./timeNotes.js";

const LONGEST_WAIT = 30_000;
/** A clock that would show more again by up to so much after another measurement stands still instead. */
const HELD = 1500;

export class Clocks {
    #parts;
    #time;
    #warnings;
    /** @type {ClockView | null} */
    #clock = null;
    #number = -1;
    #timer = 0;
    /** What each seat's clock showed since the last entry. @type {Map<number, number>} */
    #shown = new Map();

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
        this.#warnings = new ClockWarnings((words) => parts.announcer.speak(words));
        this.#time = new ServerTime(Number(parts.page.dataset.now), () => this.#draw());
        parts.live.lag = () => this.#time.roundTrip;
        if (!parts.live.view.clock) return;
        this.receive(parts.live.view);
        if (!parts.live.view.over) void this.#time.measure();
        const wake = () => this.#wake();
        document.addEventListener("visibilitychange", wake);
        window.addEventListener("pageshow", (event) => event.persisted && wake());
        window.addEventListener("online", wake);
    }

    /** Whether the match is paused. */
    get paused() {
        return this.#clock?.paused === true;
    }

    /** @param {MatchView} view */
    receive(view) {
        const { clock } = view;
        if (!clock) return;
        if (view.number !== this.#number) this.#shown.clear();
        this.#clock = clock;
        this.#number = view.number;
        this.#draw();
    }

    /** The page is seen again, or connected again. */
    #wake() {
        window.clearTimeout(this.#timer);
        if (document.hidden) return;
        if (this.#clock?.running !== null) void this.#time.measure();
        this.#draw();
    }

    /** The moment that this visitor sees: those who watch may see all of it later. */
    get #now() {
        const seated = this.#parts.live.view.yours.length > 0;
        return this.#time.now - (seated ? 0 : (this.#clock?.delay ?? 0));
    }

    #draw() {
        window.clearTimeout(this.#timer);
        const clock = this.#clock;
        if (!clock || document.hidden) return;
        this.#time.keep();
        const now = this.#now;
        const waits = clock.seats.map((_, seat) => this.#drawSeat(clock, seat, now));
        const { live, page } = this.#parts;
        waits.push(showTimeNotes(page, live, clock, now));
        const wait = Math.min(...waits);
        if (wait < Infinity) this.#timer = window.setTimeout(() => this.#draw(), Math.min(wait, LONGEST_WAIT));
    }

    /**
     * @param {ClockView} clock
     * @param {number} seat
     * @param {number} now
     * @returns {number} in how many milliseconds it shows something else
     */
    #drawSeat(clock, seat, now) {
        const box = optional(`[data-clock="${seat}"]`);
        const running = clock.running === seat && !clock.paused;
        const time = this.#steady(seat, left(clock, seat, now));
        const still = running ? standsUntil(clock, now) : null;
        const out = clock.out === seat || (running && time === 0);
        if (box) {
            setText(box.querySelector(".clock-time"), clockText(time, clock.slow));
            box.classList.toggle("running", running && !out && still === null);
            box.classList.toggle("low", running && time <= (clock.seats[seat]?.low ?? 0));
            box.classList.toggle("out", out);
            setText(box.querySelector(".clock-note"), this.#note(clock, seat, now, out, still));
            label(box, clock, running, still);
        }
        const own = clock.whole || this.#parts.live.view.yours.includes(seat);
        if (running && !out && own) this.#warnings.heard(time, this.#number, clock.slow);
        if (!running || out) return Infinity;
        return still === null ? untilNext(time, clock.slow) : still - now + 1;
    }

    /**
     * A clock never shows more again than it did, unless it was wrong by a lot.
     *
     * @param {number} seat
     * @param {number} time
     */
    #steady(seat, time) {
        const before = this.#shown.get(seat) ?? Infinity;
        const shown = time > before && time - before < HELD ? before : time;
        this.#shown.set(seat, shown);
        return shown;
    }

    /**
     * @param {ClockView} clock
     * @param {number} seat
     * @param {number} now
     * @param {boolean} out
     * @param {number | null} still
     */
    #note(clock, seat, now, out, still) {
        if (out) return "time out";
        if (clock.running !== seat || clock.paused) return "";
        if (still !== null) return `still until ${momentText(still, now)}`;
        const first = clock.first_move === null ? 0 : clock.first_move - now;
        if (first > 0) return `First move: ${Math.ceil(first / 1000)} s`;
        return clock.slow && clock.runs_out !== null ? `until ${momentText(clock.runs_out, now)}` : "";
    }
}

/**
 * What a clock tells those who point at it.
 *
 * @param {HTMLElement} box
 * @param {ClockView} clock
 * @param {boolean} running
 * @param {number | null} still
 */
function label(box, clock, running, still) {
    const stands = still === null ? "" : `The clock stands still until ${wholeMomentText(still)}. `;
    const ends = running && clock.slow && clock.runs_out !== null ? `Time runs out on ${wholeMomentText(clock.runs_out)}. ` : "";
    const whole = clock.words.charAt(0).toUpperCase() + clock.words.slice(1);
    const words = `${stands}${ends}${whole}.`;
    if (box.title !== words) box.title = words;
}
