/**
 * Finding and making elements.
 */

/** Types of inputs that take no text. */
const NOT_TEXT = ["button", "checkbox", "radio", "range", "submit"];

/**
 * An element that the page must have. Throws if it is missing.
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
 * An element that the page may have.
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
 * A new element with classes and content.
 *
 * @param {string} tag
 * @param {string} classes
 * @param {...(Node | string)} content
 * @returns {HTMLElement}
 */
export function create(tag, classes, ...content) {
    const element = document.createElement(tag);
    if (classes) element.className = classes;
    element.append(...content);
    return element;
}

/**
 * Set an element's text if it differs: screen readers do not repeat an unchanged one.
 *
 * @param {Element | null} element
 * @param {string} words
 */
export function setText(element, words) {
    if (element && element.textContent !== words) element.textContent = words;
}

/**
 * JSON data that came with the page.
 *
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
    return JSON.parse(required(`#${id}`).textContent || "null");
}

/**
 * Points with their sign; empty for zero.
 *
 * @param {number} points
 * @returns {string}
 */
export function signed(points) {
    if (!points) return "";
    return points > 0 ? `+${points}` : `−${-points}`;
}

/**
 * Whether keys go to a text field.
 *
 * @returns {boolean}
 */
export function isTyping() {
    const active = document.activeElement;
    if (active instanceof HTMLInputElement) return !NOT_TEXT.includes(active.type);
    return active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement;
}

/**
 * Whether something modal is in front of the page.
 *
 * @returns {boolean}
 */
export function isModalOpen() {
    return document.querySelector("dialog[open], .modal:popover-open") !== null;
}
