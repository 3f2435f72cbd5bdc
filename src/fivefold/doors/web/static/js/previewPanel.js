/**
 * The panel beside the board that previews the picks: every move that continues them, with its number and gain, and a
 * description of the one under the pointer. For a set, such as dice, it shows what the picks so far are worth; the move
 * itself is made on the board.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 */
import { create, setText, signed } from "./dom.js";
import { isSetMember, movesWithSameSet, pickKind } from "./picks.js";
import { addMarks, thingForKey } from "./things.js";

const MOST_OFFERS = 9;

export class PreviewPanel {
    #panel;
    #words;
    #list;
    /** @type {readonly PreviewedMove[]} */
    #moves = [];

    /**
     * @param {HTMLElement} panel
     * @param {(move: PreviewedMove) => void} play
     */
    constructor(panel, play) {
        this.#panel = panel;
        this.#words = create("p", "preview-words");
        this.#list = create("ol", "offers");
        panel.addEventListener("click", (event) => {
            const move = this.#moveOf(event.target);
            if (move) play(move);
        });
    }

    /**
     * Show a board's offers.
     *
     * @param {Board} board
     * @param {number} mover whose gains to show
     */
    show(board, mover) {
        if (board.isUntouched) {
            this.clear();
            return;
        }
        const moves = orderedOffers(movesWithSameSet(board.previewedMoves, board.picks), mover);
        if (sameMoves(moves, this.#moves) && this.#panel.hasChildNodes()) return;
        this.#moves = moves;
        const isSet = moves.length === 1 && isSetMember(board.picks.at(-1) ?? "");
        const offered = isSet ? [] : moves.slice(0, MOST_OFFERS);
        // The board itself offers what can be chosen; digits go on choosing.
        this.#list.hidden = board.question !== "";
        const digits = !thingForKey(board.svg, "1");
        this.#list.replaceChildren(...offered.map((move, place) => offerItem(move, place, mover, digits)));
        this.#words.classList.toggle("alone", isSet || this.#list.hidden);
        setText(this.#words, moves.length === 1 ? (moves[0]?.explain ?? "") : summary(board, moves));
        if (!this.#panel.hasChildNodes()) this.#panel.append(this.#words, this.#list);
        this.#listenToButtons(board);
    }

    /** Offer nothing; the status line below is visible again. */
    clear() {
        this.#moves = [];
        if (this.#panel.hasChildNodes()) this.#panel.replaceChildren();
    }

    /** What the panel says of the picks. */
    get words() {
        return this.#panel.hasChildNodes() ? (this.#words.textContent ?? "") : "";
    }

    /**
     * The offer with this number, from 1.
     *
     * @param {number} number
     * @returns {PreviewedMove | null}
     */
    offerAt(number) {
        return (number <= this.#list.childElementCount && this.#moves[number - 1]) || null;
    }

    /**
     * Say what a move that is looked at on the board would do.
     *
     * @param {Board} board
     * @param {PreviewedMove | null} move
     */
    describe(board, move) {
        if (this.#moves.length) setText(this.#words, move?.explain || summary(board, this.#moves));
    }

    /** @param {Board} board */
    #listenToButtons(board) {
        for (const button of this.#list.querySelectorAll("button")) {
            const move = this.#moveOf(button);
            const look = () => {
                if (!move) return;
                setText(this.#words, move.explain);
                const goal = move.picks.at(-1);
                if (goal) addMarks(board.svg, { [goal]: "over" });
            };
            const leave = () => {
                setText(this.#words, summary(board, this.#moves));
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
    #moveOf(target) {
        const button = target instanceof Element ? target.closest("button[data-offer]") : null;
        return button ? (this.#moves[Number(button.getAttribute("data-offer"))] ?? null) : null;
    }
}

/**
 * @param {PreviewedMove} move
 * @param {number} place
 * @param {number} mover
 * @param {boolean} digits whether digits choose among the offers
 */
function offerItem(move, place, mover, digits) {
    const number = digits ? [create("kbd", "", String(place + 1))] : [];
    const text = create("span", "offer-move", move.text);
    const gain = create("span", "offer-gain number", signed(gainOf(move, mover)));
    const button = create("button", "offer", ...number, text, gain);
    button.setAttribute("type", "button");
    button.setAttribute("data-offer", String(place));
    button.title = move.explain;
    button.setAttribute("aria-label", move.explain ? `${move.text}: ${move.explain}` : move.text);
    return create("li", "", button);
}

/**
 * @param {readonly PreviewedMove[]} some
 * @param {readonly PreviewedMove[]} others
 */
function sameMoves(some, others) {
    return some.length === others.length && some.every((move, place) => move === others[place]);
}

/**
 * The moves to offer, the best first if there is no room for all.
 *
 * @param {readonly PreviewedMove[]} moves
 * @param {number} mover
 */
function orderedOffers(moves, mover) {
    if (moves.length <= MOST_OFFERS) return moves;
    return [...moves].sort((one, other) => gainOf(other, mover) - gainOf(one, mover));
}

/**
 * What a move earns the player who makes it.
 *
 * @param {PreviewedMove} move
 * @param {number} mover whose turn it is; in a race the move itself says whose it is
 */
function gainOf(move, mover) {
    return move.gains[move.seat ?? mover] ?? 0;
}

/**
 * @param {Board} board
 * @param {readonly PreviewedMove[]} moves
 */
function summary(board, moves) {
    if (moves.length === 1) return moves[0]?.explain ?? "";
    const kinds = board.picks.map(pickKind).join(", ");
    if (isSetMember(board.picks.at(-1) ?? "")) return kinds;
    return board.question || `${kinds}: now choose what comes next`;
}
