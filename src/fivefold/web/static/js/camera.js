/**
 * How a player looks at a table without edges, the group `data-plane` of a picture: wheel, pinch, drag, keys and three
 * buttons move and zoom it. A picture from the server shows all of it; the player's own outlook is kept over every
 * redrawing. On a picture without a plane nothing is done.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Box} Box
 * @typedef {import("./plane.js").Outlook} Outlook
 * @typedef {import("./plane.js").Size} Size
 * @typedef {import("./pointer.js").Pointer} Pointer
 * @typedef {{plane: SVGGElement, window: SVGSVGElement, size: Size, bounds: Box, drawn: Outlook, fit: Outlook}} Scene
 *     `drawn` is how the server shows everything, `fit` how it is shown here
 */
import { lively } from "./looks.js";
import { Panning } from "./panning.js";
import * as planes from "./plane.js";
import { boxInside } from "./shapes.js";
import { ZoomButtons } from "./zooming.js";

/** How long the way to another outlook takes, in milliseconds. */
const GLIDE = 200;

export class Camera {
    #holder;
    /** @type {Scene | null} */
    scene = null;
    /** Where the plane is shown now. @type {Outlook} */
    now = { x: 0, y: 0, scale: 1 };
    /** Where it goes. @type {Outlook} */
    goal = this.now;
    /** Whether the player has chosen the outlook; otherwise all is in view. */
    #own = false;
    /** Whether a finger or the mouse holds the plane: then nothing else moves it. */
    #held = false;
    /** The way under way. @type {{from: Outlook, to: Outlook, since: number, frame: number} | null} */
    #way = null;
    /** @type {Box[] | null} */
    #things = null;
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
     * Let the player move the plane of the picture that is there, or will be.
     *
     * @param {Pointer | null} pointer what else fingers do here
     * @param {boolean} primary whether it is the one board of its page: one finger, the wheel and keys go to it
     */
    attend(pointer, primary) {
        new Panning(this.#holder, this, pointer, primary);
        this.#holder.classList.toggle("roams", primary);
        this.#holder.addEventListener("focusin", (event) => this.#focused(event.target));
        new ResizeObserver(() => this.#resized()).observe(this.#holder);
        this.settle();
    }

    /**
     * The picture has changed: look at it as before. What arrives will be in view.
     *
     * When this returns the plane is drawn at its goal, so that what flies there can be measured; it goes there only when
     * the rest of the task is done, and nothing has been painted in between.
     *
     * @param {readonly (Element | null)[]} [arriving]
     */
    settle(arriving = []) {
        const before = this.scene;
        this.scene = read(this.#holder);
        this.#things = null;
        this.#buttons.place(this.scene);
        if (!this.scene) return;
        this.#clear(this.scene);
        if (!before) {
            this.#own = false;
            this.now = this.goal = this.scene.fit;
        }
        this.#go(this.#held ? this.goal : this.#aim(before?.bounds ?? this.scene.bounds, arriving));
        this.#draw(this.goal);
    }

    /** What stands around the picture has changed: put the buttons where they belong. */
    place() {
        this.#buttons.place(this.scene);
    }

    #resized() {
        this.place();
        if (!this.scene) return;
        this.#clear(this.scene);
        if (!this.#own) this.#go(this.scene.fit);
    }

    /**
     * Let what shows everything leave out the corner with the buttons.
     *
     * @param {Scene} scene
     */
    #clear(scene) {
        const places = [...scene.plane.querySelectorAll("[data-thing], [data-pick]")];
        const boxes = places.map((place) => boxInside(scene.plane, place));
        scene.fit = planes.clearOf(scene.drawn, scene.size, scene.bounds, this.#buttons.corner(scene), boxes);
    }

    /**
     * Where to look next.
     *
     * @param {Box} before what had to stay in view until now
     * @param {readonly (Element | null)[]} arriving
     * @returns {Outlook}
     */
    #aim(before, arriving) {
        const { plane, size, bounds, fit } = this.#open();
        if (!this.#own) return fit;
        const goal = planes.following(this.goal, size, before, bounds, fit);
        const boxes = arriving.filter((each) => plane.contains(each)).map((each) => boxInside(plane, each));
        const aimed = boxes.reduce((outlook, box) => this.#with(outlook, box), goal);
        return planes.kept(aimed, size, this.#all());
    }

    /**
     * An outlook that has a box in view.
     *
     * @param {Outlook} outlook
     * @param {Box} box
     */
    #with(outlook, box) {
        const { size } = this.#open();
        return planes.shows(outlook, size, box) ? outlook : planes.revealing(outlook, size, box);
    }

    // --- what the player does

    /** The player takes hold of the plane, where it is. */
    hold() {
        this.#held = true;
        this.#own = true;
        this.#stop();
        this.goal = this.now;
    }

    /** The player lets go. */
    letGo() {
        this.#held = false;
    }

    /**
     * Move the plane at once.
     *
     * @param {Outlook} outlook
     */
    put(outlook) {
        this.#own = true;
        this.#stop();
        this.now = this.goal = planes.kept(outlook, this.#open().size, this.#all());
        this.#draw(this.now);
        this.#allow();
    }

    /**
     * Zoom about a place in the window, its middle unless said.
     *
     * @param {number} factor
     * @param {Point} [at]
     */
    zoom(factor, at) {
        const { size, fit } = this.#open();
        this.#choose(planes.zoomed(this.goal, factor, at ?? { x: size.width / 2, y: size.height / 2 }, fit));
    }

    /**
     * Move on.
     *
     * @param {Point} by in parts of the window
     */
    pan(by) {
        const { width, height } = this.#open().size;
        this.#choose(planes.panned(this.goal, { x: width * by.x, y: height * by.y }));
    }

    /** Bring all into view, and keep it there. */
    fit() {
        this.#own = false;
        this.#go(this.#open().fit);
    }

    /** @param {Outlook} outlook */
    #choose(outlook) {
        this.#own = true;
        this.#go(planes.kept(outlook, this.#open().size, this.#all()));
    }

    /**
     * What gets the focus by keys comes into view.
     *
     * @param {EventTarget | null} target
     */
    #focused(target) {
        if (!(target instanceof SVGGraphicsElement) || !this.scene?.plane.contains(target)) return;
        if (target.matches(":focus-visible")) this.#go(this.#with(this.goal, boxInside(this.scene.plane, target)));
    }

    // --- the way there

    /** @param {Outlook} goal */
    #go(goal) {
        this.goal = goal;
        this.#allow();
        if (!planes.alike(this.now, goal)) queueMicrotask(() => this.#depart());
        else this.now = goal;
    }

    #depart() {
        if (this.#held || planes.alike(this.now, this.goal)) return;
        if (!lively()) {
            this.#stop();
            this.now = this.goal;
            this.#draw(this.now);
            return;
        }
        this.#draw(this.now);
        if (this.#way && planes.alike(this.#way.to, this.goal)) return;
        this.#stop();
        this.#holder.classList.add("gliding");
        this.#way = { from: this.now, to: this.goal, since: performance.now(), frame: 0 };
        this.#way.frame = requestAnimationFrame((time) => this.#step(time));
    }

    /** @param {number} time */
    #step(time) {
        const way = this.#way;
        if (!way) return;
        const share = Math.min(1, Math.max(0, (time - way.since) / GLIDE));
        this.now = share < 1 ? planes.partWay(way.from, way.to, 1 - (1 - share) ** 3) : way.to;
        this.#draw(this.now);
        if (share < 1) way.frame = requestAnimationFrame((next) => this.#step(next));
        else this.#stop();
    }

    #stop() {
        if (this.#way) cancelAnimationFrame(this.#way.frame);
        this.#way = null;
        this.#holder.classList.remove("gliding");
    }

    /** @param {Outlook} outlook */
    #draw(outlook) {
        this.scene?.plane.setAttribute("transform", planes.transformOf(outlook));
    }

    #allow() {
        const { fit } = this.#open();
        const scale = this.goal.scale / fit.scale;
        const whole = planes.alike(this.goal, fit);
        this.#buttons.allow({ closer: scale < 0.999 * planes.LARGEST, farther: scale > 1.001 * planes.SMALLEST, fit: !whole });
    }

    #open() {
        if (!this.scene) throw new Error("there is no plane on this board");
        return this.scene;
    }

    /** Everything that lies on the plane: what has an id and stands in a place with a name. */
    #all() {
        const { plane } = this.#open();
        const lying = plane.querySelectorAll(":is([data-thing], [data-pick]) [id]");
        this.#things ??= [...lying].map((thing) => boxInside(plane, thing));
        return this.#things;
    }
}

/**
 * The plane of a picture as the server drew it.
 *
 * @param {Element} holder
 * @returns {Scene | null}
 */
function read(holder) {
    const plane = holder.querySelector("svg [data-plane]");
    const window = plane instanceof SVGGElement ? plane.ownerSVGElement : null;
    if (!(plane instanceof SVGGElement) || !window) return null;
    const size = { width: window.width.baseVal.value, height: window.height.baseVal.value };
    const drawn = planes.outlookOf(plane.getAttribute("transform") ?? "");
    const bounds = planes.boxOf(plane.getAttribute("data-plane") ?? "");
    return { plane, window, size, bounds, drawn, fit: drawn };
}
