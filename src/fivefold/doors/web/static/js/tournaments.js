/**
 * Tournaments: shows the field for a link only if it is needed, and refreshes the standings while computers play.
 */
import { optional } from "./dom.js";
import "./settings.js";
import { shareByButton } from "./sharing.js";

const REFRESH_MILLISECONDS = 2500;
const page = optional("main");

function startChoosing() {
    const chosen = document.querySelector("#set-up");
    const block = optional("#by-link");
    if (!(chosen instanceof HTMLSelectElement) || !block) return;
    const show = () => {
        block.hidden = chosen.value !== "";
    };
    chosen.addEventListener("change", show);
    window.addEventListener("pageshow", show);
    show();
}

/** Refresh standings and games until no computer is playing any more. */
async function refreshStandings() {
    const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer?.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const id of ["standings", "games"]) {
            const [now, then] = [document.querySelector(`#${id}`), fresh.querySelector(`#${id}`)];
            if (now && then && !now.isEqualNode(then)) now.replaceWith(then);
        }
        if (!fresh.querySelector("main[data-busy]")) return;
    }
    window.setTimeout(refreshStandings, REFRESH_MILLISECONDS);
}

startChoosing();
shareByButton("#share-tournament");
if (page && "busy" in page.dataset) window.setTimeout(refreshStandings, REFRESH_MILLISECONDS);
