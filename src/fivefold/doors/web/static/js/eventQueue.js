/**
 * One queue for everything that a match shows: each event begins when the one before it has been read. Seats, scores,
 * words, sound and motion belong to the event that they tell of, so nothing is shown that was not so at that moment.
 * It knows neither the page nor the game; tests give it a clock of their own.
 *
 * A player's move is held long enough to be read before anybody answers it. What chance brings continues the move that
 * asked for it and waits only for its motion. What is no move, such as a new name, waits only for its place in the
 * order. With many events waiting they go faster, with too many only the last is shown with motion.
 *
 * @typedef {"own" | "other" | "chance" | "state"} Actor whose event it is; `state` is no move
 * @typedef {{pace: number, still: boolean}} Manner `pace` is a factor for durations; `still` is without motion, because
 * something else follows at once
 *
 * @typedef {Object} QueuedEvent
 * @property {Actor} actor
 * @property {(manner: Manner) => Promise<void> | void} show shows all of it when called; resolves when motion has ended
 * @property {number} [reading] how long it is held at least, in milliseconds, if not as long as its actor's events
 *
 * @typedef {Object} Clock
 * @property {() => number} now in milliseconds
 * @property {(milliseconds: number, act: () => void) => number} after
 * @property {(timer: number) => void} cancel
 */

/** How long an event is held before another player's begins, from its beginning, in milliseconds. */
export const READING = { own: 750, other: 1000, chance: 600, state: 0 };
/** How long it is held before what chance adds to it. */
export const BEFORE_CHANCE = { own: 0, other: 500, chance: 300, state: 0 };
/** With more than this many events waiting they go faster; with more than the second number they are skipped. */
const MANY = 7;
const TOO_MANY = 15;
const HURRIED = 0.5;

export class EventQueue {
    #clock;
    #pace;
    #rested;
    /** @type {QueuedEvent[]} */
    #waiting = [];
    /** The event whose motion has not ended. @type {QueuedEvent | null} */
    #moving = null;
    /** When the events shown so far have been read. */
    #readAt = 0;
    /** When chance may add to the last of them. */
    #chanceAt = 0;
    #timer = 0;
    #resting = true;

    /**
     * @param {Clock} clock
     * @param {() => number} pace how long events are held: 1 is normal, 0 not at all
     * @param {() => void} [rested] called when everything has been shown, and held long enough to be read
     */
    constructor(clock, pace, rested = () => {}) {
        this.#clock = clock;
        this.#pace = pace;
        this.#rested = rested;
    }

    /** How many moves and draws wait to be shown. */
    get length() {
        return this.#waiting.filter((event) => event.actor !== "state").length;
    }

    /** Whether anything waits to be shown. */
    get isWaiting() {
        return this.#waiting.length > 0;
    }

    /** @param {QueuedEvent} event */
    add(event) {
        this.#waiting.push(event);
        this.#resting = false;
        this.#advance();
    }

    /** Show now what waits, in order; only the last move has motion, and is then held to be read. */
    skip() {
        const last = this.#waiting.findLastIndex((event) => event.actor !== "state");
        if (last < 0) return this.flush();
        this.#hurry();
        for (let left = last; left > 0; left--) this.#showNext(true);
        this.#showNext(false);
        this.#advance();
    }

    /** Show now what waits, all of it, without motion. */
    flush() {
        this.#hurry();
        while (this.#waiting.length) this.#showNext(true);
        this.#hurry();
        this.#timer = this.#clock.after(0, () => this.#advance());
    }

    #hurry() {
        this.#clock.cancel(this.#timer);
        this.#moving = null;
        this.#readAt = this.#chanceAt = this.#clock.now();
    }

    #advance() {
        this.#clock.cancel(this.#timer);
        while (!this.#moving && this.#waiting.length) {
            if (this.length > TOO_MANY) return this.skip();
            if (!this.#isDue(this.#beginning(this.#waiting[0]))) return;
            this.#showNext(false);
        }
        if (!this.#moving && !this.#resting && this.#isDue(this.#readAt)) {
            this.#resting = true;
            this.#rested();
        }
    }

    /**
     * Whether a time has come; otherwise the queue goes on then.
     *
     * @param {number} time
     */
    #isDue(time) {
        const left = time - this.#clock.now();
        if (left <= 0 || this.#pace() === 0) return true;
        this.#timer = this.#clock.after(left, () => this.#advance());
        return false;
    }

    /**
     * When an event may begin.
     *
     * @param {QueuedEvent | undefined} event
     */
    #beginning(event) {
        if (!event || event.actor === "state") return 0;
        return event.actor === "chance" ? this.#chanceAt : this.#readAt;
    }

    /** @param {boolean} still */
    #showNext(still) {
        const event = this.#waiting.shift();
        if (!event) return;
        const pace = this.length >= MANY ? HURRIED : 1;
        this.#hold(event, pace * this.#pace());
        const moving = event.show({ pace, still });
        if (!moving || still) return;
        this.#moving = event;
        const ended = () => {
            if (this.#moving !== event) return;
            this.#moving = null;
            this.#advance();
        };
        moving.then(ended, ended);
    }

    /**
     * @param {QueuedEvent} event
     * @param {number} pace
     */
    #hold(event, pace) {
        const now = this.#clock.now();
        this.#readAt = Math.max(this.#readAt, now + pace * (event.reading ?? READING[event.actor]));
        if (event.actor !== "state") this.#chanceAt = now + pace * BEFORE_CHANCE[event.actor];
    }
}
