/**
 * A larger board to scroll about in, where a window is too small for fingers: on a phone, or with large text.
 */
import { optional, required } from "./dom.js";

const page = required("#table");
const button = optional("#magnify");

button?.addEventListener("click", () => {
    const larger = page.classList.toggle("magnified");
    button.setAttribute("aria-pressed", String(larger));
    optional("#more")?.hidePopover();
    showMiddle(required("#board"));
});

/** @param {HTMLElement} board */
function showMiddle(board) {
    board.scrollLeft = (board.scrollWidth - board.clientWidth) / 2;
    board.scrollTop = 0;
}
