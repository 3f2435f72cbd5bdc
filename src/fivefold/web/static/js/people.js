/**
 * The people at a table: the invitation while a seat is free, who is watched, a request to undo.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 */
import { optional, setText } from "./dom.js";

/**
 * Show what has changed among the people.
 *
 * @param {HTMLElement} page
 * @param {MatchView} view
 * @param {TableView} table
 */
export function updatePeople(page, view, table) {
    const invite = optional("#invite", page);
    if (invite && !table.seats.some((seat) => seat.kind === "open")) invite.hidden = true;
    setText(optional("#watched", page), watchedNames(table));
    updateUndoRequest(page, view, table);
}

/** @param {TableView} table */
function watchedNames(table) {
    const names = table.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name || seat.seat_name);
    const [last, ...before] = names.reverse();
    return before.length > 0 ? `${before.reverse().join(", ")} and ${last}` : (last ?? "");
}

/**
 * Whoever asked reads their own request and can withdraw it; the others are asked.
 *
 * @param {HTMLElement} page
 * @param {MatchView} view
 * @param {TableView} table
 */
function updateUndoRequest(page, view, table) {
    const ask = optional("#ask", page);
    if (!ask) return;
    const asking = view.yours.length > 0 ? table.seats.find((seat) => seat.seat === table.asking) : undefined;
    ask.hidden = !asking;
    if (!asking) return;
    const who = asking.name || asking.seat_name;
    setText(optional("#asked", ask), asking.yours ? "You asked to undo your last move." : `${who} asks to undo the last move.`);
    ask.querySelector('[value="yes"]')?.toggleAttribute("hidden", asking.yours);
    setText(ask.querySelector('[value="no"]'), asking.yours ? "Withdraw" : "No");
}
