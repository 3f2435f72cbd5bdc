/**
 * A tap or a key skips ahead to what has happened meanwhile. Whoever had not seen that yet picks with it at most, and
 * plays nothing: the next tap or key does.
 *
 * @typedef {import("./presentation.js").Presentation} Presentation
 */
import { isTyping } from "./dom.js";

/** Keys that do nothing by themselves, or lead elsewhere. */
const OTHER_KEYS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Tab"];

export class Skipping {
    #presentation;
    /** Whether the tap or key now under way met a position that had not been shown. */
    metUnseen = false;

    /** @param {Presentation} presentation */
    constructor(presentation) {
        this.#presentation = presentation;
        document.addEventListener("pointerdown", () => this.#skip(), { capture: true });
        document.addEventListener("keydown", (event) => this.#onKeydown(event), { capture: true });
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        if (!isTyping() && !OTHER_KEYS.includes(event.key)) this.#skip();
    }

    #skip() {
        this.metUnseen = this.#presentation.isBehind;
        this.#presentation.skip();
    }
}
