/**
 * The stream of updates of a match. The browser reconnects by itself; after a sleep, or when it gives up, the stream is
 * reopened from the last entry the page knows.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").ChangeView} ChangeView
 * @typedef {import("./types.js").TableView} TableView
 *
 * @typedef {Object} Listener
 * @property {() => MatchView} latest what the page knows
 * @property {(view: MatchView | ChangeView) => void} view a view, or what has changed since one
 * @property {(table: TableView) => void} table
 * @property {(connected: boolean) => void} connected
 * @property {() => Record<string, string>} tab what the address says of this page
 * @property {Record<string, (data: any) => void>} beside what is done with events besides the log, by their names
 * @property {() => void} woken the page was hidden for long, or is restored from the browser's cache
 */
import { retryDelay } from "./updates.js";

const DOUBT_MILLISECONDS = 1500;
const SLEEP_MILLISECONDS = 20_000;

export class Stream {
    #address;
    #listener;
    /** @type {EventSource | null} */
    #source = null;
    #attempt = 0;
    #retryTimer = 0;
    #doubtTimer = 0;
    #hiddenSince = 0;

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
        document.addEventListener("visibilitychange", () => this.#onVisibility());
    }

    /** Connect, or reconnect. */
    open() {
        this.close();
        const { number, version } = this.#listener.latest();
        const query = new URLSearchParams({ after: String(number), version, ...this.#listener.tab() });
        const source = new EventSource(`${this.#address}?${query}`);
        this.#source = source;
        source.addEventListener("open", () => this.#connected());
        source.addEventListener("error", () => this.#onError(source));
        for (const kind of ["view", "change"]) {
            source.addEventListener(kind, (event) => this.#handle(() => this.#listener.view(JSON.parse(event.data))));
        }
        source.addEventListener("table", (event) => this.#handle(() => this.#listener.table(JSON.parse(event.data))));
        for (const [kind, tell] of Object.entries(this.#listener.beside)) {
            source.addEventListener(kind, (event) => this.#handle(() => tell(JSON.parse(event.data))));
        }
    }

    close() {
        window.clearTimeout(this.#retryTimer);
        window.clearTimeout(this.#doubtTimer);
        this.#source?.close();
        this.#source = null;
    }

    /** @param {() => void} tell */
    #handle(tell) {
        this.#connected();
        tell();
    }

    #connected() {
        this.#attempt = 0;
        window.clearTimeout(this.#doubtTimer);
        this.#doubtTimer = 0;
        this.#listener.connected(true);
    }

    /** @param {EventSource} source */
    #onError(source) {
        if (source !== this.#source) return;
        const disconnected = () => this.#listener.connected(false);
        if (!this.#doubtTimer) this.#doubtTimer = window.setTimeout(disconnected, DOUBT_MILLISECONDS);
        if (source.readyState !== EventSource.CLOSED) return;
        window.clearTimeout(this.#retryTimer);
        this.#retryTimer = window.setTimeout(() => this.#reconnect(), retryDelay(this.#attempt));
        this.#attempt += 1;
    }

    #reconnect() {
        const doubt = this.#doubtTimer;
        this.#doubtTimer = 0;
        this.open();
        this.#doubtTimer = doubt;
    }

    #onVisibility() {
        if (document.hidden) this.#hiddenSince = Date.now();
        else if (this.#hiddenSince && Date.now() - this.#hiddenSince > SLEEP_MILLISECONDS) this.#wake();
    }

    #wake() {
        this.#hiddenSince = 0;
        this.open();
        this.#listener.woken();
    }
}
