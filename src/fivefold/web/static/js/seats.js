/**
 * The players beside the board: whose turn it is, scores that count up by what a move earned, who is thinking.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 */
import { gained, say } from "./dom.js";
import { lively } from "./looks.js";

const COUNTING = 280;

export class Seats {
    #list;
    /** @type {Map<Element, number>} */
    #counting = new Map();

    /** @param {HTMLElement} list */
    constructor(list) {
        this.#list = list;
    }

    /**
     * Show scores and whose turn it is.
     *
     * @param {View} view
     * @param {Table} table
     */
    show(view, table) {
        for (const seat of this.#all()) {
            const number = Number(seat.dataset.seat);
            // Nobody waits for who plays alone.
            const active = view.to_move === number && !view.over && table.status !== "waiting" && table.seats.length > 1;
            const won = view.outcome?.winner === number;
            seat.classList.toggle("active", active);
            seat.classList.toggle("winner", won);
            seat.classList.toggle("thinking", active && table.thinking === number);
            say(seat.querySelector(".seat-state"), won ? "winner" : active ? doing(number, view, table) : "");
            this.#people(seat, number, table);
        }
        this.scores(view.scores, view.last?.gains ?? []);
    }

    /**
     * Show scores, counted up, and what the last move earned.
     *
     * @param {readonly number[]} scores
     * @param {readonly number[]} gains
     */
    scores(scores, gains) {
        for (const seat of this.#all()) {
            const number = Number(seat.dataset.seat);
            say(seat.querySelector(".seat-gain"), gained(gains[number] ?? 0));
            const score = seat.querySelector(".seat-score");
            if (score) this.#count(score, scores[number] ?? 0);
        }
    }

    /**
     * @param {HTMLElement} seat
     * @param {number} number
     * @param {Table} table
     */
    #people(seat, number, table) {
        const who = table.seats[number];
        if (!who?.name) return;
        say(seat.querySelector(".seat-player"), who.name);
        say(seat.querySelector(".initial"), who.name.slice(0, 1).toUpperCase());
    }

    /**
     * @param {Element} score
     * @param {number} goal
     */
    #count(score, goal) {
        window.cancelAnimationFrame(this.#counting.get(score) ?? 0);
        const from = Number(score.textContent);
        if (!lively() || !Number.isFinite(from) || from === goal) {
            say(score, String(goal));
            return;
        }
        const start = performance.now();
        const step = (/** @type {number} */ now) => {
            const share = Math.min(1, Math.max(0, (now - start) / COUNTING));
            say(score, String(Math.round(from + (goal - from) * share)));
            if (share < 1) this.#counting.set(score, window.requestAnimationFrame(step));
        };
        this.#counting.set(score, window.requestAnimationFrame(step));
    }

    /** @returns {HTMLElement[]} */
    #all() {
        return [...this.#list.querySelectorAll("[data-seat]")].filter((seat) => seat instanceof HTMLElement);
    }
}

/**
 * Whether somebody has sat down since: then places, and with the deal all that can be done, may be others.
 *
 * @param {Table} before
 * @param {Table} after
 */
export function satDown(before, after) {
    return after.chance.dealt !== before.chance.dealt || after.chance.nonces.length !== before.chance.nonces.length;
}

/**
 * @param {number} number
 * @param {View} view
 * @param {Table} table
 */
function doing(number, view, table) {
    if (table.status === "waiting") return "";
    if (table.thinking === number) return "thinking";
    return view.turn && table.seats.filter((seat) => seat.yours).length === 1 ? "your turn" : "to move";
}
