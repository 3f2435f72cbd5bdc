/**
 * The second game of a double match: beside each score the points of both games, as far as the board shows them.
 */

for (const total of document.querySelectorAll("[data-carried]")) {
    const score = total.closest("[data-seat]")?.querySelector(".seat-score");
    if (!(total instanceof HTMLElement) || !score) continue;
    const carried = Number(total.dataset.carried);
    const show = () => (total.textContent = `total ${carried + Number(score.textContent)}`);
    new MutationObserver(show).observe(score, { childList: true, characterData: true, subtree: true });
}
