/**
 * Help on anything the player points at: `data-help` names a term of the game's rules. The key ? explains what has
 * focus or is under the pointer. If there is nothing, or with the button, the page waits for a tap and explains what
 * was tapped instead of picking it.
 *
 * @typedef {Record<string, string>} Terms short texts as our own markup, by their anchors on the rules page
 */
import { create, isModalOpen, isTyping, optional } from "./dom.js";
import { errorMessage, getJson } from "./requests.js";

const HAS_TERM = "[data-help]";
/** Space between a thing and its explanation, and to the edges of the window, in CSS pixels. */
const GAP = 10;
const INSTRUCTION = "Tap a line, a card or a place to learn about it. Press Esc to stop.";

export class ContextHelp {
    #page;
    #game;
    #announcer;
    /** @type {Promise<Terms> | null} */
    #terms = null;
    #bubble;
    /** @type {{x: number, y: number} | null} */
    #pointer = null;

    /**
     * @param {HTMLElement} page of a game
     * @param {import("./announcer.js").Announcer} telling
     */
    constructor(page, telling) {
        this.#page = page;
        this.#game = page.dataset.game ?? "";
        this.#announcer = telling;
        this.#bubble = create("div", "term prose");
        this.#bubble.setAttribute("popover", "auto");
        this.#bubble.setAttribute("role", "dialog");
        this.#bubble.setAttribute("aria-label", "What this means");
        page.append(this.#bubble);
        page.addEventListener("pointermove", (event) => (this.#pointer = { x: event.clientX, y: event.clientY }));
        page.addEventListener("pointerdown", (event) => this.#onPress(event), { capture: true });
        page.addEventListener("click", (event) => this.#onClick(event), { capture: true });
        document.addEventListener("keydown", (event) => this.#onKeydown(event), { capture: true });
    }

    /** Whether the next tap asks for help. */
    get isAsking() {
        return this.#page.classList.contains("helping");
    }

    /** @param {boolean} on */
    #setAsking(on) {
        this.#page.classList.toggle("helping", on);
        for (const button of this.#page.querySelectorAll('[data-action="point"]')) {
            button.setAttribute("aria-pressed", String(on));
        }
        if (on) this.#announcer.announce(INSTRUCTION);
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        if (event.key === "Escape" && this.isAsking) {
            this.#setAsking(false);
            event.stopPropagation();
        }
        if (event.key !== "?" || event.defaultPrevented || isTyping() || isModalOpen()) return;
        event.preventDefault();
        const focused = document.activeElement?.closest(HAS_TERM) ?? null;
        const goal = focused ?? (this.#pointer ? this.#termAt(this.#pointer) : null);
        if (goal) void this.#explain(goal);
        else this.#setAsking(!this.isAsking);
    }

    /**
     * A press for help picks nothing.
     *
     * @param {PointerEvent} event
     */
    #onPress(event) {
        if (this.isAsking && event.target instanceof Element && event.target.closest("#board")) event.stopPropagation();
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (!(event.target instanceof Element)) return;
        if (event.target.closest('[data-action="point"]')) {
            optional("#help")?.hidePopover();
            optional("#more")?.matches(":popover-open") && optional("#more")?.hidePopover();
            this.#setAsking(!this.isAsking);
            return;
        }
        if (!this.isAsking) return;
        const goal = this.#termAt({ x: event.clientX, y: event.clientY }) ?? event.target.closest(HAS_TERM);
        if (!goal && !event.target.closest("#board")) return;
        event.preventDefault();
        event.stopPropagation();
        this.#setAsking(false);
        if (goal) void this.#explain(goal);
        else this.#announcer.announce("There is no help on that.");
    }

    /**
     * The element with a term at this point, even one that ignores taps.
     *
     * @param {{x: number, y: number}} point
     */
    #termAt({ x, y }) {
        const before = this.isAsking;
        this.#page.classList.add("helping");
        const found = document.elementsFromPoint(x, y).map((element) => element.closest(HAS_TERM));
        this.#page.classList.toggle("helping", before);
        return found.find((element) => element !== null) ?? null;
    }

    /** @param {Element} goal */
    async #explain(goal) {
        const anchor = goal.getAttribute("data-help") ?? "";
        try {
            const meaning = parseMarkup((await this.#loadTerms())[anchor] ?? "");
            const more = create("a", "", "More in the rules");
            more.setAttribute("href", `/rules/${this.#game}#${anchor}`);
            this.#bubble.replaceChildren(...meaning, create("p", "small", more));
            this.#announcer.speak(meaning.map((node) => node.textContent ?? "").join("").trim());
        } catch (error) {
            this.#bubble.replaceChildren(create("p", "", errorMessage(error)));
            this.#announcer.speak(errorMessage(error));
        }
        this.#bubble.showPopover();
        this.#placeBubble(goal.getBoundingClientRect());
    }

    /** @returns {Promise<Terms>} */
    #loadTerms() {
        this.#terms ??= getJson(`/rules/${this.#game}/terms.json`);
        this.#terms.catch(() => (this.#terms = null));
        return this.#terms;
    }

    /**
     * Place the explanation below the thing where there is room, otherwise above.
     *
     * @param {DOMRect} goal
     */
    #placeBubble(goal) {
        const { width, height } = this.#bubble.getBoundingClientRect();
        const [across, down] = [document.documentElement.clientWidth, window.innerHeight];
        const left = Math.min(Math.max(GAP, goal.left + goal.width / 2 - width / 2), across - width - GAP);
        const below = goal.bottom + GAP;
        const top = below + height + GAP <= down ? below : Math.max(GAP, goal.top - GAP - height);
        this.#bubble.style.left = `${left}px`;
        this.#bubble.style.top = `${Math.min(top, Math.max(GAP, down - height - GAP))}px`;
    }
}

/**
 * Our own markup as nodes.
 *
 * @param {string} text
 */
function parseMarkup(text) {
    return [...new DOMParser().parseFromString(text, "text/html").body.childNodes];
}
