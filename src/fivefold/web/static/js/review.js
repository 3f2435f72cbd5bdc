/**
 * The review: steps without loading the page anew. The server draws every step; what differs is put in place, and the
 * picture moves when one goes on. While the engine is at work its findings are filled in.
 *
 * @typedef {import("./types.js").MatchView} View
 */
import "./look.js";
import { required, say, typing } from "./dom.js";
import { ask, words } from "./fetching.js";
import { lively } from "./looks.js";
import { morph } from "./morph.js";
import { Stage } from "./motion.js";

const PATIENCE = 1500;
const KEYS = /** @type {Record<string, string>} */ ({
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
});

const page = required("#review");
const base = page.dataset.base ?? "";
const stage = new Stage(required("#picture"));
stage.camera.attend(null, true);
let ply = Number(page.dataset.ply);
let wanted = ply;
/** @type {View | null} */
let seen = null;

/**
 * The page as the server draws it after so many moves.
 *
 * @param {number} at
 * @returns {Promise<Element>}
 */
async function drawn(at) {
    const beside = page.dataset.hindsight === undefined ? "" : "&hindsight=1";
    const response = await fetch(`${base}/review?ply=${at}${beside}`, { headers: { Accept: "text/html" } });
    const text = response.ok ? await response.text() : "";
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#review");
    if (!fresh) throw new Error("This move could not be loaded; try again.");
    return fresh;
}

/** @param {Element} fresh */
function put(fresh) {
    const picture = fresh.querySelector("#picture");
    // The picture has its own way of changing.
    picture?.replaceChildren(...[...required("#picture").childNodes].map((node) => node.cloneNode(true)));
    const open = page.querySelector("details[open]") !== null;
    if (open) fresh.querySelector("details.all-moves")?.setAttribute("open", "");
    morph(page, fresh);
    stage.camera.place();
}

/**
 * Go to a move; of those wished for while one is on its way only the last is shown.
 *
 * @param {number} goal
 */
async function go(goal) {
    const idle = wanted === ply;
    wanted = goal;
    if (!idle) return;
    try {
        while (wanted !== ply) await step(wanted);
    } catch (error) {
        wanted = ply;
        say(page.querySelector(".now-said"), words(error));
    }
}

/** @param {number} goal */
async function step(goal) {
    const [fresh, view] = await Promise.all([drawn(goal), /** @type {Promise<View>} */ (ask(`${base}/view?ply=${goal}&everything=1`))]);
    const back = goal === stepped("previous");
    const near = back || goal === stepped("next");
    const motions = back ? (seen?.last?.motions ?? []).map(reversed) : (view.last?.motions ?? []);
    seen = view;
    ply = goal;
    window.history.replaceState(null, "", `?ply=${goal}`);
    stage.finish();
    put(fresh);
    void stage.show(view.picture, { lively: near && lively(), motions });
}

/**
 * @param {import("./types.js").Motion} motion
 * @returns {import("./types.js").Motion}
 */
function reversed([from, to]) {
    return [to, from];
}

/**
 * Where a step leads to from the move shown.
 *
 * @param {string} step
 */
function stepped(step) {
    return linked(page.querySelector(`[data-step="${step}"]`));
}

/** @param {EventTarget | null} target */
function linked(target) {
    const link = target instanceof Element ? target.closest('a[href^="?ply="]') : null;
    const found = link?.getAttribute("href")?.match(/^\?ply=(\d+)$/);
    return found ? Number(found[1]) : null;
}

/** @param {MouseEvent} event */
function clicked(event) {
    const goal = linked(event.target);
    if (goal === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (goal !== ply) void go(goal);
}

/**
 * A finger that goes along a curve goes through the match.
 *
 * @param {PointerEvent} event
 */
function slid(event) {
    if (event.buttons !== 1) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const goal = under?.closest(".curve") ? linked(under) : null;
    if (goal !== null && goal !== ply) void go(goal);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
    if (typing() || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = KEYS[event.key];
    const goal = step ? stepped(step) : null;
    if (goal === null) return;
    event.preventDefault();
    void go(goal);
}

/** Look from time to time what the engine has found. */
async function watch() {
    const progress = page.querySelector("#analysis");
    const [done, of] = [Number(progress?.getAttribute("data-done")), Number(progress?.getAttribute("data-of"))];
    if (!(done < of) && page.dataset.looking === undefined) return;
    window.setTimeout(() => void watch(), PATIENCE);
    if (document.hidden) return;
    const at = ply;
    const fresh = await drawn(at).catch(() => null);
    if (fresh && at === ply) put(fresh);
}

page.addEventListener("click", clicked);
page.addEventListener("pointermove", slid);
page.addEventListener("dragstart", (event) => event.preventDefault());
document.addEventListener("keydown", pressed);
window.setTimeout(() => void watch(), PATIENCE);
