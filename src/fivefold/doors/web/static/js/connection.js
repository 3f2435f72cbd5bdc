/**
 * Says when the connection to the server breaks and when it is back.
 *
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 * @typedef {import("./announcer.js").Announcer} Announcer
 */

export class Connection {
    #page;
    #live;
    #announcer;
    #connected = true;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {Announcer} telling
     */
    constructor(page, live, telling) {
        this.#page = page;
        this.#live = live;
        this.#announcer = telling;
    }

    /**
     * A move cannot be sent now, or has got through at last.
     *
     * @param {string} text empty when it has got through
     */
    reportTrouble(text) {
        if (text) {
            this.#page.classList.remove("offline");
            this.#announcer.announce(text, true);
        } else if (this.#announcer.showsError) this.#announcer.announce(this.#live.view.status);
    }

    /**
     * The stream of updates is connected, or no longer.
     *
     * @param {boolean} connected
     */
    setConnected(connected) {
        if (connected === this.#connected) return;
        this.#connected = connected;
        const { hasPending } = this.#live;
        this.#page.classList.toggle("offline", !connected && !hasPending);
        if (!hasPending) this.#announcer.speak(connected ? "Connected again." : "No connection. Trying again.");
    }
}
