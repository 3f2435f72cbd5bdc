/**
 * The tree of picks: every legal move is spelled as a few picks of things on the picture. Tap, drag, keyboard and the
 * list of choices all walk this tree; nothing here knows a picture or a game.
 *
 * @typedef {import("./types.js").Move} Move
 */

/**
 * The moves whose picks begin with these.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M[]}
 */
export function continuing(moves, picks) {
    return moves.filter((move) => picks.every((name, place) => move.picks[place] === name));
}

/**
 * The names that can be picked next, each once, in the order of the moves.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 * @returns {string[]}
 */
export function following(moves, picks) {
    const names = new Set();
    for (const move of continuing(moves, picks)) {
        const name = move.picks[picks.length];
        if (name !== undefined) names.add(name);
    }
    return [...names];
}

/**
 * The move that these picks spell to the end, or null.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M | null}
 */
export function spelled(moves, picks) {
    return continuing(moves, picks).find((move) => move.picks.length === picks.length) ?? null;
}

/**
 * The picks after one more thing was picked: it continues them; or it is put back, if it was picked already; or it
 * begins anew, keeping as many of the earlier picks as it can follow; or, if no move wants it, nothing stays picked.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 * @param {string} name
 * @returns {string[]}
 */
export function picked(moves, picks, name) {
    const leads = (/** @type {readonly string[]} */ path) => continuing(moves, path).length > 0;
    if (leads([...picks, name])) return [...picks, name];
    const place = picks.indexOf(name);
    if (place >= 0) return picks.slice(0, place);
    for (let kept = picks.length - 1; kept >= 0; kept--) {
        const path = [...picks.slice(0, kept), name];
        if (leads(path)) return path;
    }
    return [];
}

/**
 * The move to make at once: spelled to the end, and no longer one begins with it.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M | null}
 */
export function decided(moves, picks) {
    const left = continuing(moves, picks);
    const only = left[0];
    return picks.length > 0 && left.length === 1 && only && only.picks.length === picks.length ? only : null;
}

/**
 * The move a text means, read without regard to case and blanks, or null: the server reads the rest.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {string} text
 * @returns {M | null}
 */
export function written(moves, text) {
    const plain = (/** @type {string} */ words) => words.replace(/\s+/g, "").toLowerCase();
    return moves.find((move) => plain(move.text) === plain(text)) ?? null;
}
