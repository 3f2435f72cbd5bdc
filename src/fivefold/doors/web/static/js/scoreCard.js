/**
 * The score card: what scores, and how far everybody is. It stays open beside the board; while a move is being picked,
 * the lines that it would score are lit.
 *
 * @typedef {import("./types.js").ScoreCardView} ScoreCardView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 */
import { optional, setText } from "./dom.js";
import { getJson } from "./requests.js";

export class ScoreCard {
    #card = optional("#score-card");
    #base;

    /** @param {string} base the match's address */
    constructor(base) {
        this.#base = base;
        this.#card?.addEventListener("toggle", (event) => {
            if (event instanceof ToggleEvent && event.newState === "open") void this.#refresh();
        });
        document.addEventListener("keydown", (event) => {
            if (event.key !== "Escape" || event.defaultPrevented || !this.isOpen) return;
            this.#card?.hidePopover();
            event.preventDefault();
            event.stopPropagation();
        }, { capture: true });
    }

    get isOpen() {
        return this.#card?.matches(":popover-open") ?? false;
    }

    /**
     * Light the lines that these moves would score.
     *
     * @param {readonly PreviewedMove[]} moves
     */
    light(moves) {
        const lit = new Set(moves.flatMap((move) => move.lines));
        for (const line of this.#card?.querySelectorAll("[data-line]") ?? []) {
            line.classList.toggle("lit", lit.has(line.getAttribute("data-line") ?? ""));
        }
    }

    /** The match has gone on: count anew if anybody is looking. */
    update() {
        if (this.isOpen) void this.#refresh();
    }

    async #refresh() {
        /** @type {ScoreCardView | null} */
        const card = await getJson(`${this.#base}/scores`).catch(() => null);
        for (const line of card?.lines ?? []) {
            const shown = this.#card?.querySelector(`[data-line="${CSS.escape(line.key)}"]`);
            shown?.querySelectorAll("[data-count]").forEach((cell, seat) => setText(cell, line.counts[seat] ?? ""));
        }
    }
}
