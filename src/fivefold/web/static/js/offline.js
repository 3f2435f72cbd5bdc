/** The page for no connection: looks as chosen, and goes on by itself once the house answers again. */
import { applyAndStore, storedChoices } from "./appearance.js";

const AGAIN_MILLISECONDS = 4000;

async function goOn() {
    if (document.hidden) return;
    try {
        const answer = await fetch("/health", { cache: "no-store" });
        if (answer.ok) window.location.reload();
    } catch {
        // Still no connection: the next look finds out.
    }
}

applyAndStore(storedChoices());
window.addEventListener("online", goOn);
window.addEventListener("visibilitychange", goOn);
window.setInterval(goOn, AGAIN_MILLISECONDS);
