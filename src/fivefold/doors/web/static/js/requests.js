/**
 * Requests to the server, and error messages for what can go wrong.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 */

const TIMEOUT_MILLISECONDS = 15_000;

/** The server refused a request. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {string} message
     * @param {MatchView | null} view the current view, if the request was out of date
     * @param {number} wait seconds after which to try again, 0 if unknown
     */
    constructor(status, message, view, wait) {
        super(message);
        this.status = status;
        this.view = view;
        this.wait = wait;
    }

    /** Whether the same request may succeed later. */
    get isTemporary() {
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
export function getJson(path) {
    return request(path, {});
}

/**
 * @param {string} path
 * @param {Record<string, string | number>} fields
 * @returns {Promise<any>} the answer's JSON
 */
export function postForm(path, fields) {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    return request(path, { method: "POST", body, headers: { "X-CSRF-Token": csrfToken() } });
}

function csrfToken() {
    return document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function request(path, options) {
    const headers = { Accept: "application/json", ...options.headers };
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetched(fetch(path, { ...options, headers, signal }));
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    if (response.ok) throw new Unreachable();
    const wait = Number(response.headers.get("Retry-After")) || 0;
    throw new Refusal(response.status, answer?.error ?? statusMessage(response.status), answer?.view ?? null, wait);
}

/**
 * @param {Promise<Response>} response
 * @returns {Promise<Response>}
 */
async function fetched(response) {
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
function statusMessage(status) {
    if (status === 404) return "The server does not know this match.";
    if (status === 429) return "Too many requests at once; wait a moment.";
    if (status >= 500) return "Something went wrong on the server; what was confirmed is safe.";
    return `The server refused this (${status}).`;
}

/**
 * The message of any error.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function errorMessage(error) {
    return error instanceof Error ? error.message : String(error);
}
