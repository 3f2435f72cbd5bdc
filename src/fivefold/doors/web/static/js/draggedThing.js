/**
 * A thing being dragged: a copy of what lies on the picked place follows the pointer. It shows only the part that would
 * move to the place under the pointer.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./types.js").Motion} Motion
 */
import { copyInPlace, createGroup, toPictureUnits } from "./svg.js";

export class DraggedThing {
    #svg;
    #layer;
    #start;
    #original;
    /** How far it has been dragged, in the picture's units. */
    offset = { x: 0, y: 0 };
    /** How much smaller it is drawn over small places than where it lay. */
    scale = 1;
    source;

    /**
     * @param {SVGSVGElement} svg
     * @param {SVGGraphicsElement} source the thing picked
     * @param {Point} start on the screen
     */
    constructor(svg, source, start) {
        this.#svg = svg;
        this.source = source;
        this.#start = toPictureUnits(svg, start.x, start.y);
        const object = source.querySelector("[id]");
        this.#original = object instanceof SVGGraphicsElement ? object : null;
        this.#layer = createGroup("carried");
        this.#layer.style.pointerEvents = "none";
        this.#layer.style.transformBox = "fill-box";
        this.#layer.style.transformOrigin = "center";
        if (this.#original) this.#layer.append(copyInPlace(svg, this.#original));
        this.redraw();
    }

    /** The picture has been redrawn: show the dragged copy on it. */
    redraw() {
        if (this.#original) this.#original.style.opacity = "0.35";
        this.#svg.style.overflow = "visible";
        this.#svg.append(this.#layer);
    }

    /**
     * Take the size of the goal if that is on a plane.
     *
     * @param {Element | null} goal
     */
    fit(goal) {
        const there = goal?.closest("[data-plane]") ? goal.getBoundingClientRect().height : 0;
        const here = this.#original?.getBoundingClientRect().height ?? 0;
        this.scale = there && here ? Math.min(1, there / here) : 1;
        this.#layer.style.scale = String(this.scale);
    }

    /** Where it is dropped, for the motion to start there. */
    get transition() {
        return { inside: this.source, offset: this.offset, scale: this.scale };
    }

    /** @param {Point} point on the screen */
    follow(point) {
        const here = toPictureUnits(this.#svg, point.x, point.y);
        this.offset = { x: here.x - this.#start.x, y: here.y - this.#start.y };
        this.#layer.style.translate = `${this.offset.x}px ${this.offset.y - 6}px`;
    }

    /**
     * Show only the parts that a move would take; all of them if none is known.
     *
     * @param {readonly Motion[]} motions
     */
    showParts(motions) {
        const taken = new Set(motions.map(([from]) => from));
        /** @type {NodeListOf<SVGElement>} */
        const parts = this.#layer.querySelectorAll("[data-id]");
        const some = [...parts].some((part) => taken.has(part.dataset.id ?? ""));
        parts.forEach((part) => {
            const whole = part.querySelector("[data-id]") !== null;
            part.style.visibility = !some || whole || taken.has(part.dataset.id ?? "") ? "" : "hidden";
        });
    }

    /** End the drag; the original is visible again. */
    end() {
        this.#layer.remove();
        this.#svg.style.removeProperty("overflow");
        this.#original?.style.removeProperty("opacity");
    }
}
