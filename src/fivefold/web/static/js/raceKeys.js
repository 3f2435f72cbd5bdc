/**
 * Keys for a race: each seat at this screen has its own set, its own cursor among the places and its own card chosen, so
 * that two people can play at once on one keyboard. Nothing of it goes through the board's picks, which the pointer has.
 *
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {{board: import("./board.js").Board, live: import("./live.js").Live,
 *     racing: import("./racing.js").Racing}} Parts
 * @typedef {"place" | "next" | Direction} Doing
 */
import { Cursor } from "./cursor.js";
import { covered, made, optional, typing } from "./dom.js";
import { keyed, keyLabel, keysOf, nameOf } from "./lights.js";

/** @type {Record<string, Doing>[]} */
const SETS = [
    { w: "up", a: "left", s: "down", d: "right", f: "place", e: "next" },
    { arrowup: "up", arrowleft: "left", arrowdown: "down", arrowright: "right", enter: "place", ".": "next", ">": "next" },
];
/** Which keys these are, for people. What has a key of its own on the board, such as done, comes after them. */
const LABELS = [
    { walk: "W A S D", place: "F", next: "E" },
    { walk: "↑ ← ↓ →", place: "Enter", next: "." },
];
const RIGHT_SHIFT = "ShiftRight";

export class KeySets {
    #parts;
    /** @type {Cursor[]} */
    #cursors = [];

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
        document.addEventListener("keydown", (event) => this.#pressed(event), { capture: true });
        parts.board.stage.drawnOver.push(() => this.show());
    }

    /** Show the cursors of those who sit here, on the picture as it is. */
    show() {
        const { board, live, racing } = this.#parts;
        if (!live.race) return;
        const { yours, over } = live.view;
        if (this.#cursors.length !== yours.length) this.#seat(yours);
        for (const cursor of this.#cursors) {
            cursor.know(board.svg, over ? [] : racing.moves.filter((move) => move.seat === cursor.seat));
            cursor.draw(board.svg);
        }
    }

    /** @param {readonly number[]} yours */
    #seat(yours) {
        const several = yours.length > 1;
        // Who plays alone may never touch a key; where fingers point, cursors would only be in the way.
        const shown = several && !window.matchMedia("(pointer: coarse)").matches;
        this.#cursors = yours.slice(0, SETS.length).map((seat) => new Cursor(seat, shown));
        if (shown) this.#tell();
    }

    /** The line that says which keys are whose. */
    #tell() {
        const { board, live } = this.#parts;
        const lines = optional("#key-sets");
        if (!lines) return;
        const rows = this.#cursors.map(({ seat }, place) => {
            const who = live.table.seats[seat];
            return line(seat, who?.seat_name ?? "", place, [...board.svg.querySelectorAll(`[data-keys][data-seat="${seat}"]`)]);
        });
        lines.replaceChildren(...rows);
        lines.hidden = false;
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        const { live } = this.#parts;
        if (!live.race || live.view.over || event.altKey || event.ctrlKey || event.metaKey) return;
        if (typing() || covered() || document.querySelector(":popover-open") || elsewhere(event)) return;
        if (this.#said(event) || this.#walked(event)) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    /**
     * A move that has a key of its own, such as done.
     *
     * @param {KeyboardEvent} event
     */
    #said(event) {
        const { board, racing } = this.#parts;
        const name = nameOf(keyed(board.svg, event.key));
        const move = name && !event.repeat ? racing.moves.find(({ picks }) => picks.length === 1 && picks[0] === name) : null;
        if (move) racing.play(move, {});
        return Boolean(move);
    }

    /** @param {KeyboardEvent} event */
    #walked(event) {
        const key = event.code === RIGHT_SHIFT ? "." : event.key.toLowerCase();
        const place = this.#cursors.findIndex((_, set) => SETS[set]?.[key] !== undefined);
        const [cursor, doing] = [this.#cursors[place], SETS[place]?.[key]];
        // Who sits here alone has the arrows for the board itself.
        if (!cursor || !doing) return false;
        cursor.shown = true;
        const { svg } = this.#parts.board;
        if (doing === "place") {
            if (!event.repeat) this.#place(cursor);
            return true;
        }
        if (doing !== "next") cursor.walk(svg, doing);
        else if (!event.repeat) cursor.next();
        cursor.draw(svg);
        return true;
    }

    /** @param {Cursor} cursor */
    #place(cursor) {
        const { racing } = this.#parts;
        const before = cursor.chosen;
        const move = cursor.place();
        if (move) racing.play(move, {});
        this.show();
        if (!move && cursor.chosen === before) cursor.refuse();
    }
}

/**
 * Whether a key is meant for something that was gone to by keys, such as a button.
 *
 * @param {KeyboardEvent} event
 */
function elsewhere(event) {
    const active = document.activeElement;
    if (event.key !== "Enter" || !active || active === document.body || active.closest("#picture")) return false;
    return active.matches("a, button, summary") && active.matches(":focus-visible");
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {number} set
 * @param {Element[]} own things of this seat with keys of their own
 */
function line(seat, name, set, own) {
    const keys = LABELS[set];
    const said = (/** @type {string} */ words, /** @type {string} */ meaning) => [made("kbd", "", words), ` ${meaning} `];
    const who = made("strong", "", name);
    const parts = [...said(keys?.walk ?? "", "go"), ...said(keys?.place ?? "", "place"), ...said(keys?.next ?? "", "next one")];
    const others = own.flatMap((thing) => said(keysOf(thing).map(keyLabel).join(" "), thing.getAttribute("data-caption") ?? ""));
    return made("p", `key-line cursor-${seat}`, who, " ", ...parts, ...others);
}
