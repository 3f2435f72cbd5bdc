/** The page for no connection: looks as chosen, and goes on by itself once the house answers again. */
import { applyAndStore, storedChoices } from "./appearance.js";

const AGAIN_MILLISECONDS = 4000;

async function goOn() {
    if (document.hidden) return;
    try {
        const answer = await fetch("/health", { cache: "no-store" });
        if (!answer.ok) return;
        // The page stands at the address that was asked for; at its own it has nothing to go back to.
        if (window.location.pathname === "/offline") window.location.replace("/");
        else window.location.reload();
    } catch {
        // Still no connection: the next look finds out.
    }
}

applyAndStore(storedChoices());
window.addEventListener("online", goOn);
window.addEventListener("visibilitychange", goOn);
window.setInterval(goOn, AGAIN_MILLISECONDS);
