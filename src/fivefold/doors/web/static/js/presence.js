/**
 * Who is at the table: tells the server whether this page can be seen and is in use, and shows how present the others
 * are, and how many look on.
 *
 * @typedef {import("./types.js").PresenceView} PresenceView
 * @typedef {import("./types.js").SeatPresenceView} SeatPresenceView
 * @typedef {{page: HTMLElement, live: import("./liveMatch.js").LiveMatch,
 *     announcer: import("./announcer.js").Announcer}} Parts
 */
import { create, optional, required, setText } from "./dom.js";
import { postForm } from "./requests.js";

const IDLE_MILLISECONDS = 4 * 60_000;
const SECOND = 1000;
/** @type {Record<string, string>} */
const WORDS = { away: "away", gone: "offline" };
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel"];

export class Presence {
    #parts;
    #tab = Math.random().toString(36).slice(2, 12).padEnd(4, "0");
    #told = !document.hidden;
    #lastSign = Date.now();
    /** @type {PresenceView | null} */
    #view = null;
    #received = 0;

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
        document.addEventListener("visibilitychange", () => this.#sign());
        for (const kind of SIGNS_OF_LIFE) document.addEventListener(kind, () => this.#sign(), { passive: true });
        window.setInterval(() => this.#tick(), SECOND);
    }

    /** What the stream's address says of this page. */
    get tab() {
        return { tab: this.#tab, seen: this.#told ? "1" : "0" };
    }

    /** @param {PresenceView} view */
    show(view) {
        const before = this.#view;
        this.#view = view;
        this.#received = Date.now();
        for (const seat of view.seats) {
            this.#showSeat(seat);
            const last = before?.seats.find((each) => each.seat === seat.seat);
            if (last) this.#announce(seat, last.state);
        }
        showWatchers(view);
    }

    #sign() {
        if (!document.hidden) this.#lastSign = Date.now();
        this.#tell();
    }

    #tick() {
        this.#tell();
        for (const seat of this.#view?.seats ?? []) if (seat.state !== "here") this.#showSeat(seat);
    }

    /** Tell the server if this page is seen, or no longer. */
    #tell() {
        const visible = !document.hidden && Date.now() - this.#lastSign < IDLE_MILLISECONDS;
        if (visible === this.#told) return;
        this.#told = visible;
        const fields = { tab: this.#tab, visible: visible ? "yes" : "no" };
        // Where it does not arrive, the next change will; a lost connection is noticed without it.
        postForm(`${this.#parts.live.base}/presence`, fields).catch(() => {});
    }

    /** @param {SeatPresenceView} seat */
    #showSeat(seat) {
        if (this.#parts.live.view.yours.includes(seat.seat)) return;
        const shown = optional(`#seat-${seat.seat} .seat-presence`);
        if (!shown) return;
        shown.dataset.presence = seat.state;
        const passed = seat.seconds === null ? null : seat.seconds + (Date.now() - this.#received) / SECOND;
        setText(shown, presenceWords(seat.state, passed));
    }

    /**
     * @param {SeatPresenceView} seat
     * @param {string} before
     */
    #announce(seat, before) {
        const { live, announcer } = this.#parts;
        const who = live.table.seats[seat.seat];
        if (seat.state === before || !who || who.yours) return;
        // Whose turn it is is said again: a screen reader drops what it was saying.
        if (seat.state === "gone") announcer.speak(`${who.name} has lost the connection. ${live.view.status}`);
        else if (before === "gone") announcer.speak(`${who.name} is back. ${live.view.status}`);
    }
}

/**
 * How present somebody is who is not simply there. The server says the same before any script runs.
 *
 * @param {string} state
 * @param {number | null} seconds for how long
 */
export function presenceWords(state, seconds) {
    const words = WORDS[state] ?? "";
    if (!words || seconds === null) return words;
    if (seconds < 60) return `${words} ${Math.floor(seconds)} s`;
    return seconds < 3600 ? `${words} ${Math.floor(seconds / 60)} min` : words;
}

/** @param {PresenceView} view */
function showWatchers(view) {
    const button = required("#watchers");
    button.hidden = view.watching === 0;
    button.setAttribute("aria-label", `${view.watching} watching`);
    setText(button.querySelector(".watchers-count"), String(view.watching));
    setText(optional("#watchers-title"), `${view.watching} watching`);
    required(".watchers-named").replaceChildren(...view.named.map((name) => create("li", "", name)));
    const unnamed = required("#watchers-unnamed");
    unnamed.hidden = view.watching === view.named.length;
    setText(
        unnamed,
        view.named.length
            ? "The others would rather not be named."
            : "Nobody here is named: people who watch choose that for themselves.",
    );
}
