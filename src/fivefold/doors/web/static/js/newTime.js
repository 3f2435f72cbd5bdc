/**
 * How long players may think, on the page of a new match: shows what goes with the other choices, proposes what was
 * chosen the last time with the same company, and keeps the minutes a game up to date.
 */
import { optional } from "./dom.js";

const KEY = "fivefold.time";
const NUMBERS = ["time-minutes", "time-seconds", "time-days", "time-game-minutes"];
const REFRESH_MILLISECONDS = 300;

/** @typedef {Object<string, string>} Choice the fields as they were sent */

const fold = optional("#time");
const form = fold?.closest("form") ?? null;
let touched = fold?.dataset.given === "yes";
let timer = 0;
let shownFor = "";

/** @returns {Object<string, Choice>} */
function remembered() {
    try {
        return JSON.parse(window.localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

function remember() {
    try {
        window.localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [company()]: choice() }));
    } catch {
        // It is not remembered then.
    }
}

/** With whom the match is: people from the lobby, by link or name, at this screen, computers, or nobody. */
function company() {
    const others = [...(form?.querySelectorAll('[name^="other-"]:checked:enabled') ?? [])].map(valueOf);
    if (others.includes("link")) return valueOf(form?.querySelector('[name="who"]:checked')) === "lobby" ? "lobby" : "people";
    if (others.includes("here")) return "here";
    return others.length ? "computers" : "alone";
}

/** @param {Element | null | undefined} field */
function valueOf(field) {
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : "";
}

/** @returns {HTMLInputElement[]} */
function radios() {
    const found = [...(fold?.querySelectorAll('input[name="time"]') ?? [])];
    return found.filter((each) => each instanceof HTMLInputElement);
}

/** @returns {Choice} */
function choice() {
    const chosen = radios().find((radio) => radio.checked)?.value ?? "";
    return Object.fromEntries([["time", chosen], ...NUMBERS.map((name) => [name, valueOf(fold?.querySelector(`[name="${name}"]`))])]);
}

/** @param {Choice} wanted */
function choose(wanted) {
    const radio = radios().find((each) => each.value === (wanted.time ?? "") && !each.disabled) ?? radios()[0];
    if (radio) radio.checked = true;
    for (const name of NUMBERS) {
        const field = fold?.querySelector(`[name="${name}"]`);
        if (field instanceof HTMLInputElement && wanted[name]) field.value = wanted[name];
    }
}

/** Show only the groups that go with what is played; slow ones where somebody else comes from elsewhere. */
function showGroups() {
    const values = JSON.parse(fold?.dataset.whole || "[]");
    const decided = form?.querySelector(`[name="option-${fold?.dataset.decidedBy}"]:checked`);
    const kind = decided ? (values.includes(valueOf(decided)) ? "whole" : "each") : fold?.dataset.kind;
    const far = ["people", "lobby"].includes(company());
    for (const group of fold?.querySelectorAll("[data-time-kind]") ?? []) {
        const slow = group.getAttribute("data-time-group") === "slow";
        const idle = group.getAttribute("data-time-kind") !== kind || (slow && !far && !group.querySelector('[name="time"]:checked'));
        group.classList.toggle("idle", idle);
        for (const field of group.querySelectorAll("input, select")) field.toggleAttribute("disabled", idle);
    }
    if (!radios().some((radio) => radio.checked && !radio.disabled)) choose({ time: "" });
}

function showSummary() {
    const radio = radios().find((each) => each.checked);
    const label = radio?.closest(".value");
    const words = [...(label?.querySelectorAll("strong, .small:not(.time-minutes, .own-numbers)") ?? [])].map((each) => each.textContent);
    const own = [...(label?.querySelectorAll(".own-numbers > span") ?? [])].map(ownWords);
    const summary = own.join(", ") || (radio?.value ? words[0] : "no limit") || "";
    for (const place of form?.querySelectorAll("[data-time]") ?? []) place.textContent = summary;
    const handicap = fold?.querySelector(".time-handicap");
    handicap?.toggleAttribute("hidden", !radio?.value);
    showLink(radio);
}

/** @param {Element} part */
function ownWords(part) {
    return `${valueOf(part.querySelector("input"))} ${part.textContent?.trim() ?? ""}`;
}

/**
 * The link to share carries the time.
 *
 * @param {HTMLInputElement | undefined} radio
 */
function showLink(radio) {
    const field = optional("#set-up-link");
    if (!(field instanceof HTMLInputElement)) return;
    const address = new URL(field.value);
    const { time = "" } = choice();
    const own = {
        own: `${choice()["time-minutes"]}m+${choice()["time-seconds"]}s`,
        "own-days": `${choice()["time-days"]}d/move`,
        "own-game": `${choice()["time-game-minutes"]}m/game`,
    };
    const text = radio ? (own[/** @type {keyof own} */ (time)] ?? time) : "";
    const query = address.search.replace(/[?&](time|handicap)=[^&]*/g, "").replace(/^&/, "?");
    const said = text ? `time=${encodeURIComponent(text)}` : "";
    const part = valueOf(fold?.querySelector('[name="handicap"]'));
    const handicap = said && part && part !== "100" ? `&handicap=${part}` : "";
    address.search = said ? `${query ? `${query}&` : "?"}${said}${handicap}` : query;
    field.value = address.href;
}

/** What each preset comes to depends on the game's options: ask for the page with those now chosen. */
async function refreshMinutes() {
    const field = optional("#set-up-link");
    const address = field instanceof HTMLInputElement ? new URL(field.value) : null;
    if (!address || !fold) return;
    address.searchParams.delete("time");
    if (address.search === shownFor) return;
    shownFor = address.search;
    const answer = await fetch(address.pathname + address.search, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of fold.querySelectorAll("[data-minutes]")) {
        const there = fresh.querySelector(`[data-minutes="${CSS.escape(place.getAttribute("data-minutes") ?? "")}"]`);
        if (there) place.textContent = there.textContent;
    }
}

function update() {
    showGroups();
    if (!touched) {
        choose(remembered()[company()] ?? { time: company() === "lobby" ? (fold?.dataset.normal ?? "") : "" });
        showGroups();
    }
    showSummary();
}

/** @param {Event} event */
function onChange(event) {
    const field = event.target;
    const time = field instanceof HTMLInputElement && field.name.startsWith("time");
    if (time) {
        touched = true;
        // Whoever writes a number of their own means it.
        const own = field.closest(".own-time")?.querySelector('[name="time"]');
        if (own instanceof HTMLInputElement) own.checked = true;
    }
    const opens = !time && ["people", "lobby"].includes(company());
    if (opens && fold instanceof HTMLDetailsElement && field instanceof HTMLInputElement && /^(other-|who)/.test(field.name)) fold.open = true;
    update();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void refreshMinutes(), REFRESH_MILLISECONDS);
}

/** Prepare the question; called once the rest of the form is. */
export function prepareTime() {
    if (!fold || !form) return;
    const field = optional("#set-up-link");
    if (field instanceof HTMLInputElement) {
        const address = new URL(field.value);
        address.searchParams.delete("time");
        shownFor = address.search;
    }
    form.addEventListener("change", onChange);
    form.addEventListener("click", () => window.setTimeout(update));
    form.addEventListener("submit", remember);
    window.addEventListener("pageshow", update);
    update();
}
