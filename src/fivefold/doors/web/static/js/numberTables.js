/**
 * The editor for tables of numbers: finds entries, counts those filled in, and reads a file into its text field.
 */
import { optional, setText } from "./dom.js";
import "./settings.js";
import { shareByButton } from "./sharing.js";

const editor = document.querySelector("#edit-table");
const numbers = [...document.querySelectorAll(".entry input")].filter((each) => each instanceof HTMLInputElement);

/**
 * Show only the entries whose name has every word typed, and how many there are.
 *
 * @param {string} typed
 */
function filterEntries(typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...document.querySelectorAll(".entry")].filter((entry) => {
        const name = entry.querySelector(".entry-name")?.textContent?.toLowerCase() ?? "";
        const hit = words.every((word) => name.includes(word));
        if (entry instanceof HTMLElement) entry.hidden = !hit;
        return hit;
    });
    for (const part of document.querySelectorAll(".entry-group, .entry-group details")) {
        if (part instanceof HTMLElement) part.hidden = !part.querySelector(".entry:not([hidden])");
        if (part instanceof HTMLDetailsElement) part.open = words.length > 0 || countFilled(part) > 0;
    }
    setText(document.querySelector("#found"), words.length ? `${found.length} found` : "");
}

/** @param {Element} part */
function countFilled(part) {
    return numbers.filter((field) => part.contains(field) && (field.value !== "" || field.validity.badInput)).length;
}

function showFilled() {
    setText(document.querySelector("#filled span"), String(countFilled(document.documentElement)));
}

/** @param {BeforeUnloadEvent} event */
function confirmLeaving(event) {
    event.preventDefault();
}

function startEditor() {
    if (!(editor instanceof HTMLFormElement)) return;
    editor.addEventListener("input", (event) => {
        if (event.target instanceof HTMLInputElement && event.target.id === "find") return;
        showFilled();
        // Leaving the page asks first, so that unsaved input is not lost.
        window.addEventListener("beforeunload", confirmLeaving);
    });
    editor.addEventListener("submit", () => window.removeEventListener("beforeunload", confirmLeaving));
    // A hidden entry could not show what is wrong with it.
    editor.querySelector(".go button")?.addEventListener("click", () => clearFilter());
    window.addEventListener("pageshow", showFilled);
}

function startFinding() {
    const field = document.querySelector("#find");
    if (!(field instanceof HTMLInputElement)) return;
    const block = field.closest(".find");
    if (block instanceof HTMLElement) block.hidden = false;
    field.addEventListener("input", () => filterEntries(field.value));
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
        if (event.key === "Escape") clearFilter();
    });
}

function clearFilter() {
    const field = document.querySelector("#find");
    if (field instanceof HTMLInputElement) field.value = "";
    filterEntries("");
}

function startFile() {
    const label = optional("#choose-file");
    const file = label?.querySelector("input");
    const text = document.querySelector("#file-text");
    if (!label || !(file instanceof HTMLInputElement) || !(text instanceof HTMLTextAreaElement)) return;
    label.hidden = false;
    file.addEventListener("change", async () => {
        text.value = (await file.files?.[0]?.text()) ?? text.value;
        file.value = "";
        text.focus();
    });
}

startEditor();
startFinding();
startFile();
shareByButton("#share-table");
