/**
 * The button in the header that turns sound on and off. It draws attention to itself once, on the first visit to a table.
 */
import { applyAndStore, soundAllowed, storedChoices } from "./appearance.js";
import { sound } from "./sound.js";

const OFFERED = "sound offered";
const button = document.querySelector('[data-action="sound"]');

if (button instanceof HTMLElement) {
    show(button);
    button.classList.toggle("offered", isFirstVisit() && !soundAllowed());
    button.addEventListener("click", () => {
        applyAndStore({ ...storedChoices(), sound: soundAllowed() ? "off" : "on" });
        button.classList.remove("offered");
        show(button);
        sound("score");
    });
}

/** @param {HTMLElement} element */
function show(element) {
    const on = soundAllowed();
    element.setAttribute("aria-pressed", String(on));
    element.title = on ? "Sound is on" : "Turn sound on";
    const choice = document.querySelector(`#look-form input[name="sound"][value="${on ? "on" : "off"}"]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
}

function isFirstVisit() {
    try {
        const first = localStorage.getItem(OFFERED) === null;
        localStorage.setItem(OFFERED, "1");
        return first;
    } catch {
        return false;
    }
}
