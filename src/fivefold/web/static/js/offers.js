/**
 * What the picks would earn, beside the board: every move that continues them with its number, its gain and, for the
 * one looked at, its account in words. Of a set, such as dice, it is what the things picked so far are worth: what makes
 * the move is on the board.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 */
import { gained, made, say } from "./dom.js";
import { keyed, mark } from "./lights.js";
import { exact, isMember, kindOf } from "./picks.js";

const SHOWN = 9;

export class Offers {
    #panel;
    #words;
    #list;
    /** @type {readonly PreviewedMove[]} */
    #shown = [];

    /**
     * @param {HTMLElement} panel
     * @param {(move: PreviewedMove) => void} play
     */
    constructor(panel, play) {
        this.#panel = panel;
        this.#words = made("p", "preview-words");
        this.#list = made("ol", "offers");
        panel.addEventListener("click", (event) => {
            const move = this.#at(event.target);
            if (move) play(move);
        });
    }

    /**
     * Show a board's choices.
     *
     * @param {Board} board
     * @param {number} mover whose gains to show
     */
    show(board, mover) {
        if (board.picks.length === 0) {
            this.clear();
            return;
        }
        const known = best(exact(board.choices, board.picks), mover);
        if (sameMoves(known, this.#shown) && this.#panel.hasChildNodes()) return;
        this.#shown = known;
        const whole = known.length === 1 && isMember(board.picks.at(-1) ?? "");
        const offered = whole ? [] : known.slice(0, SHOWN);
        const digits = !keyed(board.svg, "1");
        this.#list.replaceChildren(...offered.map((move, place) => offer(move, place, mover, digits)));
        this.#words.classList.toggle("alone", whole);
        say(this.#words, known.length === 1 ? (known[0]?.explain ?? "") : counted(board, known));
        if (!this.#panel.hasChildNodes()) this.#panel.append(this.#words, this.#list);
        this.#listen(board);
    }

    /** Offer nothing: what is said below shows again. */
    clear() {
        this.#shown = [];
        if (this.#panel.hasChildNodes()) this.#panel.replaceChildren();
    }

    /**
     * The choice with this number, from 1.
     *
     * @param {number} number
     * @returns {PreviewedMove | null}
     */
    numbered(number) {
        return (number <= this.#list.childElementCount && this.#shown[number - 1]) || null;
    }

    /** @param {Board} board */
    #listen(board) {
        for (const button of this.#list.querySelectorAll("button")) {
            const move = this.#at(button);
            const look = () => {
                if (!move) return;
                say(this.#words, move.explain);
                const goal = move.picks.at(-1);
                if (goal) mark(board.svg, { [goal]: "over" });
            };
            const leave = () => {
                say(this.#words, counted(board, this.#shown));
                for (const element of board.svg.querySelectorAll(".over")) element.classList.remove("over");
            };
            button.addEventListener("pointerenter", look);
            button.addEventListener("focus", look);
            button.addEventListener("pointerleave", leave);
            button.addEventListener("blur", leave);
        }
    }

    /**
     * @param {EventTarget | null} target
     * @returns {PreviewedMove | null}
     */
    #at(target) {
        const button = target instanceof Element ? target.closest("button[data-offer]") : null;
        return button ? (this.#shown[Number(button.getAttribute("data-offer"))] ?? null) : null;
    }
}

/**
 * @param {PreviewedMove} move
 * @param {number} place
 * @param {number} mover
 * @param {boolean} digits whether digits choose among offers here
 */
function offer(move, place, mover, digits) {
    const number = digits ? [made("kbd", "", String(place + 1))] : [];
    const text = made("span", "offer-move", move.text);
    const gain = made("span", "offer-gain number", gained(earned(move, mover)));
    const button = made("button", "offer", ...number, text, gain);
    button.setAttribute("type", "button");
    button.setAttribute("data-offer", String(place));
    button.title = move.explain;
    button.setAttribute("aria-label", move.explain ? `${move.text}: ${move.explain}` : move.text);
    return made("li", "", button);
}

/**
 * @param {readonly PreviewedMove[]} some
 * @param {readonly PreviewedMove[]} others
 */
function sameMoves(some, others) {
    return some.length === others.length && some.every((move, place) => move === others[place]);
}

/**
 * The moves to offer: all where there is room for all, otherwise those that earn most.
 *
 * @param {readonly PreviewedMove[]} moves
 * @param {number} mover
 */
function best(moves, mover) {
    return moves.length > SHOWN ? [...moves].sort((one, other) => earned(other, mover) - earned(one, mover)) : moves;
}

/**
 * What a move earns who makes it.
 *
 * @param {PreviewedMove} move
 * @param {number} mover whose turn it is; where anyone may move, the move says whose it is
 */
function earned(move, mover) {
    return move.gains[move.seat ?? mover] ?? 0;
}

/**
 * @param {Board} board
 * @param {readonly PreviewedMove[]} known
 */
function counted(board, known) {
    if (known.length === 1) return known[0]?.explain ?? "";
    const kinds = board.picks.map(kindOf).join(", ");
    if (isMember(board.picks.at(-1) ?? "")) return kinds;
    const count = Math.max(known.length, board.next.length);
    return `${kinds}: ${count} ways to go on`;
}
