/** A search for somebody to play with: how long it has taken, and what has come of it. */

const TICK_MILLISECONDS = 1000;

let timer = 0;

/**
 * Show a search, or nothing where there is none; when somebody is found and everybody sits, go there.
 *
 * @param {HTMLElement} place
 * @param {{state: string, match: string, game: string, html?: string} | null} told
 */
export function showSearch(place, told) {
    if (told?.state === "ready") return void window.location.assign(`/matches/${told.match}`);
    if (told?.html) place.replaceChildren(...new DOMParser().parseFromString(told.html, "text/html").body.childNodes);
    else if (!told) place.replaceChildren();
    for (const tile of document.querySelectorAll("[data-quick]")) {
        tile.classList.toggle("looking", tile.getAttribute("data-quick") === told?.game);
    }
    keepTime(place);
}

/**
 * Keep telling how long somebody has been waiting.
 *
 * @param {HTMLElement} place
 */
export function keepTime(place) {
    window.clearInterval(timer);
    const [panel, time] = [place.querySelector("[data-since]"), place.querySelector(".search-time")];
    if (!(panel instanceof HTMLElement) || !time) return;
    const since = Number(panel.dataset.since) * 1000;
    const tell = () => (time.textContent = waited(Math.max(0, Math.round((Date.now() - since) / 1000))));
    tell();
    timer = window.setInterval(tell, TICK_MILLISECONDS);
}

/** @param {number} seconds */
function waited(seconds) {
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
    if (minutes === 0) return rest === 1 ? "1 second" : `${rest} seconds`;
    return `${minutes}:${String(rest).padStart(2, "0")} minutes`;
}
