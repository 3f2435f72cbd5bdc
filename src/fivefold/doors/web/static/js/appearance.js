/**
 * A visitor's choices of how pages look, move and sound. They are on the root element, and in a cookie that the server
 * reads; an account keeps them too.
 */
import { postForm } from "./requests.js";

const DEFAULTS = {
    theme: "system",
    board: "felt",
    cards: "modern",
    figures: "normal",
    suits: "2",
    contrast: "system",
    motion: "system",
    sound: "off",
    pace: "calm",
    values: "pick",
};
const YEAR = 31_536_000;

/** @returns {Record<string, string>} */
export function storedChoices() {
    const cookie = document.cookie.split("; ").find((part) => part.startsWith("look="));
    const value = decodeURIComponent(cookie?.slice("look=".length) ?? "").replace(/^"|"$/g, "");
    return { ...DEFAULTS, ...Object.fromEntries(new URLSearchParams(value)) };
}

/**
 * Apply choices at once and store them.
 *
 * @param {Record<string, string>} looks
 */
export function applyAndStore(looks) {
    const plain = /** @type {Record<string, string>} */ (DEFAULTS);
    const differing = Object.entries(looks).filter(([name, value]) => name in plain && plain[name] !== value);
    const value = new URLSearchParams(Object.fromEntries(differing)).toString();
    document.cookie = `look=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
    apply(Object.fromEntries(differing));
    // Without an answer this device has what was chosen all the same.
    if (document.querySelector("#look-form[data-kept]")) postForm("/look", looks).catch(() => {});
}

/** @param {Record<string, string>} looks what differs from the defaults */
function apply(looks) {
    const root = document.documentElement;
    root.classList.toggle("four-colour", looks.suits === "4");
    for (const name of Object.keys(DEFAULTS)) {
        if (looks[name]) root.dataset[name] = looks[name];
        else delete root.dataset[name];
    }
}

/** Whether things may move. */
export function motionAllowed() {
    const motion = document.documentElement.dataset.motion;
    if (motion === "off" || document.hidden) return false;
    return motion === "on" || !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long the moves of others are held to be read: 1 is normal, 0 not at all. */
export function pace() {
    const chosen = document.documentElement.dataset.pace;
    return chosen === "instant" ? 0 : chosen === "quick" ? 0.5 : 1;
}

/** Whether things may be heard. */
export function soundAllowed() {
    return document.documentElement.dataset.sound === "on";
}
