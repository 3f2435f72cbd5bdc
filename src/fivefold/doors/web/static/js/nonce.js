/**
 * Fills the visitor's own number into every form that starts a match or takes a seat. The house mixes it into
 * everything that chance decides; it is made here, so that the house cannot choose it.
 */
const BYTES = 16;

/** @returns {string} random bytes in hex */
export function randomNonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fillNonces() {
    for (const field of document.querySelectorAll('form input[name="nonce"]')) {
        if (field instanceof HTMLInputElement) field.value = randomNonce();
    }
}

// Also when the browser restores a page.
window.addEventListener("pageshow", fillNonces);
fillNonces();
