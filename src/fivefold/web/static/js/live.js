/**
 * A match that is being played: what the page knows of it, and the move it has made but the server has not confirmed.
 * A move is sent until there is an answer, always with the same number, so that it counts once.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Move} Move
 * @typedef {import("./order.js").Pending} Pending
 * @typedef {import("./order.js").Verdict} Verdict
 *
 * @typedef {Object} Told what the page does with it
 * @property {(view: View, verdict: Verdict) => void} news
 * @property {(words: string) => void} refused the move shown does not stand
 * @property {(words: string) => void} trouble words about the connection; empty when it is over
 */
import { ask, Refusal, send, words } from "./fetching.js";
import { pause, verdict } from "./order.js";

const CATCHING_UP = 400;

export class Live {
    base;
    /** @type {View} */
    view;
    /** @type {Table} */
    table;
    /** @type {Pending | null} */
    pending = null;
    #told;

    /**
     * @param {string} base the match's path
     * @param {View} view
     * @param {Table} table
     * @param {Told} told
     */
    constructor(base, view, table, told) {
        this.base = base;
        this.view = view;
        this.table = table;
        this.#told = told;
    }

    /** Whether this visitor may pick a move now. */
    get turn() {
        return this.view.turn && !this.pending;
    }

    /** @param {string} text */
    play(text) {
        const pending = { number: this.view.number + 1, text };
        this.pending = pending;
        keep(this.base, pending);
        void this.#deliver(pending);
    }

    /** Send again a move that an earlier page of this match could not. Returns its text, empty if there is none. */
    resume() {
        const kept = unsent(this.base);
        keep(this.base, null);
        const valid = kept && kept.number === this.view.number + 1 && this.view.moves.some((move) => move.text === kept.text);
        if (!kept || !valid) return "";
        this.play(kept.text);
        return kept.text;
    }

    /** @param {View} view */
    receive(view) {
        const told = verdict(this.view.number, this.pending, view);
        if (told === "old" && view.number < this.view.number) return;
        const confirmed = this.pending && view.number >= this.pending.number;
        if (confirmed) this.#settled();
        this.view = view;
        this.#told.news(view, told);
    }

    /** Ask for everything anew. */
    async refresh() {
        try {
            const view = await ask(`${this.base}/view`);
            if (view.number < this.view.number) return;
            if (this.pending && view.number >= this.pending.number) this.#settled();
            this.view = view;
            this.#told.news(view, "gap");
        } catch (error) {
            this.#told.trouble(words(error));
        }
    }

    /** @param {Pending} pending */
    async #deliver(pending) {
        const fields = { number: pending.number, move: pending.text };
        for (let attempt = 0; this.pending === pending; attempt++) {
            const answer = await send(`${this.base}/moves`, fields).catch((error) => error);
            if (!(answer instanceof Error)) return this.#answered(answer, pending);
            if (this.pending !== pending) return;
            if (answer instanceof Refusal && !answer.passing) return this.#refuse(answer);
            this.#told.trouble(`${words(answer)} Your move ${pending.text} is kept and will be sent.`);
            await waited(answer instanceof Refusal && answer.wait ? answer.wait * 1000 : pause(attempt));
        }
    }

    /**
     * @param {View} view
     * @param {Pending} pending
     */
    #answered(view, pending) {
        this.#told.trouble("");
        if (view.number === pending.number) this.receive(view);
        // Chance or the table has moved since: the stream tells it entry by entry, if it is there.
        else window.setTimeout(() => this.receive(view), CATCHING_UP);
    }

    /** @param {Refusal} refusal */
    #refuse(refusal) {
        this.#settled();
        this.#told.trouble("");
        const news = refusal.view;
        if (news && news.number > this.view.number) this.receive(news);
        this.#told.refused(refusal.message);
    }

    #settled() {
        this.pending = null;
        keep(this.base, null);
    }
}

/**
 * Resolves after a while, or as soon as there is a connection again.
 *
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function waited(milliseconds) {
    return new Promise((resolve) => {
        const done = () => {
            window.clearTimeout(timer);
            window.removeEventListener("online", done);
            resolve();
        };
        const timer = window.setTimeout(done, milliseconds);
        window.addEventListener("online", done);
    });
}

/**
 * @param {string} base
 * @param {Pending | null} pending
 */
function keep(base, pending) {
    try {
        if (pending) sessionStorage.setItem(`move ${base}`, JSON.stringify(pending));
        else sessionStorage.removeItem(`move ${base}`);
    } catch {
        // A browser that keeps nothing only loses an unsent move when its page is closed.
    }
}

/**
 * @param {string} base
 * @returns {Pending | null}
 */
function unsent(base) {
    try {
        return JSON.parse(sessionStorage.getItem(`move ${base}`) ?? "null");
    } catch {
        return null;
    }
}
