/**
 * The form for a new match: shows only the questions that matter with the other choices, applies a preset without
 * loading a page, and keeps the link to share up to date.
 */
import { optional } from "./dom.js";
import { prepareTime } from "./newTime.js";
import "./nonce.js";
import "./settings.js";
import { share } from "./sharing.js";

/** @typedef {Object<string, string>} Values */

const form = document.querySelector("#set-up");
let doubleChosen = false;
/** @type {HTMLElement[]} */
const optionBlocks = [...(form?.querySelectorAll("[data-option]") ?? [])].filter((each) => each instanceof HTMLElement);

/**
 * The fields that hold an option's value.
 *
 * @param {Element} block
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function inputsOf(block) {
    const found = [...block.querySelectorAll("input, select")];
    return found.filter((each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement);
}

/** @param {Element} block */
function valueOf(block) {
    const radios = inputsOf(block).filter((field) => field.type === "radio");
    const chosen = radios.find((field) => field instanceof HTMLInputElement && field.checked);
    return (radios.length ? chosen : inputsOf(block)[0])?.value ?? "";
}

/**
 * Choose an option's value.
 *
 * @param {Element} block
 * @param {string} wanted
 */
function setValue(block, wanted) {
    for (const field of inputsOf(block)) {
        if (field.type !== "radio") field.value = wanted;
        else if (field instanceof HTMLInputElement) field.checked = field.value === wanted;
    }
}

/**
 * Whether a question matters with these values.
 *
 * @param {HTMLElement} block
 * @param {Values} values
 */
function isRelevant(block, values) {
    /** @type {Object<string, string[]>} */
    const only = JSON.parse(block.dataset.only || "{}");
    return Object.entries(only).every(([name, allowed]) => allowed.includes(values[name] ?? ""));
}

/**
 * Hide a question that does not matter, and do not send it.
 *
 * @param {HTMLElement} block
 * @param {boolean} idle
 */
function setIdle(block, idle) {
    block.classList.toggle("idle", idle);
    if (block instanceof HTMLFieldSetElement) block.disabled = idle;
}

/**
 * The value of every option; its default where it does not matter.
 *
 * @returns {Values}
 */
function chosenValues() {
    /** @type {Values} */
    const values = {};
    for (const block of optionBlocks) {
        const name = block.dataset.option ?? "";
        const idle = !isRelevant(block, values);
        setIdle(block, idle);
        values[name] = idle ? (block.dataset.default ?? "") : valueOf(block);
    }
    return values;
}

/** How many play. */
function seatCount() {
    const decided = form?.querySelector("[data-seats]:checked");
    return decided instanceof HTMLElement ? Number(decided.dataset.seats) : 2;
}

/** @param {Values} values */
function showSeats(values) {
    for (const block of form?.querySelectorAll("[data-seat]") ?? []) {
        if (!(block instanceof HTMLElement)) continue;
        setIdle(block, Number(block.dataset.seat) >= seatCount() || !isRelevant(block, values));
    }
}

/**
 * The options that differ from their defaults, in the form's order.
 *
 * @param {Values} values
 * @param {HTMLElement[]} [among]
 */
function changedOptions(values, among = optionBlocks) {
    return among
        .map((block) => ({ block, name: block.dataset.option ?? "", value: values[block.dataset.option ?? ""] ?? "" }))
        .filter(({ block, value }) => value !== (block.dataset.default ?? ""));
}

/** @param {Values} values */
function showPresets(values) {
    for (const link of form?.querySelectorAll("a[data-preset]") ?? []) {
        if (!(link instanceof HTMLElement)) continue;
        /** @type {Values} */
        const wanted = JSON.parse(link.dataset.preset ?? "{}");
        const same = optionBlocks.every((block) => {
            const name = block.dataset.option ?? "";
            return values[name] === (wanted[name] ?? block.dataset.default ?? "");
        });
        if (same) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    }
}

/** @param {Values} values */
function showFolds(values) {
    for (const fold of form?.querySelectorAll(".folds details.fold") ?? []) {
        const within = optionBlocks.filter((block) => fold.contains(block));
        fold.classList.toggle("idle", within.every((block) => block.classList.contains("idle")));
        const summary = fold.querySelector(".fold-summary");
        if (summary) summary.textContent = changedOptions(values, within).map(optionWords).join(", ") || "as usual";
    }
}

/** @param {{block: HTMLElement, value: string}} chosen */
function optionWords({ block, value }) {
    const title = block.querySelector("legend")?.textContent?.trim().toLowerCase() ?? "";
    const field = "named" in block.dataset ? block.querySelector("select") : null;
    return `${title} ${field?.selectedOptions[0]?.text ?? value}`;
}

/** @param {Values} values */
function showLink(values) {
    const field = optional("#set-up-link");
    if (!(field instanceof HTMLInputElement)) return;
    const fields = changedOptions(values).map(({ name, value }) => [`option-${name}`, value]);
    const query = new URLSearchParams(fields).toString();
    const address = new URL(field.value);
    address.search = query.replaceAll("%2F", "/");
    field.value = address.href;
    const tournament = optional("#as-tournament");
    const path = address.pathname + address.search;
    if (tournament instanceof HTMLAnchorElement) tournament.href = `/tournaments?link=${encodeURIComponent(path)}`;
}

/**
 * Two games are chosen with a person as the opponent, at once where each has a screen, and one game with a computer,
 * until somebody chooses.
 */
function suggestDouble() {
    if (doubleChosen) return;
    const against = form?.querySelector('[name="other-1"]:checked');
    const person = against instanceof HTMLInputElement ? against.value : "";
    const wanted = person === "link" ? ["duplicate", "yes"] : person === "here" ? ["yes"] : [""];
    const found = wanted.map((value) => form?.querySelector(`[name="double"][value="${value}"]`)).find(Boolean);
    if (found instanceof HTMLInputElement) found.checked = true;
}

function update() {
    const values = chosenValues();
    showSeats(values);
    showPresets(values);
    showFolds(values);
    showLink(values);
}

/** @param {Event} event */
function applyPreset(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-preset]") : null;
    const plain = event instanceof MouseEvent && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (!(link instanceof HTMLElement) || !plain) return;
    event.preventDefault();
    /** @type {Values} */
    const wanted = JSON.parse(link.dataset.preset ?? "{}");
    for (const block of optionBlocks) {
        setValue(block, wanted[block.dataset.option ?? ""] ?? block.dataset.default ?? "");
    }
    update();
}

/** @param {HTMLElement} button */
function showCopyButton(button) {
    button.hidden = false;
    button.addEventListener("click", async () => {
        const field = optional("#set-up-link");
        const said = optional("#copied");
        if (said && field instanceof HTMLInputElement) said.textContent = (await share(field.value)).words;
    });
}

if (form) {
    form.addEventListener("change", (event) => {
        if (event.target instanceof HTMLInputElement && event.target.name === "double") doubleChosen = true;
        suggestDouble();
        update();
    });
    form.addEventListener("click", applyPreset);
    // A page restored by the browser may show other choices than it sent.
    window.addEventListener("pageshow", update);
    form.addEventListener("submit", () => {
        for (const button of form.querySelectorAll("button.primary")) button.setAttribute("aria-busy", "true");
    });
    const copy = optional("#copy-set-up");
    if (copy) showCopyButton(copy);
    update();
    prepareTime();
}
