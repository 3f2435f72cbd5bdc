/**
 * The view of a table without edges, the group `data-plane` of a picture: wheel, pinch, drag, keys and three buttons
 * pan and zoom it. A picture from the server shows all of it; the player's own view survives every redraw. A picture
 * without a plane is left alone.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Box} Box
 * @typedef {import("./plane.js").Transform} Transform
 * @typedef {import("./plane.js").Size} Size
 * @typedef {import("./pointer.js").Pointer} Pointer
 * @typedef {{plane: SVGGElement, window: SVGSVGElement, size: Size, bounds: Box, drawn: Transform,
 *     fit: Transform}} Scene
 * `drawn` is how the server shows everything, `fit` how this page does
 */
import { motionAllowed } from "./appearance.js";
import { Panning } from "./panning.js";
import * as planes from "./plane.js";
import { boxInside } from "./svg.js";
import { ZoomButtons } from "./zoomButtons.js";

/** How long a glide to another transform takes. */
const GLIDE_MILLISECONDS = 200;

export class Camera {
    #holder;
    /** @type {Scene | null} */
    scene = null;
    /** The transform drawn now. @type {Transform} */
    current = { x: 0, y: 0, scale: 1 };
    /** The transform it glides to. @type {Transform} */
    target = this.current;
    /** Whether the player has chosen the transform; otherwise everything is in view. */
    #chosenByPlayer = false;
    /** Whether a finger or the mouse holds the plane; then nothing else moves it. */
    #held = false;
    /** The glide in progress. @type {{from: Transform, to: Transform, since: number, frame: number} | null} */
    #glide = null;
    /** @type {Box[] | null} */
    #boxes = null;
    #buttons;

    /** @param {HTMLElement} holder the element around the picture */
    constructor(holder) {
        this.#holder = holder;
        this.#buttons = new ZoomButtons(holder, {
            closer: () => this.zoom(planes.ZOOM),
            farther: () => this.zoom(1 / planes.ZOOM),
            fit: () => this.fit(),
        });
    }

    /**
     * Let the player move the plane of the current picture, or of a later one.
     *
     * @param {Pointer | null} pointer what else fingers do here
     * @param {boolean} primary whether one finger, the wheel and keys go to this board
     */
    attach(pointer, primary) {
        new Panning(this.#holder, this, pointer, primary);
        this.#holder.classList.toggle("roams", primary);
        this.#holder.addEventListener("focusin", (event) => this.#onFocus(event.target));
        new ResizeObserver(() => this.#resized()).observe(this.#holder);
        this.pictureChanged();
    }

    /**
     * The picture has changed: keep the player's view of it, with arriving things in view.
     *
     * When this returns, the plane is drawn at its target so that flights can be measured. The glide starts after the
     * current task, before anything is painted.
     *
     * @param {readonly (Element | null)[]} [arriving]
     */
    pictureChanged(arriving = []) {
        const before = this.scene;
        this.scene = readScene(this.#holder);
        this.#boxes = null;
        this.#buttons.place(this.scene);
        if (!this.scene) return;
        this.#fitBesideButtons(this.scene);
        if (!before) {
            this.#chosenByPlayer = false;
            this.current = this.target = this.scene.fit;
        }
        this.#glideTo(this.#held ? this.target : this.#nextTransform(before?.bounds ?? this.scene.bounds, arriving));
        this.#draw(this.target);
    }

    /** The page around the picture has changed: put the buttons back into their corner. */
    placeButtons() {
        this.#buttons.place(this.scene);
    }

    #resized() {
        this.placeButtons();
        if (!this.scene) return;
        this.#fitBesideButtons(this.scene);
        if (!this.#chosenByPlayer) this.#glideTo(this.scene.fit);
    }

    /**
     * Keep the corner with the buttons free when everything is in view.
     *
     * @param {Scene} scene
     */
    #fitBesideButtons(scene) {
        const places = [...scene.plane.querySelectorAll("[data-thing], [data-pick]")];
        const boxes = places.map((place) => boxInside(scene.plane, place));
        const corner = this.#buttons.cornerSize(scene);
        scene.fit = planes.fitBesideCorner(scene.drawn, scene.size, scene.bounds, corner, boxes);
    }

    /**
     * The transform after the picture has changed.
     *
     * @param {Box} before the previous bounds
     * @param {readonly (Element | null)[]} arriving
     * @returns {Transform}
     */
    #nextTransform(before, arriving) {
        const { plane, size, bounds, fit } = this.#requireScene();
        if (!this.#chosenByPlayer) return fit;
        const goal = planes.followBounds(this.target, size, before, bounds, fit);
        const boxes = arriving.filter((each) => plane.contains(each)).map((each) => boxInside(plane, each));
        const aimed = boxes.reduce((transform, box) => this.#revealing(transform, box), goal);
        return planes.keepPartInView(aimed, size, this.#thingBoxes());
    }

    /**
     * A transform that has a box in view.
     *
     * @param {Transform} transform
     * @param {Box} box
     */
    #revealing(transform, box) {
        const { size } = this.#requireScene();
        return planes.isInView(transform, size, box) ? transform : planes.reveal(transform, size, box);
    }

    // --- what the player does

    /** The player grabs the plane where it is. */
    grab() {
        this.#held = true;
        this.#chosenByPlayer = true;
        this.#stopGlide();
        this.target = this.current;
    }

    /** The player releases the plane. */
    release() {
        this.#held = false;
    }

    /**
     * Move the plane at once.
     *
     * @param {Transform} transform
     */
    moveTo(transform) {
        this.#chosenByPlayer = true;
        this.#stopGlide();
        this.current = this.target = planes.keepPartInView(transform, this.#requireScene().size, this.#thingBoxes());
        this.#draw(this.current);
        this.#updateButtons();
    }

    /**
     * Zoom about a point of the window, by default its centre.
     *
     * @param {number} factor
     * @param {Point} [at]
     */
    zoom(factor, at) {
        const { size, fit } = this.#requireScene();
        this.#setOwn(planes.zoom(this.target, factor, at ?? { x: size.width / 2, y: size.height / 2 }, fit));
    }

    /**
     * Pan.
     *
     * @param {Point} by in fractions of the window
     */
    pan(by) {
        const { width, height } = this.#requireScene().size;
        this.#setOwn(planes.pan(this.target, { x: width * by.x, y: height * by.y }));
    }

    /** Bring everything into view and keep it there. */
    fit() {
        this.#chosenByPlayer = false;
        this.#glideTo(this.#requireScene().fit);
    }

    /** @param {Transform} transform */
    #setOwn(transform) {
        this.#chosenByPlayer = true;
        this.#glideTo(planes.keepPartInView(transform, this.#requireScene().size, this.#thingBoxes()));
    }

    /**
     * Bring a thing into view that gets the focus by keys.
     *
     * @param {EventTarget | null} target
     */
    #onFocus(target) {
        if (!(target instanceof SVGGraphicsElement) || !this.scene?.plane.contains(target)) return;
        const box = boxInside(this.scene.plane, target);
        if (target.matches(":focus-visible")) this.#glideTo(this.#revealing(this.target, box));
    }

    // --- gliding

    /** @param {Transform} goal */
    #glideTo(goal) {
        this.target = goal;
        this.#updateButtons();
        if (!planes.sameTransform(this.current, goal)) queueMicrotask(() => this.#startGlide());
        else this.current = goal;
    }

    #startGlide() {
        if (this.#held || planes.sameTransform(this.current, this.target)) return;
        if (!motionAllowed()) {
            this.#stopGlide();
            this.current = this.target;
            this.#draw(this.current);
            return;
        }
        this.#draw(this.current);
        if (this.#glide && planes.sameTransform(this.#glide.to, this.target)) return;
        this.#stopGlide();
        this.#holder.classList.add("gliding");
        this.#glide = { from: this.current, to: this.target, since: performance.now(), frame: 0 };
        this.#glide.frame = requestAnimationFrame((time) => this.#step(time));
    }

    /** @param {number} time */
    #step(time) {
        const way = this.#glide;
        if (!way) return;
        const share = Math.min(1, Math.max(0, (time - way.since) / GLIDE_MILLISECONDS));
        this.current = share < 1 ? planes.interpolate(way.from, way.to, 1 - (1 - share) ** 3) : way.to;
        this.#draw(this.current);
        if (share < 1) way.frame = requestAnimationFrame((next) => this.#step(next));
        else this.#stopGlide();
    }

    #stopGlide() {
        if (this.#glide) cancelAnimationFrame(this.#glide.frame);
        this.#glide = null;
        this.#holder.classList.remove("gliding");
    }

    /** @param {Transform} transform */
    #draw(transform) {
        this.scene?.plane.setAttribute("transform", planes.formatTransform(transform));
    }

    #updateButtons() {
        const { fit } = this.#requireScene();
        const scale = this.target.scale / fit.scale;
        const whole = planes.sameTransform(this.target, fit);
        const [closer, farther] = [scale < 0.999 * planes.LARGEST, scale > 1.001 * planes.SMALLEST];
        this.#buttons.setEnabled({ closer, farther, fit: !whole });
    }

    #requireScene() {
        if (!this.scene) throw new Error("there is no plane on this board");
        return this.scene;
    }

    /** The boxes of everything on the plane that has an id inside a thing. */
    #thingBoxes() {
        const { plane } = this.#requireScene();
        const lying = plane.querySelectorAll(":is([data-thing], [data-pick]) [id]");
        this.#boxes ??= [...lying].map((thing) => boxInside(plane, thing));
        return this.#boxes;
    }
}

/**
 * The plane of a picture as the server drew it.
 *
 * @param {Element} holder
 * @returns {Scene | null}
 */
function readScene(holder) {
    const plane = holder.querySelector("svg [data-plane]");
    const window = plane instanceof SVGGElement ? plane.ownerSVGElement : null;
    if (!(plane instanceof SVGGElement) || !window) return null;
    const size = { width: window.width.baseVal.value, height: window.height.baseVal.value };
    const drawn = planes.parseTransform(plane.getAttribute("transform") ?? "");
    const bounds = planes.parseBox(plane.getAttribute("data-plane") ?? "");
    return { plane, window, size, bounds, drawn, fit: drawn };
}
