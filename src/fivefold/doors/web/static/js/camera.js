/**
 * The view of a board: wheel, pinch, drag, two taps, keys and buttons pan and zoom it. A table without edges is the
 * group `data-plane` of its picture. Any other picture is magnified as a whole, on the page's primary board, while what
 * it calls `held`, such as dice to keep, stays where it was. A picture from the server shows all of it; the player's own
 * view survives every redraw.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Box} Box
 * @typedef {import("./plane.js").Transform} Transform
 * @typedef {import("./plane.js").Size} Size
 * @typedef {import("./pointer.js").Pointer} Pointer
 * @typedef {{plane: SVGGraphicsElement, window: SVGSVGElement, size: Size, bounds: Box, drawn: Transform,
 *     fit: Transform, smallest: number, whole: boolean}} Scene
 * `drawn` is how the server shows everything, `fit` how this page does; `whole`: the plane is the picture itself, and
 * `bounds` what its box on the page shows of it
 */
import { motionAllowed } from "./appearance.js";
import { Panning } from "./panning.js";
import * as planes from "./plane.js";
import { boxInside, toPictureUnits } from "./svg.js";
import { ZoomButtons } from "./zoomButtons.js";

/** How long a glide to another transform takes. */
const GLIDE_MILLISECONDS = 200;

export class Camera {
    #holder;
    #primary = false;
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

    /** Whether the player sees anything but everything. */
    get isZoomed() {
        return this.scene !== null && !planes.sameTransform(this.target, this.scene.fit);
    }

    /**
     * Let the player move the plane of the current picture, or of a later one.
     *
     * @param {Pointer | null} pointer what else fingers do here
     * @param {boolean} primary whether one finger, the wheel and keys go to this board
     */
    attach(pointer, primary) {
        new Panning(this.#holder, this, pointer, primary);
        this.#primary = primary;
        if (primary) this.#buttons.adopt(() => this.toggle());
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
        this.scene = readScene(this.#holder, this.#primary);
        this.#boxes = null;
        this.placeButtons();
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
        this.#buttons.place(this.scene?.whole && !this.isZoomed ? null : this.scene);
    }

    #resized() {
        if (!this.scene) return;
        if (this.scene.whole) this.scene.bounds = seenOf(this.scene.window, this.current);
        this.placeButtons();
        this.#fitBesideButtons(this.scene);
        if (!this.#chosenByPlayer) this.#glideTo(this.scene.fit);
    }

    /**
     * Keep the corner with the buttons free when everything is in view.
     *
     * @param {Scene} scene
     */
    #fitBesideButtons(scene) {
        if (scene.whole) return;
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
        const { plane, size, bounds, fit, whole } = this.#requireScene();
        if (!this.#chosenByPlayer) return fit;
        if (whole) return this.target;
        const goal = planes.followBounds(this.target, size, before, bounds, fit);
        const boxes = arriving.filter((each) => plane.contains(each)).map((each) => boxInside(plane, each));
        const aimed = boxes.reduce((transform, box) => this.#revealing(transform, box), goal);
        return this.#kept(aimed);
    }

    /**
     * A transform that leaves something to be seen.
     *
     * @param {Transform} transform
     */
    #kept(transform) {
        const { size, bounds, whole } = this.#requireScene();
        if (whole) return planes.keepFilled(transform, bounds);
        return planes.keepPartInView(transform, size, this.#thingBoxes());
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
        this.current = this.target = this.#kept(transform);
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
        const { size, fit, smallest } = this.#requireScene();
        this.#setOwn(planes.zoom(this.target, factor, at ?? { x: size.width / 2, y: size.height / 2 }, fit, smallest));
    }

    /**
     * Zoom to a place, or back to everything.
     *
     * @param {Point} [at]
     */
    toggle(at) {
        if (this.isZoomed) this.fit();
        else this.zoom(planes.CLOSER, at);
    }

    /**
     * A point of the screen in the window's units.
     *
     * @param {number} x
     * @param {number} y
     * @returns {Point}
     */
    inWindow(x, y) {
        const { window, whole } = this.#requireScene();
        const point = toPictureUnits(window, x, y);
        const { scale } = this.current;
        return whole ? { x: this.current.x + scale * point.x, y: this.current.y + scale * point.y } : point;
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
        this.#glideTo(this.#kept(transform));
    }

    /**
     * Bring a thing into view that gets the focus by keys.
     *
     * @param {EventTarget | null} target
     */
    #onFocus(target) {
        if (!(target instanceof SVGGraphicsElement) || !this.scene?.plane.contains(target)) return;
        if (!target.matches(":focus-visible") || (this.scene.whole && target.closest(HELD))) return;
        const shown = this.#revealing(this.target, boxInside(this.scene.plane, target));
        this.#glideTo(this.scene.whole ? this.#kept(shown) : shown);
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
        const { scene } = this;
        if (scene?.whole) magnify(scene, transform);
        else scene?.plane.setAttribute("transform", planes.formatTransform(transform));
    }

    #updateButtons() {
        const { fit } = this.#requireScene();
        const scale = this.target.scale / fit.scale;
        const whole = planes.sameTransform(this.target, fit);
        const [closer, farther] = [scale < 0.999 * planes.LARGEST, scale > 1.001 * planes.SMALLEST];
        this.#buttons.setEnabled({ closer, farther, fit: !whole });
        this.#holder.classList.toggle("zoomed", this.isZoomed);
        if (this.scene?.whole) this.placeButtons();
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

/** What stays where it was while a picture is magnified. */
const HELD = ".held";

/**
 * Show a part of a picture.
 *
 * @param {Scene} scene
 * @param {Transform} transform
 */
function magnify({ window, size }, { x, y, scale }) {
    window.setAttribute("viewBox", [-x / scale, -y / scale, size.width / scale, size.height / scale].map(String).join(" "));
    const back = new DOMMatrix([1 / scale, 0, 0, 1 / scale, -x / scale, -y / scale]);
    for (const held of window.querySelectorAll(HELD)) {
        if (!(held instanceof SVGGraphicsElement) || !(held.parentNode instanceof SVGGraphicsElement)) continue;
        const [whole, around] = [window.getScreenCTM(), held.parentNode.getScreenCTM()];
        const placed = whole && around ? DOMMatrix.fromMatrix(whole.inverse().multiply(around)) : new DOMMatrix();
        held.style.transform = scale === 1 ? "" : placed.inverse().multiply(back).multiply(placed).toString();
    }
}

/**
 * What the picture's box on the page shows of it at its own size.
 *
 * @param {SVGSVGElement} window
 * @param {Transform} current how it is magnified
 * @returns {Box}
 */
function seenOf(window, { x, y, scale }) {
    const box = window.getBoundingClientRect();
    const [from, to] = [toPictureUnits(window, box.left, box.top), toPictureUnits(window, box.right, box.bottom)];
    return { left: x + scale * from.x, top: y + scale * from.y, right: x + scale * to.x, bottom: y + scale * to.y };
}

/**
 * The plane of a picture as the server drew it, or the picture itself.
 *
 * @param {Element} holder
 * @param {boolean} primary
 * @returns {Scene | null}
 */
function readScene(holder, primary) {
    const picture = holder.querySelector("svg");
    const plane = holder.querySelector("svg [data-plane]");
    if (primary && picture && !plane) return wholeScene(picture);
    const window = plane instanceof SVGGElement ? plane.ownerSVGElement : null;
    if (!(plane instanceof SVGGElement) || !window) return null;
    const size = { width: window.width.baseVal.value, height: window.height.baseVal.value };
    const drawn = planes.parseTransform(plane.getAttribute("transform") ?? "");
    const bounds = planes.parseBox(plane.getAttribute("data-plane") ?? "");
    return { plane, window, size, bounds, drawn, fit: drawn, smallest: planes.SMALLEST, whole: false };
}

/**
 * @param {SVGSVGElement} picture
 * @returns {Scene}
 */
function wholeScene(picture) {
    const { width, height } = picture.viewBox.baseVal;
    const drawn = { x: 0, y: 0, scale: 1 };
    const bounds = seenOf(picture, drawn);
    return { plane: picture, window: picture, size: { width, height }, bounds, drawn, fit: drawn, smallest: 1, whole: true };
}
