/**
 * A token, just made: to copy. It is on no other page.
 */
import "./settings.js";

const said = document.getElementById("token-said");
const copy = document.querySelector("[data-copy-token]");

if (copy instanceof HTMLElement) copy.hidden = false;

copy?.addEventListener("click", async () => {
    try {
        await navigator.clipboard.writeText(document.getElementById("token")?.textContent ?? "");
        say("Copied. Paste it where the program looks for it.");
    } catch {
        say("This browser does not let us copy it: select it.");
    }
});

/** @param {string} words */
function say(words) {
    if (said) said.textContent = words;
}
