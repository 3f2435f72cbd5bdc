/**
 * The stream of the lobby. The browser reconnects by itself and says what it has seen last; after a sleep, or when it
 * gives up, the stream is opened anew from there.
 *
 * @typedef {Record<string, (told: any) => void>} Listeners by kind of event
 */
import { retryDelay } from "./updates.js";

const SLEEP_MILLISECONDS = 20_000;

export class LobbyStream {
    #address;
    #after;
    #listeners;
    /** @type {EventSource | null} */
    #source = null;
    #attempt = 0;
    #retryTimer = 0;
    #hiddenSince = 0;

    /**
     * @param {string} address
     * @param {string} after what the page has seen
     * @param {Listeners} listeners
     */
    constructor(address, after, listeners) {
        this.#address = address;
        this.#after = after;
        this.#listeners = listeners;
        window.addEventListener("pagehide", () => this.close());
        window.addEventListener("pageshow", (event) => event.persisted && this.open());
        window.addEventListener("online", () => this.open());
        document.addEventListener("visibilitychange", () => this.#onVisibility());
    }

    open() {
        this.close();
        const address = new URL(this.#address, window.location.href);
        address.searchParams.set("after", this.#after);
        const source = new EventSource(address);
        this.#source = source;
        source.addEventListener("open", () => (this.#attempt = 0));
        source.addEventListener("error", () => this.#onError(source));
        for (const [kind, listener] of Object.entries(this.#listeners)) {
            source.addEventListener(kind, (event) => {
                if (event.lastEventId) this.#after = event.lastEventId;
                listener(JSON.parse(event.data));
            });
        }
    }

    close() {
        window.clearTimeout(this.#retryTimer);
        this.#source?.close();
        this.#source = null;
    }

    /** @param {EventSource} source */
    #onError(source) {
        if (source !== this.#source || source.readyState !== EventSource.CLOSED) return;
        window.clearTimeout(this.#retryTimer);
        this.#retryTimer = window.setTimeout(() => this.open(), retryDelay(this.#attempt));
        this.#attempt += 1;
    }

    #onVisibility() {
        if (document.hidden) this.#hiddenSince = Date.now();
        else if (this.#hiddenSince && Date.now() - this.#hiddenSince > SLEEP_MILLISECONDS) this.open();
    }
}
