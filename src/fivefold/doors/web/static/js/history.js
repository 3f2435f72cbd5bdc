/**
 * The list of moves. It grows and shrinks with the match, and leads back to any position in it.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").LineView} LineView
 * @typedef {import("./types.js").TableView} TableView
 */
import { isModalOpen, isTyping, optional } from "./dom.js";
import { note, noted } from "./drawers.js";
import { groupedIntoLines, historyLine, lineKey } from "./historyLine.js";
import { CHANCE } from "./updates.js";

/** Whether moves are listed in notation, remembered on this device. */
const NOTATION = "fivefold-notation";

export class MoveHistory {
    #list;
    #steps;
    /** The ply at which play began. */
    #start = 0;
    /** What happened since. @type {LineView[]} */
    #events = [];
    /** The ply shown. */
    ply = 0;
    /** @type {(ply: number | null) => void} */
    #onOpen;

    /**
     * @param {HTMLElement} list
     * @param {HTMLElement | null} steps
     * @param {(ply: number | null) => void} open called with the ply to show, null for the latest
     */
    constructor(list, steps, open) {
        this.#list = list;
        this.#steps = steps;
        this.#onOpen = open;
        list.addEventListener("click", (event) => this.#onClick(event));
        steps?.addEventListener("click", (event) => this.#onStepClick(event));
        document.addEventListener("keydown", (event) => this.#onKeydown(event));
        this.#connectNotation(optional("#notation"));
    }

    /**
     * Replace the whole list.
     *
     * @param {readonly LineView[]} lines
     * @param {TableView} table
     */
    replaceAll(lines, table) {
        const first = lines.findIndex((line) => line.mover !== CHANCE);
        const [dealt, played] = first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
        this.#start = dealt.at(-1)?.ply ?? 0;
        this.#events = [...played];
        this.#draw(table);
        this.markCurrent(this.#latest);
    }

    /**
     * Add what a view reports: a new move, or moves taken back.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    addUpdate(view, table) {
        const { last } = view;
        const latest = this.#latest;
        this.#events = this.#events.filter((event) => event.ply <= view.ply);
        if (last && last.ply === view.ply && view.ply > latest) {
            if (last.mover !== CHANCE || this.#events.length) this.#events.push(last);
            else this.#start = view.ply;
        }
        this.#draw(table);
    }

    /** @param {TableView} table */
    #draw(table) {
        const lines = groupedIntoLines(this.#events);
        const old = this.#items();
        const same = lines.findIndex((events, place) => old[place]?.dataset.key !== lineKey(events));
        const kept = same < 0 ? lines.length : same;
        if (kept === old.length && kept === lines.length && kept) return;
        if (!lines.length && !old.length) return;
        for (const each of old.slice(kept)) each.remove();
        if (!kept) this.#list.replaceChildren();
        this.#list.append(...lines.slice(kept).map((events) => historyLine(events, table)));
    }

    /** The plies that can be visited, ascending: where play began, then one for every event. */
    get #plies() {
        return [this.#start, ...this.#events.map((event) => event.ply)];
    }

    /**
     * Let a button change between pictures and notation.
     *
     * @param {HTMLElement | null} button
     */
    #connectNotation(button) {
        const show = (/** @type {boolean} */ inNotation) => {
            this.#list.classList.toggle("in-notation", inNotation);
            button?.classList.toggle("in-use", inNotation);
            button?.setAttribute("aria-pressed", String(inNotation));
        };
        show(noted(NOTATION) === "yes");
        button?.addEventListener("click", () => {
            const inNotation = !this.#list.classList.contains("in-notation");
            show(inNotation);
            note(NOTATION, inNotation ? "yes" : "");
        });
    }

    get #latest() {
        return this.#plies.at(-1) ?? 0;
    }

    /**
     * The ply one step before another; at the start the ply itself.
     *
     * @param {number} ply
     */
    plyBefore(ply) {
        return this.#plies.findLast((other) => other < ply) ?? ply;
    }

    /**
     * The position in which one of these seats moved last; null if none did.
     *
     * @param {readonly number[]} seats
     */
    lastChoice(seats) {
        const event = this.#events.findLast(({ mover }) => seats.includes(mover));
        return event ? event.ply - 1 : null;
    }

    /** Where each step leads from the ply shown; the ply itself where it leads nowhere. */
    get #stepTargets() {
        const next = this.#plies.find((other) => other > this.ply) ?? this.ply;
        return { first: this.#plies[0] ?? 0, previous: this.plyBefore(this.ply), next, last: this.#latest };
    }

    /**
     * Mark the ply shown.
     *
     * @param {number} ply
     */
    markCurrent(ply) {
        this.ply = ply;
        const shown = this.#items().find((line) => Number(line.dataset.ply) >= ply);
        for (const line of this.#items()) {
            const current = line === shown && ply > this.#start;
            if (line.classList.contains("current") === current) continue;
            line.classList.toggle("current", current);
            if (current) line.querySelector("a")?.setAttribute("aria-current", "true");
            else line.querySelector("a")?.removeAttribute("aria-current");
        }
        this.#scrollToCurrent();
        this.#updateStepLinks();
    }

    /**
     * Go one move on or back, or to the first or last one.
     *
     * @param {string} step
     */
    step(step) {
        const goals = this.#stepTargets;
        const goal = goals[/** @type {keyof typeof goals} */ (step)];
        if (goal === undefined || goal === this.ply) return;
        this.#onOpen(goal === this.#latest ? null : goal);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
        const line = event.target.closest("[data-ply]");
        if (!(line instanceof HTMLElement)) return;
        event.preventDefault();
        const ply = Number(line.dataset.ply);
        this.#onOpen(ply === this.#latest ? null : ply);
    }

    /** @param {MouseEvent} event */
    #onStepClick(event) {
        const link = event.target instanceof Element ? event.target.closest("[data-step]") : null;
        if (!(link instanceof HTMLElement)) return;
        event.preventDefault();
        this.step(link.dataset.step ?? "");
    }

    /** @param {KeyboardEvent} event that nothing else has handled */
    #onKeydown(event) {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
        if (isTyping() || isModalOpen()) return;
        if (event.key === "ArrowLeft") this.step("previous");
        else if (event.key === "ArrowRight") this.step("next");
    }

    #updateStepLinks() {
        const goals = this.#stepTargets;
        for (const link of this.#steps?.querySelectorAll("[data-step]") ?? []) {
            const name = /** @type {keyof typeof goals} */ (link.getAttribute("data-step"));
            const open = goals[name] !== this.ply;
            if (open) link.setAttribute("href", `?ply=${goals[name]}`);
            else link.removeAttribute("href");
            link.toggleAttribute("aria-disabled", false);
            if (!open) link.setAttribute("aria-disabled", "true");
        }
    }

    /** Scroll the list, and nothing else, to the current line. */
    #scrollToCurrent() {
        const line = this.#list.querySelector(".current");
        if (!(line instanceof HTMLElement)) return;
        const [box, frame] = [line.getBoundingClientRect(), this.#list.getBoundingClientRect()];
        if (box.top < frame.top) this.#list.scrollTop -= frame.top - box.top;
        else if (box.bottom > frame.bottom) this.#list.scrollTop += box.bottom - frame.bottom;
    }

    /** @returns {HTMLElement[]} */
    #items() {
        return [...this.#list.querySelectorAll("[data-ply]")].filter((line) => line instanceof HTMLElement);
    }
}
