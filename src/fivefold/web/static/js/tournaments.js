/**
 * Tournaments: the field for a link only where it is wanted, and standings that come anew while computers play.
 */
import "./look.js";
import { optional, say } from "./dom.js";
import { share } from "./sharing.js";

const PAUSE = 2500;
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

/** Ask how the games stand, and show what is new, until no computer plays any more. */
async function look() {
    const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer?.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const id of ["standings", "games"]) {
            const [now, then] = [document.querySelector(`#${id}`), fresh.querySelector(`#${id}`)];
            if (now && then && !now.isEqualNode(then)) now.replaceWith(then);
        }
        if (!fresh.querySelector("main[data-busy]")) return;
    }
    window.setTimeout(look, PAUSE);
}

function startSharing() {
    const button = optional("#share-tournament");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", async () => say(document.querySelector("#shared"), (await share(button.dataset.link ?? "")).words));
}

startChoosing();
startSharing();
if (page && "busy" in page.dataset) window.setTimeout(look, PAUSE);
