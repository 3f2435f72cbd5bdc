/**
 * Views made of earlier ones and of what has changed since, as the server compares them.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").ChangeView} ChangeView
 * @typedef {import("./types.js").Edit} Edit
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./types.js").ChangedPreviewView} ChangedPreviewView
 */

/** So many views are kept: answers and the stream tell of the same match, and either may be ahead. */
const MOST = 8;
const TAG = "<";

/** The views that this page had last, by their versions. */
export class KnownViews {
    /** @type {Map<string, MatchView>} */
    #views = new Map();

    /**
     * The whole view of what the server sent: a view, or what has changed since one of those known. `null` if it does
     * not fit them, so that the whole view has to be fetched.
     *
     * @param {MatchView | ChangeView} sent
     * @returns {MatchView | null}
     */
    read(sent) {
        if (!("since" in sent)) return this.#note(sent);
        const before = this.#views.get(sent.since);
        const view = before ? laterView(before, sent) : null;
        return view && this.#note(view);
    }

    /**
     * The whole preview of what the server sent; `null` if it does not fit the views known.
     *
     * @param {PreviewView | ChangedPreviewView} sent
     * @returns {PreviewView | null}
     */
    readPreview(sent) {
        if (!("since" in sent)) return sent;
        const before = this.#views.get(sent.since);
        return before ? wholePreview(before.picture, sent) : null;
    }

    /**
     * @param {MatchView} view
     * @returns {MatchView}
     */
    #note(view) {
        // What an answer adds for once is no part of what is compared.
        const { history, chance, ...compared } = view;
        this.#views.delete(view.version);
        this.#views.set(view.version, compared);
        if (this.#views.size > MOST) this.#views.delete(/** @type {string} */ (this.#views.keys().next().value));
        return view;
    }
}

/**
 * The later view; `null` if its drawings are not those that the server compared.
 *
 * @param {MatchView} before
 * @param {ChangeView} change
 * @returns {MatchView | null}
 */
export function laterView(before, change) {
    const { since, check, drawn, changed, ...own } = change;
    /** @type {any} */
    const view = { ...before, ...changed, ...own };
    for (const [name, edits] of Object.entries(drawn)) view[name] = editedDrawing(view[name] ?? "", edits);
    return checksum(view.picture + (view.cover ?? "")) === check ? view : null;
}

/**
 * A preview with its drawings; `null` if they are not those that the server compared.
 *
 * @param {string} before
 * @param {ChangedPreviewView} sent
 * @returns {PreviewView | null}
 */
function wholePreview(before, { check, picture: edits, moves: changed, marks, question }) {
    const picture = editedDrawing(before, edits);
    if (checksum(picture) !== check) return null;
    const moves = changed.map((move) => ({ ...move, after: move.after.length ? editedDrawing(before, move.after) : "" }));
    return { picture, marks, question, moves };
}

/**
 * A drawing made of an earlier one, which is cut before each tag.
 *
 * @param {string} before
 * @param {readonly Edit[]} edits
 * @returns {string}
 */
export function editedDrawing(before, edits) {
    const pieces = before.split(TAG);
    const texts = edits.map((edit) =>
        typeof edit === "string" ? edit : pieces.slice(edit[0], edit[0] + edit[1]).join(TAG),
    );
    return texts.join(TAG);
}

/** @type {Uint32Array | null} */
let table = null;

/**
 * The CRC-32 of a text's UTF-8 bytes, as zlib has it.
 *
 * @param {string} text
 * @returns {number}
 */
export function checksum(text) {
    table ??= checksumTable();
    let value = 0xffffffff;
    for (const byte of new TextEncoder().encode(text)) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
    return (value ^ 0xffffffff) >>> 0;
}

/** What each byte adds to a checksum. */
function checksumTable() {
    return Uint32Array.from({ length: 256 }, (_, byte) => {
        let value = byte;
        for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
        return value;
    });
}
