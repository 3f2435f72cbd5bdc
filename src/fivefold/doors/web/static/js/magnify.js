/**
 * A larger board to scroll about in, where a window is too small for fingers: on a phone, or with large text. What a
 * picture calls ``held``, such as dice to keep, stays in sight.
 */
import { optional, required } from "./dom.js";

const page = required("#table");
const board = required("#board");
const button = optional("#magnify");

button?.addEventListener("click", () => {
    const larger = page.classList.toggle("magnified");
    button.setAttribute("aria-pressed", String(larger));
    optional("#more")?.hidePopover();
    showMiddle();
});
board.addEventListener("scroll", () => holdInSight(), { passive: true });
window.addEventListener("resize", () => holdInSight());

function showMiddle() {
    board.scrollLeft = (board.scrollWidth - board.clientWidth) / 2;
    board.scrollTop = 0;
    holdInSight();
}

/** Put what is held, as large as it was before, at the lower edge of what is in sight of the picture. */
function holdInSight() {
    const drawing = board.querySelector("#picture > svg");
    if (!(drawing instanceof SVGSVGElement) || !page.classList.contains("magnified")) return;
    const { width, height } = drawing.viewBox.baseVal;
    const pixels = drawing.clientWidth / width;
    const share = Math.min(1, board.clientWidth / drawing.clientWidth);
    const lower = Math.min(height, (board.scrollTop + board.clientHeight) / pixels);
    const [x, y] = [board.scrollLeft / pixels, lower - share * height];
    board.style.setProperty("--held", `translate(${x}px, ${y}px) scale(${share})`);
}
