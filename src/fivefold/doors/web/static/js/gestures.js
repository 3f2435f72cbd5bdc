/**
 * What a press, a tap and a drag on a board do to the picks.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./geometry.js").Point} Point
 */
import { DraggedThing } from "./draggedThing.js";
import { isSetMember, moveDecided, moveSpelled, nextPicks, picksAfter } from "./picks.js";
import { pickableThing, pickableThings, pickName, spotKind } from "./things.js";

/** This few of a kind leave enough room beside them to scroll the page. */
const FEW = 4;

/** Implements `GestureHandler` of pointer.js. */
export class BoardGestures {
    #board;
    /** @type {DraggedThing | null} */
    #dragged = null;
    /** The name of the thing under the dragged one that would take it; empty for none. */
    #goal = "";
    /** The picks before the press, if the press changed them. @type {string[] | null} */
    #picksBefore = null;

    /** @param {Board} board */
    constructor(board) {
        this.#board = board;
    }

    /** Whether something is being dragged. */
    get isDragging() {
        return this.#dragged !== null;
    }

    /** End all motion, so that the press meets what is really there. */
    start() {
        this.#board.stage.finish();
    }

    /** @param {string} name of what was tapped, if it is a thing that cannot be picked */
    tapOutside(name) {
        if (name) this.#board.refuse(name);
        this.#board.clearPicks();
    }

    /** @param {string} name */
    hover(name) {
        this.#board.hover(name);
    }

    /**
     * A finger comes down: show at once what it picks; the move is made only when it lifts.
     *
     * @param {string} name
     */
    press(name) {
        const board = this.#board;
        const picks = picksAfter(board.moves, board.picks, name);
        this.#picksBefore = null;
        board.stopDwell();
        if (moveDecided(board.moves, picks)) {
            pickableThing(board.svg, name)?.classList.add("picked", "pressed");
            board.prefetch(name);
        } else if (picks.at(-1) === name) {
            this.#picksBefore = board.picks;
            board.setPicks(picks);
        }
        board.keys.setCurrent(name);
    }

    release() {
        if (this.#picksBefore) this.#board.setPicks(this.#picksBefore);
        else this.#board.render();
        this.#picksBefore = null;
    }

    /** @param {string} name */
    tap(name) {
        const { holder, keys } = this.#board;
        if (!this.#picksBefore) this.#board.pickThing(name);
        this.#picksBefore = null;
        const active = document.activeElement;
        if (active === document.body || holder.contains(active)) keys.focus(name);
    }

    /**
     * Whether a thing can be dragged to another. Members of a set cannot.
     *
     * @param {string} name
     */
    canLift(name) {
        if (isSetMember(name)) return false;
        const picks = this.#picksWith(name);
        return picks.at(-1) === name && nextPicks(this.#board.moves, picks).length > 0;
    }

    /**
     * Whether moving a finger on a thing drags it rather than scrolls: if it can go to others of its kind, or few are
     * like it.
     *
     * @param {string} name
     */
    liftsAtOnce(name) {
        const { svg, moves } = this.#board;
        const source = pickableThing(svg, name);
        if (!source) return false;
        const kind = spotKind(source);
        const kin = kind ? pickableThings(svg).filter((other) => spotKind(other) === kind) : [source];
        const goals = nextPicks(moves, this.#picksWith(name));
        return kin.length <= FEW || kin.some((other) => goals.includes(pickName(other)));
    }

    /**
     * @param {string} name
     * @param {Point} start
     */
    lift(name, start) {
        const board = this.#board;
        board.setPicks(this.#picksWith(name));
        this.#picksBefore = null;
        const source = pickableThing(board.svg, name);
        if (!source) return;
        this.#dragged = new DraggedThing(board.svg, source, start);
        board.holder.classList.add("dragging");
        board.transport.sound?.("lift");
    }

    /**
     * @param {Point} point
     * @param {string} over
     */
    drag(point, over) {
        const { svg, next, picks, previewedMoves } = this.#board;
        const goal = next.includes(over) ? over : "";
        if (goal && goal !== this.#goal) this.#board.startDwell(goal);
        this.#goal = goal;
        for (const element of pickableThings(svg)) {
            element.classList.toggle("over", goal !== "" && pickName(element) === goal);
        }
        const move = goal ? moveSpelled(previewedMoves, [...picks, goal]) : null;
        this.#dragged?.follow(point);
        this.#dragged?.fit(goal ? pickableThing(svg, goal) : null);
        this.#dragged?.showParts(move?.motions ?? []);
    }

    /** @param {string} over */
    drop(over) {
        const board = this.#board;
        const dragged = this.#dragged;
        const fits = board.next.includes(over);
        const move = fits ? moveDecided(board.moves, [...board.picks, over]) : null;
        this.#endDrag();
        if (move) board.play(move, { dragged: dragged?.transition ?? null });
        else if (fits) board.pickThing(over);
        else if (over !== board.picks.at(-1)) board.clearPicks();
        else board.render();
    }

    /** The picture has been drawn anew. */
    redraw() {
        this.#dragged?.redraw();
    }

    cancelDrag() {
        this.#endDrag();
        this.#board.render();
    }

    /**
     * The picks with this thing as the last one.
     *
     * @param {string} name
     */
    #picksWith(name) {
        const { moves, picks } = this.#board;
        return picks.at(-1) === name ? picks : picksAfter(moves, picks, name);
    }

    #endDrag() {
        this.#dragged?.end();
        this.#dragged = null;
        this.#board.holder.classList.remove("dragging");
    }
}
