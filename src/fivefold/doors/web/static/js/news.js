/**
 * News in the page: how many matches and challenges wait, in the header, in the title and on the icons; a slip that
 * says what has just happened; and a chime, if the visitor has chosen sounds.
 *
 * @typedef {import("./types.js").NewsView} NewsView
 * @typedef {import("./types.js").NewsItemView} NewsItemView
 */
import { create, optional, setText } from "./dom.js";
import { randomNonce } from "./nonce.js";
import { refreshParts } from "./newsParts.js";
import { NewsStream } from "./newsStream.js";
import { setWaitingInTitle } from "./pageTitle.js";
import { errorMessage, postForm } from "./requests.js";
import { chime } from "./sound.js";

const SHOWN_MILLISECONDS = 12_000;
const MOST_SLIPS = 3;
const CHIMING = ["turn", "offer", "ready", "challenge", "seated"];

const badge = optional("#waiting");
const slips = create("div", "slips");

/**
 * Show news, from whichever stream.
 *
 * @param {NewsView} news
 * @param {boolean} [first] whether this page is the one that chimes
 */
export function showNews(news, first = true) {
    showWaiting(news.waiting);
    for (const item of news.items) if (!document.hidden) showSlip(item);
    if (first && news.items.some((item) => CHIMING.includes(item.kind))) chime();
    refreshParts(news);
}

/** @param {number} count */
function showWaiting(count) {
    setWaitingInTitle(count);
    showOnIcons(count);
    if (!badge) return;
    badge.hidden = count === 0;
    setText(badge.querySelector(".number"), String(count));
    setText(badge.querySelector(".waiting-words"), count === 1 ? "waits for you" : "wait for you");
}

/** @param {number} count */
function showOnIcons(count) {
    const icon = document.querySelector('link[rel="icon"]');
    if (icon instanceof HTMLLinkElement && badge?.dataset.icon) {
        icon.dataset.usual ??= icon.href;
        icon.href = count ? badge.dataset.icon : icon.dataset.usual;
    }
    if (!("setAppBadge" in navigator)) return;
    const shown = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    shown.catch(() => undefined); // some browsers show no number
}

/** @param {NewsItemView} item */
function showSlip(item) {
    slips.querySelector(`[data-match="${CSS.escape(item.match)}"]`)?.remove();
    while (slips.childElementCount >= MOST_SLIPS) slips.firstElementChild?.remove();
    const link = create("a", "slip-link", create("strong", "", item.title), create("span", "", item.words));
    link.setAttribute("href", item.path);
    const close = create("button", "slip-close", "×");
    close.setAttribute("type", "button");
    close.setAttribute("aria-label", "Dismiss");
    const slip = create("div", "slip", link, close);
    slip.dataset.kind = item.kind;
    slip.dataset.match = item.match;
    close.addEventListener("click", () => slip.remove());
    if (item.challenge || item.offer) slip.append(answerButtons(slip, item));
    slips.append(slip);
    hideLater(slip);
}

/**
 * Answer a challenge, or what is offered at a table.
 *
 * @param {NewsItemView} item
 * @param {boolean} agree
 * @returns {Promise<string>} the page to go to, if that is another one
 */
async function answer(item, agree) {
    if (item.challenge) {
        const done = await postForm(`${item.challenge}/${agree ? "accept" : "decline"}`, { nonce: randomNonce() });
        return agree ? done.path : "";
    }
    const fields = { agree: agree ? "yes" : "no", kind: item.offer, number: item.number };
    const after = await postForm(`/matches/${item.match}/offers/answer`, fields);
    return after.match === item.match ? "" : `/matches/${after.match}`;
}

/**
 * Buttons that answer then and there.
 *
 * @param {HTMLElement} slip
 * @param {NewsItemView} item
 */
function answerButtons(slip, item) {
    const [accept, decline] = [create("button", "button primary", "Accept"), create("button", "button", "Decline")];
    const refused = create("p", "wrong small");
    /** @param {boolean} agree */
    const send = async (agree) => {
        for (const button of [accept, decline]) button.toggleAttribute("disabled", true);
        try {
            const path = await answer(item, agree);
            if (path) window.location.assign(path);
            else slip.remove();
        } catch (error) {
            setText(refused, errorMessage(error));
        }
    };
    accept.addEventListener("click", () => void send(true));
    decline.addEventListener("click", () => void send(false));
    return create("div", "slip-answers", accept, decline, refused);
}

/**
 * Remove a slip after a while, but not while the visitor is at it.
 *
 * @param {HTMLElement} slip
 */
function hideLater(slip) {
    window.setTimeout(() => {
        if (slip.matches(":hover, :focus-within")) hideLater(slip);
        else slip.remove();
    }, SHOWN_MILLISECONDS);
}

if (badge) {
    slips.setAttribute("role", "status");
    document.body.append(slips);
    showOnIcons(Number(badge.querySelector(".number")?.textContent ?? 0));
    // A table has a stream of its own, which brings the news too.
    const match = optional("#table[data-base]")?.dataset.base?.split("/").pop();
    if (!match) new NewsStream(showNews);
    if ("Notification" in window && Notification.permission === "granted") void lookAfterDevice(match);
}

/**
 * Close this device's messages about a match that is seen, and tell the house where to send others.
 *
 * @param {string | undefined} match
 */
async function lookAfterDevice(match) {
    const { closeMessages, tellIfChanged } = await import("./pushDevice.js");
    const closeSeen = () => void (match && !document.hidden && closeMessages(match));
    closeSeen();
    document.addEventListener("visibilitychange", closeSeen);
    await tellIfChanged().catch(() => undefined); // the next page tries again
}
