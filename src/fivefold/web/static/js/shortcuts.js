/**
 * The keys that things on the board have of their own, in the list of keys that a page's help shows.
 */
import { made } from "./dom.js";
import { keyed, keyLabel, keysOf, nameOf, things } from "./lights.js";
import { isMember } from "./picks.js";

/** Of a table that can be moved about. @type {[string[], string][]} */
const OUTLOOK = [
    [["+", "−"], "look closer, or from farther"],
    [["0"], "look at all of it"],
    [["Shift ←", "Shift →"], "move the table, up and down too"],
];

/**
 * Write them above the other keys, whenever the help is opened: they are those of the picture as it is.
 *
 * @param {HTMLElement} help
 * @param {() => Element} picture
 */
export function listKeys(help, picture) {
    const list = help.querySelector("dl");
    if (!list) return;
    help.addEventListener("beforetoggle", () => {
        for (const row of list.querySelectorAll(".own")) row.remove();
        const svg = picture();
        list.prepend(...rows(svg));
        if (svg.querySelector("[data-plane]")) list.append(...OUTLOOK.flatMap(([keys, meaning]) => row(keys, meaning)));
        for (const digits of list.querySelectorAll(".digits")) digits.toggleAttribute("hidden", keyed(svg, "1") !== null);
    });
}

/**
 * @param {Element} svg
 * @returns {HTMLElement[]}
 */
function rows(svg) {
    const able = things(svg).filter((element) => keysOf(element).length > 0);
    const members = able.filter((element) => isMember(nameOf(element)));
    const others = able.filter((element) => !members.includes(element));
    const ofSet = members.length ? row(members.flatMap(keysOf), "pick or put back, from left to right") : [];
    return [...ofSet, ...others.flatMap((element) => row(keysOf(element), element.getAttribute("aria-label") ?? ""))];
}

/**
 * @param {string[]} keys
 * @param {string} meaning
 */
function row(keys, meaning) {
    const term = made("dt", "own", ...keys.flatMap((key) => [made("kbd", "", keyLabel(key)), " "]));
    return [term, made("dd", "own", meaning)];
}
