/**
 * Giving a link to somebody: through the device's own way of sharing, else the clipboard.
 */

/**
 * @param {string} link
 * @returns {Promise<string>} what has been done, in words
 */
export async function share(link) {
    const coarse = window.matchMedia("(pointer: coarse)").matches;
    if (coarse && navigator.share) {
        try {
            await navigator.share({ title: document.title, url: link });
            return "";
        } catch (error) {
            if (error instanceof DOMException && error.name === "AbortError") return "";
        }
    }
    return (await copy(link)) ? "The link is copied." : `The link is ${link}`;
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return selectAndCopy(text);
    }
}

/**
 * The old way, for pages that are not served securely.
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
