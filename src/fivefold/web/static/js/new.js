/**
 * The set-up of a match: shows only the opponents that the chosen number of players asks for.
 */
import "./look.js";

const form = document.querySelector("#set-up");

/** How many play, if the game lets one choose. */
function players() {
    const chosen = form?.querySelector('input[name="option-players"]:checked');
    return chosen instanceof HTMLInputElement && chosen.value ? Number(chosen.value) : 2;
}

function show() {
    const others = players() - 1;
    for (const block of form?.querySelectorAll("fieldset.block") ?? []) {
        const seat = /\bother-(\d+)\b/.exec(block.className)?.[1];
        if (seat && block instanceof HTMLFieldSetElement) {
            block.hidden = Number(seat) > others;
            block.disabled = block.hidden;
        }
    }
}

if (form) {
    form.addEventListener("change", show);
    // A set-up that the browser has kept may show other choices than it sent.
    window.addEventListener("pageshow", show);
    form.addEventListener("submit", () => {
        for (const button of form.querySelectorAll("button.primary")) button.setAttribute("aria-busy", "true");
    });
    show();
}
