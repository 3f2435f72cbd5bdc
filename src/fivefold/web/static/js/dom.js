/**
 * Finding and making elements.
 */

/**
 * An element that a page must have.
 *
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function required(selector, within = document) {
    const element = within.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
    return element;
}

/**
 * An element that a page may have.
 *
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export function optional(selector, within = document) {
    const element = within.querySelector(selector);
    return element instanceof HTMLElement ? element : null;
}

/**
 * A new element with classes and words or children.
 *
 * @param {string} tag
 * @param {string} classes
 * @param {...(Node | string)} content
 * @returns {HTMLElement}
 */
export function made(tag, classes, ...content) {
    const element = document.createElement(tag);
    if (classes) element.className = classes;
    element.append(...content);
    return element;
}

/**
 * Words in which a score, ``44 : 39``, is not broken at the end of a line; the pages' templates do the same.
 *
 * @param {string} words
 */
export function unbroken(words) {
    return words.replaceAll(" : ", "\u00a0:\u00a0");
}

/**
 * Words into an element, if they differ: unchanged ones are not spoken again.
 *
 * @param {Element | null} element
 * @param {string} words
 */
export function say(element, words) {
    const said = unbroken(words);
    if (element && element.textContent !== said) element.textContent = said;
}

/**
 * Data that came with the page.
 *
 * @param {string} id
 * @returns {any}
 */
export function data(id) {
    return JSON.parse(required(`#${id}`).textContent || "null");
}

/**
 * Points with their sign, nothing for none.
 *
 * @param {number} points
 * @returns {string}
 */
export function gained(points) {
    if (!points) return "";
    return points > 0 ? `+${points}` : `−${-points}`;
}

/**
 * Whether keys go to a field that takes text.
 *
 * @returns {boolean}
 */
export function typing() {
    const active = document.activeElement;
    if (active instanceof HTMLInputElement) return !["button", "checkbox", "radio", "range", "submit"].includes(active.type);
    return active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement;
}

/**
 * Whether something modal is in front of the page.
 *
 * @returns {boolean}
 */
export function covered() {
    return document.querySelector("dialog[open], .modal:popover-open") !== null;
}
