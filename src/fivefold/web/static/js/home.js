/** The home page: a move on one of its pictures begins a match with it. */
import "./look.js";
import { startTryBoards } from "./try.js";

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

// Coming back from the match, the board is as it was before the move.
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
