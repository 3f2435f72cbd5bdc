/**
 * A thing in the player's hand: a copy of what lies on the picked place follows the finger, and shows only the part
 * that would go where the finger is.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./types.js").Motion} Motion
 */
import { copied, group, inUnits } from "./shapes.js";

export class Carried {
    #svg;
    #layer;
    #start;
    #lying;
    /** Where the hand is, from where it took hold, in the picture's units. */
    by = { x: 0, y: 0 };
    /** How much smaller it is shown, over small places, than where it lay. */
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
        this.#start = inUnits(svg, start.x, start.y);
        const object = source.querySelector("[id]");
        this.#lying = object instanceof SVGGraphicsElement ? object : null;
        this.#layer = group("carried");
        this.#layer.style.pointerEvents = "none";
        this.#layer.style.transformBox = "fill-box";
        this.#layer.style.transformOrigin = "center";
        if (this.#lying) this.#layer.append(copied(svg, this.#lying));
        this.stay();
    }

    /** The picture has been drawn anew: what is in the hand stays there. */
    stay() {
        if (this.#lying) this.#lying.style.opacity = "0.35";
        this.#svg.style.overflow = "visible";
        this.#svg.append(this.#layer);
    }

    /**
     * Be as large as things are where it is carried to, if that is on a plane.
     *
     * @param {Element | null} goal
     */
    fit(goal) {
        const there = goal?.closest("[data-plane]") ? goal.getBoundingClientRect().height : 0;
        const here = this.#lying?.getBoundingClientRect().height ?? 0;
        this.scale = there && here ? Math.min(1, there / here) : 1;
        this.#layer.style.scale = String(this.scale);
    }

    /** @param {Point} point on the screen */
    follow(point) {
        const here = inUnits(this.#svg, point.x, point.y);
        this.by = { x: here.x - this.#start.x, y: here.y - this.#start.y };
        this.#layer.style.translate = `${this.by.x}px ${this.by.y - 6}px`;
    }

    /**
     * Show only the parts that a move would take, everything if none is known.
     *
     * @param {readonly Motion[]} motions
     */
    takeOnly(motions) {
        const taken = new Set(motions.map(([from]) => from));
        /** @type {NodeListOf<SVGElement>} */
        const parts = this.#layer.querySelectorAll("[data-id]");
        const some = [...parts].some((part) => taken.has(part.dataset.id ?? ""));
        parts.forEach((part) => {
            const whole = part.querySelector("[data-id]") !== null;
            part.style.visibility = !some || whole || taken.has(part.dataset.id ?? "") ? "" : "hidden";
        });
    }

    /** Let go; what was lifted shows again. */
    end() {
        this.#layer.remove();
        this.#svg.style.removeProperty("overflow");
        this.#lying?.style.removeProperty("opacity");
    }
}
