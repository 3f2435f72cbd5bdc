/**
 * The result of a match, beside the board or in a sheet below it: shown when the last move has been seen. The server
 * renders it; what is still being worked out is filled in later.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 */
import { applyAndStore, soundAllowed, storedChoices } from "./appearance.js";
import { celebrate, showFeat } from "./celebration.js";
import { create, optional, required } from "./dom.js";
import { shareResult } from "./resultSharing.js";
import { sound } from "./sound.js";

/** A pull by so many pixels opens or closes the sheet. */
const PULL_PIXELS = 28;
/** How often it asks for what is still being worked out. */
const MOST_LOOKS = 60;

export class ResultCard {
    #page;
    #base;
    #say;
    #card;
    #looks = 0;
    #timer = 0;
    /** When the sheet was last pulled: the click that follows is part of that. */
    #pulledAt = -Infinity;

    /**
     * @param {HTMLElement} page
     * @param {string} base the match's address
     * @param {(words: string) => void} say announces to everybody
     */
    constructor(page, base, say) {
        this.#page = page;
        this.#base = base;
        this.#say = say;
        this.#card = required("#result", page);
        page.addEventListener("click", (event) => this.#onClick(event));
        this.#card.addEventListener("keydown", (event) => this.#onKey(event));
        this.#card.addEventListener("pointerdown", (event) => this.#onPull(event));
        if (!this.#card.hidden) void this.#loaded();
    }

    /** Whether the result is there, open or closed. */
    get #isThere() {
        return this.#card.childElementCount > 0;
    }

    /**
     * The match has ended here and its last move was seen.
     *
     * @param {MatchView} view
     */
    async show(view) {
        if (this.#isThere || !view.outcome) return;
        const won = view.outcome.winner !== null && view.yours.includes(view.outcome.winner);
        if (won) sound("win");
        const celebrated = won && view.yours.length === 1 ? celebrate(required("#board", this.#page)) : null;
        const fresh = await this.#fetch();
        if (!fresh || this.#isThere) return;
        this.#card.replaceChildren(...fresh);
        for (const button of this.#page.querySelectorAll(".open-result")) button.toggleAttribute("hidden", false);
        this.#setOpen(true);
        if (this.#coversBoard()) this.#setOpen(false);
        const moments = [...this.#card.querySelectorAll("[data-moment]")];
        if (won || moments.length) this.#offerSound();
        void this.#celebrate(moments, celebrated);
        optional("#result-title", this.#card)?.focus({ preventScroll: true });
        this.#lookLater();
    }

    /**
     * Name each moment on the board, one after the other.
     *
     * @param {readonly Element[]} moments
     * @param {Promise<void> | null} before the celebration of the win
     */
    async #celebrate(moments, before) {
        await before;
        for (const line of moments) {
            sound("moment");
            line.classList.add("now");
            await showFeat(required("#board", this.#page), line.getAttribute("data-moment") ?? "");
            line.classList.remove("now");
        }
    }

    /** Sound is offered once: at the first win or other moment that was silent. */
    #offerSound() {
        const ways = optional(".result-ways", this.#card);
        if (!ways || soundAllowed() || wasOffered()) return;
        const button = create("button", "button", "Turn on sound");
        button.addEventListener("click", () => {
            applyAndStore({ ...storedChoices(), sound: "on" });
            button.remove();
            sound("win");
        });
        ways.after(button);
    }

    /**
     * Who is ready for the second game has changed, who offers a rematch, or one of these has begun.
     *
     * @param {TableView} before
     * @param {TableView} table
     */
    tableChanged(before, table) {
        const mine = table.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
        const waited = before.ready.some((seat) => mine.includes(seat));
        const agreed = before.offer?.kind === "rematch" && mine.length > 0;
        if (table.second && !before.second && waited) window.location.assign(table.second);
        else if (table.rematch && !before.rematch && agreed) window.location.assign(table.rematch);
        else if (this.#isThere && table.offer?.said !== before.offer?.said) void this.#refresh();
        else if (this.#isThere && String(table.ready) !== String(before.ready)) void this.#refresh();
        else if (this.#isThere && table.second !== before.second) void this.#refresh();
    }

    /** The page came with the result: open where there is room for it, and filled in. */
    async #loaded() {
        this.#setOpen(!isSheet());
        if (Number(optional("#result-body", this.#card)?.dataset.later ?? 0) === 0) await this.#refresh();
        this.#lookLater();
    }

    // --- opening and closing

    /** @param {boolean} open */
    #setOpen(open) {
        this.#card.hidden = !open && !isSheet();
        this.#page.classList.toggle("with-result", open);
        this.#card.classList.toggle("closed", !open);
        optional("#result-body", this.#card)?.toggleAttribute("inert", !open);
        optional(".result-pull", this.#card)?.setAttribute("aria-expanded", String(open));
        for (const button of this.#page.querySelectorAll(".open-result")) {
            button.setAttribute("aria-pressed", String(open));
        }
    }

    /** Whether the sheet lies over the board: then its head is enough, until somebody pulls it up. */
    #coversBoard() {
        const picture = this.#page.querySelector("#picture > svg");
        return isSheet() && picture !== null && this.#card.getBoundingClientRect().top < picture.getBoundingClientRect().bottom;
    }

    get #isOpen() {
        return this.#page.classList.contains("with-result");
    }

    #close() {
        const inside = this.#card.contains(document.activeElement);
        this.#setOpen(false);
        if (inside) optional(isSheet() ? ".result-pull" : ".open-result", this.#page)?.focus();
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const target = event.target instanceof Element ? event.target : null;
        if (!target || performance.now() - this.#pulledAt < 100) return;
        if (target.closest(".result-close")) this.#close();
        else if (target.closest(".result-pull")) this.#toggle();
        else if (target.closest('[data-action="result"]')) this.#toggle(true);
        else if (this.#isOpen && target.closest("[data-beside]:not([data-beside=''])")) this.#close();
        else this.#share(target);
    }

    /** @param {boolean} [focus] */
    #toggle(focus = false) {
        if (this.#isOpen) this.#close();
        else this.#setOpen(true);
        if (this.#isOpen && focus) optional("#result-title", this.#card)?.focus({ preventScroll: true });
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.key !== "Escape" || !this.#isOpen) return;
        event.stopPropagation();
        this.#close();
    }

    /**
     * The sheet follows a pull at its head: down closes it, up opens it.
     *
     * @param {PointerEvent} event
     */
    #onPull(event) {
        this.#pulledAt = -Infinity;
        const head = event.target instanceof Element ? event.target.closest(".result-head") : null;
        if (!head || !isSheet() || (event.target instanceof Element && event.target.closest(".result-close"))) return;
        const start = event.clientY;
        const end = (/** @type {PointerEvent} */ up) => {
            const pulled = up.clientY - start;
            if (Math.abs(pulled) < PULL_PIXELS) return;
            if (pulled > 0) this.#close();
            else this.#setOpen(true);
            this.#pulledAt = performance.now();
        };
        window.addEventListener("pointerup", end, { once: true });
    }

    // --- what comes later

    /** @returns {Promise<Element[] | null>} the result as the server renders it now */
    async #fetch() {
        try {
            const answer = await fetch(`${this.#base}/result`, { headers: { Accept: "text/html" } });
            if (!answer.ok) return null;
            const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
            return [...fresh.body.children].map((part) => document.importNode(part, true));
        } catch {
            return null;
        }
    }

    #lookLater() {
        window.clearTimeout(this.#timer);
        const seconds = Number(optional("#result-body", this.#card)?.dataset.later ?? 0);
        if (seconds && this.#looks < MOST_LOOKS) {
            this.#looks += 1;
            this.#timer = window.setTimeout(() => void this.#refresh(), 1000 * seconds);
        }
    }

    /** Fill in what has been worked out since; what is the same stays, so that focus does. */
    async #refresh() {
        const fresh = await this.#fetch();
        const body = optional("#result-body", this.#card);
        const found = fresh?.find((part) => part.id === "result-body");
        const ways = optional(".result-ways", this.#card);
        const newWays = fresh?.find((part) => part.matches(".result-ways"));
        if (ways && newWays instanceof HTMLElement) replaceParts(ways, newWays);
        if (body && found instanceof HTMLElement) replaceParts(body, found);
        if (body && found instanceof HTMLElement) body.dataset.later = found.dataset.later ?? "0";
        this.#lookLater();
    }

    // --- sharing

    /** @param {Element} target */
    #share(target) {
        const button = target.closest("[data-share-result]");
        if (!(button instanceof HTMLElement)) return;
        const link = new URL(this.#base, window.location.href).href;
        void shareResult(button.dataset.text ?? "", link).then((words) => words && this.#say(words));
    }
}

/** Whether this device was offered sound before; from now on it was. */
function wasOffered() {
    try {
        const before = window.localStorage.getItem("fivefold.soundOffered");
        window.localStorage.setItem("fivefold.soundOffered", "yes");
        return before !== null;
    } catch {
        return true;
    }
}

/** Whether the result lies over the page's lower edge, as on a phone, rather than beside the board. */
function isSheet() {
    return !window.matchMedia("(min-width: 1000px), (orientation: landscape) and (max-height: 600px)").matches;
}

/**
 * @param {HTMLElement} body
 * @param {HTMLElement} fresh
 */
function replaceParts(body, fresh) {
    const focused = document.activeElement?.closest("[data-part]");
    const known = new Map([...body.children].map((part) => [part.getAttribute("data-part") ?? part.className, part]));
    const parts = [...fresh.children].map((part) => {
        const before = known.get(part.getAttribute("data-part") ?? part.className);
        const same = before && (before.isEqualNode(part) || before === focused);
        return same ? before : part;
    });
    const same = parts.length === body.children.length && parts.every((part, at) => part === body.children[at]);
    if (!same) body.replaceChildren(...parts);
}
