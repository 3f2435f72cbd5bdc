/**
 * Changes one picture into another by changing only what differs: elements that stay keep their focus, pointer and
 * state, and nothing flickers. Children are matched by id, the rest in order.
 */

/** @type {Map<string, SVGSVGElement>} */
const parsed = new Map();
const MOST_PARSED = 80;

/**
 * A picture as an element that may be read but not changed. The latest ones are cached.
 *
 * @param {string} picture markup of one `<svg>`
 * @returns {SVGSVGElement}
 */
export function parsePicture(picture) {
    const cached = parsed.get(picture);
    if (cached) return cached;
    const root = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    if (!(root instanceof SVGSVGElement)) throw new Error(`not a picture: ${picture.slice(0, 80)}`);
    if (parsed.size >= MOST_PARSED) parsed.delete(/** @type {string} */ (parsed.keys().next().value));
    parsed.set(picture, root);
    return root;
}

/**
 * Change `old` until it equals `fresh`.
 *
 * @param {Element} old in the page
 * @param {Element} fresh only read
 */
export function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    matchAttributes(old, fresh);
    matchChildren(old, fresh);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function matchAttributes(old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
        // xmlns has a namespace of its own and never changes
        if (name !== "xmlns" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function matchChildren(old, fresh) {
    const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
    const wanted = new Set([...fresh.children].map((child) => child.id).filter(Boolean));
    /** @type {ChildNode | null} */
    let place = old.firstChild;
    for (const goal of fresh.childNodes) {
        while (place && isObsolete(place, wanted)) place = removeAndAdvance(place);
        const match = goal instanceof Element && goal.id ? named.get(goal.id) : canBecome(place, goal) ? place : null;
        if (!match || match.nodeName !== goal.nodeName) {
            old.insertBefore(document.importNode(goal, true), place);
            continue;
        }
        if (match === place) place = place.nextSibling;
        else old.insertBefore(match, place);
        if (goal instanceof Element) morph(/** @type {Element} */ (match), goal);
        else if (match.nodeValue !== goal.nodeValue) match.nodeValue = goal.nodeValue;
    }
    while (place) place = removeAndAdvance(place);
}

/**
 * Whether a child has an id that is not in the new picture.
 *
 * @param {ChildNode} child
 * @param {Set<string>} wanted
 */
function isObsolete(child, wanted) {
    return child instanceof Element && child.id !== "" && !wanted.has(child.id);
}

/**
 * @param {ChildNode} child
 * @returns {ChildNode | null} the one after it
 */
function removeAndAdvance(child) {
    const after = child.nextSibling;
    child.remove();
    return after;
}

/**
 * Whether a child without an id may be changed into another.
 *
 * @param {ChildNode | null} place
 * @param {ChildNode} goal
 */
function canBecome(place, goal) {
    return place !== null && place.nodeName === goal.nodeName && !(place instanceof Element && place.id);
}
