/**
 * The visitor's own number, which the house mixes into everything that chance does in a match: filled in, in every form
 * that begins a match or takes a seat. It is made here, so that the house does not choose it.
 */
const BYTES = 16;

/** @returns {string} random bytes in hex */
function nonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fill() {
    for (const field of document.querySelectorAll('form input[name="nonce"]')) {
        if (field instanceof HTMLInputElement) field.value = nonce();
    }
}

// Also on coming back to a page that the browser has kept.
window.addEventListener("pageshow", fill);
fill();
