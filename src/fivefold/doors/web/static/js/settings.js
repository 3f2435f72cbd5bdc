/**
 * The settings on every page: a choice applies at once, without the button that sends the form when there are no
 * scripts.
 */
import { applyAndStore, storedChoices } from "./appearance.js";
import "./installed.js";
import "./news.js";
import { sound } from "./sound.js";

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("#look-form");

for (const form of forms) {
    for (const button of form.querySelectorAll("button")) button.hidden = true;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => {
        /** @type {Record<string, string>} */
        const looks = storedChoices();
        for (const [name, value] of new FormData(form)) {
            if (typeof value === "string" && name !== "csrf") looks[name] = value;
        }
        applyAndStore(looks);
        for (const other of forms) showChoices(other, looks);
        sound("pick");
    });
}

/**
 * Show what is chosen in another form that offers the same.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} looks
 */
function showChoices(form, looks) {
    for (const input of form.querySelectorAll("input[type=radio]")) {
        if (input instanceof HTMLInputElement) input.checked = looks[input.name] === input.value;
    }
}
