/**
 * Several people at one screen in a game with secrets: whenever the turn passes to another of them, the board is covered
 * until that one asks for it.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./live.js").Live} Live
 */
import { covered, optional, say, typing } from "./dom.js";

const NOBODY = -1;

export class Cover {
    #page;
    #live;
    #reveal;
    #note;
    /** The seat that has the screen. */
    #shown = NOBODY;

    /**
     * @param {HTMLElement} page
     * @param {Live} live
     * @param {() => void} reveal called when the board is to be shown anew
     */
    constructor(page, live, reveal) {
        this.#page = page;
        this.#live = live;
        this.#reveal = reveal;
        this.#note = optional("#uncover", page);
        // The server may have been asked for the hand itself.
        if (!page.classList.contains("covered")) this.#shown = live.view.viewer;
        this.#note?.addEventListener("click", (event) => this.#pressed(event));
        document.addEventListener("keydown", (event) => this.#key(event));
        window.addEventListener("pageshow", (event) => event.persisted && this.#cover());
        this.update();
    }

    /** Whether the board is covered. */
    get on() {
        return this.hides(this.#live.view);
    }

    /**
     * Whether a view holds what is not to be seen now.
     *
     * @param {View} view
     */
    hides(view) {
        return Boolean(view.cover) && view.viewer !== this.#shown;
    }

    /** Take the screen from whoever had it, if it is no longer their turn, and offer it to whose turn it is. */
    update() {
        const { view, table } = this.#live;
        if (view.viewer !== this.#shown) this.#shown = NOBODY;
        this.#page.classList.toggle("covered", this.on);
        if (!this.#note) return;
        const seat = table.seats[view.viewer];
        this.#note.hidden = !this.on || !seat;
        const link = this.#note.querySelector("a");
        if (!seat || !link) return;
        say(link, `${seat.name || seat.seat_name}: show my cards`);
        link.setAttribute("href", `?shown=${view.number}`);
    }

    /** @param {MouseEvent} event */
    #pressed(event) {
        if (!(event.target instanceof Element) || !event.target.closest("a")) return;
        event.preventDefault();
        this.#uncover();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const asked = event.key === "Enter" && !event.repeat && !event.defaultPrevented;
        const active = document.activeElement;
        const free = !active || active === document.body || active.closest("#board") !== null;
        if (!asked || !free || typing() || covered() || !this.#note || this.#note.hidden) return;
        event.preventDefault();
        this.#uncover();
    }

    /** A page that comes back from the browser's memory may come back to somebody else. */
    #cover() {
        this.#shown = NOBODY;
        this.update();
        this.#reveal();
    }

    #uncover() {
        this.#shown = this.#live.view.viewer;
        this.update();
        this.#reveal();
    }
}
