/**
 * The settings on every page: a choice applies at once, without the button that sends the form when there are no
 * scripts.
 */
import { applyAndStore, storedChoices } from "./appearance.js";
import { sound } from "./sound.js";

const form = document.querySelector("#look-form");

if (form instanceof HTMLFormElement) {
    for (const button of form.querySelectorAll("button")) button.hidden = true;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => {
        /** @type {Record<string, string>} */
        const looks = storedChoices();
        for (const [name, value] of new FormData(form)) {
            if (typeof value === "string" && name !== "csrf") looks[name] = value;
        }
        applyAndStore(looks);
        sound("pick");
    });
}
