/**
 * A moment of celebration on the board when the visitor wins: paper in the seats' colours rises and falls, for a second
 * and a half. A tap or a key ends it; without motion there is none.
 */
import { motionAllowed } from "./appearance.js";
import { create } from "./dom.js";

const PIECES = 36;
/** A little longer than the motion in celebration.css. */
const MILLISECONDS = 1500;

/** @param {HTMLElement} board */
export async function celebrate(board) {
    if (!motionAllowed() || board.querySelector(".celebration")) return;
    const layer = create("div", "celebration");
    layer.setAttribute("aria-hidden", "true");
    layer.append(...Array.from({ length: PIECES }, (_, place) => paper(place)));
    board.append(layer);
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    await new Promise((resolve) => {
        window.setTimeout(resolve, MILLISECONDS);
        for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, resolve, options);
    });
    ended.abort();
    layer.remove();
}

/**
 * A piece of paper on its way; the ways look scattered, and are the same each time.
 *
 * @param {number} place
 */
function paper(place) {
    const piece = create("i", `paper-${place % 4}`);
    const spread = ((place * 61) % 100) / 100 - 0.5;
    piece.style.setProperty("--across", `${Math.round(spread * 620)}px`);
    piece.style.setProperty("--up", `${-140 - ((place * 37) % 190)}px`);
    piece.style.setProperty("--turns", `${((place * 47) % 5) - 2}turn`);
    piece.style.animationDelay = `${(place % 6) * 28}ms`;
    return piece;
}

/**
 * Name a feat on the board for a moment, such as a royal flush or a personal best; without motion it stands still.
 *
 * @param {HTMLElement} board
 * @param {string} words
 */
export async function showFeat(board, words) {
    board.querySelector(".feat")?.remove();
    const banner = create("p", "feat", `${words.charAt(0).toUpperCase()}${words.slice(1)}!`);
    banner.setAttribute("aria-hidden", "true");
    board.append(banner);
    await new Promise((resolve) => window.setTimeout(resolve, MILLISECONDS));
    banner.remove();
}
