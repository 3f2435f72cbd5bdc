/**
 * How far this browser's visitor has come: the step reached in each lesson, lessons finished.
 *
 * @typedef {{step: number, done: boolean, offered: boolean}} Progress
 *     step: the one reached; offered: whether the offer to learn was put away
 */

const KEY = "learning";
/** @type {Progress} */
const NOTHING = { step: 1, done: false, offered: false };

/** @returns {Object<string, Progress>} */
function stored() {
    try {
        return JSON.parse(window.localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

/**
 * @param {string} game
 * @returns {Progress}
 */
export function progressOf(game) {
    return { ...NOTHING, ...stored()[game] };
}

/**
 * @param {string} game
 * @param {Partial<Progress>} changed
 */
export function keepProgress(game, changed) {
    try {
        const all = stored();
        window.localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: { ...NOTHING, ...all[game], ...changed } }));
    } catch {
        // Nothing is kept where the browser keeps nothing; the address still says where one is.
    }
}
