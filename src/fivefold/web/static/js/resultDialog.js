/**
 * The dialog with the result, shown once when the match ends while the page is open.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 */
import { optional, setText } from "./dom.js";
import { sound } from "./sound.js";

export class ResultDialog {
    #shown = false;

    /**
     * @param {MatchView} view
     * @param {TableView} table
     */
    show(view, table) {
        const dialog = document.querySelector("#result");
        if (this.#shown || !view.outcome || !(dialog instanceof HTMLDialogElement)) return;
        this.#shown = true;
        setText(optional("#result-title", dialog), view.outcome.said);
        const totals = optional("#result-totals", dialog);
        if (totals && table.totals) {
            setText(totals, `Both games together: ${table.totals.join(" : ")}`);
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
