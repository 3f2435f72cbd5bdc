/**
 * News of a match as it happens. The browser reconnects by itself; after a sleep, or when it gives up, the stream is
 * opened anew from what the page knows.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 *
 * @typedef {Object} Listener
 * @property {() => number} after the number of the last entry the page knows
 * @property {(view: View) => void} view
 * @property {(table: Table) => void} table
 * @property {(connected: boolean) => void} connected
 * @property {() => void} woken the page was away for long, or comes back from the browser's cache
 */
import { pause } from "./order.js";

const PATIENCE = 1500;
const LONG = 20_000;

export class Stream {
    #address;
    #listener;
    /** @type {EventSource | null} */
    #source = null;
    #attempt = 0;
    #retry = 0;
    #doubt = 0;
    #asleep = 0;

    /**
     * @param {string} address
     * @param {Listener} listener
     */
    constructor(address, listener) {
        this.#address = address;
        this.#listener = listener;
        window.addEventListener("pagehide", () => this.close());
        window.addEventListener("pageshow", (event) => event.persisted && this.#wake());
        window.addEventListener("online", () => this.open());
        document.addEventListener("visibilitychange", () => this.#seen());
    }

    /** Connect, anew if there is a connection. */
    open() {
        this.close();
        const source = new EventSource(`${this.#address}?after=${this.#listener.after()}`);
        this.#source = source;
        source.addEventListener("open", () => this.#connected());
        source.addEventListener("error", () => this.#lost(source));
        source.addEventListener("view", (event) => this.#heard(() => this.#listener.view(JSON.parse(event.data))));
        source.addEventListener("table", (event) => this.#heard(() => this.#listener.table(JSON.parse(event.data))));
    }

    close() {
        window.clearTimeout(this.#retry);
        window.clearTimeout(this.#doubt);
        this.#source?.close();
        this.#source = null;
    }

    /** @param {() => void} tell */
    #heard(tell) {
        this.#connected();
        tell();
    }

    #connected() {
        this.#attempt = 0;
        window.clearTimeout(this.#doubt);
        this.#doubt = 0;
        this.#listener.connected(true);
    }

    /** @param {EventSource} source */
    #lost(source) {
        if (source !== this.#source) return;
        if (!this.#doubt) this.#doubt = window.setTimeout(() => this.#listener.connected(false), PATIENCE);
        if (source.readyState !== EventSource.CLOSED) return;
        window.clearTimeout(this.#retry);
        this.#retry = window.setTimeout(() => this.#again(), pause(this.#attempt));
        this.#attempt += 1;
    }

    #again() {
        const doubt = this.#doubt;
        this.#doubt = 0;
        this.open();
        this.#doubt = doubt;
    }

    #seen() {
        if (document.hidden) this.#asleep = Date.now();
        else if (this.#asleep && Date.now() - this.#asleep > LONG) this.#wake();
    }

    #wake() {
        this.#asleep = 0;
        this.open();
        this.#listener.woken();
    }
}
