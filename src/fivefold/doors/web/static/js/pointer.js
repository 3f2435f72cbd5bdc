/**
 * Taps and drags on a picture, by mouse, finger or pen. A press has its effect at once; if the finger turns out to
 * scroll the page, the effect is undone.
 *
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {Object} GestureHandler what the board does
 * @property {() => void} start a finger comes down anywhere
 * @property {(name: string) => void} press a finger is on a thing
 * @property {() => void} release the press came to nothing
 * @property {(name: string) => void} tap
 * @property {(name: string) => void} tapOutside a tap on a thing that cannot be picked, or with no name on no thing
 * @property {(name: string) => boolean} canLift
 * @property {(name: string) => boolean} liftsAtOnce whether a finger that moves there drags it rather than scrolls
 * @property {(name: string, start: Point) => void} lift
 * @property {(point: Point, over: string) => void} drag
 * @property {(over: string) => void} drop
 * @property {() => void} cancelDrag
 * @property {(name: string) => void} hover by a mouse; empty when it leaves
 */
import { pickName } from "./things.js";

/** How far a press may move, in CSS pixels, before it counts as a movement. */
export const SLACK = { mouse: 5, pen: 7, touch: 9 };
const LONG_PRESS_MILLISECONDS = 240;

export class Pointer {
    #surface;
    #handler;
    /** @type {{name: string, start: Point, kind: string, id: number, timer: number, held: boolean} | null} */
    #pressed = null;
    #dragging = false;
    #hovered = "";

    /**
     * @param {HTMLElement} surface around the picture
     * @param {GestureHandler} hands
     */
    constructor(surface, hands) {
        this.#surface = surface;
        this.#handler = hands;
        surface.addEventListener("pointerdown", (event) => this.#down(event));
        surface.addEventListener("pointermove", (event) => this.#move(event));
        surface.addEventListener("pointerup", (event) => this.#up(event));
        surface.addEventListener("pointercancel", () => this.#cancel());
        surface.addEventListener("pointerleave", () => this.#setHovered(""));
        surface.addEventListener("touchmove", (event) => this.#holdPage(event), { passive: false });
        surface.addEventListener("contextmenu", (event) => this.#pressed?.kind === "touch" && event.preventDefault());
        surface.addEventListener("dragstart", (event) => event.preventDefault());
        surface.addEventListener("click", (event) => this.#click(event));
    }

    get dragging() {
        return this.#dragging;
    }

    /** End a press or a drag. */
    endDrag() {
        if (this.#dragging) this.#handler.cancelDrag();
        this.#end();
    }

    /** The press means something else: it has no effect. */
    cancelPress() {
        this.#cancel();
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0 || this.#pressed) return;
        this.#handler.start();
        const start = { x: event.clientX, y: event.clientY };
        const name = pickNameAt(start);
        const timer = window.setTimeout(() => this.#onLongPress(), LONG_PRESS_MILLISECONDS);
        this.#pressed = { name, start, kind: event.pointerType, id: event.pointerId, timer, held: false };
        if (name) this.#handler.press(name);
    }

    #onLongPress() {
        const pressed = this.#pressed;
        if (!pressed || pressed.kind !== "touch" || !pressed.name || !this.#handler.canLift(pressed.name)) return;
        pressed.held = true;
        this.#lift(pressed.start);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const pressed = this.#pressed;
        const point = { x: event.clientX, y: event.clientY };
        if (!pressed) {
            if (event.pointerType === "mouse") this.#setHovered(pickNameOfEvent(event));
            return;
        }
        if (event.pointerId !== pressed.id) return;
        const kind = /** @type {keyof typeof SLACK} */ (pressed.kind);
        const far = Math.hypot(point.x - pressed.start.x, point.y - pressed.start.y) > (SLACK[kind] ?? 5);
        if (!this.#dragging && far && pressed.name && this.#mayLift()) this.#lift(pressed.start);
        if (this.#dragging) this.#handler.drag(point, pickNameAt(point));
        else if (far && kind === "touch") window.clearTimeout(pressed.timer);
    }

    #mayLift() {
        const pressed = this.#pressed;
        if (!pressed || !this.#handler.canLift(pressed.name)) return false;
        return pressed.kind !== "touch" || pressed.held || this.#handler.liftsAtOnce(pressed.name);
    }

    /** @param {Point} start */
    #lift(start) {
        const pressed = this.#pressed;
        if (!pressed || this.#dragging) return;
        this.#dragging = true;
        if (pressed.kind !== "touch") this.#surface.setPointerCapture(pressed.id);
        this.#handler.lift(pressed.name, start);
    }

    /** @param {PointerEvent} event */
    #up(event) {
        const pressed = this.#pressed;
        if (!pressed || event.pointerId !== pressed.id) return;
        const name = pickNameAt({ x: event.clientX, y: event.clientY });
        const dragged = this.#dragging;
        this.#end();
        if (dragged) this.#handler.drop(name);
        else if (pressed.name && name === pressed.name) this.#handler.tap(name);
        else if (pressed.name) this.#handler.release();
        else if (!name) this.#handler.tapOutside(thingNameAt({ x: event.clientX, y: event.clientY }));
    }

    #cancel() {
        if (!this.#pressed) return;
        const dragged = this.#dragging;
        this.#end();
        if (dragged) this.#handler.cancelDrag();
        else this.#handler.release();
    }

    #end() {
        if (this.#pressed) window.clearTimeout(this.#pressed.timer);
        this.#pressed = null;
        this.#dragging = false;
    }

    /**
     * A finger that drags must not scroll the page; the browser decides this at its first movement.
     *
     * @param {TouchEvent} event
     */
    #holdPage(event) {
        if (!event.cancelable || event.touches.length !== 1) return;
        if (this.#dragging || this.#mayLift()) event.preventDefault();
    }

    /** @param {string} name */
    #setHovered(name) {
        if (name === this.#hovered) return;
        this.#hovered = name;
        this.#handler.hover(name);
    }

    /**
     * Screen readers click without a pointer.
     *
     * @param {MouseEvent} event
     */
    #click(event) {
        if (event.detail !== 0) return;
        const name = pickNameOfEvent(event);
        if (name) {
            this.#handler.press(name);
            this.#handler.tap(name);
        }
    }
}

/**
 * @param {Event} event
 * @returns {string}
 */
function pickNameOfEvent(event) {
    return event.target instanceof Element ? pickName(event.target.closest("[data-pick]")) : "";
}

/**
 * @param {Point} point
 * @returns {string}
 */
function pickNameAt(point) {
    return pickName(document.elementFromPoint(point.x, point.y)?.closest("[data-pick]") ?? null);
}

/**
 * @param {Point} point
 * @returns {string}
 */
function thingNameAt(point) {
    return document.elementFromPoint(point.x, point.y)?.closest("[data-thing]")?.getAttribute("data-thing") ?? "";
}
