/**
 * The list of moves: grows and shrinks with the match, and leads back to any position in it.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").HistoryLine} HistoryLine
 * @typedef {import("./types.js").Table} Table
 */
import { gained, made } from "./dom.js";

const CHANCE = -1;

export class History {
    #list;
    #steps;
    #start = 0;
    #latest = 0;
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
    }

    /**
     * Write the whole list.
     *
     * @param {readonly HistoryLine[]} lines
     * @param {Table} table
     */
    write(lines, table) {
        this.#latest = lines.length;
        const first = lines.findIndex((line) => line.mover !== CHANCE);
        this.#start = first < 0 ? lines.length : first;
        const items = lines.slice(this.#start).map((line) => item(line, table));
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
        if (last && last.ply === view.ply && view.ply > this.#latest) {
            if (this.#items().length === 0) this.#list.replaceChildren();
            if (last.mover !== CHANCE || this.#items().length) this.#list.append(item(last, table));
            else this.#start = view.ply;
        }
        this.#latest = view.ply;
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
        const goals = { first: this.#start, previous: this.ply - 1, next: this.ply + 1, last: this.#latest };
        const goal = goals[/** @type {keyof typeof goals} */ (step)];
        if (goal === undefined || goal < this.#start || goal > this.#latest || goal === this.ply) return;
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

    #showSteps() {
        const back = this.ply > this.#start;
        const on = this.ply < this.#latest;
        const goals = { first: this.#start, previous: this.ply - 1, next: this.ply + 1, last: this.#latest };
        for (const link of this.#steps?.querySelectorAll("[data-step]") ?? []) {
            const name = /** @type {keyof typeof goals} */ (link.getAttribute("data-step"));
            const open = name === "first" || name === "previous" ? back : on;
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
