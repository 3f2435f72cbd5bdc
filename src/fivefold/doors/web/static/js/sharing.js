/**
 * Shares a link: through the device's own dialog, or else the clipboard.
 */

import { optional, setText } from "./dom.js";

/** The device has shared the link, or the user has cancelled. */
const SHARED = { copied: false, words: "" };

/**
 * @param {string} link
 * @returns {Promise<{copied: boolean, words: string}>} whether the link is in the clipboard, and a message
 */
export async function share(link) {
    const coarse = window.matchMedia("(pointer: coarse)").matches;
    if (coarse && navigator.share) {
        try {
            await navigator.share({ title: document.title, url: link });
            return SHARED;
        } catch (error) {
            if (error instanceof DOMException && error.name === "AbortError") return SHARED;
        }
    }
    const copied = await copy(link);
    return { copied, words: copied ? "Link copied." : `The link is ${link}` };
}

/**
 * Share a text: through the device's own dialog, or else the clipboard.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard
 */
export async function shareText(text) {
    if (window.matchMedia("(pointer: coarse)").matches && navigator.share) {
        try {
            await navigator.share({ text });
            return false;
        } catch (error) {
            if (error instanceof DOMException && error.name === "AbortError") return false;
        }
    }
    return copy(text);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return selectAndCopy(text);
    }
}

/**
 * Hand something to the device's own dialog.
 *
 * @param {ShareData} what
 * @returns {Promise<boolean>} whether it was shown, and perhaps closed again
 */
export async function offered(what) {
    try {
        await navigator.share(what);
        return true;
    } catch (error) {
        return error instanceof DOMException && error.name === "AbortError";
    }
}

/**
 * Let a button share the link that it holds, where the page has it.
 *
 * @param {string} selector
 */
export function shareByButton(selector) {
    const button = optional(selector);
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
        const { words } = await share(button.dataset.link ?? "");
        setText(document.querySelector("#shared"), words);
    });
}

/** @param {File} file */
export function save(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The old way, for pages not served over https.
 *
 * @param {string} text
 */
function selectAndCopy(text) {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "visually-hidden";
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
}
