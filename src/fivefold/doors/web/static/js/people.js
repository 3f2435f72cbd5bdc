/**
 * The people at a table: the invitation while a seat is free, who is watched.
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
    if (invite && (view.over || !table.seats.some((seat) => seat.kind === "open"))) invite.hidden = true;
    setText(optional("#watched", page), watchedNames(table));
}

/** @param {TableView} table */
function watchedNames(table) {
    const names = table.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name || seat.seat_name);
    const [last, ...before] = names.reverse();
    return before.length > 0 ? `${before.reverse().join(", ")} and ${last}` : (last ?? "");
}
