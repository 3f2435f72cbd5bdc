/**
 * Help on anything the player points at. Of things on the board and of players the server says what they are here and
 * now; `data-help` names a term of the game's rules; parts of the page are told of by `#page-help`. The key ? explains
 * what has focus or is under the pointer. If there is nothing, or with the button, the page waits for a tap and explains
 * what was tapped instead of picking it.
 *
 * @typedef {Record<string, string>} Terms short texts as our own markup, by their anchors on the rules page
 */
import { create, isModalOpen, isTyping, optional, pageData } from "./dom.js";
import { errorMessage, getJson } from "./requests.js";

const THING = "[data-pick], [data-thing]";
const SEAT = "#seats [data-seat]";
const EXPLAINED = `[data-help], ${THING}, ${SEAT}`;
/** Space between a thing and its explanation, and to the edges of the window, in CSS pixels. */
const GAP = 10;
const INSTRUCTION = "Tap anything to learn what it is. Press Esc to stop.";

export class ContextHelp {
    #page;
    #game;
    #announcer;
    /** @type {Promise<Terms> | null} */
    #terms = null;
    #bubble;
    /** @type {{x: number, y: number} | null} */
    #pointer = null;
    /** @type {Record<string, string>} */
    #pageHelp = optional("#page-help") ? pageData("page-help") : {};
    #ply;

    /**
     * @param {HTMLElement} page of a game
     * @param {import("./announcer.js").Announcer} telling
     * @param {() => number | null} ply of an earlier position that is shown
     */
    constructor(page, telling, ply = () => null) {
        this.#ply = ply;
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
        if (on) this.#announcer.remark(INSTRUCTION, true);
        else this.#announcer.withdraw(INSTRUCTION);
    }

    /** @param {KeyboardEvent} event */
    #onKeydown(event) {
        if (event.key === "Escape" && this.isAsking) {
            this.#setAsking(false);
            event.stopPropagation();
        }
        if (event.key !== "?" || event.defaultPrevented || isTyping() || isModalOpen()) return;
        event.preventDefault();
        const focused = document.activeElement;
        const onBoard = focused?.closest("#board") ? this.#explainedAround(focused) : null;
        const goal = onBoard ?? (this.#pointer && this.#termAt(this.#pointer)) ?? this.#explainedAround(focused);
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
        const goal = this.#termAt({ x: event.clientX, y: event.clientY }) ?? this.#explainedAround(event.target);
        if (!goal && !event.target.closest("#board")) return;
        event.preventDefault();
        event.stopPropagation();
        this.#setAsking(false);
        if (goal) void this.#explain(goal);
        else this.#announcer.announce("There is no help for that.");
    }

    /**
     * The element with a term at this point, even one that ignores taps.
     *
     * @param {{x: number, y: number}} point
     */
    #termAt({ x, y }) {
        const before = this.isAsking;
        this.#page.classList.add("helping");
        const found = document.elementsFromPoint(x, y).map((element) => this.#explainedAround(element));
        this.#page.classList.toggle("helping", before);
        return found.find((element) => element !== null) ?? null;
    }

    /**
     * The thing, the player or the part of the page that an element belongs to, if there is help on it.
     *
     * @param {Element | null} element
     */
    #explainedAround(element) {
        const found = element?.closest(EXPLAINED) ?? null;
        if (found) return found;
        return Object.keys(this.#pageHelp).map((part) => element?.closest(part) ?? null).find(Boolean) ?? null;
    }

    /** @param {Element} goal */
    async #explain(goal) {
        try {
            this.#show(await this.#meaning(goal));
        } catch (error) {
            this.#show([create("p", "", errorMessage(error))]);
        }
        this.#placeBubble(goal.getBoundingClientRect());
    }

    /** @param {Node[]} meaning */
    #show(meaning) {
        this.#bubble.replaceChildren(...meaning);
        this.#announcer.speak(meaning.map((node) => node.textContent ?? "").join(" ").trim());
        this.#bubble.showPopover();
    }

    /**
     * What an element is: the thing itself first, then the rule behind it.
     *
     * @param {Element} goal
     * @returns {Promise<Node[]>}
     */
    async #meaning(goal) {
        const seat = goal.closest(SEAT)?.getAttribute("data-seat");
        const name = goal.getAttribute("data-pick") ?? goal.getAttribute("data-thing") ?? (seat ? `seat-${seat}` : "");
        const term = goal.getAttribute("data-help") ?? "";
        if (!name && !term) return [create("p", "", this.#partOfPage(goal))];
        const told = name ? await this.#askAbout(name) : null;
        const rule = term ? parseMarkup((await this.#loadTerms())[term] ?? "") : [];
        const sentences = (told?.said ?? []).map((words, place) => create("p", place ? "" : "thing", words));
        return [...sentences, ...rule, this.#link(term || (told?.anchor ?? ""))];
    }

    /** @param {Element} goal */
    #partOfPage(goal) {
        return Object.entries(this.#pageHelp).find(([part]) => goal.matches(part))?.[1] ?? "";
    }

    /** @param {string} anchor */
    #link(anchor) {
        const more = create("a", "", "More in the rules");
        more.setAttribute("href", `/rules/${this.#game}#${anchor}`);
        return create("p", "small", more);
    }

    /**
     * @param {string} name
     * @returns {Promise<import("./types.js").ExplanationView>}
     */
    #askAbout(name) {
        const ply = this.#ply();
        const query = new URLSearchParams({ thing: name, ...(ply === null ? {} : { ply: String(ply) }) });
        return getJson(`${this.#page.dataset.base ?? ""}/explanation?${query}`);
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
