/** Parts of a page that may change, such as those marked by `data-news`: after news they are shown as they are now. */

const SOON_MILLISECONDS = 200;

let known = -1;
let timer = 0;

/** @param {import("./types.js").NewsView} news */
export function refreshParts(news) {
    const changed = known >= 0 && known !== news.waiting;
    known = news.waiting;
    if ((!changed && news.items.length === 0) || !document.querySelector("[data-news]")) return;
    window.clearTimeout(timer);
    // Not at once for each: the first of several moves may come with others.
    timer = window.setTimeout(() => void refresh(), SOON_MILLISECONDS);
}

/**
 * @param {string} [address] of what has the same parts as they are now
 * @param {string} [parts] a selector
 */
export async function refresh(address = window.location.href, parts = "[data-news]") {
    const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A match of another game brings the styles of its drawing.
    for (const style of fresh.querySelectorAll('link[href^="/styles/"]')) {
        if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style);
    }
    for (const part of document.querySelectorAll(parts)) {
        const now = fresh.querySelector(`#${CSS.escape(part.id)}`);
        // Whoever is about to follow a link there is not disturbed.
        const used = part.contains(document.activeElement) || part.matches(":active");
        if (now && !part.isEqualNode(now) && !used) part.replaceWith(now);
    }
}
