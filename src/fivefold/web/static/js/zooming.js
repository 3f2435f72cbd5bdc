/**
 * Three small buttons over the corner of a plane: closer, farther, everything. They stand beside the picture's holder,
 * so that pressing them neither picks nor puts back anything.
 *
 * @typedef {import("./camera.js").Scene} Scene
 * @typedef {{closer: () => void, farther: () => void, fit: () => void}} Acts
 * @typedef {{closer: boolean, farther: boolean, fit: boolean}} Possible
 */
import { made } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const INSET = 8;
/** @type {readonly (readonly [keyof Acts, string, string])[]} */
const KINDS = [
    ["closer", "Zoom in", "M5 12H19M12 5V19"],
    ["farther", "Zoom out", "M5 12H19"],
    ["fit", "Show everything", "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15"],
];

export class ZoomButtons {
    #holder;
    #group;
    /** @type {Map<keyof Acts, HTMLElement>} */
    #buttons = new Map();

    /**
     * @param {HTMLElement} holder
     * @param {Acts} acts
     */
    constructor(holder, acts) {
        this.#holder = holder;
        this.#group = made("div", "camera");
        this.#group.setAttribute("role", "group");
        this.#group.setAttribute("aria-label", "View of the table");
        for (const [kind, label, drawn] of KINDS) this.#add(kind, label, drawn, acts[kind]);
        // A press elsewhere than on the board puts back what was picked; this one is not elsewhere.
        this.#group.addEventListener("pointerdown", (event) => event.stopPropagation());
    }

    /**
     * @param {keyof Acts} kind
     * @param {string} label
     * @param {string} drawn
     * @param {() => void} act
     */
    #add(kind, label, drawn, act) {
        const button = made("button", "");
        button.setAttribute("type", "button");
        button.setAttribute("aria-label", label);
        button.title = label;
        button.append(icon(drawn));
        button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
        this.#buttons.set(kind, button);
        this.#group.append(button);
    }

    /**
     * Put them into the corner of the window, or away where there is none.
     *
     * @param {Scene | null} scene
     */
    place(scene) {
        if (!scene) {
            this.#group.remove();
            return;
        }
        if (this.#group.previousElementSibling !== this.#holder) this.#put();
        // A box of the element would take in what the window cuts off.
        const corner = new DOMPoint(scene.size.width, scene.size.height).matrixTransform(scene.window.getScreenCTM() ?? undefined);
        const around = (this.#group.offsetParent ?? document.body).getBoundingClientRect();
        this.#group.style.left = `${corner.x - around.left - INSET}px`;
        this.#group.style.top = `${corner.y - around.top - INSET}px`;
    }

    /** Beside the holder, and to move along with what is around both. */
    #put() {
        const around = this.#holder.parentElement;
        if (around && getComputedStyle(around).position === "static") around.style.position = "relative";
        this.#holder.after(this.#group);
    }

    /**
     * How much of the window's lower right corner they take, in its units.
     *
     * @param {Scene} scene
     */
    corner({ window }) {
        const scale = window.getScreenCTM()?.a || 1;
        const { width, height } = this.#group.getBoundingClientRect();
        return { width: (width + INSET) / scale, height: (height + INSET) / scale };
    }

    /** @param {Possible} possible */
    allow(possible) {
        for (const [kind, button] of this.#buttons) button.setAttribute("aria-disabled", String(!possible[kind]));
    }
}

/** @param {string} drawn */
function icon(drawn) {
    const svg = document.createElementNS(SVG, "svg");
    const path = document.createElementNS(SVG, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", drawn);
    svg.append(path);
    return svg;
}
