/**
 * The tree of picks: every legal move is spelled as a few picks of things on the picture. Tap, drag, keyboard and the
 * list of choices all walk this tree; nothing here knows a picture or a game.
 *
 * Things whose names have a star are members of a *set*: `5*2` is a five, whichever. They stand first among a move's
 * picks, are picked in any order and put back one by one, and what stands before the star is all that counts. The
 * server has the same rule in `play/picks.py`.
 *
 * @typedef {import("./types.js").MoveView} Move
 */

const STAR = "*";

/**
 * Whether a thing is a member of a set.
 *
 * @param {string} name
 */
export function isMember(name) {
    return name.includes(STAR);
}

/**
 * What a thing is called: of a member of a set only what it is, for which of its like it is means nothing to people.
 *
 * @param {string} name
 */
export function kindOf(name) {
    return name.split(STAR, 1)[0] ?? "";
}

/**
 * How many of the picks are the set they begin with.
 *
 * @param {readonly string[]} picks
 */
function setSize(picks) {
    const end = picks.findIndex((name) => !isMember(name));
    return end < 0 ? picks.length : end;
}

/**
 * How many of each kind are in the set that picks begin with.
 *
 * @param {readonly string[]} picks
 * @returns {Map<string, number>}
 */
function setOf(picks) {
    const kinds = new Map();
    for (const name of picks.slice(0, setSize(picks))) kinds.set(kindOf(name), (kinds.get(kindOf(name)) ?? 0) + 1);
    return kinds;
}

/**
 * A question to ask of many moves: whether these picks can be continued to a move's, or are all of them.
 *
 * @param {readonly string[]} picks
 * @returns {(clicks: readonly string[]) => boolean}
 */
function leading(picks) {
    const size = setSize(picks);
    const chosen = [...setOf(picks)];
    const rest = picks.slice(size);
    if (rest.some(isMember)) return () => false;
    return (clicks) => {
        const wanted = setSize(clicks);
        if (wanted < size || (rest.length > 0 && wanted > size)) return false;
        if (size > 0) {
            const there = setOf(clicks);
            if (chosen.some(([kind, count]) => count > (there.get(kind) ?? 0))) return false;
        }
        return rest.every((name, place) => clicks[size + place] === name);
    };
}

/**
 * Whether picks can be continued to the picks of a move, or are all of them.
 *
 * @param {readonly string[]} picks
 * @param {readonly string[]} clicks
 */
export function leads(picks, clicks) {
    return leading(picks)(clicks);
}

/**
 * The moves whose picks begin with these.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M[]}
 */
export function continuing(moves, picks) {
    const fits = leading(picks);
    return moves.filter((move) => fits(move.picks));
}

/**
 * Of the moves that continue the picks those with no more in their set, if there are any: what has been chosen so far,
 * as it is.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M[]}
 */
export function exact(moves, picks) {
    const left = continuing(moves, picks);
    const size = setSize(picks);
    const same = size ? left.filter((move) => setSize(move.picks) === size) : left;
    return same.length ? same : left;
}

/**
 * The names that can be picked next, each once, in the order of the moves.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 * @param {readonly string[]} [drawn] names on the picture, for members of a set that no move happens to name
 * @returns {string[]}
 */
export function following(moves, picks, drawn = []) {
    const names = new Set();
    const kinds = new Set();
    const size = setSize(picks);
    const chosen = setOf(picks);
    for (const { picks: clicks } of continuing(moves, picks)) {
        if (setSize(clicks) === size) {
            const name = clicks[picks.length];
            if (name !== undefined) names.add(name);
            continue;
        }
        for (const [kind, count] of setOf(clicks)) if (count > (chosen.get(kind) ?? 0)) kinds.add(kind);
        for (const name of clicks.slice(0, setSize(clicks))) if (kinds.has(kindOf(name))) names.add(name);
    }
    for (const name of drawn) if (isMember(name) && kinds.has(kindOf(name))) names.add(name);
    return [...names].filter((name) => !picks.includes(name));
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
    if (isMember(name)) return toggled(moves, picks, name);
    if (leadsOn(moves, [...picks, name])) return [...picks, name];
    const place = picks.indexOf(name);
    if (place >= 0) return picks.slice(0, place);
    // A set is followed as it is or not at all: nobody has put back a part of it.
    const lengths = [...picks.keys()].filter((kept) => kept === 0 || kept >= setSize(picks)).reverse();
    const found = lengths.map((kept) => [...picks.slice(0, kept), name]).find((path) => leadsOn(moves, path));
    return found ?? [];
}

/**
 * The picks after a member of a set was picked or put back; what else was picked stays if it can. One too many changes
 * nothing.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 * @param {string} name
 * @returns {string[]}
 */
function toggled(moves, picks, name) {
    const members = picks.slice(0, setSize(picks));
    const others = picks.slice(members.length);
    const now = members.includes(name) ? members.filter((member) => member !== name) : [...members, name];
    const paths = [[...now, ...others], now].filter((path) => path.length === 0 || leadsOn(moves, path));
    return paths[0] ?? [...picks];
}

/**
 * Whether any move begins with these picks.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 */
function leadsOn(moves, picks) {
    const fits = leading(picks);
    return moves.some((move) => fits(move.picks));
}

/**
 * As much of the picks, from the first, as some move still begins with.
 *
 * @param {readonly Move[]} moves
 * @param {readonly string[]} picks
 * @returns {string[]}
 */
export function still(moves, picks) {
    const known = [...picks.keys()].map((place) => picks.slice(0, place + 1));
    return known.findLast((path) => leadsOn(moves, path)) ?? [];
}

/**
 * The move to make at once: spelled to the end, and no longer one begins with it. A set makes none by itself: something
 * more could be put in, or taken out.
 *
 * @template {Move} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M | null}
 */
export function decided(moves, picks) {
    const last = picks.at(-1);
    if (last === undefined || isMember(last)) return null;
    const left = continuing(moves, picks);
    const only = left[0];
    return left.length === 1 && only && only.picks.length === picks.length ? only : null;
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
    return moves.find((move) => squeeze(move.text) === squeeze(text)) ?? null;
}

/**
 * A text in lower case without any blanks, as moves are compared. The server does the same (`parts/words.py`).
 *
 * @param {string} text
 */
export function squeeze(text) {
    return text.replace(/\s+/g, "").toLowerCase();
}
