/**
 * The chat at the table. Lines come by the match's stream and as answers to what is sent; each has a number, so that
 * none is shown twice. It never takes the focus and never moves the board.
 *
 * @typedef {import("./types.js").ChatView} ChatView
 * @typedef {import("./types.js").ChatLineView} ChatLineView
 * @typedef {import("./types.js").ChatNewsView} ChatNewsView
 */
import { ChatLines } from "./chatLines.js";
import { isModalOpen, isTyping, optional, required, setText } from "./dom.js";
import { note, noted } from "./drawers.js";
import { errorMessage, getJson, postForm } from "./requests.js";
import { sound } from "./sound.js";

const KEY = "c";
const STATE = "fivefold.chat";
const MOST_COUNTED = 99;
/** Pixels below the board from which on a sheet has a heading of its own. */
const ROOMY = 230;

export class Chat {
    #base;
    #panel;
    #button;
    #lines;
    #unread = 0;

    /** @param {string} base the match's path */
    constructor(base) {
        this.#base = base;
        this.#panel = required("#chat");
        this.#button = required("#open-chat");
        this.#lines = new ChatLines(this.#panel);
        this.#connectButton();
        this.#panel.addEventListener("submit", (event) => this.#onSubmit(event));
        this.#panel.addEventListener("click", (event) => this.#onClick(event));
        this.#panel.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
        document.addEventListener("keydown", (event) => this.#onKey(event));
        this.#panel.addEventListener("focusin", (event) => this.#onFocus(event));
        document.addEventListener("pointerdown", (event) => this.#onPointer(event));
        this.#countUnseen();
        if (noted(STATE) === "open" && !this.#button.hidden && this.#panel.dataset.off === undefined) this.#open();
    }

    /** What the stream's address says of the chat. */
    get query() {
        return { line: String(this.#lines.last) };
    }

    /** @param {ChatNewsView} news */
    receive(news) {
        if (news.anew) void this.#fetchAll();
        const fresh = news.lines.filter((line) => this.#lines.add(line));
        this.#shown();
        const heard = fresh.filter((line) => !line.own);
        if (heard.length === 0) return;
        sound("chip");
        setText(required("#chat-announcer"), heard.map((line) => `${line.name}: ${line.text}`).join(" "));
        if (this.#isOpen && !document.hidden) return;
        this.#setUnread(this.#unread + heard.length);
    }

    get #isOpen() {
        return !this.#panel.hidden;
    }

    async #fetchAll() {
        try {
            this.#replace(await getJson(`${this.#base}/chat`));
        } catch {
            // The next line, or the next page, brings it.
        }
    }

    /** @param {ChatView} chat */
    #replace(chat) {
        this.#lines.replaceAll(chat);
        this.#shown();
    }

    /** Note what is shown: what has been seen counts as read. */
    #shown() {
        if (this.#lines.count > 0) this.#button.hidden = false;
        if (this.#isOpen && !document.hidden) this.#noteRead();
    }

    // --- opening and closing

    #connectButton() {
        if (this.#panel.dataset.off !== undefined) return; // the link leads to where it can be turned on
        this.#button.setAttribute("role", "button");
        this.#button.setAttribute("aria-expanded", "false");
        this.#button.addEventListener("click", (event) => {
            event.preventDefault();
            this.#toggle();
        });
        this.#button.addEventListener("keydown", (event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            this.#toggle();
        });
        document.addEventListener("visibilitychange", () => this.#shown());
        window.addEventListener("resize", () => this.#place());
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey) return;
        if (this.#button.hidden || this.#panel.dataset.off !== undefined || isTyping() || isModalOpen() || event.defaultPrevented) return;
        event.preventDefault();
        this.#open();
        optional("#chat-text")?.focus();
    }

    #toggle() {
        if (this.#isOpen) this.#close();
        else this.#open();
    }

    #open() {
        this.#place();
        this.#panel.hidden = false;
        this.#button.setAttribute("aria-expanded", "true");
        note(STATE, "open");
        this.#lines.scrollToEnd();
        this.#noteRead();
    }

    #close() {
        const inside = this.#panel.contains(document.activeElement);
        this.#panel.hidden = true;
        this.#button.setAttribute("aria-expanded", "false");
        note(STATE, "closed");
        if (inside) this.#button.focus();
    }

    /**
     * A sheet below a board that leaves hardly any room grows while somebody writes, or mutes somebody. It shrinks when
     * they touch something else, not when the focus leaves: what is about to be pressed must not move.
     *
     * @param {FocusEvent} event
     */
    #onFocus(event) {
        const needsRoom = event.target instanceof Element && event.target.matches("#chat-text, .chat-more summary");
        if (needsRoom) this.#panel.classList.add("tall");
    }

    /** @param {PointerEvent} event */
    #onPointer(event) {
        if (event.target instanceof Node && !this.#panel.contains(event.target)) this.#panel.classList.remove("tall");
    }

    /** Let the sheet end where the board does. */
    #place() {
        const { bottom } = required("#board").getBoundingClientRect();
        this.#panel.style.setProperty("--chat-top", `${Math.round(bottom)}px`);
        this.#panel.classList.toggle("tight", window.innerHeight - bottom < ROOMY);
    }

    // --- what is new

    #noteRead() {
        this.#setUnread(0);
        try {
            sessionStorage.setItem(`chat ${this.#base}`, String(this.#lines.last));
        } catch {
            // Without storage, lines that were read count as new after the page is loaded again.
        }
    }

    /** Count what others said since this page was last open. */
    #countUnseen() {
        let seen = "";
        try {
            seen = sessionStorage.getItem(`chat ${this.#base}`) ?? "";
        } catch {
            // As above.
        }
        this.#setUnread(this.#lines.othersAfter(Number(seen) || 0));
    }

    /** @param {number} count */
    #setUnread(count) {
        this.#unread = count;
        const badge = required(".chat-unread", this.#button);
        badge.hidden = count === 0;
        setText(badge, count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));
        this.#button.setAttribute("aria-label", count ? `Chat, ${count} new` : "Chat");
    }

    // --- what is said and done

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (!(event.target instanceof Element)) return;
        if (event.target.closest('[data-chat="close"]')) this.#close();
        const earlier = event.target.closest(".chat-earlier");
        if (!(earlier instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        void this.#showEarlier();
    }

    async #showEarlier() {
        try {
            this.#lines.addEarlier(await getJson(`${this.#base}/chat?before=${this.#lines.first}`));
        } catch (error) {
            this.#showError(errorMessage(error));
        }
    }

    /** @param {SubmitEvent} event */
    #onSubmit(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement)) return;
        event.preventDefault();
        event.stopPropagation(); // what is said is no action of the table
        const fields = Object.fromEntries([...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]));
        if (form.action.endsWith("/mute")) void this.#mute(fields);
        else void this.#say(form, fields);
    }

    /** @param {Record<string, string>} fields */
    async #mute(fields) {
        try {
            this.#replace(await postForm(`${this.#base}/mute`, fields));
            this.#showError("");
        } catch (error) {
            this.#showError(errorMessage(error));
        }
    }

    /**
     * @param {HTMLFormElement} form
     * @param {Record<string, string>} fields
     */
    async #say(form, fields) {
        const field = form.querySelector("#chat-text");
        if (field instanceof HTMLInputElement && !field.value.trim()) return;
        try {
            /** @type {ChatLineView} */
            const line = await postForm(`${this.#base}/chat`, fields);
            if (field instanceof HTMLInputElement && field.value === fields.text) field.value = "";
            this.#lines.add(line);
            this.#lines.scrollToEnd();
            this.#showError("");
            this.#shown();
        } catch (error) {
            this.#showError(errorMessage(error));
        }
    }

    /** @param {string} words empty when there is none any more */
    #showError(words) {
        const shown = optional("#chat-wrong");
        if (!shown) return;
        shown.hidden = !words;
        setText(shown, words);
        optional("#chat-text")?.toggleAttribute("aria-invalid", Boolean(words));
    }
}
