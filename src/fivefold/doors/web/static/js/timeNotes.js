/**
 * What is said over the board about time: that the match is paused, that a first move is due, that a win can be claimed.
 *
 * @typedef {import("./types.js").ClockView} ClockView
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 */
import { pauseText } from "./clockText.js";
import { optional, setText } from "./dom.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The clock itself says how long there is for a first move; so late it is said over the board too. */
const URGENT = 20 * SECOND;

/**
 * Show what there is to say.
 *
 * @param {HTMLElement} page
 * @param {LiveMatch} live
 * @param {ClockView} clock
 * @param {number} now
 * @returns {number} in how many milliseconds there is something else to say
 */
export function showTimeNotes(page, live, clock, now) {
    const paused = clock.paused && !live.view.over;
    page.classList.toggle("paused", paused);
    const note = optional("#pause-note", page);
    if (note) note.hidden = !paused;
    if (paused) setText(page.querySelector(".pause-words"), pauseText(clock.since - now));
    const first = showFirstMove(page, live, clock, now);
    return paused ? Math.min(MINUTE, first) : first;
}

/**
 * @param {HTMLElement} page
 * @param {LiveMatch} live
 * @param {ClockView} clock
 * @param {number} now
 */
function showFirstMove(page, live, clock, now) {
    const note = optional("#first-move-note", page);
    const time = (clock.first_move ?? 0) - now;
    const due = clock.first_move !== null && clock.running !== null && !clock.paused && time > 0 && !live.view.over;
    if (!note) return Infinity;
    note.hidden = !due || time > URGENT;
    if (!due) return Infinity;
    const seat = live.table.seats[clock.running ?? 0];
    const seconds = Math.ceil(time / SECOND);
    const who = seat?.name || seat?.seat_name;
    const words = seat?.yours ? `Move within ${seconds} s` : `${who} has ${seconds} s for a first move`;
    const what = live.table.double_game === 2 ? "game 2 is forfeited" : "the match is cancelled";
    setText(note, `${words}, or ${what}.`);
    return (time % SECOND) + 1;
}

/**
 * Show what can be done about time.
 *
 * @param {HTMLElement} page
 * @param {import("./types.js").MatchView} view
 * @param {import("./types.js").TableView} table
 */
export function showTimeActions(page, view, table) {
    const { clock, can } = view;
    const hide = (/** @type {string} */ name, /** @type {boolean} */ hidden) => {
        for (const form of page.querySelectorAll(`.act-${name}`)) form.toggleAttribute("hidden", hidden);
    };
    if (!clock) return;
    for (const name of ["more-time", "give"]) hide(name, view.over || clock.paused);
    hide("pause", view.over || clock.paused);
    hide("resume", view.over || !clock.paused);
    const claims = can.claim === true && !view.over;
    for (const button of page.querySelectorAll(".open-time-out")) button.toggleAttribute("hidden", !claims);
    const sheet = optional("#time-out", page);
    const seat = table.seats[clock.running ?? 0];
    if (claims) setText(optional("#time-out-title"), `${seat?.name || seat?.seat_name}’s time is out`);
    if (!claims && sheet?.matches(":popover-open")) sheet.hidePopover();
}
