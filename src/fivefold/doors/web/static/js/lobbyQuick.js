/** The form for a new game in the lobby: this device remembers the game, the time and whether it is rated. */
import { optional } from "./dom.js";

const KEY = "fivefold.quick";
const form = document.querySelector("#quick-form");

/** @returns {Record<string, string>} */
function remembered() {
    try {
        return JSON.parse(window.localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

function remember() {
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    const chosen = Object.fromEntries(["game", "time", "rated"].map((name) => [name, String(fields.get(name) ?? "")]));
    try {
        window.localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
        // It is not remembered then.
    }
}

function leadToComputers() {
    const [link, game] = [optional("#computer"), form?.querySelector('input[name="game"]:checked')];
    if (link instanceof HTMLAnchorElement && game instanceof HTMLInputElement) link.href = `/new/${game.value}`;
}

/** Choose what was chosen the last time, unless the address says something else. */
export function prepareQuickForm() {
    const query = new URL(window.location.href).searchParams;
    if (!["game", "rated", "pace"].some((name) => query.has(name))) {
        for (const [name, value] of Object.entries(remembered())) {
            const field = form?.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:enabled`);
            if (field instanceof HTMLInputElement) field.checked = true;
        }
    }
    leadToComputers();
    form?.addEventListener("change", () => {
        leadToComputers();
        remember();
    });
}
