/**
 * The result, once, when the match ends before one's eyes.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 */
import { optional, say } from "./dom.js";
import { sound } from "./sound.js";

export class Result {
    #shown = false;

    /**
     * @param {View} view
     * @param {Table} table
     */
    show(view, table) {
        const dialog = document.querySelector("#result");
        if (this.#shown || !view.outcome || !(dialog instanceof HTMLDialogElement)) return;
        this.#shown = true;
        say(optional("#result-title", dialog), view.outcome.said);
        const totals = optional("#result-totals", dialog);
        if (totals && table.totals) {
            say(totals, `Both games together: ${table.totals.join(" : ")}`);
            totals.hidden = false;
        }
        if (view.outcome.winner !== null && view.yours.includes(view.outcome.winner)) sound("win");
        for (const other of document.querySelectorAll("[popover]")) if (other.matches(":popover-open")) hide(other);
        dialog.showModal();
    }
}

/** @param {Element} popover */
function hide(popover) {
    if (popover instanceof HTMLElement) popover.hidePopover();
}
