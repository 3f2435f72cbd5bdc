/** The home page: a move on one of its boards starts a match with it, and the visitor's matches are kept up to date. */
import { optional } from "./dom.js";
import { onNews } from "./news.js";
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

const SOON_MILLISECONDS = 200;
let timer = 0;

/** Show the visitor's matches as they are now: whose turn it is, how they stand. */
async function refreshMatches() {
    const answer = await fetch("/", { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#your-matches");
    const now = optional("#your-matches");
    if (!fresh || now?.isEqualNode(fresh) || now?.contains(document.activeElement)) return;
    if (now) now.replaceWith(fresh);
    else optional(".hero")?.after(fresh);
    optional("#content")?.classList.add("returning");
}

let known = -1;
onNews((news) => {
    const changed = known >= 0 && known !== news.waiting;
    known = news.waiting;
    if (!changed && news.items.length === 0) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(refreshMatches, SOON_MILLISECONDS);
});

// On coming back from the match, the board is as before the move.
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
