/**
 * Help on whatever is pointed at: things with `data-help` name a term of the game's rules. The key ? tells of what has
 * focus or lies under the pointer; where there is nothing, or by the button, the page waits for a tap and then tells of
 * what was tapped instead of picking it.
 *
 * @typedef {Record<string, string>} Terms short texts, as markup of our own, by the anchor of the rules page
 */
import { covered, made, optional, typing } from "./dom.js";
import { ask, words } from "./fetching.js";

const TERM = "[data-help]";
/** Room between what is told of and the words, and to the edges of the window, in CSS pixels. */
const GAP = 10;
const ASKED = "Tap a line, a card or a place to be told about it. Esc ends this.";

export class Pointing {
    #page;
    #game;
    #telling;
    /** @type {Promise<Terms> | null} */
    #terms = null;
    #bubble;
    /** @type {{x: number, y: number} | null} */
    #pointer = null;

    /**
     * @param {HTMLElement} page of a game
     * @param {import("./announcer.js").Telling} telling
     */
    constructor(page, telling) {
        this.#page = page;
        this.#game = page.dataset.game ?? "";
        this.#telling = telling;
        this.#bubble = made("div", "term prose");
        this.#bubble.setAttribute("popover", "auto");
        this.#bubble.setAttribute("role", "dialog");
        this.#bubble.setAttribute("aria-label", "What this means");
        page.append(this.#bubble);
        page.addEventListener("pointermove", (event) => (this.#pointer = { x: event.clientX, y: event.clientY }));
        page.addEventListener("pointerdown", (event) => this.#held(event), { capture: true });
        page.addEventListener("click", (event) => this.#tapped(event), { capture: true });
        document.addEventListener("keydown", (event) => this.#pressed(event), { capture: true });
    }

    /** Whether the next tap asks for help. */
    get on() {
        return this.#page.classList.contains("helping");
    }

    /** @param {boolean} on */
    #turn(on) {
        this.#page.classList.toggle("helping", on);
        for (const button of this.#page.querySelectorAll('[data-action="point"]')) button.setAttribute("aria-pressed", String(on));
        if (on) this.#telling.tell(ASKED);
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (event.key === "Escape" && this.on) {
            this.#turn(false);
            event.stopPropagation();
        }
        if (event.key !== "?" || event.defaultPrevented || typing() || covered()) return;
        event.preventDefault();
        const focused = document.activeElement?.closest(TERM) ?? null;
        const goal = focused ?? (this.#pointer ? this.#under(this.#pointer) : null);
        if (goal) void this.#tell(goal);
        else this.#turn(!this.on);
    }

    /**
     * A press that asks for help picks nothing.
     *
     * @param {PointerEvent} event
     */
    #held(event) {
        if (this.on && event.target instanceof Element && event.target.closest("#board")) event.stopPropagation();
    }

    /** @param {MouseEvent} event */
    #tapped(event) {
        if (!(event.target instanceof Element)) return;
        if (event.target.closest('[data-action="point"]')) {
            optional("#help")?.hidePopover();
            optional("#more")?.matches(":popover-open") && optional("#more")?.hidePopover();
            this.#turn(!this.on);
            return;
        }
        if (!this.on) return;
        const goal = this.#under({ x: event.clientX, y: event.clientY }) ?? event.target.closest(TERM);
        if (!goal && !event.target.closest("#board")) return;
        event.preventDefault();
        event.stopPropagation();
        this.#turn(false);
        if (goal) void this.#tell(goal);
        else this.#telling.tell("There is nothing to tell about that.");
    }

    /**
     * What lies there and has a term, also if it lets taps through.
     *
     * @param {{x: number, y: number}} point
     */
    #under({ x, y }) {
        const before = this.on;
        this.#page.classList.add("helping");
        const found = document.elementsFromPoint(x, y).map((element) => element.closest(TERM));
        this.#page.classList.toggle("helping", before);
        return found.find((element) => element !== null) ?? null;
    }

    /** @param {Element} goal */
    async #tell(goal) {
        const anchor = goal.getAttribute("data-help") ?? "";
        try {
            const meaning = read((await this.#known())[anchor] ?? "");
            const more = made("a", "", "More in the rules");
            more.setAttribute("href", `/rules/${this.#game}#${anchor}`);
            this.#bubble.replaceChildren(...meaning, made("p", "small", more));
            this.#telling.speak(meaning.map((node) => node.textContent ?? "").join("").trim());
        } catch (error) {
            this.#bubble.replaceChildren(made("p", "", words(error)));
            this.#telling.speak(words(error));
        }
        this.#bubble.showPopover();
        this.#place(goal.getBoundingClientRect());
    }

    /** @returns {Promise<Terms>} */
    #known() {
        this.#terms ??= ask(`/rules/${this.#game}/terms.json`);
        this.#terms.catch(() => (this.#terms = null));
        return this.#terms;
    }

    /**
     * Beside what it tells about, below it where there is room.
     *
     * @param {DOMRect} goal
     */
    #place(goal) {
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
 * Markup of our own as nodes.
 *
 * @param {string} text
 */
function read(text) {
    return [...new DOMParser().parseFromString(text, "text/html").body.childNodes];
}
