/**
 * Says what happens at a table: in the line under the board, to screen readers, and in the page's title.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./updates.js").UpdateKind} UpdateKind
 */
import { required, setText } from "./dom.js";
import { isOpen, newsOfOffer } from "./offer.js";
import { setTitle } from "./pageTitle.js";
import { CHANCE } from "./updates.js";

/** How long a remark stays. */
const REMARK_MILLISECONDS = 5000;
/** How wide a character is at most, on average, as a fraction of its height. */
const WIDE = 0.56;

export class Announcer {
    #status = required("#status");
    #announcer = required("#announcer");
    #game = required("#table").dataset.title ?? "";
    #title = document.title.replace(/^\(\d+\) /, "");
    /** What was shown too quickly to be told by itself. @type {string[]} */
    #untold = [];
    #remark = "";
    #beforeRemark = "";
    #remarkTimer = 0;
    /** The last move, told again with what chance adds to it. */
    #lastMove = "";

    /** How many characters the line surely shows, by its width and the rows to which its style cuts it. */
    get #room() {
        const { webkitLineClamp, fontSize } = getComputedStyle(this.#status);
        return ((Number(webkitLineClamp) || 3) * this.#status.clientWidth) / (WIDE * parseFloat(fontSize));
    }

    /** Whether the line shows a problem. */
    get showsError() {
        return this.#status.classList.contains("wrong");
    }

    /**
     * Show a text and have it spoken.
     *
     * @param {string} text
     * @param {boolean} [wrong]
     */
    announce(text, wrong = false) {
        if (!text) return;
        this.showStatus(text, wrong);
        this.speak(text);
    }

    /**
     * Show a text in the line under the board.
     *
     * @param {string} text
     * @param {boolean} [wrong]
     */
    showStatus(text, wrong = false) {
        this.#status.classList.toggle("wrong", wrong);
        this.#status.title = text;
        setText(this.#status, text);
    }

    /**
     * Show a remark for a while in place of what the line says, and have it spoken.
     *
     * @param {string} text
     * @param {boolean} [stays] until it is withdrawn
     */
    remark(text, stays = false) {
        const shown = this.#status.textContent ?? "";
        if (shown !== this.#remark) this.#beforeRemark = shown;
        this.showStatus(text);
        this.#remark = this.#status.textContent ?? "";
        this.speak(text);
        window.clearTimeout(this.#remarkTimer);
        if (!stays) this.#remarkTimer = window.setTimeout(() => this.withdraw(text), REMARK_MILLISECONDS);
    }

    /**
     * Show what the line said before a remark, if it is still shown.
     *
     * @param {string} text
     */
    withdraw(text) {
        if (this.#status.title === text && this.#status.textContent === this.#remark) this.showStatus(this.#beforeRemark);
    }

    /**
     * Have screen readers speak a text.
     *
     * @param {string} text
     */
    speak(text) {
        // The same text again is spoken again.
        setText(this.#announcer, text && text === this.#announcer.textContent ? `${text}\u00a0` : text);
    }

    /**
     * Announce what happened and how the match stands.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     * @param {boolean} [more] whether something else is shown at once: then both are told together
     * @param {boolean} [told] whether the move was told when it was made
     */
    announceUpdate(view, updateKind, more = false, told = false) {
        const elsewhere = updateKind === "overtaken" && view.last?.kind === "move" && view.yours.includes(view.last.mover);
        const said = updateKind === "gap" ? "" : (view.last?.said ?? "");
        const text = sentences(elsewhere ? "You moved in another window" : "", said);
        const status = view.outcome ? view.outcome.said : view.status;
        const chance = view.last?.kind === "move" && view.last.mover === CHANCE;
        const shown = chance && this.#lastMove ? `${this.#lastMove}. ${text}` : text;
        if (!chance) this.#lastMove = updateKind === "gap" ? "" : text;
        const words = view.outcome ? "" : shown;
        this.showStatus(inOrder(words, status, this.#room));
        if (text && !told) this.#untold.push(text);
        if (more) return;
        // The result is told by the heading of the result, which gets the focus.
        this.speak(sentences(...this.#untold, view.outcome ? "" : status));
        this.#untold = [];
    }

    /**
     * Announce changes at the table.
     *
     * @param {TableView} before
     * @param {TableView} table
     * @param {string} status whose turn it is
     */
    announceTable(before, table, status) {
        this.#updateNames(table);
        if (table.rematch && !before.rematch && table.seats.length > 1) this.announce("The rematch has begun.");
        const offer = newsOfOffer(before, table);
        if (offer && isOpen(table.offer)) this.speak(offer);
        else if (offer) this.remark(`${offer} ${status}`);
        if (table.note && table.note !== before.note) this.announce(table.note);
    }

    /**
     * Use the current players' names in the title.
     *
     * @param {TableView} table
     */
    #updateNames(table) {
        const names = table.seats.map((seat) => seat.name || seat.seat_name);
        this.#title = `${this.#game}: ${names.join(" and ")} · Fivefold`;
    }

    /** @param {boolean} turn whether it is the visitor's turn */
    showTitle(turn) {
        setTitle(turn ? `● Your turn · ${this.#title}` : this.#title);
    }
}

/**
 * What has happened, then whose turn it is; the other way round where the end may be cut off.
 *
 * @param {string} words
 * @param {string} status
 * @param {number} room in characters
 */
export function inOrder(words, status, room) {
    return words.length + status.length + 2 > room ? sentences(status, words) : sentences(words, status);
}

/** @param {...string} parts */
function sentences(...parts) {
    return parts.filter(Boolean).join(". ");
}
