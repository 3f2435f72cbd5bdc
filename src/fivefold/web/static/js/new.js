/**
 * The set-up of a match: shows only what counts with the rest of what is chosen, applies a well-known set-up without
 * another page, and keeps the link that shares it.
 */
import "./look.js";
import { optional } from "./dom.js";
import "./nonce.js";
import { share } from "./sharing.js";

/** @typedef {Object<string, string>} Values */

const form = document.querySelector("#set-up");
/** @type {HTMLElement[]} */
const asked = [...(form?.querySelectorAll("[data-option]") ?? [])].filter((each) => each instanceof HTMLElement);

/**
 * The fields that say an option's value.
 *
 * @param {Element} block
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function fields(block) {
    const found = [...block.querySelectorAll("input, select")];
    return found.filter((each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement);
}

/** @param {Element} block */
function value(block) {
    const radios = fields(block).filter((field) => field.type === "radio");
    const chosen = radios.find((field) => field instanceof HTMLInputElement && field.checked);
    return (radios.length ? chosen : fields(block)[0])?.value ?? "";
}

/**
 * Choose a value of an option.
 *
 * @param {Element} block
 * @param {string} wanted
 */
function choose(block, wanted) {
    for (const field of fields(block)) {
        if (field.type !== "radio") field.value = wanted;
        else if (field instanceof HTMLInputElement) field.checked = field.value === wanted;
    }
}

/**
 * Whether something counts beside these values.
 *
 * @param {HTMLElement} block
 * @param {Values} values
 */
function counts(block, values) {
    /** @type {Object<string, string[]>} */
    const only = JSON.parse(block.dataset.only || "{}");
    return Object.entries(only).every(([name, allowed]) => allowed.includes(values[name] ?? ""));
}

/**
 * Let what does not count stay out of the way, and unsent.
 *
 * @param {HTMLElement} block
 * @param {boolean} idle
 */
function rest(block, idle) {
    block.classList.toggle("idle", idle);
    if (block instanceof HTMLFieldSetElement) block.disabled = idle;
}

/**
 * What is chosen: of every option its value, its default where it does not count.
 *
 * @returns {Values}
 */
function settled() {
    /** @type {Values} */
    const values = {};
    for (const block of asked) {
        const name = block.dataset.option ?? "";
        const idle = !counts(block, values);
        rest(block, idle);
        values[name] = idle ? (block.dataset.default ?? "") : value(block);
    }
    return values;
}

/** How many play. */
function seats() {
    const decided = form?.querySelector("[data-seats]:checked");
    return decided instanceof HTMLElement ? Number(decided.dataset.seats) : 2;
}

/** @param {Values} values */
function showSeats(values) {
    for (const block of form?.querySelectorAll("[data-seat]") ?? []) {
        if (block instanceof HTMLElement) rest(block, Number(block.dataset.seat) >= seats() || !counts(block, values));
    }
}

/**
 * What differs from the defaults, in the order in which it is asked.
 *
 * @param {Values} values
 * @param {HTMLElement[]} [among]
 */
function differing(values, among = asked) {
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
        const same = asked.every((block) => {
            const name = block.dataset.option ?? "";
            return values[name] === (wanted[name] ?? block.dataset.default ?? "");
        });
        if (same) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    }
}

/** @param {Values} values */
function showFolds(values) {
    for (const fold of form?.querySelectorAll("details.fold") ?? []) {
        const within = asked.filter((block) => fold.contains(block));
        fold.classList.toggle("idle", within.every((block) => block.classList.contains("idle")));
        const told = fold.querySelector(".told");
        if (told) told.textContent = differing(values, within).map(inWords).join(", ") || "as usual";
    }
}

/** @param {{block: HTMLElement, value: string}} chosen */
function inWords({ block, value }) {
    const title = block.querySelector("legend")?.textContent?.trim().toLowerCase() ?? "";
    const field = "named" in block.dataset ? block.querySelector("select") : null;
    return `${title} ${field?.selectedOptions[0]?.text ?? value}`;
}

/** @param {Values} values */
function showLink(values) {
    const field = optional("#set-up-link");
    if (!(field instanceof HTMLInputElement)) return;
    const query = new URLSearchParams(differing(values).map(({ name, value }) => [`option-${name}`, value])).toString();
    const address = new URL(field.value);
    address.search = query.replaceAll("%2F", "/");
    field.value = address.href;
    const tournament = optional("#as-tournament");
    const path = address.pathname + address.search;
    if (tournament instanceof HTMLAnchorElement) tournament.href = `/tournaments?link=${encodeURIComponent(path)}`;
}

function show() {
    const values = settled();
    showSeats(values);
    showPresets(values);
    showFolds(values);
    showLink(values);
}

/** @param {Event} event */
function takePreset(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-preset]") : null;
    const plain = event instanceof MouseEvent && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (!(link instanceof HTMLElement) || !plain) return;
    event.preventDefault();
    /** @type {Values} */
    const wanted = JSON.parse(link.dataset.preset ?? "{}");
    for (const block of asked) choose(block, wanted[block.dataset.option ?? ""] ?? block.dataset.default ?? "");
    show();
}

/** @param {HTMLElement} button */
function offerToCopy(button) {
    button.hidden = false;
    button.addEventListener("click", async () => {
        const field = optional("#set-up-link");
        const said = optional("#copied");
        if (said && field instanceof HTMLInputElement) said.textContent = (await share(field.value)).words;
    });
}

if (form) {
    form.addEventListener("change", show);
    form.addEventListener("click", takePreset);
    // A set-up that the browser has kept may show other choices than it sent.
    window.addEventListener("pageshow", show);
    form.addEventListener("submit", () => {
        for (const button of form.querySelectorAll("button.primary")) button.setAttribute("aria-busy", "true");
    });
    const copy = optional("#copy-set-up");
    if (copy) offerToCopy(copy);
    show();
}
