/**
 * Questions to the server and what can come of them, in words.
 *
 * @typedef {import("./types.js").MatchView} View
 */

const PATIENCE = 15_000;

/** The server answered, and said no. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {string} words
     * @param {View | null} view the news, if the refusal was for not knowing them
     * @param {number} wait seconds after which to try again, 0 if not said
     */
    constructor(status, words, view, wait) {
        super(words);
        this.status = status;
        this.view = view;
        this.wait = wait;
    }

    /** Whether the same question may be answered later. */
    get passing() {
        return this.status === 429 || this.status >= 500;
    }
}

/** No answer came. */
export class Unreachable extends Error {
    constructor() {
        super("No connection to the server.");
    }
}

/**
 * @param {string} path
 * @returns {Promise<any>} the answer's JSON
 */
export function ask(path) {
    return request(path, {});
}

/**
 * @param {string} path
 * @param {Record<string, string | number>} fields
 * @returns {Promise<any>} the answer's JSON
 */
export function send(path, fields) {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    return request(path, { method: "POST", body, headers: { "X-CSRF-Token": token() } });
}

function token() {
    return document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function request(path, options) {
    const headers = { Accept: "application/json", ...options.headers };
    const response = await reached(fetch(path, { ...options, headers, signal: AbortSignal.timeout(PATIENCE) }));
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    if (response.ok) throw new Unreachable();
    const wait = Number(response.headers.get("Retry-After")) || 0;
    throw new Refusal(response.status, answer?.error ?? inWords(response.status), answer?.view ?? null, wait);
}

/**
 * @param {Promise<Response>} response
 * @returns {Promise<Response>}
 */
async function reached(response) {
    try {
        return await response;
    } catch {
        throw new Unreachable();
    }
}

/**
 * @param {number} status
 * @returns {string}
 */
function inWords(status) {
    if (status === 404) return "The server does not know this match.";
    if (status === 429) return "Too many requests at once; wait a moment.";
    if (status >= 500) return "Something went wrong on the server; what was confirmed is safe.";
    return `The server refused this (${status}).`;
}

/**
 * What to say of anything that went wrong.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function words(error) {
    return error instanceof Error ? error.message : String(error);
}
