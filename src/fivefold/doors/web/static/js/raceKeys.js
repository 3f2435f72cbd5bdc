/**
 * Keys for a race: each seat at this screen has its own set of keys, its own cursor and its own chosen card, so that
 * two people can play at once on one keyboard. This leaves the board's picks to the pointer.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {{board: import("./board.js").Board, live: import("./liveMatch.js").LiveMatch,
 *     racing: import("./racing.js").Racing}} Parts
 * @typedef {"place" | "next" | Direction} CursorCommand
 */
import { Cursor } from "./cursor.js";
import { create, isModalOpen, isTyping, optional } from "./dom.js";
import { keyLabel, pickName, shortcutsOf, thingForKey } from "./things.js";

/** @type {Record<string, CursorCommand>[]} */
const KEY_SETS = [
    { w: "up", a: "left", s: "down", d: "right", f: "place", e: "next" },
    {
        ...{ arrowup: "up", arrowleft: "left", arrowdown: "down", arrowright: "right" },
        ...{ enter: "place", ".": "next", ">": "next" },
    },
];
/** The same keys as people read them; things with keys of their own, such as done, come after them. */
const LABELS = [
    { walk: "W A S D", place: "F", next: "E" },
    { walk: "↑ ← ↓ →", place: "Enter", next: "." },
];
const RIGHT_SHIFT = "ShiftRight";

export class RaceKeys {
    #parts;
    /** @type {Cursor[]} */
    #cursors = [];

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
        document.addEventListener("keydown", (event) => this.#onKeydown(event), { capture: true });
        parts.board.stage.redrawListeners.push(() => this.show());
    }

    /** Draw the cursors of the seats at this screen on the current picture. */
    show() {
        const { board, live, racing } = this.#parts;
        const { yours, over } = live.view;
        if (this.#cursors.length !== yours.length) this.#assignSeats(yours);
        for (const cursor of this.#cursors) {
            cursor.update(board.svg, over ? [] : racing.moves.filter((move) => move.seat === cursor.seat));
            cursor.draw(board.svg);
        }
    }

    /** @param {readonly number[]} yours */
    #assignSeats(yours) {
        const several = yours.length > 1;
        // A player alone may never touch a key, and on touch screens cursors would only be in the way.
        const isVisible = several && !window.matchMedia("(pointer: coarse)").matches;
        this.#cursors = yours.slice(0, KEY_SETS.length).map((seat) => new Cursor(seat, isVisible));
        if (isVisible) this.#showKeyLines();
    }

    /** Show which keys are whose. */
    #showKeyLines() {
        const { board, live } = this.#parts;
        const lines = optional("#key-sets");
        if (!lines) return;
        const rows = this.#cursors.map(({ seat }, place) => {
            const who = live.table.seats[seat];
            const own = board.svg.querySelectorAll(`[data-keys][data-seat="${seat}"]`);
            return keyLine(seat, who?.seat_name ?? "", place, [...own]);
        });
        lines.replaceChildren(...rows);
        lines.hidden = false;
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        const { live } = this.#parts;
        if (live.view.over || event.altKey || event.ctrlKey || event.metaKey) return;
        if (isTyping() || isModalOpen() || document.querySelector(":popover-open") || isForControl(event)) return;
        if (this.#playShortcut(event) || this.#moveCursor(event)) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    /**
     * Play a move that has a key of its own, such as done. Returns whether there is one.
     *
     * @param {KeyboardEvent} event
     */
    #playShortcut(event) {
        const { board, racing } = this.#parts;
        const name = pickName(thingForKey(board.svg, event.key));
        if (!name || event.repeat) return false;
        const move = racing.moves.find(({ picks }) => picks.length === 1 && picks[0] === name);
        if (move) racing.play(move, {});
        return Boolean(move);
    }

    /** @param {KeyboardEvent} event */
    #moveCursor(event) {
        const key = event.code === RIGHT_SHIFT ? "." : event.key.toLowerCase();
        const place = this.#cursors.findIndex((_, set) => KEY_SETS[set]?.[key] !== undefined);
        const [cursor, doing] = [this.#cursors[place], KEY_SETS[place]?.[key]];
        // For a player alone the arrows belong to the board itself.
        if (!cursor || !doing) return false;
        cursor.isVisible = true;
        const { svg } = this.#parts.board;
        if (doing === "place") {
            if (!event.repeat) this.#place(cursor);
            return true;
        }
        if (doing !== "next") cursor.move(svg, doing);
        else if (!event.repeat) cursor.chooseNext();
        cursor.draw(svg);
        return true;
    }

    /** @param {Cursor} cursor */
    #place(cursor) {
        const { racing } = this.#parts;
        const before = cursor.chosen;
        const move = cursor.placeChosen();
        if (move) racing.play(move, {});
        this.show();
        if (!move && cursor.chosen === before) cursor.shake();
    }
}

/**
 * Whether a key is for a control, such as a button, that was reached by keys.
 *
 * @param {KeyboardEvent} event
 */
function isForControl(event) {
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
function keyLine(seat, name, set, own) {
    const labels = LABELS[set];
    /** @type {(keys: string, meaning: string) => (Node | string)[]} */
    const explained = (keys, meaning) => [create("kbd", "", keys), ` ${meaning} `];
    const who = create("strong", "", name);
    const parts = [
        ...explained(labels?.walk ?? "", "go"),
        ...explained(labels?.place ?? "", "place"),
        ...explained(labels?.next ?? "", "next one"),
    ];
    const others = own.flatMap((thing) =>
        explained(shortcutsOf(thing).map(keyLabel).join(" "), thing.getAttribute("data-caption") ?? ""),
    );
    return create("p", `key-line cursor-${seat}`, who, " ", ...parts, ...others);
}
