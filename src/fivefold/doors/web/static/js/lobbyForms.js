/** Forms of the lobby, sent without leaving the page; a refusal is shown where it was pressed. */
import { optional, setText } from "./dom.js";
import { errorMessage, postForm } from "./requests.js";
import { randomNonce } from "./nonce.js";

/**
 * Send every form marked `data-lobby` by script.
 *
 * @param {(answer: any) => void} done called with an answer that leads nowhere else
 */
export function prepareLobbyForms(done) {
    document.addEventListener("submit", (event) => {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-lobby")) return;
        const button = event.submitter instanceof HTMLButtonElement ? event.submitter : form.querySelector("button");
        event.preventDefault();
        void send(form, button, done);
    });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 * @param {(answer: any) => void} done
 */
async function send(form, button, done) {
    if (button?.disabled) return;
    const fields = fieldsOf(form);
    button?.toggleAttribute("disabled", true);
    refuse("");
    try {
        const answer = await postForm(new URL(button?.hasAttribute("formaction") ? button.formAction : form.action).pathname, fields);
        if (leadsElsewhere(answer)) window.location.assign(answer.path ?? `/matches/${answer.match}`);
        else done(answer);
    } catch (error) {
        refuse(errorMessage(error));
    } finally {
        button?.toggleAttribute("disabled", false);
    }
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form)) fields[name] = String(value);
    if ("nonce" in fields) fields.nonce = fields.nonce || randomNonce();
    return fields;
}

/** @param {any} answer */
function leadsElsewhere(answer) {
    const here = window.location.pathname;
    return (answer.path && answer.path.split("?")[0] !== here) || (answer.match && answer.search === undefined);
}

/** @param {string} words */
function refuse(words) {
    const place = optional("#refused");
    if (!place) return;
    setText(place, words);
    place.hidden = !words;
    if (words) place.scrollIntoView({ block: "nearest" });
}
