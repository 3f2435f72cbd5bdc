/**
 * The list of moves. It grows and shrinks with the match, and leads back to any position in it.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").LineView} LineView
 * @typedef {import("./types.js").TableView} TableView
 */
import { create, isModalOpen, isTyping, signed } from "./dom.js";
import { CHANCE } from "./updates.js";

export class MoveHistory {
    #list;
    #steps;
    /** The plies that can be visited, ascending: where play began, then one for every line. @type {number[]} */
    #plies = [0];
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
        this.#plies = [dealt.at(-1)?.ply ?? 0, ...played.map((line) => line.ply)];
        const items = played.map((line) => historyItem(line, table));
        if (!this.#equals(items)) this.#list.replaceChildren(...items);
        this.markCurrent(this.#latest);
    }

    /**
     * Add what a view reports: a new move, or moves taken back.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    addUpdate(view, table) {
        for (const old of this.#items()) if (Number(old.dataset.ply) > view.ply) old.remove();
        const last = view.last;
        const latest = this.#latest;
        this.#plies = this.#plies.filter((ply, place) => place === 0 || ply <= view.ply);
        if (!last || last.ply !== view.ply || view.ply <= latest) return;
        if (this.#items().length === 0) this.#list.replaceChildren();
        if (last.mover !== CHANCE || this.#items().length) {
            this.#list.append(historyItem(last, table));
            this.#plies.push(view.ply);
        } else this.#plies = [view.ply];
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
        for (const line of this.#items()) {
            const current = Number(line.dataset.ply) === ply;
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

    /** @param {readonly HTMLElement[]} items */
    #equals(items) {
        const old = this.#items();
        return old.length === items.length && old.every((line, place) => lineKey(line) === lineKey(items[place]));
    }
}

/** @param {HTMLElement | undefined} line */
function lineKey(line) {
    return `${line?.dataset.ply} ${line?.querySelector(".move")?.textContent}`;
}

/**
 * One line of the list, like those the server writes.
 *
 * @param {LineView} line
 * @param {TableView} table
 * @returns {HTMLElement}
 */
function historyItem(line, table) {
    const who = line.mover === CHANCE ? "Chance" : (table.seats[line.mover]?.seat_name ?? "");
    const gain = line.mover === CHANCE ? "" : signed(line.gains[line.mover] ?? 0);
    const link = create(
        "a",
        "",
        create("span", "by", who),
        " ",
        create("span", "move", line.text),
        " ",
        create("span", "gain number", gain),
    );
    link.setAttribute("href", `?ply=${line.ply}`);
    link.title = line.said;
    const element = create("li", line.mover === CHANCE ? "chance" : `seat-${line.mover}`, link);
    element.dataset.ply = String(line.ply);
    return element;
}
