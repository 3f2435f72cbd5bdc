/**
 * The list of moves: grows and shrinks with the match, and leads back to any position in it.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").LineView} HistoryLine
 * @typedef {import("./types.js").TableView} Table
 */
import { covered, gained, made, typing } from "./dom.js";

const CHANCE = -1;

export class History {
    #list;
    #steps;
    /** The plies one can go to, ascending: where play began, then one for every line. @type {number[]} */
    #plies = [0];
    /** The ply looked at. */
    ply = 0;
    /** @type {(ply: number | null) => void} */
    #open;

    /**
     * @param {HTMLElement} list
     * @param {HTMLElement | null} steps
     * @param {(ply: number | null) => void} open called with the ply to look at, null for the latest
     */
    constructor(list, steps, open) {
        this.#list = list;
        this.#steps = steps;
        this.#open = open;
        list.addEventListener("click", (event) => this.#clicked(event));
        steps?.addEventListener("click", (event) => this.#stepped(event));
        document.addEventListener("keydown", (event) => this.#pressed(event));
    }

    /**
     * Write the whole list.
     *
     * @param {readonly HistoryLine[]} lines
     * @param {Table} table
     */
    write(lines, table) {
        const first = lines.findIndex((line) => line.mover !== CHANCE);
        const [dealt, played] = first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
        this.#plies = [dealt.at(-1)?.ply ?? 0, ...played.map((line) => line.ply)];
        const items = played.map((line) => item(line, table));
        if (!this.#equals(items)) this.#list.replaceChildren(...items);
        this.at(this.#latest);
    }

    /**
     * Add what a view tells of: a move at the end, or moves taken back.
     *
     * @param {View} view
     * @param {Table} table
     */
    add(view, table) {
        for (const old of this.#items()) if (Number(old.dataset.ply) > view.ply) old.remove();
        const last = view.last;
        const known = this.#latest;
        this.#plies = this.#plies.filter((ply, place) => place === 0 || ply <= view.ply);
        if (!last || last.ply !== view.ply || view.ply <= known) return;
        if (this.#items().length === 0) this.#list.replaceChildren();
        if (last.mover !== CHANCE || this.#items().length) {
            this.#list.append(item(last, table));
            this.#plies.push(view.ply);
        } else this.#plies = [view.ply];
    }

    get #latest() {
        return this.#plies.at(-1) ?? 0;
    }

    /**
     * The ply one step before another, itself at the start.
     *
     * @param {number} ply
     */
    before(ply) {
        return this.#plies.findLast((other) => other < ply) ?? ply;
    }

    /** Where the steps lead to from the ply looked at; nowhere is the ply itself. */
    get #goals() {
        const next = this.#plies.find((other) => other > this.ply) ?? this.ply;
        return { first: this.#plies[0] ?? 0, previous: this.before(this.ply), next, last: this.#latest };
    }

    /**
     * Mark the ply looked at.
     *
     * @param {number} ply
     */
    at(ply) {
        this.ply = ply;
        for (const line of this.#items()) {
            const current = Number(line.dataset.ply) === ply;
            if (line.classList.contains("current") === current) continue;
            line.classList.toggle("current", current);
            if (current) line.querySelector("a")?.setAttribute("aria-current", "true");
            else line.querySelector("a")?.removeAttribute("aria-current");
        }
        this.#reveal();
        this.#showSteps();
    }

    /**
     * Go on or back, to the first or the last move.
     *
     * @param {string} step
     */
    step(step) {
        const goals = this.#goals;
        const goal = goals[/** @type {keyof typeof goals} */ (step)];
        if (goal === undefined || goal === this.ply) return;
        this.#open(goal === this.#latest ? null : goal);
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
        const line = event.target.closest("[data-ply]");
        if (!(line instanceof HTMLElement)) return;
        event.preventDefault();
        const ply = Number(line.dataset.ply);
        this.#open(ply === this.#latest ? null : ply);
    }

    /** @param {MouseEvent} event */
    #stepped(event) {
        const link = event.target instanceof Element ? event.target.closest("[data-step]") : null;
        if (!(link instanceof HTMLElement)) return;
        event.preventDefault();
        this.step(link.dataset.step ?? "");
    }

    /** @param {KeyboardEvent} event that nothing else wants */
    #pressed(event) {
        if (event.defaultPrevented || typing() || covered() || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === "ArrowLeft") this.step("previous");
        else if (event.key === "ArrowRight") this.step("next");
    }

    #showSteps() {
        const goals = this.#goals;
        for (const link of this.#steps?.querySelectorAll("[data-step]") ?? []) {
            const name = /** @type {keyof typeof goals} */ (link.getAttribute("data-step"));
            const open = goals[name] !== this.ply;
            if (open) link.setAttribute("href", `?ply=${goals[name]}`);
            else link.removeAttribute("href");
            link.toggleAttribute("aria-disabled", false);
            if (!open) link.setAttribute("aria-disabled", "true");
        }
    }

    /** Scroll the list, and only the list, to the current line. */
    #reveal() {
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
        return old.length === items.length && old.every((line, place) => text(line) === text(items[place]));
    }
}

/** @param {HTMLElement | undefined} line */
function text(line) {
    return `${line?.dataset.ply} ${line?.querySelector(".move")?.textContent}`;
}

/**
 * One line of the list, as the server writes it.
 *
 * @param {HistoryLine} line
 * @param {Table} table
 * @returns {HTMLElement}
 */
function item(line, table) {
    const who = line.mover === CHANCE ? "Chance" : (table.seats[line.mover]?.seat_name ?? "");
    const gain = line.mover === CHANCE ? "" : gained(line.gains[line.mover] ?? 0);
    const link = made(
        "a",
        "",
        made("span", "by", who),
        " ",
        made("span", "move", line.text),
        " ",
        made("span", "gain number", gain),
    );
    link.setAttribute("href", `?ply=${line.ply}`);
    link.title = line.said;
    const element = made("li", line.mover === CHANCE ? "chance" : `seat-${line.mover}`, link);
    element.dataset.ply = String(line.ply);
    return element;
}
