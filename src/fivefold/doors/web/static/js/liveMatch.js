/**
 * A match in progress: what the page knows of it, and the moves made here that the server has not confirmed. A move is
 * sent again until there is an answer, always with the same number, so that it counts once. In a race several may be
 * waiting; they are sent one after the other.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./updates.js").PendingMove} PendingMove
 * @typedef {import("./updates.js").UpdateKind} UpdateKind
 *
 * @typedef {Object} LiveMatchHandlers what the page does
 * @property {(view: MatchView, updateKind: UpdateKind) => void} updated
 * @property {(words: string, text: string) => void} refused the server refused a move that is already shown
 * @property {(words: string) => void} connectionTrouble what is wrong with the connection; empty when it works again
 */
import { errorMessage, getJson, postForm, Refusal } from "./requests.js";
import { classifyUpdate, retryDelay } from "./updates.js";
import { KnownViews } from "./viewChanges.js";

const CATCH_UP_MILLISECONDS = 400;

export class LiveMatch {
    base;
    /** @type {MatchView} */
    view;
    /** @type {TableView} */
    table;
    /** Moves made here that no view has reported yet, earliest first. @type {PendingMove[]} */
    pendingMoves = [];
    /** How long the network takes for a move, in milliseconds, as measured. @type {() => number} */
    lag = () => 0;
    #handlers;
    #sending = false;
    #known = new KnownViews();

    /**
     * @param {string} base the match's path
     * @param {MatchView} view
     * @param {TableView} table
     * @param {LiveMatchHandlers} handlers
     */
    constructor(base, view, table, handlers) {
        this.base = base;
        this.view = view;
        this.#known.read(view);
        this.table = table;
        this.#handlers = handlers;
    }

    /** Whether this visitor may move now. */
    get mayMove() {
        return this.view.turn && !this.isPaused && (this.isRace || !this.hasPending);
    }

    /** Whether the players have agreed to a pause. */
    get isPaused() {
        return this.view.clock?.paused === true;
    }

    /** Whether the seats race each other. Between a move and the card that follows it, nobody may move. */
    get isRace() {
        return this.table.race === true;
    }

    /** Whether a move is waiting to be confirmed. */
    get hasPending() {
        return this.pendingMoves.length > 0;
    }

    /** @param {string} text */
    play(text) {
        const pending = { number: this.view.number + 1, text };
        this.pendingMoves.push(pending);
        // A race goes on without whoever leaves, so there is nothing to resend.
        if (!this.isRace) storeUnsent(this.base, pending);
        void this.#deliver();
    }

    /** Send a move that an earlier page of this match could not send. Returns its text; empty if there is none. */
    resendUnsent() {
        const unsent = loadUnsent(this.base);
        storeUnsent(this.base, null);
        if (!unsent || unsent.number !== this.view.number + 1) return "";
        if (!this.view.moves.some((move) => move.text === unsent.text)) return "";
        this.play(unsent.text);
        return unsent.text;
    }

    /**
     * What the server sent, whole; where it is a change of a view that this page does not have, that view is fetched.
     *
     * @param {MatchView | import("./types.js").ChangeView} sent
     * @param {(view: MatchView) => void} then
     */
    read(sent, then) {
        const view = this.#known.read(sent);
        if (view) then(view);
        else void this.refresh();
    }

    /**
     * What moves that begin with these picks would do.
     *
     * @param {readonly string[]} picks
     * @returns {Promise<import("./types.js").PreviewView>}
     */
    async preview(picks) {
        const query = picks.map((name) => ["picks", name]);
        const ask = (/** @type {string[][]} */ more) =>
            getJson(`${this.base}/preview?${new URLSearchParams([...query, ...more])}`);
        return this.#known.readPreview(await ask([["version", this.view.version]])) ?? ask([]);
    }

    /** @returns {Promise<MatchView>} the match as it is, whole */
    async #fetch() {
        const view = await getJson(`${this.base}/view`);
        return this.#known.read(view) ?? view;
    }

    /** @param {MatchView} view */
    receive(view) {
        const updateKind = classifyUpdate(this.view.number, this.#pendingFor(view), view);
        if (updateKind === "old" && view.number < this.view.number) return;
        this.#dropReported(view);
        this.view = view;
        this.#handlers.updated(view, updateKind);
    }

    /** Fetch the whole view again. */
    async refresh() {
        try {
            const view = await this.#fetch();
            if (view.number < this.view.number) return;
            this.#dropReported(view);
            this.view = view;
            this.#handlers.updated(view, "gap");
        } catch (error) {
            this.#handlers.connectionTrouble(errorMessage(error));
        }
    }

    /**
     * The pending move that a view may report. In a race, other players' moves may come before it.
     *
     * @param {MatchView} view
     * @returns {PendingMove | null}
     */
    #pendingFor(view) {
        const first = this.pendingMoves[0] ?? null;
        return this.isRace ? (this.pendingMoves.find((pending) => reports(view, pending)) ?? null) : first;
    }

    /** Send the moves to the server one after the other, in the order they were made. */
    async #deliver() {
        if (this.#sending) return;
        this.#sending = true;
        const next = () => this.pendingMoves.find((pending) => pending.entered === undefined);
        for (let pending = next(); pending; pending = next()) await this.#send(pending);
        this.#sending = false;
    }

    /** @param {PendingMove} pending */
    async #send(pending) {
        const timed = this.view.clock && { lag: this.lag() };
        const fields = { number: pending.number, move: pending.text, version: this.view.version, ...timed };
        for (let attempt = 0; this.pendingMoves.includes(pending); attempt++) {
            const sent = postForm(`${this.base}/moves`, fields);
            const answer = await sent.then((view) => this.#known.read(view) ?? this.#fetch()).catch((error) => error);
            if (!(answer instanceof Error)) return this.#accepted(answer, pending);
            if (!this.pendingMoves.includes(pending)) return;
            if (answer instanceof Refusal && !answer.isTemporary) return this.#refused(answer, pending);
            this.#handlers.connectionTrouble(`${errorMessage(answer)} Your move is saved and will be sent.`);
            await delayOrOnline(answer instanceof Refusal && answer.wait ? answer.wait * 1000 : retryDelay(attempt));
        }
    }

    /**
     * @param {MatchView} view
     * @param {PendingMove} pending
     */
    #accepted(view, pending) {
        this.#handlers.connectionTrouble("");
        pending.entered = view.number;
        this.#receiveInOrder(view, this.isRace ? this.view.number + 1 : pending.number);
    }

    /**
     * @param {Refusal} refusal
     * @param {PendingMove} pending
     */
    #refused(refusal, pending) {
        if (this.isRace) this.#drop(pending);
        this.#handlers.connectionTrouble("");
        const news = refusal.view;
        if (news && news.number > this.view.number) {
            if (this.isRace) this.#receiveInOrder(news, this.view.number + 1);
            else this.receive(news);
        }
        this.#drop(pending);
        // What took its place is told with the view that shows it.
        if (this.isRace || news?.number !== pending.number) this.#handlers.refused(refusal.message, pending.text);
    }

    /**
     * Take a view that came with an answer: at once if it is the next. Otherwise chance or others have moved since; the
     * stream, if it is connected, reports that entry by entry.
     *
     * @param {MatchView} view
     * @param {number} next
     */
    #receiveInOrder(view, next) {
        if (view.number === next) this.receive(view);
        else window.setTimeout(() => this.receive(view), CATCH_UP_MILLISECONDS);
    }

    /**
     * Drop the pending moves that a view reports. The server may have stored one under a later number than it was sent
     * with.
     *
     * @param {MatchView} view
     */
    #dropReported(view) {
        for (const pending of [...this.pendingMoves]) {
            const number = this.isRace ? (pending.entered ?? Infinity) : pending.number;
            if (view.number >= number || (this.isRace && reports(view, pending))) this.#drop(pending);
        }
    }

    /** @param {PendingMove} pending */
    #drop(pending) {
        this.pendingMoves = this.pendingMoves.filter((other) => other !== pending);
        storeUnsent(this.base, null);
    }
}

/**
 * Whether this move is what a view reports.
 *
 * @param {MatchView} view
 * @param {PendingMove} pending
 */
function reports(view, pending) {
    return view.last?.kind === "move" && view.last.text === pending.text && view.number >= pending.number;
}

/**
 * Resolves after a while, or as soon as the browser is online again.
 *
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function delayOrOnline(milliseconds) {
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
 * @param {PendingMove | null} pending
 */
function storeUnsent(base, pending) {
    try {
        if (pending) sessionStorage.setItem(`move ${base}`, JSON.stringify(pending));
        else sessionStorage.removeItem(`move ${base}`);
    } catch {
        // Without storage an unsent move is lost when the page is closed; nothing else.
    }
}

/**
 * @param {string} base
 * @returns {PendingMove | null}
 */
function loadUnsent(base) {
    try {
        return JSON.parse(sessionStorage.getItem(`move ${base}`) ?? "null");
    } catch {
        return null;
    }
}
