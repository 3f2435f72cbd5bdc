/**
 * One stream of news for all pages of a visitor: a browser keeps only a few connections to one site. The page that was
 * looked at last has the stream and passes on what it hears; when it goes, another takes over.
 *
 * @typedef {import("./types.js").NewsView} NewsView
 * @typedef {{kind: "claim"} | {kind: "ask"} | {kind: "news", news: NewsView}} Post between pages
 */
import { postForm } from "./requests.js";
import { retryDelay } from "./updates.js";

const ADDRESS = "/news";
/** How long an answer of another page may take; not the same for all, so that one page is first. */
const SHORTEST_WAIT = 200;
const MORE_WAIT = 600;
const SLEEP_MILLISECONDS = 20_000;

export class NewsStream {
    #told;
    #channel = new BroadcastChannel("fivefold news");
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;
    #attempt = 0;
    #hiddenSince = 0;
    /** What the server knows of this page: its name, and whether it is looked at. */
    #tab = Math.random().toString(36).slice(2, 12).padEnd(4, "0");
    #seen = true;

    /** @param {(news: NewsView, first: boolean) => void} told called with all news; `first` in one page only */
    constructor(told) {
        this.#told = told;
        this.#channel.addEventListener("message", (event) => this.#hear(event.data));
        document.addEventListener("visibilitychange", () => this.#onVisibility());
        window.addEventListener("pagehide", () => this.#leave());
        window.addEventListener("pageshow", (event) => event.persisted && this.#begin());
        window.addEventListener("online", () => this.#source && this.#open());
        this.#begin();
    }

    #begin() {
        if (document.hidden) this.#claimIfNobodyDoes();
        else this.#claim();
    }

    #onVisibility() {
        this.#tellWhetherSeen();
        if (document.hidden) {
            this.#hiddenSince = Date.now();
            return;
        }
        const slept = this.#hiddenSince && Date.now() - this.#hiddenSince > SLEEP_MILLISECONDS;
        this.#hiddenSince = 0;
        if (!this.#source || slept) this.#claim();
    }

    #tellWhetherSeen() {
        if (!this.#source || this.#seen === !document.hidden) return;
        this.#seen = !document.hidden;
        const fields = { tab: this.#tab, visible: this.#seen ? "yes" : "no" };
        // Where it does not arrive, the next one will.
        postForm(`${ADDRESS}/presence`, fields).catch(() => {});
    }

    #claim() {
        this.#post({ kind: "claim" });
        this.#open();
    }

    /** Ask who has the stream, and take it if there is no answer. */
    #claimIfNobodyDoes() {
        window.clearTimeout(this.#timer);
        this.#post({ kind: "ask" });
        this.#timer = window.setTimeout(() => this.#claim(), SHORTEST_WAIT + Math.random() * MORE_WAIT);
    }

    #leave() {
        const had = this.#source !== null;
        this.#close();
        // Whoever hears it asks in turn, and the first of them gets no answer.
        if (had) this.#post({ kind: "ask" });
    }

    /** @param {Post} post */
    #hear(post) {
        if (post.kind === "news") this.#told(post.news, false);
        else if (post.kind === "claim") this.#close();
        else if (this.#source) this.#post({ kind: "claim" });
        else if (!this.#timer) this.#claimIfNobodyDoes();
    }

    /** @param {Post} post */
    #post(post) {
        this.#channel.postMessage(post);
    }

    #close() {
        window.clearTimeout(this.#timer);
        this.#timer = 0;
        this.#source?.close();
        this.#source = null;
    }

    #open() {
        this.#close();
        this.#seen = !document.hidden;
        const source = new EventSource(`${ADDRESS}?tab=${this.#tab}&seen=${this.#seen ? 1 : 0}`);
        this.#source = source;
        source.addEventListener("open", () => (this.#attempt = 0));
        source.addEventListener("error", () => this.#onError(source));
        source.addEventListener("news", (event) => {
            const news = JSON.parse(event.data);
            this.#told(news, true);
            this.#post({ kind: "news", news });
        });
    }

    /** @param {EventSource} source */
    #onError(source) {
        if (source !== this.#source || source.readyState !== EventSource.CLOSED) return;
        this.#timer = window.setTimeout(() => this.#open(), 4 * retryDelay(this.#attempt));
        this.#attempt += 1;
    }
}
