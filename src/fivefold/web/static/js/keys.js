/**
 * Keys on a board: arrows go to the nearest thing that can be picked, Enter and Space pick, Escape puts back, digits
 * choose among what is offered, and a thing may have keys of its own (`data-keys`). One thing at a time can be reached
 * with Tab; focus outlives every redrawing.
 *
 * @typedef {import("./board.js").Board} Board
 */
import { covered, typing } from "./dom.js";
import { ARROWS, nearest } from "./geometry.js";
import { keyed, nameOf, thing, things } from "./lights.js";
import { onScreen } from "./shapes.js";

export class Keys {
    #board;
    #name = "";
    /** Where that thing is on the screen. @type {import("./geometry.js").Point | null} */
    #place = null;
    #focused = false;
    /** Whether keys were used last: who points needs no ring on the board. */
    #byKeys = false;
    /** Whether one went to the thing that has focus by keys: then the space bar picks it, whatever else it stands for. */
    #walked = false;

    /** @param {Board} board */
    constructor(board) {
        this.#board = board;
        board.holder.addEventListener("keydown", (event) => this.#pressed(event));
        document.addEventListener("keydown", (event) => this.#used(event.key), { capture: true });
        document.addEventListener("pointerdown", () => this.#used(""), { capture: true });
        document.addEventListener("keydown", (event) => this.#anywhere(event));
        document.addEventListener("pointerdown", (event) => this.#outside(event));
        board.holder.addEventListener("focusin", (event) => this.#entered(event));
        board.holder.addEventListener("focusout", (event) => this.#left(event));
    }

    /** @param {string} key empty for a pointer */
    #used(key) {
        this.#byKeys = key !== "";
        if (key === "Tab" || key in ARROWS) this.#walked = true;
        else if (!key) this.#walked = false;
    }

    /** @param {string} name of the thing to come back to */
    at(name) {
        this.#name = name;
    }

    /** @param {string} name */
    focus(name) {
        this.#name = name;
        this.#focused = true;
        this.restore();
    }

    /** Note where focus is, before the picture changes. */
    remember() {
        this.#focused = this.#focused || this.#board.holder.contains(document.activeElement);
        const last = thing(this.#board.svg, this.#name);
        if (last) this.#place = onScreen(last);
    }

    /** Make one thing reachable, and give it focus if the board had it. */
    restore() {
        const open = this.#open();
        const current = open.find((element) => nameOf(element) === this.#name) ?? this.#nearest(open);
        for (const element of things(this.#board.svg)) {
            const index = element === current ? "0" : "-1";
            if (element.getAttribute("tabindex") !== index) element.setAttribute("tabindex", index);
        }
        const active = document.activeElement;
        const free = !active || active === document.body || this.#board.holder.contains(active);
        if (!this.#focused || !free || !this.#byKeys) return;
        const goal = current ?? this.#board.holder;
        if (goal !== active) goal.focus({ preventScroll: true });
    }

    /**
     * What is closest to where one was, when that can no longer be picked.
     *
     * @param {SVGGraphicsElement[]} open
     */
    #nearest(open) {
        const place = this.#place;
        if (!place || open.length < 2) return open[0];
        const [x, y] = [place.x, place.y];
        const far = (/** @type {Element} */ other) => Math.hypot(onScreen(other).x - x, onScreen(other).y - y);
        return open.reduce((best, other) => (far(other) < far(best) ? other : best));
    }

    /** The things that can be picked next, or put back. */
    #open() {
        const { svg, next, picks } = this.#board;
        const names = new Set([...picks, ...next]);
        return things(svg).filter((element) => names.has(nameOf(element)));
    }

    /** @param {FocusEvent} event */
    #entered(event) {
        this.#focused = true;
        const name = event.target instanceof Element ? nameOf(event.target) : "";
        if (!name || name === this.#name) return;
        this.#name = name;
    }

    /** @param {FocusEvent} event */
    #left(event) {
        const to = event.relatedTarget;
        if (to instanceof Node && !this.#board.holder.contains(to)) this.#focused = false;
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const direction = ARROWS[event.key];
        if (event.key === " " && !this.#walked && keyed(this.#board.svg, " ")) return;
        if (direction && this.#board.moves.length) this.#go(direction);
        else if (event.key === "Enter" || event.key === " ") this.#choose();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Keys that need not be pressed on the board.
     *
     * @param {KeyboardEvent} event
     */
    #anywhere(event) {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || covered()) return;
        const board = this.#board;
        if (event.key === "Escape" && (board.picks.length || board.pointer.dragging)) board.back();
        else if (typing() || !this.#listens()) return;
        else if (this.#shortcut(event)) this.#walked = false;
        else if (/^[1-9]$/.test(event.key)) void this.#offered(Number(event.key));
        else return;
        event.preventDefault();
    }

    /**
     * Pick the thing that has this key; whether there is one.
     *
     * @param {KeyboardEvent} event
     */
    #shortcut(event) {
        const { holder, svg } = this.#board;
        const active = document.activeElement;
        const elsewhere = active && active !== document.body && !holder.contains(active);
        if ((event.key === " " && elsewhere) || document.querySelector(":popover-open")) return false;
        const goal = keyed(svg, event.key);
        if (goal && !event.repeat) this.#board.choose(nameOf(goal));
        return goal !== null;
    }

    #listens() {
        return this.#board.transport.primary || this.#board.holder.contains(document.activeElement);
    }

    /**
     * Make the move offered under a digit. Pressed before the offers are known it waits for them, unless something else
     * is picked meanwhile.
     *
     * @param {number} number
     */
    async #offered(number) {
        const board = this.#board;
        const { picks } = board;
        if (!picks.length) return;
        // What could not be told ahead offers nothing, and the panel shows as much.
        if (!this.#numbered(number)) await board.ask(picks).catch(() => {});
        const move = board.picks === picks ? this.#numbered(number) : null;
        if (move) board.play(move);
    }

    /** @param {number} number */
    #numbered(number) {
        const { choices, transport } = this.#board;
        return (transport.numbered ? transport.numbered(number) : choices[number - 1]) ?? null;
    }

    /** @param {PointerEvent} event */
    #outside(event) {
        const { holder, picks, transport } = this.#board;
        if (!picks.length || !(event.target instanceof Node)) return;
        if (!holder.contains(event.target) && !transport.panel?.contains(event.target)) this.#board.clear();
    }

    /** @param {import("./geometry.js").Direction} direction */
    #go(direction) {
        const open = this.#open();
        const here = thing(this.#board.svg, this.#name) ?? open[0];
        if (!here) return;
        const goal = open[nearest(onScreen(here), open.map(onScreen), direction)];
        if (!goal) return;
        this.focus(nameOf(goal));
        this.#board.look(nameOf(goal));
    }

    #choose() {
        const name = nameOf(document.activeElement);
        if (!name) return;
        this.#name = name;
        this.#board.choose(name);
    }
}
