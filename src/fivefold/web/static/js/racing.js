/**
 * A race: any seat may move at any moment, and what the server stores first counts. One's own move is shown at once and
 * goes back if another was quicker; news of the others comes in between without taking anything out of one's hand.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./motion.js").Manner} Manner
 * @typedef {import("./order.js").Verdict} Verdict
 * @typedef {{board: import("./board.js").Board, live: import("./live.js").Live, past: import("./timeTravel.js").Past}} Parts
 */
import { Ahead } from "./optimisticMove.js";
import { lively } from "./looks.js";
import { composed } from "./order.js";
import { sound } from "./sound.js";

/** A move and the card that follows it are shown as one, in milliseconds from the first. */
const TOGETHER = 30;

export class Racing {
    #parts;
    #ahead;
    #shown;
    /** News that is to be shown. @type {{view: View, verdict: Verdict}[]} */
    #news = [];
    #timer = 0;
    /** The moves of the latest position in which somebody may move. @type {readonly Move[]} */
    #moves = [];
    /** Moves under way, by their texts. @type {Map<string, Move>} */
    #made = new Map();

    /**
     * @param {Parts} parts of the page
     * @param {(view: View) => void} shown called when a view is on the board
     */
    constructor(parts, shown) {
        this.#parts = parts;
        this.#ahead = new Ahead(parts.board.stage);
        this.#shown = shown;
        this.#moves = this.#withoutSeats(parts.live.view);
    }

    /** The moves one may still make, those under way taken for granted. */
    get moves() {
        const { live, past } = this.#parts;
        if (past.ply !== null || live.view.over) return [];
        const made = live.waiting.map((pending) => this.#made.get(pending.text)).filter((move) => move !== undefined);
        const seats = this.#seatNames;
        return this.#moves.filter((move) => !made.some((other) => excludes(other, move, seats)));
    }

    /**
     * Make a move.
     *
     * @param {Move} move
     * @param {Manner} manner
     */
    play(move, manner) {
        const { board, live } = this.#parts;
        if (!this.moves.some((other) => other.text === move.text)) return;
        this.#made.set(move.text, move);
        live.play(move.text);
        board.offer(this.moves);
        this.#ahead.fly(move, manner);
        sound("place");
    }

    /**
     * Take news: shown in a moment, together with what follows at once.
     *
     * @param {View} view
     * @param {Verdict} verdict
     */
    hear(view, verdict) {
        const { board, past } = this.#parts;
        if (view.anyone || view.over) this.#moves = this.#withoutSeats(view);
        if (past.ply === null) board.offer(this.moves);
        this.#news.push({ view, verdict });
        if (!this.#timer) this.#timer = window.setTimeout(() => this.#show(), TOGETHER);
    }

    /**
     * A move was refused.
     *
     * @param {string} text
     */
    refused(text) {
        const { board, past } = this.#parts;
        this.#made.delete(text);
        if (past.ply === null) board.offer(this.moves);
        void this.#ahead.back(text);
    }

    /** Show the position as it is, without motion. */
    still() {
        const { board, live } = this.#parts;
        void board.show(live.view.picture, this.moves, { keeps: true });
    }

    /** The names of the things that stand for seats; picking one says only whose move it is. */
    get #seatNames() {
        const things = this.#parts.board.svg.querySelectorAll('[data-role="seat"]');
        return new Set([...things].map((thing) => thing.getAttribute("data-pick") ?? thing.getAttribute("data-thing")));
    }

    /**
     * The moves of a view; a visitor with one seat is not asked whose move it is.
     *
     * @param {View} view
     * @returns {Move[]}
     */
    #withoutSeats(view) {
        if (view.yours.length !== 1) return view.moves;
        const seats = this.#seatNames;
        return view.moves.map((move) => ({ ...move, picks: move.picks.filter((name) => !seats.has(name)) }));
    }

    #show() {
        this.#timer = 0;
        const { board, live, past } = this.#parts;
        const news = this.#news.splice(0);
        const latest = news.at(-1)?.view;
        if (!latest) return;
        const complete = !news.some(({ verdict }) => verdict === "gap" || verdict === "old");
        const steps = news.map(({ view }) => (this.#ahead.has(view.last?.text ?? "") ? [] : (view.last?.motions ?? [])));
        const motions = complete ? composed(steps, places()) : [];
        this.#land(new Set(live.waiting.map((pending) => pending.text)));
        if (past.ply === null) {
            const moving = lively() && motions.length > 0;
            void board.show(latest.picture, this.moves, { keeps: true, lively: moving, motions });
            if (moving) sound("slide");
        }
        this.#shown(latest);
    }

    /**
     * What is told of is on the picture from now on.
     *
     * @param {ReadonlySet<string>} waiting the texts of the moves that are still under way
     */
    #land(waiting) {
        for (const text of [...this.#made.keys()]) {
            if (waiting.has(text)) continue;
            this.#made.delete(text);
            this.#ahead.land(text);
        }
    }
}

/**
 * Whether a move that was made makes another impossible: both want the same thing or the same place, or it was a seat's
 * last one.
 *
 * @param {Move} made
 * @param {Move} move
 * @param {ReadonlySet<string | null>} seats the names of the things that stand for seats
 */
function excludes(made, move, seats) {
    if (made.picks.length === 1 && move.seat === made.seat) return true;
    return move.picks.some((name) => !seats.has(name) && made.picks.includes(name));
}

/** The ids of what does not move itself, on the picture and beside it. */
function places() {
    return new Set([...document.querySelectorAll("[data-place][id]")].map((element) => element.id));
}
