/**
 * What a player offers the others: shown in the place of the line that says whose turn it is, with its answers.
 *
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").OfferView} OfferView
 */
import { optional, setText } from "./dom.js";

/**
 * Show what is offered, and take it away once it is answered.
 *
 * @param {HTMLElement} page
 * @param {TableView} table
 */
export function updateOffer(page, table) {
    const box = optional("#offer", page);
    if (!box) return;
    const offer = isOpen(table.offer) ? table.offer : null;
    const focused = box.contains(document.activeElement);
    box.hidden = !offer;
    box.classList.remove("told");
    if (offer) fill(box, offer);
    else if (focused) leave(page);
}

/**
 * @param {HTMLElement} box
 * @param {OfferView} offer
 */
function fill(box, offer) {
    setText(optional("#offer-words", box), offer.said);
    const kind = box.querySelector('input[name="kind"]');
    if (kind instanceof HTMLInputElement) kind.value = offer.kind;
    optional("form", box)?.toggleAttribute("hidden", !offer.answers && !offer.withdraws);
    optional('[value="yes"]', box)?.toggleAttribute("hidden", !offer.answers);
    setText(optional('[value="no"]', box), offer.answers ? "Decline" : "Withdraw");
}

/**
 * The button that had the focus is gone: the board has it next.
 *
 * @param {HTMLElement} page
 */
function leave(page) {
    const next = page.querySelector('#picture [tabindex="0"], #actions button:not([disabled])');
    if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
}

/**
 * Whether an offer waits for answers.
 *
 * @param {OfferView | null} offer
 */
export function isOpen(offer) {
    return offer !== null && offer.declined_by === null;
}

/**
 * What to say of an offer that has changed; empty where there is nothing new.
 *
 * @param {TableView} before
 * @param {TableView} table
 */
export function newsOfOffer(before, table) {
    if (!table.offer || table.offer.said === before.offer?.said) return "";
    return table.offer.answers ? `${table.offer.said} You can accept or decline.` : table.offer.said;
}
