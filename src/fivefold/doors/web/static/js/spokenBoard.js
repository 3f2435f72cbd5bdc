/**
 * The board by ear: what a pick leads to, what a place that the arrow keys lead to would do, and on request the score,
 * the clocks, the last move and what can be done. The names of things come with the picture.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {{board: import("./board.js").Board, live: import("./liveMatch.js").LiveMatch,
 *     announcer: import("./announcer.js").Announcer,
 *     presentation: import("./presentation.js").Presentation}} Parts
 */
import { optional } from "./dom.js";
import { isSetMember, moveSpelled, picksAfter } from "./picks.js";
import { findThing, pickName, thingLabel } from "./things.js";

/** A place is asked about when the keys have rested on it for so long. */
const REST_MILLISECONDS = 150;

export class SpokenBoard {
    #parts;
    /** The picks spoken last, and the number of the position they are in. */
    #spoken = "";
    #number = 0;
    #rest = 0;

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
        parts.board.holder.addEventListener("keydown", (event) => this.#onKey(event));
    }

    /**
     * Say what has been picked and what to choose next.
     *
     * @param {string} words of the panel beside the board
     */
    picksChanged(words) {
        const { board, live, announcer } = this.#parts;
        const picks = board.isUntouched ? [] : board.picks;
        const key = picks.join(" ");
        if (key === this.#spoken || (picks.length && !board.previewedMoves.length)) return;
        const undone = !picks.length && this.#number === live.view.number && !live.hasPending;
        this.#spoken = key;
        this.#number = live.view.number;
        const last = picks.at(-1) ?? "";
        const label = isSetMember(last) ? "" : thingLabel(findThing(board.svg, last));
        if (picks.length) announcer.speak([label, words].filter(Boolean).join(". "));
        else if (undone) announcer.speak("Nothing is picked.");
    }

    /**
     * Say what a move would do whose last pick the keys have led to.
     *
     * @param {string} name of that thing
     */
    reached(name) {
        window.clearTimeout(this.#rest);
        const { board } = this.#parts;
        const picks = picksAfter(board.moves, board.picks, name);
        if (picks.at(-1) !== name || !moveSpelled(board.moves, picks)) return;
        this.#rest = window.setTimeout(() => void this.#tell(name, picks), REST_MILLISECONDS);
    }

    /**
     * @param {string} name
     * @param {string[]} picks
     */
    async #tell(name, picks) {
        const { board, announcer } = this.#parts;
        const preview = await board.fetchPreview(picks).catch(() => null);
        const move = preview && moveSpelled(preview.moves, picks);
        if (move && pickName(document.activeElement) === name) announcer.speak(move.explain);
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
        const words = { s: this.#score, c: this.#clocks, l: this.#last, w: this.#choices }[event.key]?.call(this);
        if (words === undefined) return;
        event.preventDefault();
        this.#parts.announcer.remark(words || "Nothing to tell.");
    }

    #score() {
        const { view, table } = this.#parts.presentation;
        const counted = optional("#seats .seat-counts")?.textContent ?? "";
        const scores = (view.standings ?? view.scores).map((score, seat) => {
            const { name, seat_name: called } = table.seats[seat] ?? {};
            const who = view.yours.length === 1 && view.yours[0] === seat ? "You" : name || called;
            return `${who}: ${score} ${counted}`.trim();
        });
        return `${scores.join(", ")}.`;
    }

    #clocks() {
        const clocks = [...document.querySelectorAll("[data-clock]")];
        return clocks.map((clock) => clock.getAttribute("title") || clock.textContent?.trim()).join(" ") || "No clock runs here.";
    }

    #last() {
        const { view } = this.#parts.presentation;
        return view.last?.said ? `${view.last.said}.` : "Nobody has moved yet.";
    }

    #choices() {
        const { presentation, board } = this.#parts;
        const open = board.next.length;
        const places = open ? ` You can pick ${open === 1 ? "one thing" : `${open} things`}: N goes from one to the next.` : "";
        const actions = [...document.querySelectorAll("#actions .button")].filter(isOffered).map((button) => /** @type {HTMLElement} */ (button).innerText.trim());
        return `${presentation.view.status}.${places} Beside the board: ${actions.join(", ")}.`;
    }
}

/** @param {Element} button */
function isOffered(button) {
    return button.checkVisibility() && !button.matches(":disabled, [aria-disabled=true]");
}
