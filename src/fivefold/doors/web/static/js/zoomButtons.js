/**
 * Three small buttons over the corner of a plane: zoom in, zoom out, show everything; over a whole picture that is
 * magnified only the last. They are beside the picture's holder, so that pressing them changes no picks.
 *
 * @typedef {import("./camera.js").Scene} Scene
 * @typedef {{closer: () => void, farther: () => void, fit: () => void}} ZoomActions
 * @typedef {{closer: boolean, farther: boolean, fit: boolean}} Enabled
 */
import { create, optional } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const INSET = 8;
/** @type {readonly (readonly [keyof ZoomActions, string, string])[]} */
const BUTTONS = [
    ["closer", "Zoom in", "M5 12H19M12 5V19"],
    ["farther", "Zoom out", "M5 12H19"],
    ["fit", "Show everything", "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15"],
];

export class ZoomButtons {
    #holder;
    #group;
    /** @type {HTMLElement | null} */
    #inMenu = null;
    /** @type {Map<keyof ZoomActions, HTMLElement>} */
    #buttons = new Map();

    /**
     * @param {HTMLElement} holder
     * @param {ZoomActions} acts
     */
    constructor(holder, acts) {
        this.#holder = holder;
        this.#group = create("div", "camera");
        this.#group.setAttribute("role", "group");
        this.#group.setAttribute("aria-label", "View of the table");
        for (const [kind, label, drawn] of BUTTONS) this.#add(kind, label, drawn, acts[kind]);
        // A press outside the board clears the picks; a press here must not.
        this.#group.addEventListener("pointerdown", (event) => event.stopPropagation());
    }

    /**
     * Let the menu's button for a larger board do so.
     *
     * @param {() => void} act
     */
    adopt(act) {
        this.#inMenu = optional("#magnify");
        this.#inMenu?.addEventListener("click", () => {
            optional("#more")?.hidePopover();
            act();
        });
    }

    /**
     * @param {keyof ZoomActions} kind
     * @param {string} label
     * @param {string} drawn
     * @param {() => void} act
     */
    #add(kind, label, drawn, act) {
        const button = create("button", "");
        button.setAttribute("type", "button");
        button.setAttribute("aria-label", label);
        button.title = label;
        button.append(icon(drawn));
        button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
        this.#buttons.set(kind, button);
        this.#group.append(button);
    }

    /**
     * Put them into the corner of the window, or remove them if there is none.
     *
     * @param {Scene | null} scene
     */
    place(scene) {
        if (!scene) {
            this.#group.remove();
            return;
        }
        if (this.#group.previousElementSibling !== this.#holder) this.#insert();
        // The element's own box would include what the window cuts off.
        const matrix = scene.window.getScreenCTM() ?? undefined;
        const { right, bottom } = this.#holder.getBoundingClientRect();
        const { width, height } = scene.size;
        const corner = scene.whole ? { x: right, y: bottom } : new DOMPoint(width, height).matrixTransform(matrix);
        const around = (this.#group.offsetParent ?? document.body).getBoundingClientRect();
        // Never farther out than what is around, also when that has just become narrower and they are not placed anew.
        this.#group.style.left = `min(${corner.x - around.left - INSET}px, 100%)`;
        this.#group.style.top = `${corner.y - around.top - INSET}px`;
    }

    /** Insert them beside the holder, positioned with what is around both. */
    #insert() {
        const around = this.#holder.parentElement;
        if (around && getComputedStyle(around).position === "static") around.style.position = "relative";
        this.#holder.after(this.#group);
    }

    /**
     * The part of the window's lower right corner that they cover, in its units.
     *
     * @param {Scene} scene
     */
    cornerSize({ window }) {
        const scale = window.getScreenCTM()?.a || 1;
        const { width, height } = this.#group.getBoundingClientRect();
        return { width: (width + INSET) / scale, height: (height + INSET) / scale };
    }

    /** @param {Enabled} possible */
    setEnabled(possible) {
        for (const [kind, button] of this.#buttons) button.setAttribute("aria-disabled", String(!possible[kind]));
        this.#inMenu?.setAttribute("aria-pressed", String(possible.fit));
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
