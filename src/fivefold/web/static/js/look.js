/**
 * The settings of every page: a choice is applied at once, without the button that sends the form where there is no
 * script.
 */
import { choose, chosen } from "./looks.js";
import { sound } from "./sound.js";

const form = document.querySelector("#look-form");

if (form instanceof HTMLFormElement) {
    for (const button of form.querySelectorAll("button")) button.hidden = true;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => {
        /** @type {Record<string, string>} */
        const looks = chosen();
        for (const [name, value] of new FormData(form)) if (typeof value === "string" && name !== "csrf") looks[name] = value;
        choose(looks);
        sound("pick");
    });
}
