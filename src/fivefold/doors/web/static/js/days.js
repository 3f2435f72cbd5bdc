/** The days: a result as text goes to the clipboard, or wherever the device shares things. */
import "./settings.js";
import { shareText } from "./sharing.js";

for (const button of document.querySelectorAll("[data-share]")) {
    const field = document.getElementById(button.getAttribute("data-share") ?? "");
    const words = button.querySelector("span");
    if (!(button instanceof HTMLButtonElement) || !(field instanceof HTMLTextAreaElement)) continue;
    button.hidden = false;
    if (words && window.matchMedia("(pointer: coarse)").matches) words.textContent = "Share";
    button.addEventListener("click", async () => {
        const copied = await shareText(field.value);
        if (words && copied) words.textContent = "Copied";
    });
}
