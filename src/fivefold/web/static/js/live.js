/**
 * A match that is being played: what the page knows of it, and the moves it has made but the server has not confirmed.
 * A move is sent until there is an answer, always with the same number, so that it counts once. In a race more can be
 * made meanwhile; they are sent one after the other.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./order.js").Pending} Pending
 * @typedef {import("./order.js").Verdict} Verdict
 *
 * @typedef {Object} Told what the page does with it
 * @property {(view: View, verdict: Verdict) => void} news
 * @property {(words: string, text: string) => void} refused the move shown does not stand
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
    /** Moves made here that no view has told of yet, the earliest first: one, or in a race some. @type {Pending[]} */
    waiting = [];
    #told;
    #sending = false;

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
        return this.view.turn && (this.race || !this.pending);
    }

    /** Whether the seats race each other; between a move and the card that follows it nobody may move. */
    get race() {
        return this.table.race === true;
    }

    /** Whether a move is under way. */
    get pending() {
        return this.waiting.length > 0;
    }

    /** @param {string} text */
    play(text) {
        const pending = { number: this.view.number + 1, text };
        this.waiting.push(pending);
        // Who comes back to a race would find it gone on.
        if (!this.race) keep(this.base, pending);
        void this.#deliver();
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
        const told = verdict(this.view.number, this.#meant(view), view);
        if (told === "old" && view.number < this.view.number) return;
        this.#settle(view);
        this.view = view;
        this.#told.news(view, told);
    }

    /** Ask for everything anew. */
    async refresh() {
        try {
            const view = await ask(`${this.base}/view`);
            if (view.number < this.view.number) return;
            this.#settle(view);
            this.view = view;
            this.#told.news(view, "gap");
        } catch (error) {
            this.#told.trouble(words(error));
        }
    }

    /**
     * The move under way that a view may tell of: in a race others' moves may come before it.
     *
     * @param {View} view
     * @returns {Pending | null}
     */
    #meant(view) {
        const first = this.waiting[0] ?? null;
        return this.race ? (this.waiting.find((pending) => tells(view, pending)) ?? null) : first;
    }

    /** One move after the other goes to the server, in the order in which they were made. */
    async #deliver() {
        if (this.#sending) return;
        this.#sending = true;
        const next = () => this.waiting.find((pending) => pending.entered === undefined);
        for (let pending = next(); pending; pending = next()) await this.#send(pending);
        this.#sending = false;
    }

    /** @param {Pending} pending */
    async #send(pending) {
        const fields = { number: pending.number, move: pending.text };
        for (let attempt = 0; this.waiting.includes(pending); attempt++) {
            const answer = await send(`${this.base}/moves`, fields).catch((error) => error);
            if (!(answer instanceof Error)) return this.#answered(answer, pending);
            if (!this.waiting.includes(pending)) return;
            if (answer instanceof Refusal && !answer.passing) return this.#refuse(answer, pending);
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
        pending.entered = view.number;
        this.#take(view, this.race ? this.view.number + 1 : pending.number);
    }

    /**
     * @param {Refusal} refusal
     * @param {Pending} pending
     */
    #refuse(refusal, pending) {
        this.#drop(pending);
        this.#told.trouble("");
        const news = refusal.view;
        if (news && news.number > this.view.number) {
            if (this.race) this.#take(news, this.view.number + 1);
            else this.receive(news);
        }
        this.#told.refused(refusal.message, pending.text);
    }

    /**
     * Take news that came with an answer: at once if it is the next. Chance or others have moved since then otherwise:
     * the stream tells it entry by entry, if it is there.
     *
     * @param {View} view
     * @param {number} next
     */
    #take(view, next) {
        if (view.number === next) this.receive(view);
        else window.setTimeout(() => this.receive(view), CATCHING_UP);
    }

    /**
     * What a view tells of waits no longer; the server may have stored it under a later number than it was sent with.
     *
     * @param {View} view
     */
    #settle(view) {
        for (const pending of [...this.waiting]) {
            const number = this.race ? (pending.entered ?? Infinity) : pending.number;
            if (view.number >= number || (this.race && tells(view, pending))) this.#drop(pending);
        }
    }

    /** @param {Pending} pending */
    #drop(pending) {
        this.waiting = this.waiting.filter((other) => other !== pending);
        keep(this.base, null);
    }
}

/**
 * Whether a view's news is this move.
 *
 * @param {View} view
 * @param {Pending} pending
 */
function tells(view, pending) {
    return view.last?.kind === "move" && view.last.text === pending.text && view.number >= pending.number;
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
