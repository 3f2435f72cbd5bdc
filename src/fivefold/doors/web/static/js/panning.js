/**
 * Moves a plane by hand: a drag that lifts nothing pans, two fingers pinch, two taps where nothing can be picked zoom
 * to the place and back, the wheel zooms, keys do both. As soon as the plane moves, a press on a thing of the board is
 * cancelled.
 *
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./pointer.js").Pointer} Pointer
 */
import { isModalOpen, isTyping } from "./dom.js";
import { pan, pinch, ZOOM, zoom } from "./plane.js";
import { SLACK } from "./pointer.js";

/** How much one pixel of the wheel zooms; a pinch on a trackpad arrives as a wheel with Control. */
const WHEEL = 0.0022;
const TRACKPAD = 0.01;
/** Pixels in a unit of the wheel: pixels, lines, pages. */
const UNITS = [1, 16, 120];
/** A wheel that turns in notches moves at least this many pixels at once; its zoom glides. */
const NOTCH = 40;
const MOST_WHEEL = 240;
/** A second tap so soon and so near makes two. */
const TWICE_MILLISECONDS = 300;
const TWICE_PIXELS = 24;
/** The fraction of the window that an arrow moves. */
const PAN_STEP = 0.2;
/** @type {Record<string, Point>} */
const ARROW_PANS = {
    ArrowLeft: { x: PAN_STEP, y: 0 },
    ArrowRight: { x: -PAN_STEP, y: 0 },
    ArrowUp: { x: 0, y: PAN_STEP },
    ArrowDown: { x: 0, y: -PAN_STEP },
};

export class Panning {
    #surface;
    #camera;
    #pointer;
    #primary;
    /** The last positions of the fingers on the plane, on the screen. @type {Map<number, Point>} */
    #fingers = new Map();
    /** @type {Point} */
    #start = { x: 0, y: 0 };
    #moving = false;
    /** The tap before, where it picked nothing. @type {{point: Point, time: number} | null} */
    #tapped = null;

    /**
     * @param {HTMLElement} surface around the picture
     * @param {Camera} camera
     * @param {Pointer | null} pointer
     * @param {boolean} primary whether one finger and the wheel are for the plane, rather than for the page
     */
    constructor(surface, camera, pointer, primary) {
        this.#surface = surface;
        this.#camera = camera;
        this.#pointer = pointer;
        this.#primary = primary;
        surface.addEventListener("pointerdown", (event) => this.#down(event));
        surface.addEventListener("pointermove", (event) => this.#move(event));
        surface.addEventListener("pointerup", (event) => this.#up(event));
        surface.addEventListener("pointercancel", (event) => this.#up(event));
        surface.addEventListener("touchmove", (event) => this.#holdPage(event), { passive: false });
        surface.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        document.addEventListener("keydown", (event) => this.#onKeydown(event), { capture: true });
    }

    /** @param {Event} event */
    #onPlane(event) {
        return event.target instanceof Node && this.#camera.scene?.window.contains(event.target) === true;
    }

    /** Whether one finger and the wheel move the plane; a whole picture only while it is magnified. */
    get #ours() {
        return this.#primary && (!this.#camera.scene?.whole || this.#camera.isZoomed);
    }

    /** The fingers in the window's units. */
    get #places() {
        return [...this.#fingers.values()].map(({ x, y }) => this.#camera.inWindow(x, y));
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0 || this.#fingers.size > 1 || this.#pointer?.dragging || !this.#onPlane(event)) return;
        const point = { x: event.clientX, y: event.clientY };
        this.#fingers.set(event.pointerId, point);
        if (this.#fingers.size === 1) this.#start = point;
        else this.#startPan(event);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const last = this.#fingers.get(event.pointerId);
        if (!last) return;
        if (this.#pointer?.dragging) return this.#endPan();
        const point = { x: event.clientX, y: event.clientY };
        const before = this.#places;
        this.#fingers.set(event.pointerId, point);
        if (!this.#moving && this.#isBeyondSlack(event, point)) this.#startPan(event);
        if (this.#moving) this.#drag(before, this.#places);
    }

    /**
     * Whether one finger has moved far enough to pan.
     *
     * @param {PointerEvent} event
     * @param {Point} point
     */
    #isBeyondSlack(event, point) {
        const kind = /** @type {keyof typeof SLACK} */ (event.pointerType);
        if ((kind === "touch" || this.#camera.scene?.whole) && !this.#ours) return false;
        return Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > (SLACK[kind] ?? 5);
    }

    /** @param {PointerEvent} event */
    #startPan(event) {
        this.#moving = true;
        this.#pointer?.cancelPress();
        this.#camera.grab();
        this.#surface.classList.add("panning");
        if (event.pointerType !== "touch") this.#surface.setPointerCapture(event.pointerId);
    }

    /**
     * @param {Point[]} before
     * @param {Point[]} now
     */
    #drag([from, other], [to, another]) {
        const { scene, current } = this.#camera;
        if (!scene || !from || !to) return;
        const { fit, smallest } = scene;
        if (other && another) this.#camera.moveTo(pinch(current, [from, other], [to, another], fit, smallest));
        else this.#camera.moveTo(pan(current, { x: to.x - from.x, y: to.y - from.y }));
    }

    /** @param {PointerEvent} event */
    #up(event) {
        if (event.type === "pointerup" && this.#fingers.size === 1) this.#tap(event);
        if (this.#fingers.delete(event.pointerId) && this.#fingers.size === 0) this.#endPan();
    }

    /** @param {PointerEvent} event */
    #tap(event) {
        const point = { x: event.clientX, y: event.clientY };
        const picks = event.target instanceof Element && event.target.closest("[data-pick]");
        const before = this.#tapped;
        this.#tapped = null;
        if (event.pointerType === "mouse" || !this.#primary || this.#moving || picks) return;
        const near = before && Math.hypot(point.x - before.point.x, point.y - before.point.y) < TWICE_PIXELS;
        if (near && event.timeStamp - before.time < TWICE_MILLISECONDS) this.#camera.toggle(this.#camera.inWindow(point.x, point.y));
        else this.#tapped = { point, time: event.timeStamp };
    }

    #endPan() {
        this.#fingers.clear();
        if (this.#moving) this.#camera.release();
        this.#moving = false;
        this.#surface.classList.remove("panning");
    }

    /**
     * Fingers on the plane neither scroll nor zoom the page; the browser decides this at their first movement.
     *
     * @param {TouchEvent} event
     */
    #holdPage(event) {
        const ours = this.#fingers.size > 1 || (this.#ours && this.#fingers.size === 1);
        if (ours && event.cancelable) event.preventDefault();
    }

    /** @param {WheelEvent} event */
    #wheel(event) {
        const { scene, current } = this.#camera;
        if (!scene || !this.#onPlane(event) || !(this.#ours || (event.ctrlKey && !scene.whole))) return;
        event.preventDefault();
        const pixels = event.deltaY * (UNITS[event.deltaMode] ?? 1);
        const turned = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, pixels)) * (event.ctrlKey ? TRACKPAD : WHEEL);
        const at = this.#camera.inWindow(event.clientX, event.clientY);
        if (Math.abs(pixels) >= NOTCH) this.#camera.zoom(Math.exp(-turned), at);
        else if (pixels) this.#camera.moveTo(zoom(current, Math.exp(-turned), at, scene.fit, scene.smallest));
    }

    /**
     * Keys go to the primary board from anywhere. Arrows without Shift are for the things on it.
     *
     * @param {KeyboardEvent} event
     */
    #onKeydown(event) {
        const here = this.#primary || this.#surface.contains(document.activeElement);
        if (!this.#camera.scene || !here || event.altKey || event.ctrlKey || event.metaKey) return;
        if (isTyping() || isModalOpen()) return;
        const way = event.shiftKey ? ARROW_PANS[event.key] : undefined;
        if (way) this.#camera.pan(way);
        else if (event.key === "+" || event.key === "=") this.#camera.zoom(ZOOM);
        else if (event.key === "-") this.#camera.zoom(1 / ZOOM);
        else if (event.key === "0") this.#camera.fit();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
