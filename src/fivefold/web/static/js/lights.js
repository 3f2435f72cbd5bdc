/**
 * What is lit on a picture while a player picks: classes and states put on the things by name, at once, without asking
 * the server. They go with the next picture shown, so they never need taking back.
 *
 * @typedef {import("./types.js").Marks} Marks
 */

/**
 * The things that can be picked, by name; one name may be drawn more than once.
 *
 * @param {Element} svg
 * @returns {SVGGraphicsElement[]}
 */
export function things(svg) {
    return /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("[data-pick]")]);
}

/**
 * The name of a thing, empty for anything else.
 *
 * @param {Element | null} element
 * @returns {string}
 */
export function nameOf(element) {
    return element?.getAttribute("data-pick") ?? "";
}

/**
 * The thing with this name.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
export function thing(svg, name) {
    return name ? svg.querySelector(`[data-pick="${CSS.escape(name)}"]`) : null;
}

/**
 * The thing or place with this name, whether it can be picked now or not.
 *
 * @param {Element} svg
 * @param {string} name
 * @returns {SVGGraphicsElement | null}
 */
export function named(svg, name) {
    const plain = CSS.escape(name);
    return name ? svg.querySelector(`[data-pick="${plain}"], [data-thing="${plain}"]`) : null;
}

/**
 * The keys that pick a thing from anywhere, in the words of `aria-keyshortcuts`.
 *
 * @param {Element} element
 * @returns {string[]}
 */
export function keysOf(element) {
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
 * @param {string} key as a keyboard event tells it
 * @returns {SVGGraphicsElement | null}
 */
export function keyed(svg, key) {
    const word = key === " " ? "Space" : key.toUpperCase();
    return things(svg).find((element) => keysOf(element).includes(word)) ?? null;
}

/**
 * Put classes on things by name, whether they can be picked now or not.
 *
 * @param {Element} svg
 * @param {Marks} marks
 */
export function mark(svg, marks) {
    for (const [name, classes] of Object.entries(marks)) {
        named(svg, name)?.classList.add(...classes.split(" ").filter(Boolean));
    }
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
 * Light the area of a thing that is picked or looked at.
 *
 * @param {Element} svg
 * @param {string} name
 */
export function lightArea(svg, name) {
    const names = thing(svg, name)?.getAttribute("data-lights");
    if (!names) return;
    for (const lit of svg.querySelectorAll(".area, .scored")) lit.classList.remove("area", "scored", "last");
    mark(svg, Object.fromEntries(names.split(" ").map((near) => [near, "area"])));
}

/**
 * Show what is picked and what can come next, to eye and ear.
 *
 * @param {Element} svg
 * @param {readonly string[]} picks
 * @param {readonly string[]} next
 */
export function lightPicks(svg, picks, next) {
    if (picks.length) for (const lit of svg.querySelectorAll(".last")) lit.classList.remove("last");
    for (const name of picks) lightArea(svg, name);
    const open = new Set(next);
    for (const element of things(svg)) {
        const name = nameOf(element);
        const chosen = picks.includes(name);
        element.classList.toggle("picked", chosen);
        element.classList.toggle("target", picks.length > 0 && open.has(name) && !chosen);
        element.setAttribute("aria-pressed", String(chosen));
        const keys = keysOf(element);
        if (keys.length) element.setAttribute("aria-keyshortcuts", keys.join(" "));
    }
}
