/**
 * The tree of picks: every legal move is spelled as a few picks of things on the picture. Tap, drag, keyboard and the
 * list of offers all walk this tree; nothing here depends on a picture or a game.
 *
 * Things whose names have a star are members of a *set*: `5*2` is a five, no matter which. They come first among a
 * move's picks, are picked and unpicked in any order, and only what stands before the star counts. The server has the
 * same rule in `play/picks.py`.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 */

const STAR = "*";

/**
 * Whether a thing is a member of a set.
 *
 * @param {string} name
 */
export function isSetMember(name) {
    return name.includes(STAR);
}

/**
 * What people call a thing: of a set member only the part before the star.
 *
 * @param {string} name
 */
export function pickKind(name) {
    return name.split(STAR, 1)[0] ?? "";
}

/**
 * The number of picks in the set that they begin with.
 *
 * @param {readonly string[]} picks
 */
function setSize(picks) {
    const end = picks.findIndex((name) => !isSetMember(name));
    return end < 0 ? picks.length : end;
}

/**
 * The number of each kind in the set that picks begin with.
 *
 * @param {readonly string[]} picks
 * @returns {Map<string, number>}
 */
function countKinds(picks) {
    const kinds = new Map();
    for (const name of picks.slice(0, setSize(picks))) kinds.set(pickKind(name), (kinds.get(pickKind(name)) ?? 0) + 1);
    return kinds;
}

/**
 * A test for many moves: whether these picks can be continued to the picks of a move, or are all of them.
 *
 * @param {readonly string[]} picks
 * @returns {(clicks: readonly string[]) => boolean}
 */
function prefixTest(picks) {
    const size = setSize(picks);
    const chosen = [...countKinds(picks)];
    const rest = picks.slice(size);
    if (rest.some(isSetMember)) return () => false;
    return (clicks) => {
        const wanted = setSize(clicks);
        if (wanted < size || (rest.length > 0 && wanted > size)) return false;
        if (size > 0) {
            const there = countKinds(clicks);
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
    return prefixTest(picks)(clicks);
}

/**
 * The moves whose picks begin with these.
 *
 * @template {MoveView} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M[]}
 */
export function movesContinuing(moves, picks) {
    const fits = prefixTest(picks);
    return moves.filter((move) => fits(move.picks));
}

/**
 * The moves that continue the picks without adding to their set; all that continue them if there are none.
 *
 * @template {MoveView} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M[]}
 */
export function movesWithSameSet(moves, picks) {
    const left = movesContinuing(moves, picks);
    const size = setSize(picks);
    const same = size ? left.filter((move) => setSize(move.picks) === size) : left;
    return same.length ? same : left;
}

/**
 * The names that can be picked next, each once, in the order of the moves.
 *
 * @param {readonly MoveView[]} moves
 * @param {readonly string[]} picks
 * @param {readonly string[]} [drawn] names on the picture, for set members that no move happens to name
 * @returns {string[]}
 */
export function nextPicks(moves, picks, drawn = []) {
    const names = new Set();
    const kinds = new Set();
    const size = setSize(picks);
    const chosen = countKinds(picks);
    for (const { picks: clicks } of movesContinuing(moves, picks)) {
        if (setSize(clicks) === size) {
            const name = clicks[picks.length];
            if (name !== undefined) names.add(name);
            continue;
        }
        for (const [kind, count] of countKinds(clicks)) if (count > (chosen.get(kind) ?? 0)) kinds.add(kind);
        for (const name of clicks.slice(0, setSize(clicks))) if (kinds.has(pickKind(name))) names.add(name);
    }
    for (const name of drawn) if (isSetMember(name) && kinds.has(pickKind(name))) names.add(name);
    return [...names].filter((name) => !picks.includes(name));
}

/**
 * The lone thing that every move begins with, if each goes on from there: then nobody need pick it.
 *
 * @param {readonly MoveView[]} moves
 * @returns {string[]}
 */
export function lonePicks(moves) {
    const first = moves[0]?.picks[0];
    if (first === undefined || isSetMember(first)) return [];
    return moves.every(({ picks }) => picks.length > 1 && picks[0] === first) ? [first] : [];
}

/**
 * The move that these picks spell to the end, or null.
 *
 * @template {MoveView} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M | null}
 */
export function moveSpelled(moves, picks) {
    return movesContinuing(moves, picks).find((move) => move.picks.length === picks.length) ?? null;
}

/**
 * The picks after a thing is picked. It continues them; or it is unpicked, if it was picked already; or it starts over,
 * after as many of the earlier picks as it can follow; or, if no move uses it, no picks remain.
 *
 * @param {readonly MoveView[]} moves
 * @param {readonly string[]} picks
 * @param {string} name
 * @returns {string[]}
 */
export function picksAfter(moves, picks, name) {
    if (isSetMember(name)) return picksAfterToggle(moves, picks, name);
    if (anyMoveContinues(moves, [...picks, name])) return [...picks, name];
    const place = picks.indexOf(name);
    if (place >= 0) return picks.slice(0, place);
    // A set is followed whole or not at all: nobody unpicked a part of it.
    const lengths = [...picks.keys()].filter((count) => count === 0 || count >= setSize(picks)).reverse();
    const paths = lengths.map((count) => [...picks.slice(0, count), name]);
    return paths.find((path) => anyMoveContinues(moves, path)) ?? [];
}

/**
 * The picks after a set member is picked or unpicked; other picks remain if possible. One member too many changes
 * nothing.
 *
 * @param {readonly MoveView[]} moves
 * @param {readonly string[]} picks
 * @param {string} name
 * @returns {string[]}
 */
function picksAfterToggle(moves, picks, name) {
    const members = picks.slice(0, setSize(picks));
    const others = picks.slice(members.length);
    const now = members.includes(name) ? members.filter((member) => member !== name) : [...members, name];
    const paths = [[...now, ...others], now].filter((path) => path.length === 0 || anyMoveContinues(moves, path));
    return paths[0] ?? [...picks];
}

/**
 * Whether any move begins with these picks.
 *
 * @param {readonly MoveView[]} moves
 * @param {readonly string[]} picks
 */
function anyMoveContinues(moves, picks) {
    const fits = prefixTest(picks);
    return moves.some((move) => fits(move.picks));
}

/**
 * The longest beginning of the picks that some move begins with.
 *
 * @param {readonly MoveView[]} moves
 * @param {readonly string[]} picks
 * @returns {string[]}
 */
export function longestValidPrefix(moves, picks) {
    const prefixes = [...picks.keys()].map((place) => picks.slice(0, place + 1));
    return prefixes.findLast((path) => anyMoveContinues(moves, path)) ?? [];
}

/**
 * The move to make at once: it is fully spelled and no longer one begins with it. A set alone makes no move, since more
 * could be added or removed.
 *
 * @template {MoveView} M
 * @param {readonly M[]} moves
 * @param {readonly string[]} picks
 * @returns {M | null}
 */
export function moveDecided(moves, picks) {
    const last = picks.at(-1);
    if (last === undefined || isSetMember(last)) return null;
    const left = movesContinuing(moves, picks);
    const only = left[0];
    return left.length === 1 && only && only.picks.length === picks.length ? only : null;
}

/**
 * The move that a text means, ignoring case and blanks; null if none, for the server may still understand it.
 *
 * @template {MoveView} M
 * @param {readonly M[]} moves
 * @param {string} text
 * @returns {M | null}
 */
export function moveFromText(moves, text) {
    return moves.find((move) => squeeze(move.text) === squeeze(text)) ?? null;
}

/**
 * A text in lower case without blanks, for comparing moves. The server does the same (`parts/words.py`).
 *
 * @param {string} text
 */
export function squeeze(text) {
    return text.replace(/\s+/g, "").toLowerCase();
}
