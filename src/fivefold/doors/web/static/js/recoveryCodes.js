/**
 * Recovery codes, just made: to copy or to print. They are on no other page.
 */
import "./settings.js";

const said = document.getElementById("codes-said");

for (const button of document.querySelectorAll(".scripted-only")) {
    if (button instanceof HTMLElement) button.hidden = false;
}

document.querySelector("[data-copy-codes]")?.addEventListener("click", async () => {
    const codes = [...document.querySelectorAll("#codes code")].map((code) => code.textContent ?? "");
    try {
        await navigator.clipboard.writeText(`${codes.join("\n")}\n`);
        say("Copied. Paste them where you keep such things.");
    } catch {
        say("This browser does not let us copy them: select them, or print the page.");
    }
});

document.querySelector("[data-print-codes]")?.addEventListener("click", () => window.print());

/** @param {string} words */
function say(words) {
    if (said) said.textContent = words;
}
