/**
 * Taps and drags on a picture, by mouse, finger or pen. A press answers at once; if the finger turns out to scroll the
 * page, it is taken back.
 *
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {Object} Hands what the board does with it
 * @property {() => void} settle a finger comes down anywhere
 * @property {(name: string) => void} press a finger is on a thing
 * @property {() => void} release it left without meaning it
 * @property {(name: string) => void} tap
 * @property {() => void} miss a tap beside all things
 * @property {(name: string) => boolean} canLift
 * @property {(name: string) => boolean} liftsAtOnce whether a finger that moves there lifts it rather than scrolls
 * @property {(name: string, start: Point) => void} lift
 * @property {(point: Point, over: string) => void} carry
 * @property {(over: string) => void} drop
 * @property {() => void} putBack
 * @property {(name: string) => void} hover by a mouse; empty when it leaves
 */
import { nameOf } from "./lights.js";

/** How far a press may move, in CSS pixels, before it means a movement. */
export const SLACK = { mouse: 5, pen: 7, touch: 9 };
const LONG_PRESS = 240;

export class Pointer {
    #surface;
    #hands;
    /** @type {{name: string, start: Point, kind: string, id: number, timer: number, held: boolean} | null} */
    #pressed = null;
    #dragging = false;
    #hovered = "";

    /**
     * @param {HTMLElement} surface around the picture
     * @param {Hands} hands
     */
    constructor(surface, hands) {
        this.#surface = surface;
        this.#hands = hands;
        surface.addEventListener("pointerdown", (event) => this.#down(event));
        surface.addEventListener("pointermove", (event) => this.#move(event));
        surface.addEventListener("pointerup", (event) => this.#up(event));
        surface.addEventListener("pointercancel", () => this.#cancel());
        surface.addEventListener("pointerleave", () => this.#look(""));
        surface.addEventListener("touchmove", (event) => this.#holdPage(event), { passive: false });
        surface.addEventListener("contextmenu", (event) => this.#pressed?.kind === "touch" && event.preventDefault());
        surface.addEventListener("dragstart", (event) => event.preventDefault());
        surface.addEventListener("click", (event) => this.#click(event));
    }

    get dragging() {
        return this.#dragging;
    }

    /** Give up what is going on. */
    stop() {
        if (this.#dragging) this.#hands.putBack();
        this.#end();
    }

    /** The press means something else: nothing comes of it. */
    giveUp() {
        this.#cancel();
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0 || this.#pressed) return;
        this.#hands.settle();
        const start = { x: event.clientX, y: event.clientY };
        const name = nameAt(start);
        const timer = window.setTimeout(() => this.#long(), LONG_PRESS);
        this.#pressed = { name, start, kind: event.pointerType, id: event.pointerId, timer, held: false };
        if (name) this.#hands.press(name);
    }

    #long() {
        const pressed = this.#pressed;
        if (!pressed || pressed.kind !== "touch" || !pressed.name || !this.#hands.canLift(pressed.name)) return;
        pressed.held = true;
        this.#lift(pressed.start);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const pressed = this.#pressed;
        const point = { x: event.clientX, y: event.clientY };
        if (!pressed) {
            if (event.pointerType === "mouse") this.#look(thingAt(event));
            return;
        }
        if (event.pointerId !== pressed.id) return;
        const kind = /** @type {keyof typeof SLACK} */ (pressed.kind);
        const far = Math.hypot(point.x - pressed.start.x, point.y - pressed.start.y) > (SLACK[kind] ?? 5);
        if (!this.#dragging && far && pressed.name && this.#mayLift()) this.#lift(pressed.start);
        if (this.#dragging) this.#hands.carry(point, nameAt(point));
        else if (far && kind === "touch") window.clearTimeout(pressed.timer);
    }

    #mayLift() {
        const pressed = this.#pressed;
        if (!pressed || !this.#hands.canLift(pressed.name)) return false;
        return pressed.kind !== "touch" || pressed.held || this.#hands.liftsAtOnce(pressed.name);
    }

    /** @param {Point} start */
    #lift(start) {
        const pressed = this.#pressed;
        if (!pressed || this.#dragging) return;
        this.#dragging = true;
        if (pressed.kind !== "touch") this.#surface.setPointerCapture(pressed.id);
        this.#hands.lift(pressed.name, start);
    }

    /** @param {PointerEvent} event */
    #up(event) {
        const pressed = this.#pressed;
        if (!pressed || event.pointerId !== pressed.id) return;
        const name = nameAt({ x: event.clientX, y: event.clientY });
        const dragged = this.#dragging;
        this.#end();
        if (dragged) this.#hands.drop(name);
        else if (pressed.name && name === pressed.name) this.#hands.tap(name);
        else if (pressed.name) this.#hands.release();
        else if (!name) this.#hands.miss();
    }

    #cancel() {
        if (!this.#pressed) return;
        const dragged = this.#dragging;
        this.#end();
        if (dragged) this.#hands.putBack();
        else this.#hands.release();
    }

    #end() {
        if (this.#pressed) window.clearTimeout(this.#pressed.timer);
        this.#pressed = null;
        this.#dragging = false;
    }

    /**
     * A finger that drags must not scroll the page; the browser asks at its first movement.
     *
     * @param {TouchEvent} event
     */
    #holdPage(event) {
        if (event.cancelable && event.touches.length === 1 && (this.#dragging || this.#mayLift())) event.preventDefault();
    }

    /** @param {string} name */
    #look(name) {
        if (name === this.#hovered) return;
        this.#hovered = name;
        this.#hands.hover(name);
    }

    /**
     * Screen readers click without a pointer.
     *
     * @param {MouseEvent} event
     */
    #click(event) {
        if (event.detail !== 0) return;
        const name = thingAt(event);
        if (name) {
            this.#hands.press(name);
            this.#hands.tap(name);
        }
    }
}

/**
 * @param {Event} event
 * @returns {string}
 */
function thingAt(event) {
    return event.target instanceof Element ? nameOf(event.target.closest("[data-pick]")) : "";
}

/**
 * @param {Point} point
 * @returns {string}
 */
function nameAt(point) {
    return nameOf(document.elementFromPoint(point.x, point.y)?.closest("[data-pick]") ?? null);
}
