/**
 * A race: any seat may move at any time, and what the server stores first counts. The visitor's own move is shown at
 * once and flies back if someone was quicker; other players' moves appear in between without disturbing a drag.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./stage.js").Transition} Transition
 * @typedef {import("./updates.js").UpdateKind} UpdateKind
 * @typedef {{board: import("./board.js").Board, live: import("./liveMatch.js").LiveMatch,
 *     timeTravel: import("./timeTravel.js").TimeTravel, page: HTMLElement,
 *     announcer: import("./announcer.js").Announcer}} Parts
 */
import { motionAllowed } from "./appearance.js";
import { OptimisticMoves } from "./optimisticMove.js";
import { RaceKeys } from "./raceKeys.js";
import { RaceStart } from "./raceStart.js";
import { sound } from "./sound.js";
import { composeMotions } from "./updates.js";

/** Updates within this time are shown together, such as a move and the card that follows it. */
const BATCH_MILLISECONDS = 30;

export class Racing {
    #parts;
    #optimistic;
    #onShown;
    /** Updates waiting to be shown. @type {{view: MatchView, updateKind: UpdateKind}[]} */
    #updates = [];
    #timer = 0;
    /** The moves of the latest position in which somebody may move. @type {readonly MoveView[]} */
    #moves = [];
    /** Pending moves by their texts. @type {Map<string, MoveView>} */
    #pending = new Map();

    /**
     * @param {Parts} parts of the page
     * @param {(view: MatchView) => void} shown called when a view is on the board
     */
    constructor(parts, shown) {
        this.#parts = parts;
        this.#optimistic = new OptimisticMoves(parts.board.stage);
        this.#onShown = shown;
        this.#moves = this.#withoutSeats(parts.live.view);
        this.keys = new RaceKeys({ board: parts.board, live: parts.live, racing: this });
        this.start = new RaceStart(parts.page, (words) => parts.announcer.announce(words));
    }

    /** The moves still possible if all pending ones are accepted. */
    get moves() {
        const { live, timeTravel } = this.#parts;
        if (timeTravel.ply !== null || live.view.over) return [];
        const pending = live.pendingMoves.map(({ text }) => this.#pending.get(text));
        const made = pending.filter((move) => move !== undefined);
        const seats = this.#seatNames;
        return this.#moves.filter((move) => !made.some((other) => excludes(other, move, seats)));
    }

    /**
     * Make a move.
     *
     * @param {MoveView} move
     * @param {Transition} transition
     */
    play(move, transition) {
        const { board, live } = this.#parts;
        if (!this.moves.some((other) => other.text === move.text)) return;
        this.#pending.set(move.text, move);
        live.play(move.text);
        board.offerMoves(this.moves);
        this.#optimistic.fly(move, transition);
        sound("place");
    }

    /**
     * Take an update; it is shown in a moment, together with those that follow at once.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     */
    receive(view, updateKind) {
        const { board, timeTravel } = this.#parts;
        if (view.anyone || view.over) this.#moves = this.#withoutSeats(view);
        if (timeTravel.ply === null) board.offerMoves(this.moves);
        this.#updates.push({ view, updateKind });
        if (!this.#timer) this.#timer = window.setTimeout(() => this.#show(), BATCH_MILLISECONDS);
    }

    /**
     * A move was refused.
     *
     * @param {string} text
     */
    refused(text) {
        const { board, timeTravel } = this.#parts;
        this.#pending.delete(text);
        if (timeTravel.ply === null) board.offerMoves(this.moves);
        void this.#optimistic.flyBack(text);
    }

    /** Show the position as it is, without motion. */
    showStill() {
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
     * @param {MatchView} view
     * @returns {MoveView[]}
     */
    #withoutSeats(view) {
        if (view.yours.length !== 1) return view.moves;
        const seats = this.#seatNames;
        return view.moves.map((move) => ({ ...move, picks: move.picks.filter((name) => !seats.has(name)) }));
    }

    #show() {
        this.#timer = 0;
        const { board, live, timeTravel } = this.#parts;
        const updates = this.#updates.splice(0);
        const latest = updates.at(-1)?.view;
        if (!latest) return;
        const complete = !updates.some(({ updateKind }) => updateKind === "gap" || updateKind === "old");
        const lasts = updates.map(({ view }) => view.last);
        const steps = lasts.map((last) => (last && !this.#optimistic.has(last.text) ? last.motions : []));
        const motions = complete ? composeMotions(steps, placeIds()) : [];
        this.#landReported(new Set(live.pendingMoves.map((pending) => pending.text)));
        if (timeTravel.ply === null) {
            const moving = motionAllowed() && motions.length > 0;
            void board.show(latest.picture, this.moves, { keeps: true, animated: moving, motions });
            if (moving) sound("slide");
        }
        this.#onShown(latest);
    }

    /**
     * Drop the pending moves that the picture now includes.
     *
     * @param {ReadonlySet<string>} waiting the texts of the moves still pending
     */
    #landReported(waiting) {
        for (const text of [...this.#pending.keys()]) {
            if (waiting.has(text)) continue;
            this.#pending.delete(text);
            this.#optimistic.land(text);
        }
    }
}

/**
 * Whether a move that was made makes another impossible: both want the same thing or the same place, or it was a seat's
 * last one.
 *
 * @param {MoveView} made
 * @param {MoveView} move
 * @param {ReadonlySet<string | null>} seats the names of the things that stand for seats
 */
function excludes(made, move, seats) {
    if (made.picks.length === 1 && move.seat === made.seat) return true;
    return move.picks.some((name) => !seats.has(name) && made.picks.includes(name));
}

/** The ids of all places, on the picture and beside it. */
function placeIds() {
    return new Set([...document.querySelectorAll("[data-place][id]")].map((element) => element.id));
}
