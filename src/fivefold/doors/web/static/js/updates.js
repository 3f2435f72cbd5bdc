/**
 * The order of updates. Every entry of a match's log has a number, without gaps. Views arrive by the stream, as answers
 * to moves and by refetching, so the same update can come twice or late. One view may report several entries, a run of
 * chance, and has the number of the last.
 *
 * @typedef {{number: number, text: string, entered?: number}} PendingMove a move made but not yet reported;
 * `entered` is a number at which the server certainly has it
 * @typedef {{number: number, last: {text: string, kind: string, since?: number}|null}} NumberedView
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {"old" | "next" | "ours" | "overtaken" | "gap"} UpdateKind
 */

/** The mover of what chance decides. */
export const CHANCE = -1;

/**
 * What kind of update a view is for a page that knows the log up to `number`.
 *
 * `old`: nothing new. `next`: the entry after. `ours`: confirms the pending move. `overtaken`: its number was taken by
 * something else. `gap`: entries between are missing.
 *
 * @param {number} number
 * @param {PendingMove | null} pending
 * @param {NumberedView} view
 * @returns {UpdateKind}
 */
export function classifyUpdate(number, pending, view) {
    if (view.number <= number) return "old";
    if ((view.last?.since ?? view.number) > number + 1) return "gap";
    if (!pending) return "next";
    return view.last?.kind === "move" && view.last.text === pending.text ? "ours" : "overtaken";
}

/**
 * The motions of several steps as those of one: from a to b and then from b to c becomes from a to c. The server does
 * the same with a run of chance.
 *
 * @param {readonly (readonly Motion[])[]} steps
 * @param {ReadonlySet<string>} places ids of the places that things come from and go to
 * @returns {Motion[]}
 */
export function composeMotions(steps, places) {
    /** @type {Map<string, string>} */
    let origins = new Map();
    /** @type {Motion[]} */
    const removed = [];
    for (const step of steps) {
        const from = (/** @type {string} */ start) => origins.get(start) ?? start;
        const staying = step.filter(([, end]) => !places.has(end));
        const moved = staying.map(([start, end]) => /** @type {const} */ ([end, from(start)]));
        for (const [start, end] of step) if (places.has(end)) removed.push([from(start), end]);
        const left = new Set(step.map(([start]) => start));
        origins = new Map([...[...origins].filter(([end]) => !left.has(end)), ...moved]);
    }
    const arrived = [...origins].map(([end, start]) => /** @type {Motion} */ ([start, end]));
    return [...removed.filter(([start]) => !places.has(start)), ...arrived];
}

/**
 * How long to wait before trying again, in milliseconds: half a second, doubled every time, at most eight seconds.
 *
 * @param {number} attempt from 0
 * @returns {number}
 */
export function retryDelay(attempt) {
    return Math.min(500 * 2 ** attempt, 8000);
}
