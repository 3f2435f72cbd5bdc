/**
 * The share menu: a match's link, the picture of the position that is shown, and the whole game in motion. A picture
 * goes to the device's own dialog where there is one for files, and is saved otherwise.
 */
import { optional, setText } from "./dom.js";
import { copy, offered, save } from "./sharing.js";

/** How often to ask for an animation that is being made, and the time between. */
const MOST_LOOKS = 60;
const WAIT_MILLISECONDS = 2000;

class ShareMenu {
    #menu;
    #status;
    /** @type {Map<string, File>} what has been fetched, by its address */
    #files = new Map();

    /** @param {HTMLElement} menu */
    constructor(menu) {
        this.#menu = menu;
        this.#status = optional(".share-status", menu);
        menu.addEventListener("beforetoggle", (event) => {
            if (/** @type {ToggleEvent} */ (event).newState === "open") this.#showPosition();
        });
        menu.addEventListener("click", (event) => this.#onClick(event));
        if (menu.matches(":popover-open")) this.#showPosition();
    }

    /** Let picture and link be of the position that the page shows. */
    #showPosition() {
        const link = optional('[data-send="picture"]', this.#menu);
        const picture = optional(".share-picture", this.#menu);
        if (!(link instanceof HTMLAnchorElement) || !(picture instanceof HTMLImageElement)) return;
        const ply = shownPly();
        const path = link.pathname.endsWith("/picture.png") && ply !== "" ? `${link.pathname}?ply=${ply}` : link.pathname;
        link.href = path;
        picture.src = `${path}${path.includes("?") ? "&" : "?"}at=${latestPly()}`;
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const target = event.target instanceof Element ? event.target : null;
        const link = target?.closest("[data-send]");
        if (target?.closest("[data-copy-link]")) void this.#copyLink();
        if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void this.#send(link);
    }

    async #copyLink() {
        const field = optional("#share-link", this.#menu);
        const link = field instanceof HTMLInputElement ? field.value : window.location.href;
        this.#say((await copy(link)) ? "Link copied." : `The link is ${link}`);
    }

    /** @param {HTMLAnchorElement} link to what is to be sent */
    async #send(link) {
        const isMoving = link.dataset.send === "animation";
        const known = this.#files.get(link.href);
        if (known) return this.#handOver(known);
        link.setAttribute("aria-busy", "true");
        this.#say(isMoving ? "Making the animation: this takes up to half a minute." : "Making the picture…");
        try {
            const file = await this.#fetched(link.href, isMoving ? "gif" : "png");
            this.#files.set(link.href, file);
            if (isMoving) this.#show(file);
            // A browser shares only soon after a tap.
            if (navigator.userActivation?.isActive ?? true) await this.#handOver(file);
            else this.#say("The animation is ready: tap the button again to send it.");
        } catch (error) {
            this.#say(error instanceof Error ? error.message : "That did not work: try again in a moment.");
        } finally {
            link.removeAttribute("aria-busy");
        }
    }

    /**
     * @param {string} address
     * @param {string} kind
     * @returns {Promise<File>} what is there, once it is made
     */
    async #fetched(address, kind) {
        for (let look = 0; look < MOST_LOOKS; look += 1) {
            const answer = await fetch(address, { headers: { Accept: "application/json" } });
            if (answer.status === 200) {
                const name = `fivefold-${this.#menu.dataset.name}.${kind}`;
                return new File([await answer.blob()], name, { type: `image/${kind}` });
            }
            if (answer.status !== 202) throw new Error(await refusal(answer));
            await new Promise((done) => window.setTimeout(done, WAIT_MILLISECONDS));
        }
        throw new Error("That takes too long just now: try again in a moment.");
    }

    /** @param {File} file */
    async #handOver(file) {
        if (window.matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
            this.#say("");
            if (await offered({ files: [file] })) return;
        }
        save(file);
        this.#say(`Saved as ${file.name}.`);
    }

    /** @param {File} file */
    #show(file) {
        const picture = optional(".share-picture", this.#menu);
        if (!(picture instanceof HTMLImageElement)) return;
        const reader = new FileReader();
        reader.addEventListener("load", () => (picture.src = String(reader.result)));
        reader.readAsDataURL(file);
    }

    /** @param {string} words */
    #say(words) {
        if (this.#status) setText(this.#status, words);
    }
}

/** @returns {string} the ply of the position that is shown; empty for the latest */
function shownPly() {
    const asked = new URLSearchParams(window.location.search).get("ply");
    const lines = [...document.querySelectorAll("#history [data-ply]")];
    const current = lines.findIndex((line) => line.classList.contains("current"));
    if (asked !== null && document.querySelector("#review")) return asked;
    const line = lines[current];
    return current < 0 || current === lines.length - 1 || !(line instanceof HTMLElement) ? "" : (line.dataset.ply ?? "");
}

/** @returns {string} how far the match has come: another picture then */
function latestPly() {
    const last = [...document.querySelectorAll("#history [data-ply]")].at(-1);
    return last instanceof HTMLElement ? (last.dataset.ply ?? "") : "";
}

/**
 * @param {Response} answer
 * @returns {Promise<string>}
 */
async function refusal(answer) {
    try {
        return (await answer.json()).error;
    } catch {
        return "That did not work: try again in a moment.";
    }
}

const menu = optional("#share");
if (menu) new ShareMenu(menu);
