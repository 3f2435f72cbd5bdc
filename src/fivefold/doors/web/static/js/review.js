/**
 * The review: steps through a match without reloading. The server renders every step; the page changes what differs,
 * and moves the picture. While the engine is at work, its results are filled in.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 */
import { motionAllowed } from "./appearance.js";
import { isTyping, required, setText } from "./dom.js";
import { addMarks } from "./things.js";
import { morph } from "./morph.js";
import { errorMessage, getJson } from "./requests.js";
import "./settings.js";
import "./shareMenu.js";
import { Stage } from "./stage.js";

const REFRESH_MILLISECONDS = 1500;
const KEYS = /** @type {Record<string, string>} */ ({
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
});

const page = required("#review");
const base = page.dataset.base ?? "";
const stage = new Stage(required("#picture"));
stage.camera.attach(null, true);
let ply = Number(page.dataset.ply);
let wanted = ply;
/** @type {MatchView | null} */
let lastView = null;

/**
 * The page as the server renders it at a ply.
 *
 * @param {number} at
 * @returns {Promise<Element>}
 */
async function fetchReview(at) {
    const beside = page.dataset.hindsight === undefined ? "" : "&hindsight=1";
    const response = await fetch(`${base}/review?ply=${at}${beside}`, { headers: { Accept: "text/html" } });
    const text = response.ok ? await response.text() : "";
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#review");
    if (!fresh) throw new Error("This move could not be loaded; try again.");
    return fresh;
}

/** @param {Element} fresh */
function replacePage(fresh) {
    const picture = fresh.querySelector("#picture");
    // The stage changes the picture itself, with motion.
    picture?.replaceChildren(...[...required("#picture").childNodes].map((node) => node.cloneNode(true)));
    const open = page.querySelector("details[open]") !== null;
    if (open) fresh.querySelector("details.all-moves")?.setAttribute("open", "");
    morph(page, fresh);
    markBetter();
    stage.camera.placeButtons();
}

/**
 * Go to a ply. Of those requested while one is loading, only the last is shown.
 *
 * @param {number} goal
 */
async function goTo(goal) {
    const idle = wanted === ply;
    wanted = goal;
    if (!idle) return;
    try {
        while (wanted !== ply) await step(wanted);
    } catch (error) {
        wanted = ply;
        setText(page.querySelector(".now-said"), errorMessage(error));
    }
}

/** @param {number} goal */
async function step(goal) {
    /** @type {Promise<MatchView>} */
    const requested = getJson(`${base}/view?ply=${goal}&everything=1`);
    const [fresh, view] = await Promise.all([fetchReview(goal), requested]);
    const back = goal === plyOfStep("previous");
    const near = back || goal === plyOfStep("next");
    const motions = back ? (lastView?.last?.motions ?? []).map(reversed) : (view.last?.motions ?? []);
    lastView = view;
    ply = goal;
    window.history.replaceState(null, "", `?ply=${goal}`);
    stage.finish();
    replacePage(fresh);
    void stage.show(view.picture, { animated: near && motionAllowed(), motions });
    markBetter();
}

/** Mark on the board what would have been better than the move shown. */
function markBetter() {
    const picks = /** @type {string[]} */ (JSON.parse(page.querySelector("[data-picks]")?.getAttribute("data-picks") ?? "[]"));
    addMarks(required("#picture"), Object.fromEntries(picks.map((name) => [name, "hint"])));
}

/**
 * @param {import("./types.js").Motion} Motion
 * @returns {import("./types.js").Motion}
 */
function reversed([from, to]) {
    return [to, from];
}

/**
 * The ply that a step leads to.
 *
 * @param {string} step
 */
function plyOfStep(step) {
    return plyOfLink(page.querySelector(`[data-step="${step}"]`));
}

/** @param {EventTarget | null} target */
function plyOfLink(target) {
    const link = target instanceof Element ? target.closest('a[href^="?ply="]') : null;
    const found = link?.getAttribute("href")?.match(/^\?ply=(\d+)$/);
    return found ? Number(found[1]) : null;
}

/** @param {MouseEvent} event */
function onClick(event) {
    const goal = plyOfLink(event.target);
    if (goal === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (goal !== ply) void goTo(goal);
}

/**
 * Sliding along a curve steps through the match.
 *
 * @param {PointerEvent} event
 */
function onSlide(event) {
    if (event.buttons !== 1) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const goal = under?.closest(".curve") ? plyOfLink(under) : null;
    if (goal !== null && goal !== ply) void goTo(goal);
}

/** @param {KeyboardEvent} event */
function onKeydown(event) {
    if (isTyping() || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = KEYS[event.key];
    const goal = step ? plyOfStep(step) : null;
    if (goal === null) return;
    event.preventDefault();
    void goTo(goal);
}

/** Fetch the engine's results from time to time. */
async function watchAnalysis() {
    const progress = page.querySelector("#analysis");
    const [done, of] = [Number(progress?.getAttribute("data-done")), Number(progress?.getAttribute("data-of"))];
    if (!(done < of) && page.dataset.looking === undefined) return;
    window.setTimeout(() => void watchAnalysis(), REFRESH_MILLISECONDS);
    if (document.hidden) return;
    const at = ply;
    const fresh = await fetchReview(at).catch(() => null);
    if (fresh && at === ply) replacePage(fresh);
}

markBetter();
page.addEventListener("click", onClick);
page.addEventListener("pointermove", onSlide);
page.addEventListener("dragstart", (event) => event.preventDefault());
document.addEventListener("keydown", onKeydown);
window.setTimeout(() => void watchAnalysis(), REFRESH_MILLISECONDS);
