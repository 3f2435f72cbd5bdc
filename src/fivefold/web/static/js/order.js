/**
 * The order of news. Every entry of a match's log has a number, without gaps; views arrive by the stream, as the answer
 * to a move and by refetching, so the same news can come twice or late. One view may tell of several entries, a run of
 * chance, and has the number of the last.
 *
 * @typedef {{number: number, text: string, entered?: number}} Pending a move shown already but not yet told of;
 *     `entered` is a number at which the server is known to have it
 * @typedef {{number: number, last: {text: string, kind: string, since?: number}|null}} Numbered
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {"old" | "next" | "ours" | "overtaken" | "gap"} Verdict
 */

/**
 * What a view that arrives is, for a page that knows the log up to `number`.
 *
 * `old`: nothing new. `next`: the entry after. `ours`: confirms the pending move. `overtaken`: its number was taken by
 * something else. `gap`: entries between are missing.
 *
 * @param {number} number
 * @param {Pending | null} pending
 * @param {Numbered} view
 * @returns {Verdict}
 */
export function verdict(number, pending, view) {
    if (view.number <= number) return "old";
    if ((view.last?.since ?? view.number) > number + 1) return "gap";
    if (!pending) return "next";
    return view.last?.kind === "move" && view.last.text === pending.text ? "ours" : "overtaken";
}

/**
 * The motions of several steps as those of one: what went from a to b and then from b to c went from a to c. The server
 * does the same with a run of chance.
 *
 * @param {readonly (readonly Motion[])[]} steps
 * @param {ReadonlySet<string>} places ids of what things come from and go to, and that does not move itself
 * @returns {Motion[]}
 */
export function composed(steps, places) {
    /** @type {Map<string, string>} */
    let origins = new Map();
    /** @type {Motion[]} */
    const gone = [];
    for (const step of steps) {
        const from = (/** @type {string} */ start) => origins.get(start) ?? start;
        const moved = step.filter(([, end]) => !places.has(end)).map(([start, end]) => /** @type {const} */ ([end, from(start)]));
        for (const [start, end] of step) if (places.has(end)) gone.push([from(start), end]);
        const left = new Set(step.map(([start]) => start));
        origins = new Map([...[...origins].filter(([end]) => !left.has(end)), ...moved]);
    }
    const arrived = [...origins].map(([end, start]) => /** @type {Motion} */ ([start, end]));
    return [...gone.filter(([start]) => !places.has(start)), ...arrived];
}

/**
 * How long to wait before trying again, in milliseconds: half a second, doubled every time, eight seconds at most.
 *
 * @param {number} attempt from 0
 * @returns {number}
 */
export function pause(attempt) {
    return Math.min(500 * 2 ** attempt, 8000);
}

/**
 * Runs asynchronous steps one after the other, in the order they were given.
 */
export class Line {
    #last = Promise.resolve();
    /** How many wait or run. */
    length = 0;

    /**
     * @template T
     * @param {() => Promise<T> | T} step
     * @returns {Promise<T>}
     */
    add(step) {
        this.length += 1;
        const result = this.#last.then(step).finally(() => {
            this.length -= 1;
        });
        this.#last = result.then(
            () => undefined,
            () => undefined,
        );
        return result;
    }
}
