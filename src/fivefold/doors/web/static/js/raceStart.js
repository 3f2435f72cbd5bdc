/**
 * The start of a race: who is ready, and the countdown that all see at the same time. The house says how many seconds
 * are left; the device's own clock only measures them, so it may be wrong.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").StartView} StartView
 */
import { motionAllowed } from "./appearance.js";
import { optional, setText } from "./dom.js";

const FROM = 3;
const GO_MILLISECONDS = 900;
/** How often the house is asked again for the cards when they are late. */
const AGAIN_MILLISECONDS = 1200;

export class RaceStart {
    #box;
    #announce;
    #timer = 0;
    /** When the cards come, by the device's clock since the page was opened. */
    #ends = 0;
    #counting = false;

    /**
     * @param {HTMLElement} page
     * @param {(words: string) => void} announce
     */
    constructor(page, announce) {
        this.#box = optional("#start", page);
        this.#announce = announce;
    }

    /**
     * Show how the start stands.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    update(view, table) {
        if (!this.#box) return;
        if (table.start) this.#showAsking(this.#box, table.start, table);
        else if (this.#counting && table.status === "live") this.#go(this.#box);
        else if (!this.#counting && !this.#box.classList.contains("going")) this.#box.hidden = true;
        if (view.over) this.#box.hidden = true;
        if (table.start && table.start.seconds !== null) this.#count(table.start.seconds);
    }

    /**
     * @param {HTMLElement} box
     * @param {StartView} start
     * @param {TableView} table
     */
    #showAsking(box, start, table) {
        box.hidden = false;
        for (const item of box.querySelectorAll("li")) {
            const seat = table.seats[Number(item.dataset.seat)];
            const ready = start.ready.includes(Number(item.dataset.seat));
            item.classList.toggle("ready", ready);
            setText(item.querySelector(".start-name"), seat?.name || seat?.seat_name || "");
            setText(item.querySelector(".start-state"), ready ? "ready" : "not ready yet");
        }
        const own = table.seats.filter((seat) => seat.yours);
        box.querySelector("form")?.toggleAttribute("hidden", own.every((seat) => start.ready.includes(seat.seat)));
    }

    /** @param {number} seconds */
    #count(seconds) {
        if (this.#counting) return;
        this.#counting = true;
        this.#ends = performance.now() + 1000 * seconds;
        optional("#start-asks", this.#box ?? document)?.setAttribute("hidden", "");
        this.#beat(0);
    }

    /**
     * Show the next number, and ask for the cards when there is none left.
     *
     * @param {number} shown the number on the page
     */
    #beat(shown) {
        if (!this.#counting) return;
        const left = this.#ends - performance.now();
        if (left <= 0) {
            this.#box?.querySelector("form")?.requestSubmit();
            this.#timer = window.setTimeout(() => this.#beat(shown), AGAIN_MILLISECONDS);
            return;
        }
        const number = Math.min(FROM, Math.ceil(left / 1000));
        if (number !== shown) this.#show(String(number));
        this.#timer = window.setTimeout(() => this.#beat(number), left - 1000 * (number - 1));
    }

    /** @param {string} words */
    #show(words) {
        const count = optional("#start-count", this.#box ?? document);
        if (!count) return;
        count.hidden = false;
        setText(count, words);
        this.#announce(words);
        count.classList.remove("beat");
        void count.offsetWidth;
        count.classList.toggle("beat", motionAllowed());
    }

    /** @param {HTMLElement} box */
    #go(box) {
        window.clearTimeout(this.#timer);
        this.#counting = false;
        box.classList.add("going");
        box.hidden = false;
        optional("#start-count", box)?.classList.add("go");
        this.#show("Go!");
        window.setTimeout(() => (box.hidden = true), GO_MILLISECONDS);
    }
}
