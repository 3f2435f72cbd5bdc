/**
 * The things of a picture: finding them by name, and highlighting them while a player picks, at once and without the
 * server. Highlights disappear with the next picture, so they never have to be removed.
 *
 * @typedef {import("./types.js").Marks} Marks
 */

/**
 * The things that can be picked. Several may have the same name.
 *
 * @param {Element} svg
 * @returns {SVGGraphicsElement[]}
 */
export function pickableThings(svg) {
    return /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("[data-pick]")]);
}

/**
 * All things with a name in words, whether or not they can be picked now.
 *
 * @param {Element} svg
 * @returns {SVGGraphicsElement[]}
 */
export function namedThings(svg) {
    return /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll('[data-pick], [data-thing][role="img"]')]);
}

/**
 * The name of a thing in words.
 *
 * @param {Element | null} element
 * @returns {string}
 */
export function thingLabel(element) {
    return element?.getAttribute("aria-label") ?? element?.querySelector(":scope > title")?.textContent ?? "";
}

/**
 * The name of a thing, as the page calls it.
 *
 * @param {Element | null} element
 * @returns {string}
 */
export function thingName(element) {
    return element?.getAttribute("data-pick") ?? element?.getAttribute("data-thing") ?? "";
}

/**
 * The name of a thing that can be picked; empty for anything else.
 *
 * @param {Element | null} element
 * @returns {string}
 */
export function pickName(element) {
    return element?.getAttribute("data-pick") ?? "";
}

/**
 * The thing with this name that can be picked.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
export function pickableThing(svg, name) {
    return name ? svg.querySelector(`[data-pick="${CSS.escape(name)}"]`) : null;
}

/**
 * The thing with this name, whether or not it can be picked now.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
export function findThing(svg, name) {
    const plain = CSS.escape(name);
    return name ? svg.querySelector(`[data-pick="${plain}"], [data-thing="${plain}"]`) : null;
}

/**
 * The keys that pick a thing from anywhere, as `aria-keyshortcuts` names them.
 *
 * @param {Element} element
 * @returns {string[]}
 */
export function shortcutsOf(element) {
    const named = (/** @type {string} */ key) => key.charAt(0).toUpperCase() + key.slice(1);
    return (element.getAttribute("data-keys") ?? "").split(" ").filter(Boolean).map(named);
}

/**
 * A key as people read it: a minus sign is wider than the hyphen that is typed.
 *
 * @param {string} key
 */
export function keyLabel(key) {
    return key === "-" ? "\u2212" : key;
}

/**
 * The thing that a key picks.
 *
 * @param {Element} svg
 * @param {string} key as in a keyboard event
 * @returns {SVGGraphicsElement | null}
 */
export function thingForKey(svg, key) {
    const word = key === " " ? "Space" : key.toUpperCase();
    return pickableThings(svg).find((element) => shortcutsOf(element).includes(word)) ?? null;
}

/**
 * Add classes to things by name, whether or not they can be picked now.
 *
 * @param {Element} svg
 * @param {Marks} marks
 */
export function addMarks(svg, marks) {
    for (const [name, classes] of Object.entries(marks)) {
        findThing(svg, name)?.classList.add(...classes.split(" ").filter(Boolean));
    }
}

/**
 * The names of the things that are picked beforehand, in the order of the picture.
 *
 * @param {Element} svg
 */
export function pickedBeforehand(svg) {
    return pickableThings(svg)
        .filter((thing) => thing.hasAttribute("data-picked"))
        .map(pickName);
}

/**
 * Show the marks of a move in place of those of an area or of another move.
 *
 * @param {Element} svg
 * @param {Marks} marks
 */
export function showMarks(svg, marks) {
    for (const marked of svg.querySelectorAll(".area, .scored")) marked.classList.remove("area", "scored", "last");
    addMarks(svg, marks);
}

/**
 * The kind of spot a thing is, such as a cell or a square; empty for a thing that is no spot of the board.
 *
 * @param {Element | null} element
 * @returns {string}
 */
export function spotKind(element) {
    return element?.getAttribute("data-kind") ?? "";
}

/**
 * Highlight the area of a thing that is picked or under the pointer.
 *
 * @param {Element} svg
 * @param {string} name
 */
export function highlightArea(svg, name) {
    const names = pickableThing(svg, name)?.getAttribute("data-lights");
    if (!names) return;
    for (const marked of svg.querySelectorAll(".area, .scored")) marked.classList.remove("area", "scored", "last");
    addMarks(svg, Object.fromEntries(names.split(" ").map((near) => [near, "area"])));
}

/**
 * Show what is picked and what can be picked next, also to screen readers.
 *
 * @param {Element} svg
 * @param {readonly string[]} picks
 * @param {readonly string[]} next
 * @param {boolean} touched whether the player has picked anything
 */
export function highlightPicks(svg, picks, next, touched) {
    if (touched) for (const marked of svg.querySelectorAll(".last")) marked.classList.remove("last");
    if (touched) for (const name of picks) highlightArea(svg, name);
    const open = new Set(next);
    for (const element of pickableThings(svg)) {
        const name = pickName(element);
        const chosen = picks.includes(name);
        element.classList.toggle("picked", chosen);
        element.classList.toggle("target", picks.length > 0 && open.has(name) && !chosen);
        element.setAttribute("aria-pressed", String(chosen));
        const keys = shortcutsOf(element);
        if (keys.length) element.setAttribute("aria-keyshortcuts", keys.join(" "));
    }
}
