/**
 * The players beside the board: whose turn it is, who is thinking, and scores that count up after a move.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 */
import { motionAllowed } from "./appearance.js";
import { setText, signed } from "./dom.js";

const COUNT_MILLISECONDS = 280;

export class SeatList {
    #list;
    /** @type {Map<Element, number>} */
    #countingFrames = new Map();

    /** @param {HTMLElement} list */
    constructor(list) {
        this.#list = list;
    }

    /**
     * Show scores and whose turn it is.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    show(view, table) {
        this.showState(view, table);
        for (const seat of this.#items()) {
            setText(seat.querySelector(".seat-says"), view.says[Number(seat.dataset.seat)] ?? "");
        }
        const move = view.last?.kind === "move" ? view.last : null;
        this.showScores(view.standings ?? view.scores, view.last?.gains ?? [], move ? move.mover : null);
    }

    /**
     * Show who sits where and whose turn it is.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    showState(view, table) {
        for (const seat of this.#items()) {
            const number = Number(seat.dataset.seat);
            // Nobody waits for a player alone.
            const waitedFor = !view.over && table.status !== "waiting" && table.seats.length > 1;
            const active = view.to_move === number && waitedFor;
            // At one screen whose hand lies below the board sits there too.
            if (view.cover !== null && view.viewer >= 0) seat.classList.toggle("home", number === view.viewer);
            const won = view.outcome?.winner === number;
            seat.classList.toggle("active", active);
            seat.classList.toggle("winner", won);
            seat.classList.toggle("thinking", active && table.seats[number]?.kind === "computer");
            const left = table.seats[number]?.left ?? "";
            seat.classList.toggle("left", left !== "");
            const state = left || (won ? "winner" : active ? stateWords(number, view, table) : "");
            setText(seat.querySelector(".seat-state"), state);
            this.#showName(seat, number, table);
            const colour = seat.querySelector(".seat-colour[data-drawn]");
            if (table.chance.dealt) setText(colour, table.seats[number]?.seat_name ?? "");
        }
    }

    /** Say no longer that it is the visitor's turn: the move is made, and whose turn comes is not yet known. */
    turnIsOver() {
        for (const seat of this.#items()) {
            seat.classList.remove("active");
            setText(seat.querySelector(".seat-state"), "");
        }
    }

    /**
     * Count scores up, and show what was earned. It stays until the same player moves again.
     *
     * @param {readonly number[]} scores
     * @param {readonly number[]} gains
     * @param {number | null} mover whose move it was, a seat or chance; `null` where what was earned before no longer counts
     */
    showScores(scores, gains, mover = null) {
        for (const seat of this.#items()) {
            const number = Number(seat.dataset.seat);
            const gain = gains[number] ?? 0;
            if (gain || mover === null || mover === number) setText(seat.querySelector(".seat-gain"), signed(gain));
            const score = seat.querySelector(".seat-score");
            if (score) this.#countUp(score, scores[number] ?? 0);
        }
    }

    /**
     * @param {HTMLElement} seat
     * @param {number} number
     * @param {TableView} table
     */
    #showName(seat, number, table) {
        const who = table.seats[number];
        if (!who?.name) return;
        const name = seat.querySelector(".seat-player");
        setText(name, who.name);
        name?.setAttribute("title", who.name);
        seat.querySelector(".bot-mark")?.toggleAttribute("hidden", !who.bot);
        setText(seat.querySelector(".initial"), who.name.slice(0, 1).toUpperCase());
    }

    /**
     * @param {Element} score
     * @param {number} goal
     */
    #countUp(score, goal) {
        window.cancelAnimationFrame(this.#countingFrames.get(score) ?? 0);
        const from = Number(score.textContent);
        if (!motionAllowed() || !Number.isFinite(from) || from === goal) {
            setText(score, String(goal));
            return;
        }
        const start = performance.now();
        const step = (/** @type {number} */ now) => {
            const share = Math.min(1, Math.max(0, (now - start) / COUNT_MILLISECONDS));
            setText(score, String(Math.round(from + (goal - from) * share)));
            if (share < 1) this.#countingFrames.set(score, window.requestAnimationFrame(step));
        };
        this.#countingFrames.set(score, window.requestAnimationFrame(step));
    }

    /** @returns {HTMLElement[]} */
    #items() {
        return [...this.#list.querySelectorAll("[data-seat]")].filter((seat) => seat instanceof HTMLElement);
    }
}

/**
 * Call the players by their names on the picture, where the game itself only knows what their seats are called. At one
 * screen these stay, as the keys go by them.
 *
 * @param {SVGSVGElement} svg
 * @param {MatchView} view
 * @param {TableView} table
 */
export function nameOwners(svg, view, table) {
    if (view.yours.length > 1) return;
    for (const thing of svg.querySelectorAll("[data-owner]")) {
        const seat = table.seats[Number(thing.getAttribute("data-owner"))];
        const own = seat?.yours;
        if (thing.classList.contains("caption")) setText(thing, own ? "yours" : "theirs");
        else if (seat?.name) setText(thing, own ? "Your square" : seat.name);
    }
}

/**
 * Whether someone has sat down: then seats, and with the deal everything else, may have changed.
 *
 * @param {TableView} before
 * @param {TableView} after
 */
export function seatsChanged(before, after) {
    const dealt = after.chance.dealt !== before.chance.dealt && before.start === null; // of a race all seats are known
    return dealt || after.chance.nonces.length !== before.chance.nonces.length;
}

/**
 * @param {number} number
 * @param {MatchView} view
 * @param {TableView} table
 */
function stateWords(number, view, table) {
    if (table.status === "waiting") return "";
    if (table.seats[number]?.kind === "computer") return "thinking";
    return view.turn && table.seats.filter((seat) => seat.yours).length === 1 ? "your turn" : "to move";
}
