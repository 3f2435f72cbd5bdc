/**
 * Adds the keys of things on the board to the list of keys in the page's help.
 */
import { create } from "./dom.js";
import { isSetMember } from "./picks.js";
import { keyLabel, pickableThings, pickName, shortcutsOf, thingForKey } from "./things.js";

/** The keys of a table without edges. @type {[string[], string][]} */
const CAMERA_KEYS = [
    [["+", "−"], "zoom in or out"],
    [["0"], "show everything"],
    [["Shift ←", "Shift →"], "pan the table, also up and down"],
];

/**
 * Whenever the help opens, list the keys of the current picture above the others.
 *
 * @param {HTMLElement} help
 * @param {() => Element} picture
 */
export function addShortcutsToHelp(help, picture) {
    const list = help.querySelector("dl");
    if (!list) return;
    help.addEventListener("beforetoggle", () => {
        for (const row of list.querySelectorAll(".own")) row.remove();
        const svg = picture();
        list.prepend(...rows(svg));
        const cameraRows = CAMERA_KEYS.flatMap(([keys, meaning]) => row(keys, meaning));
        if (svg.querySelector("[data-plane]")) list.append(...cameraRows);
        const digitsTaken = thingForKey(svg, "1") !== null;
        for (const digits of list.querySelectorAll(".digits")) digits.toggleAttribute("hidden", digitsTaken);
    });
}

/**
 * @param {Element} svg
 * @returns {HTMLElement[]}
 */
function rows(svg) {
    const able = pickableThings(svg).filter((element) => shortcutsOf(element).length > 0);
    const members = able.filter((element) => isSetMember(pickName(element)));
    const others = able.filter((element) => !members.includes(element));
    const ofSet = members.length ? row(members.flatMap(shortcutsOf), "pick or unpick, from left to right") : [];
    const name = (/** @type {Element} */ element) => element.getAttribute("aria-label") ?? "";
    return [...ofSet, ...others.flatMap((element) => row(shortcutsOf(element), name(element)))];
}

/**
 * @param {string[]} keys
 * @param {string} meaning
 */
function row(keys, meaning) {
    const term = create("dt", "own", ...keys.flatMap((key) => [create("kbd", "", keyLabel(key)), " "]));
    return [term, create("dd", "own", meaning)];
}
