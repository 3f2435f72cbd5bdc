/**
 * For several people at one screen in a game with hidden cards: whenever the turn passes to another player, the board
 * is covered until that player uncovers it.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 */
import { isModalOpen, isTyping, optional, setText } from "./dom.js";

const NOBODY = -1;

export class TurnCover {
    #page;
    #live;
    #onUncover;
    #note;
    /** The seat for which the board is uncovered. */
    #uncoveredSeat = NOBODY;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {() => void} reveal called when the board has to be redrawn
     */
    constructor(page, live, reveal) {
        this.#page = page;
        this.#live = live;
        this.#onUncover = reveal;
        this.#note = optional("#uncover", page);
        // The page may have been requested with the hand uncovered.
        if (!page.classList.contains("covered")) this.#uncoveredSeat = live.view.viewer;
        this.#note?.addEventListener("click", (event) => this.#onClick(event));
        document.addEventListener("keydown", (event) => this.#onKeydown(event));
        window.addEventListener("pageshow", (event) => event.persisted && this.#cover());
        this.update();
    }

    /** Whether the board is covered. */
    get isCovering() {
        return this.hides(this.#live.view);
    }

    /**
     * Whether a view shows something that must not be seen now.
     *
     * @param {MatchView} view
     */
    hides(view) {
        return Boolean(view.cover) && view.viewer !== this.#uncoveredSeat;
    }

    /** Cover the board if the turn has passed, and offer to uncover it for the player whose turn it is. */
    update() {
        const { view, table } = this.#live;
        if (view.viewer !== this.#uncoveredSeat) this.#uncoveredSeat = NOBODY;
        this.#page.classList.toggle("covered", this.isCovering);
        if (!this.#note) return;
        const seat = table.seats[view.viewer];
        this.#note.hidden = !this.isCovering || !seat;
        const link = this.#note.querySelector("a");
        if (!seat || !link) return;
        setText(link, `${seat.name || seat.seat_name}: show my cards`);
        link.setAttribute("href", `?shown=${view.number}`);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (!(event.target instanceof Element) || !event.target.closest("a")) return;
        event.preventDefault();
        this.#uncover();
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        const isEnter = event.key === "Enter" && !event.repeat && !event.defaultPrevented;
        const active = document.activeElement;
        const free = !active || active === document.body || active.closest("#board") !== null;
        if (!isEnter || !free || isTyping() || isModalOpen() || !this.#note || this.#note.hidden) return;
        event.preventDefault();
        this.#uncover();
    }

    /** Somebody else may be looking when the browser restores the page. */
    #cover() {
        this.#uncoveredSeat = NOBODY;
        this.update();
        this.#onUncover();
    }

    #uncover() {
        this.#uncoveredSeat = this.#live.view.viewer;
        this.update();
        this.#onUncover();
    }
}
