/** The home page: a move on one of its boards starts a match with it. */
import "./settings.js";
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

// On coming back from the match, the board is as before the move.
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
