/** The home page: a move on its board starts a match; where it shows a match to watch, that goes on. */
import "./settings.js";
import { refresh } from "./newsParts.js";
import { startTryBoards } from "./tryBoard.js";

startTryBoards((element) => ({
    begins: (text) => {
        const form = element.parentElement?.querySelector("form.try-form");
        const field = form?.querySelector('input[name="move"]');
        if (!(form instanceof HTMLFormElement) || !(field instanceof HTMLInputElement)) return false;
        field.value = text;
        form.submit();
        return true;
    },
}));

const LOOK_MILLISECONDS = 3000;

/** Show how the match to watch stands, as long as it goes on and somebody looks. */
async function look() {
    const board = document.querySelector("[data-live]");
    if (!(board instanceof HTMLElement)) return;
    if (!document.hidden) await refresh(board.dataset.live, "[data-live]");
    window.setTimeout(look, LOOK_MILLISECONDS);
}

window.setTimeout(look, LOOK_MILLISECONDS);

// On coming back from the match, the board is as before the move.
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
