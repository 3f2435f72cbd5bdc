/** The list of moves beside the board: its button opens and closes it, and this device remembers how it was left. */
import { required } from "./dom.js";

const KEY = "fivefold.moves";
const BESIDE = window.matchMedia("(min-width: 1000px) and (min-height: 601px)");
const page = required("#table");

/** @param {boolean} closed */
function show(closed) {
    page.classList.toggle("moves-closed", closed);
    for (const button of page.querySelectorAll('[popovertarget="history-panel"]')) {
        button.setAttribute("aria-pressed", String(!closed && BESIDE.matches));
    }
}

function wasClosed() {
    try {
        return window.localStorage.getItem(KEY) === "closed";
    } catch {
        return false;
    }
}

page.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest('[popovertarget="history-panel"]');
    if (!button || !BESIDE.matches) return;
    event.preventDefault();
    const closed = !page.classList.contains("moves-closed");
    show(closed);
    try {
        window.localStorage.setItem(KEY, closed ? "closed" : "open");
    } catch {
        // It is open again at the next table then.
    }
});
show(wasClosed());
