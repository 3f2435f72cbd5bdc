/**
 * The hands of who moves a plane about: a drag that lifts nothing pans, two fingers pinch, the wheel zooms, keys do both.
 * What a press has begun with the things of the board is given up as soon as the plane moves.
 *
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./pointer.js").Pointer} Pointer
 */
import { covered, typing } from "./dom.js";
import { panned, pinched, ZOOM, zoomed } from "./plane.js";
import { SLACK } from "./pointer.js";
import { inUnits } from "./shapes.js";

/** How much a pixel of the wheel zooms, and of a pinch on a trackpad, which comes as a wheel with Control. */
const WHEEL = 0.0022;
const TRACKPAD = 0.01;
/** Pixels of wheels that count in lines or in pages. */
const UNITS = [1, 16, 120];
/** A wheel that turns in notches moves so many pixels at once: it glides. */
const NOTCH = 40;
const MOST = 240;
/** Which part of the window an arrow moves on. */
const STRIDE = 0.2;
/** @type {Record<string, Point>} */
const WAYS = {
    ArrowLeft: { x: STRIDE, y: 0 },
    ArrowRight: { x: -STRIDE, y: 0 },
    ArrowUp: { x: 0, y: STRIDE },
    ArrowDown: { x: 0, y: -STRIDE },
};

export class Panning {
    #surface;
    #camera;
    #pointer;
    #primary;
    /** The fingers on the plane, where they were last, on the screen. @type {Map<number, Point>} */
    #fingers = new Map();
    /** @type {Point} */
    #start = { x: 0, y: 0 };
    #moving = false;

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
        document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    }

    /** @param {Event} event */
    #onPlane(event) {
        return event.target instanceof Node && this.#camera.scene?.window.contains(event.target) === true;
    }

    /**
     * A place on the screen in the window's units.
     *
     * @param {Point} point
     * @returns {Point}
     */
    #inWindow({ x, y }) {
        const window = this.#camera.scene?.window;
        return window ? inUnits(window, x, y) : { x, y };
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0 || this.#fingers.size > 1 || this.#pointer?.dragging || !this.#onPlane(event)) return;
        const point = { x: event.clientX, y: event.clientY };
        this.#fingers.set(event.pointerId, point);
        if (this.#fingers.size === 1) this.#start = point;
        else this.#begin(event);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const last = this.#fingers.get(event.pointerId);
        if (!last) return;
        if (this.#pointer?.dragging) return this.#end();
        const point = { x: event.clientX, y: event.clientY };
        const before = [...this.#fingers.values()].map((finger) => this.#inWindow(finger));
        this.#fingers.set(event.pointerId, point);
        if (!this.#moving && this.#far(event, point)) this.#begin(event);
        if (this.#moving) this.#drag(before, [...this.#fingers.values()].map((finger) => this.#inWindow(finger)));
    }

    /**
     * Whether one finger has moved so far that it means the plane.
     *
     * @param {PointerEvent} event
     * @param {Point} point
     */
    #far(event, point) {
        const kind = /** @type {keyof typeof SLACK} */ (event.pointerType);
        if (kind === "touch" && !this.#primary) return false;
        return Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > (SLACK[kind] ?? 5);
    }

    /** @param {PointerEvent} event */
    #begin(event) {
        this.#moving = true;
        this.#pointer?.giveUp();
        this.#camera.hold();
        this.#surface.classList.add("panning");
        if (event.pointerType !== "touch") this.#surface.setPointerCapture(event.pointerId);
    }

    /**
     * @param {Point[]} before
     * @param {Point[]} now
     */
    #drag([from, other], [to, another]) {
        const { scene, now } = this.#camera;
        if (!scene || !from || !to) return;
        if (other && another) this.#camera.put(pinched(now, [from, other], [to, another], scene.fit));
        else this.#camera.put(panned(now, { x: to.x - from.x, y: to.y - from.y }));
    }

    /** @param {PointerEvent} event */
    #up(event) {
        if (this.#fingers.delete(event.pointerId) && this.#fingers.size === 0) this.#end();
    }

    #end() {
        this.#fingers.clear();
        if (this.#moving) this.#camera.letGo();
        this.#moving = false;
        this.#surface.classList.remove("panning");
    }

    /**
     * Fingers on the plane neither scroll nor zoom the page; the browser asks at their first movement.
     *
     * @param {TouchEvent} event
     */
    #holdPage(event) {
        const ours = this.#fingers.size > 1 || (this.#primary && this.#fingers.size === 1);
        if (ours && event.cancelable) event.preventDefault();
    }

    /** @param {WheelEvent} event */
    #wheel(event) {
        const { scene, now } = this.#camera;
        if (!scene || !this.#onPlane(event) || !(this.#primary || event.ctrlKey)) return;
        event.preventDefault();
        const pixels = event.deltaY * (UNITS[event.deltaMode] ?? 1);
        const turned = Math.max(-MOST, Math.min(MOST, pixels)) * (event.ctrlKey ? TRACKPAD : WHEEL);
        const at = this.#inWindow({ x: event.clientX, y: event.clientY });
        if (Math.abs(pixels) >= NOTCH) this.#camera.zoom(Math.exp(-turned), at);
        else if (pixels) this.#camera.put(zoomed(now, Math.exp(-turned), at, scene.fit));
    }

    /**
     * Keys go to the primary board from anywhere; arrows alone are for the things on it.
     *
     * @param {KeyboardEvent} event
     */
    #key(event) {
        const here = this.#primary || this.#surface.contains(document.activeElement);
        if (!this.#camera.scene || !here || event.altKey || event.ctrlKey || event.metaKey || typing() || covered()) return;
        const way = event.shiftKey ? WAYS[event.key] : undefined;
        if (way) this.#camera.pan(way);
        else if (event.key === "+" || event.key === "=") this.#camera.zoom(ZOOM);
        else if (event.key === "-") this.#camera.zoom(1 / ZOOM);
        else if (event.key === "0") this.#camera.fit();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
