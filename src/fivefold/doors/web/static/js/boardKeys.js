/**
 * Keys on a board: arrows move from thing to thing on anybody's turn, N and Shift N among those that can be picked,
 * Enter and Space pick, Escape undoes a pick, digits choose among the offered moves, and a thing may have keys of its
 * own (`data-keys`). Tab reaches one thing at a time; focus survives every redraw.
 *
 * @typedef {import("./board.js").Board} Board
 */
import { isModalOpen, isTyping } from "./dom.js";
import { ARROWS, arrowTarget } from "./geometry.js";
import { centreOnScreen } from "./svg.js";
import { findThing, namedThings, pickableThings, pickName, thingForKey, thingName } from "./things.js";

/** Before everything else in reading order. */
const BEFORE_ALL = { x: -1e6, y: -1e6 };
const AFTER_ALL = { x: 1e6, y: 1e6 };

export class BoardKeys {
    #board;
    #current = "";
    /** Where that thing is on the screen. @type {import("./geometry.js").Point | null} */
    #position = null;
    #focused = false;
    /** Whether a key was used last: people who point need no focus ring. */
    #byKeys = false;
    /** Whether arrows or Tab led to the focused thing; then Space picks it, even if that is another thing's key. */
    #usedArrows = false;

    /** @param {Board} board */
    constructor(board) {
        this.#board = board;
        board.holder.addEventListener("keydown", (event) => this.#onKeydown(event));
        document.addEventListener("keydown", (event) => this.#noteInput(event.key), { capture: true });
        document.addEventListener("pointerdown", () => this.#noteInput(""), { capture: true });
        document.addEventListener("keydown", (event) => this.#onDocumentKeydown(event));
        document.addEventListener("pointerdown", (event) => this.#onPointerdown(event));
        board.holder.addEventListener("focusin", (event) => this.#onFocusIn(event));
        board.holder.addEventListener("focusout", (event) => this.#onFocusOut(event));
    }

    /** @param {string} key empty for a pointer */
    #noteInput(key) {
        this.#byKeys = key !== "";
        if (key === "Tab" || key in ARROWS) this.#usedArrows = true;
        else if (!key) this.#usedArrows = false;
    }

    /** @param {string} name of the thing to return to */
    setCurrent(name) {
        this.#current = name;
    }

    /** @param {string} name */
    focus(name) {
        this.#current = name;
        this.#focused = true;
        this.restore();
    }

    /** Remember where focus is before the picture changes. */
    remember() {
        this.#focused = this.#focused || this.#board.holder.contains(document.activeElement);
        const last = findThing(this.#board.svg, this.#current);
        if (last) this.#position = centreOnScreen(last);
    }

    /** Let Tab reach one thing, and focus it if the board had the focus. */
    restore() {
        const { svg } = this.#board;
        const current = findThing(svg, this.#current) ?? this.#nearest(this.#pickable()) ?? namedThings(svg)[0];
        for (const element of namedThings(svg)) {
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
     * The thing closest to the last one, when that can no longer be picked.
     *
     * @param {SVGGraphicsElement[]} open
     */
    #nearest(open) {
        const place = this.#position;
        if (!place || open.length < 2) return open[0];
        const [x, y] = [place.x, place.y];
        const far = (/** @type {Element} */ other) => {
            const centre = centreOnScreen(other);
            return Math.hypot(centre.x - x, centre.y - y);
        };
        return open.reduce((best, other) => (far(other) < far(best) ? other : best));
    }

    /** The things that can be picked next or unpicked, or that begin another move than what was picked beforehand. */
    #pickable() {
        const { svg, next, picks, isUntouched, others } = this.#board;
        const names = new Set([...(isUntouched ? [] : picks), ...next, ...others]);
        return pickableThings(svg).filter((element) => names.has(pickName(element)));
    }

    /** @param {FocusEvent} event */
    #onFocusIn(event) {
        this.#focused = true;
        const name = event.target instanceof Element ? thingName(event.target) : "";
        if (!name || name === this.#current) return;
        this.#current = name;
    }

    /** @param {FocusEvent} event */
    #onFocusOut(event) {
        const to = event.relatedTarget;
        if (to instanceof Node && !this.#board.holder.contains(to)) this.#focused = false;
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const direction = ARROWS[event.key];
        if (event.key === " " && !this.#usedArrows && thingForKey(this.#board.svg, " ")) return;
        if (direction) this.#moveFocus(direction, namedThings(this.#board.svg));
        else if (event.key === "n") this.#moveFocus("right", this.#pickable(), BEFORE_ALL);
        else if (event.key === "N") this.#moveFocus("left", this.#pickable(), AFTER_ALL);
        else if (event.key === "Enter" || event.key === " ") this.#pickFocused();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Keys that work without focus on the board.
     *
     * @param {KeyboardEvent} event
     */
    #onDocumentKeydown(event) {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isModalOpen()) return;
        const board = this.#board;
        if (event.key === "Escape" && (!board.isUntouched || board.pointer.dragging)) board.undoPick();
        else if (isTyping() || !this.#takesDocumentKeys()) return;
        else if (this.#pickByShortcut(event)) this.#usedArrows = false;
        else if (/^[1-9]$/.test(event.key)) void this.#playOffer(Number(event.key));
        else return;
        event.preventDefault();
    }

    /**
     * Pick the thing with this key. Returns whether there is one.
     *
     * @param {KeyboardEvent} event
     */
    #pickByShortcut(event) {
        const { holder, svg } = this.#board;
        const active = document.activeElement;
        const elsewhere = active && active !== document.body && !holder.contains(active);
        if ((event.key === " " && elsewhere) || document.querySelector(":popover-open")) return false;
        const goal = thingForKey(svg, event.key);
        if (goal && !event.repeat) this.#board.pickThing(pickName(goal));
        return goal !== null;
    }

    #takesDocumentKeys() {
        return this.#board.transport.primary || this.#board.holder.contains(document.activeElement);
    }

    /**
     * Play the move offered for a digit. If the offers have not arrived yet it waits for them, unless the picks change
     * meanwhile.
     *
     * @param {number} number
     */
    async #playOffer(number) {
        const board = this.#board;
        const { picks } = board;
        if (!picks.length) return;
        // Without a preview there is no offer, and the panel shows none.
        if (!this.#offerAt(number)) await board.fetchPreview(picks).catch(() => {});
        const move = board.picks === picks ? this.#offerAt(number) : null;
        if (move) board.play(move);
    }

    /** @param {number} number */
    #offerAt(number) {
        const { previewedMoves, transport } = this.#board;
        return (transport.offerAt ? transport.offerAt(number) : previewedMoves[number - 1]) ?? null;
    }

    /** @param {PointerEvent} event */
    #onPointerdown(event) {
        const { holder, transport } = this.#board;
        if (this.#board.isUntouched || !(event.target instanceof Node)) return;
        const beside = event.target instanceof Element && event.target.closest("[data-keeps-picks]");
        const within = event.composedPath().includes(holder) || transport.panel?.contains(event.target);
        if (!within && !beside) this.#board.clearPicks();
    }

    /**
     * @param {import("./geometry.js").Direction} direction
     * @param {SVGGraphicsElement[]} things to move among
     * @param {import("./geometry.js").Point} [again] where to begin again after the last
     */
    #moveFocus(direction, things, again) {
        const here = findThing(this.#board.svg, this.#current) ?? things[0];
        if (!here) return;
        const centres = things.map(centreOnScreen);
        const found = arrowTarget(centreOnScreen(here), centres, direction);
        const goal = things[found < 0 && again ? arrowTarget(again, centres, direction) : found];
        if (!goal) return;
        this.focus(thingName(goal));
        this.#board.hover(pickName(goal));
        this.#board.transport.reached?.(thingName(goal));
    }

    #pickFocused() {
        const name = thingName(document.activeElement);
        if (!name) return;
        this.#current = name;
        this.#board.pickThing(name);
    }
}
