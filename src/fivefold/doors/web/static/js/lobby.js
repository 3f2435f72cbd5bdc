/** The lobby: tables come and go without a reload; one tap sits down, opens a table or looks for somebody. */
import "./settings.js";
import { optional, required, setText } from "./dom.js";
import { LobbyStream } from "./lobbyStream.js";
import { prepareLobbyForms } from "./lobbyForms.js";
import { showSearch } from "./lobbySearch.js";
import { prepareQuickForm } from "./lobbyQuick.js";

const MOST_SHOWN = 100;

const page = required("main");
const list = required("#tables");
let chosen = page.dataset.chosen ?? "";
let chosenPace = page.dataset.chosenPace ?? "";
let left = Number(page.dataset.leftOut) > 0;

/** @param {string} html */
function elementOf(html) {
    return new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
}

/** @param {string} id */
function rowOf(id) {
    return list.querySelector(`[data-table="${CSS.escape(id)}"]`);
}

/**
 * @param {string} game
 * @param {number} change
 */
function count(game, change) {
    for (const key of ["", game]) {
        for (const place of document.querySelectorAll(`[data-count="${CSS.escape(key)}"]`)) {
            setText(place, String(Math.max(0, Number(place.textContent) + change)));
        }
    }
}

/** Show the rows of the chosen game, and what to do where there is none. */
function filterRows() {
    let shown = 0;
    for (const row of list.children) {
        if (!(row instanceof HTMLElement)) continue;
        row.hidden = (chosen !== "" && row.dataset.game !== chosen) || (chosenPace !== "" && row.dataset.pace !== chosenPace);
        if (!row.hidden) shown += 1;
    }
    required("#nobody").hidden = shown > 0;
    required("#left-out").hidden = !left;
}

/** @param {{id: string, game: string, html: string, new: boolean}} told */
function showTable(told) {
    const row = elementOf(told.html);
    if (!row) return;
    const before = rowOf(told.id);
    if (before) before.replaceWith(row);
    else if (told.new) putFirst(row);
    else return;
    if (told.new && !before) {
        row.classList.add("arrived");
        count(told.game, 1);
        setText(optional("#said"), `A new table: ${row.querySelector("h3")?.textContent}, ${row.querySelector("strong")?.textContent}`);
    }
    while (list.children.length > MOST_SHOWN) {
        list.lastElementChild?.remove();
        left = true;
    }
    filterRows();
}

/**
 * Put a new row before all others but those of people whom the visitor follows.
 *
 * @param {Element} row
 */
function putFirst(row) {
    const followed = [...list.querySelectorAll("[data-followed]")].pop();
    if (followed) followed.after(row);
    else list.prepend(row);
}

/** @param {{id: string, game: string}} told */
function removeTable(told) {
    const row = rowOf(told.id);
    if (document.querySelector(`[data-own="${CSS.escape(told.id)}"]`)) return void refresh();
    // A row that has the focus hands it on.
    if (row?.contains(document.activeElement)) (row.nextElementSibling ?? list).querySelector("button")?.focus();
    row?.remove();
    count(told.game, -1);
    filterRows();
    if (left && list.children.length < MOST_SHOWN / 2) void refresh();
}

/** Fetch the page once more and take over what it shows. */
async function refresh() {
    const address = new URL(window.location.href);
    const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    if (answer.redirected) return void window.location.assign(answer.url);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const selector of ["#challenges", "#tables-title", "#tables", "#own", ".filters", "#nobody", "#left-out"]) {
        const [here, there] = [document.querySelector(selector), fresh.querySelector(selector)];
        if (here && there) {
            here.replaceChildren(...there.childNodes);
            here.toggleAttribute("hidden", there.hasAttribute("hidden"));
        }
    }
    left = Number(fresh.querySelector("main")?.dataset.leftOut) > 0;
}

/**
 * Mark which of some links is chosen, and say it in the page's address.
 *
 * @param {string} attribute that tells the links apart
 * @param {string} name of the choice in the address
 * @param {string} value
 */
function mark(attribute, name, value) {
    for (const link of document.querySelectorAll(`[${attribute}]`)) {
        if (link.getAttribute(attribute) === value) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    }
    const address = new URL(window.location.href);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    window.history.replaceState(null, "", address);
}

/**
 * @param {string} game
 * @param {string} pace
 */
function choose(game, pace) {
    [chosen, chosenPace] = [game, pace];
    mark("data-filter", "game", game);
    mark("data-pace-filter", "time", pace);
    filterRows();
    // The rows at hand may be the newest of all games only, or those of one game.
    void refresh().then(filterRows);
}

document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-filter], [data-pace-filter]") : null;
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    choose(link.getAttribute("data-filter") ?? chosen, link.getAttribute("data-pace-filter") ?? chosenPace);
});

prepareLobbyForms((answer) => {
    if (answer.search !== undefined) showSearch(required("#search"), answer.search);
    else void refresh();
});

new LobbyStream(`/lobby/stream`, page.dataset.after ?? "", {
    table: showTable,
    gone: removeTable,
    own: () => void refresh(),
    all: () => void refresh(),
    challenge: () => void refresh(),
    here: (told) => {
        required("#here").hidden = told.count < 2;
        setText(required("#here-count"), String(told.count));
    },
    search: (told) => showSearch(required("#search"), told),
}).open();
filterRows();
prepareQuickForm();
