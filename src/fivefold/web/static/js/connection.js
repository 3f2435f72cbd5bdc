/**
 * The connection to the server: what is said when it breaks, and when it is there again.
 *
 * @typedef {import("./live.js").Live} Live
 * @typedef {import("./announcer.js").Telling} Telling
 */

export class Connection {
    #page;
    #live;
    #telling;
    #connected = true;

    /**
     * @param {HTMLElement} page
     * @param {Live} live
     * @param {Telling} telling
     */
    constructor(page, live, telling) {
        this.#page = page;
        this.#live = live;
        this.#telling = telling;
    }

    /**
     * A move cannot be sent now, or could at last.
     *
     * @param {string} said empty when it is over
     */
    trouble(said) {
        if (said) {
            this.#page.classList.remove("offline");
            this.#telling.tell(said, true);
        } else if (this.#telling.wrong) this.#telling.tell(this.#live.view.status);
    }

    /**
     * News comes, or comes no longer.
     *
     * @param {boolean} connected
     */
    noted(connected) {
        if (connected === this.#connected) return;
        this.#connected = connected;
        const { pending } = this.#live;
        this.#page.classList.toggle("offline", !connected && !pending);
        if (!pending) this.#telling.speak(connected ? "Connected again." : "No connection. Trying again.");
    }
}
