/**
 * Tables of numbers: finding an entry among many, counting those filled in, and reading a file into the field that takes
 * its text.
 */
import "./look.js";
import { optional, say } from "./dom.js";
import { share } from "./sharing.js";

const editor = document.querySelector("#edit-table");
const numbers = [...document.querySelectorAll(".entry input")].filter((each) => each instanceof HTMLInputElement);

/**
 * Show the entries whose name has every word typed, and say how many they are.
 *
 * @param {string} typed
 */
function find(typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...document.querySelectorAll(".entry")].filter((entry) => {
        const name = entry.querySelector(".entry-name")?.textContent?.toLowerCase() ?? "";
        const hit = words.every((word) => name.includes(word));
        if (entry instanceof HTMLElement) entry.hidden = !hit;
        return hit;
    });
    for (const part of document.querySelectorAll(".entry-group, .entry-group details")) {
        if (part instanceof HTMLElement) part.hidden = !part.querySelector(".entry:not([hidden])");
        if (part instanceof HTMLDetailsElement) part.open = words.length > 0 || filled(part) > 0;
    }
    say(document.querySelector("#found"), words.length ? `${found.length} found` : "");
}

/** @param {Element} part */
function filled(part) {
    return numbers.filter((field) => part.contains(field) && (field.value !== "" || field.validity.badInput)).length;
}

function count() {
    say(document.querySelector("#filled span"), String(filled(document.documentElement)));
}

/** @param {BeforeUnloadEvent} event */
function ask(event) {
    event.preventDefault();
}

function startEditor() {
    if (!(editor instanceof HTMLFormElement)) return;
    editor.addEventListener("input", (event) => {
        if (event.target instanceof HTMLInputElement && event.target.id === "find") return;
        count();
        // What was typed and not saved is not lost without a word.
        window.addEventListener("beforeunload", ask);
    });
    editor.addEventListener("submit", () => window.removeEventListener("beforeunload", ask));
    // An entry out of sight could not say what is wrong with it.
    editor.querySelector(".go button")?.addEventListener("click", () => clear());
    window.addEventListener("pageshow", count);
}

function startFinding() {
    const field = document.querySelector("#find");
    if (!(field instanceof HTMLInputElement)) return;
    const block = field.closest(".find");
    if (block instanceof HTMLElement) block.hidden = false;
    field.addEventListener("input", () => find(field.value));
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
        if (event.key === "Escape") clear();
    });
}

function clear() {
    const field = document.querySelector("#find");
    if (field instanceof HTMLInputElement) field.value = "";
    find("");
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

function startSharing() {
    const button = optional("#share-table");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", async () => say(document.querySelector("#shared"), (await share(button.dataset.link ?? "")).words));
}

startEditor();
startFinding();
startFile();
startSharing();
