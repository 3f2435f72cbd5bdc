/** An offer to learn a game, shown to whoever comes to it for the first time, until they play. */
import { keepProgress, progressOf } from "./learningProgress.js";

const offer = document.querySelector("#learn-offer");

if (offer instanceof HTMLElement) {
    const game = offer.dataset.key ?? "";
    const { offered, done, step } = progressOf(game);
    const putAway = () => {
        offer.hidden = true;
        keepProgress(game, { offered: true });
    };
    offer.hidden = offered || done || step > 1 || !isPlaying();
    // At a table the first touch of the board says that one would rather play.
    if (hasPlayed()) putAway();
    document.querySelector("#picture")?.addEventListener("pointerdown", putAway, { once: true });
    document.querySelector("#picture")?.addEventListener("keydown", putAway, { once: true });
    document.querySelector("#move-form")?.addEventListener("submit", putAway, { once: true });
}

/** Whether the visitor is about to play: at a table, whether a seat is theirs, everybody sits and the match goes on. */
function isPlaying() {
    const [view, table] = [tableData("#view-data"), tableData("#table-data")];
    return !view || (view.yours.length > 0 && !view.over && table.status !== "waiting");
}

/** Whether the visitor has moved at this table. */
function hasPlayed() {
    const view = tableData("#view-data");
    return Boolean(view?.history?.some((/** @type {{mover: number}} */ { mover }) => view.yours.includes(mover)));
}

/** @param {string} selector */
function tableData(selector) {
    return JSON.parse(document.querySelector(selector)?.textContent || "null");
}
