/**
 * The drawers of a table: the list of moves, beside the board or in a sheet, and the chat. This device remembers how each
 * was left.
 */
import { required } from "./dom.js";

const BESIDE = window.matchMedia("(min-width: 1000px) and (min-height: 601px)");

/**
 * What was noted on this device; empty without storage.
 *
 * @param {string} key
 */
export function noted(key) {
    try {
        return window.localStorage.getItem(key) ?? "";
    } catch {
        return "";
    }
}

/**
 * Note something on this device, for the next page.
 *
 * @param {string} key
 * @param {string} words
 */
export function note(key, words) {
    try {
        window.localStorage.setItem(key, words);
    } catch {
        // Without storage the next page begins as for anybody.
    }
}

/** The list of moves: beside the board its button opens and closes it, elsewhere it is a sheet. */
export class MovesDrawer {
    #page = required("#table");
    #panel = required("#history-panel");

    constructor() {
        this.#page.addEventListener("click", (event) => this.#onClick(event));
        this.#panel.addEventListener("toggle", () => {
            if (!BESIDE.matches) note("fivefold.movesSheet", this.#panel.matches(":popover-open") ? "open" : "closed");
        });
        this.#show(noted("fivefold.moves") === "closed");
        if (!BESIDE.matches && noted("fivefold.movesSheet") === "open") this.#panel.showPopover();
    }

    /** @param {boolean} closed */
    #show(closed) {
        this.#page.classList.toggle("moves-closed", closed);
        for (const button of this.#page.querySelectorAll('[popovertarget="history-panel"]')) {
            button.setAttribute("aria-pressed", String(!closed && BESIDE.matches));
        }
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const button = event.target instanceof Element && event.target.closest('[popovertarget="history-panel"]');
        if (!button || !BESIDE.matches) return;
        event.preventDefault();
        const closed = !this.#page.classList.contains("moves-closed");
        this.#show(closed);
        note("fivefold.moves", closed ? "closed" : "open");
    }
}
