/**
 * A player's hand on a board: what a press, a tap, a drag do to the picks.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./geometry.js").Point} Point
 */
import { Carried } from "./carried.js";
import { nameOf, spotKind, thing, things } from "./lights.js";
import { decided, following, isMember, picked, spelled } from "./picks.js";

/** So few of a kind leave room enough beside them to scroll the page. */
const FEW = 4;

/** What `Hands` in pointer.js asks for. */
export class Grasp {
    #board;
    /** @type {Carried | null} */
    #carried = null;
    /** What it is carried over, empty for nothing that takes it. */
    #goal = "";
    /** The picks before the press, if it has changed them. @type {string[] | null} */
    #before = null;

    /** @param {Board} board */
    constructor(board) {
        this.#board = board;
    }

    /** Whether something is in the hand. */
    get full() {
        return this.#carried !== null;
    }

    /** Whatever moves has arrived: a hand reaches for what is there. */
    settle() {
        this.#board.stage.finish();
    }

    miss() {
        this.#board.clear();
    }

    /** @param {string} name */
    hover(name) {
        this.#board.look(name);
    }

    /**
     * A finger comes down: what it means is shown at once, and made only when it lifts.
     *
     * @param {string} name
     */
    press(name) {
        const board = this.#board;
        const picks = picked(board.moves, board.picks, name);
        this.#before = null;
        board.lookAway();
        if (decided(board.moves, picks)) {
            thing(board.svg, name)?.classList.add("picked", "pressed");
            board.foresee(name);
        } else if (picks.at(-1) === name) {
            this.#before = board.picks;
            board.pick(picks);
        }
        board.keys.at(name);
    }

    release() {
        if (this.#before) this.#board.pick(this.#before);
        else this.#board.render();
        this.#before = null;
    }

    /** @param {string} name */
    tap(name) {
        const { holder, keys } = this.#board;
        if (!this.#before) this.#board.choose(name);
        this.#before = null;
        const active = document.activeElement;
        if (active === document.body || holder.contains(active)) keys.focus(name);
    }

    /**
     * Whether a thing can be carried to another; what is chosen as one of several stays where it is.
     *
     * @param {string} name
     */
    canLift(name) {
        if (isMember(name)) return false;
        const picks = this.#with(name);
        return picks.at(-1) === name && following(this.#board.moves, picks).length > 0;
    }

    /**
     * Whether a thing is one to carry about: it goes to others of its kind, or there are few like it.
     *
     * @param {string} name
     */
    liftsAtOnce(name) {
        const { svg, moves } = this.#board;
        const source = thing(svg, name);
        if (!source) return false;
        const kind = spotKind(source);
        const kin = kind ? things(svg).filter((other) => spotKind(other) === kind) : [source];
        const goals = following(moves, this.#with(name));
        return kin.length <= FEW || kin.some((other) => goals.includes(nameOf(other)));
    }

    /**
     * @param {string} name
     * @param {Point} start
     */
    lift(name, start) {
        const board = this.#board;
        board.pick(this.#with(name));
        this.#before = null;
        const source = thing(board.svg, name);
        if (!source) return;
        this.#carried = new Carried(board.svg, source, start);
        board.holder.classList.add("dragging");
        board.transport.sound?.("lift");
    }

    /**
     * @param {Point} point
     * @param {string} over
     */
    carry(point, over) {
        const { svg, next, picks, choices } = this.#board;
        const goal = next.includes(over) ? over : "";
        if (goal && goal !== this.#goal) this.#board.dwell(goal);
        this.#goal = goal;
        for (const element of things(svg)) element.classList.toggle("over", goal !== "" && nameOf(element) === goal);
        const move = goal ? spelled(choices, [...picks, goal]) : null;
        this.#carried?.follow(point);
        this.#carried?.fit(goal ? thing(svg, goal) : null);
        this.#carried?.takeOnly(move?.motions ?? []);
    }

    /** @param {string} over */
    drop(over) {
        const board = this.#board;
        const carried = this.#carried;
        const fits = board.next.includes(over);
        const move = fits ? decided(board.moves, [...board.picks, over]) : null;
        this.#letGo();
        if (move) board.play(move, carried ? { carried: { inside: carried.source, by: carried.by, scale: carried.scale } } : {});
        else if (fits) board.choose(over);
        else if (over !== board.picks.at(-1)) board.clear();
        else board.render();
    }

    /** The picture has been drawn anew. */
    stay() {
        this.#carried?.stay();
    }

    putBack() {
        this.#letGo();
        this.#board.render();
    }

    /**
     * The picks with this thing as the last.
     *
     * @param {string} name
     */
    #with(name) {
        const { moves, picks } = this.#board;
        return picks.at(-1) === name ? picks : picked(moves, picks, name);
    }

    #letGo() {
        this.#carried?.end();
        this.#carried = null;
        this.#board.holder.classList.remove("dragging");
    }
}
