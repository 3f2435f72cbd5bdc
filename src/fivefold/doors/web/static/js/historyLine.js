/**
 * A line of the list of moves: a move with what led to it and what chance brought after it, in small cards, dice and
 * words, like those the server writes (`moves_list.html`).
 *
 * @typedef {import("./types.js").LineView} LineView
 * @typedef {import("./types.js").PartView} PartView
 * @typedef {import("./types.js").TableView} TableView
 */
import { create, signed } from "./dom.js";
import { CHANCE } from "./updates.js";

const SVG = "http://www.w3.org/2000/svg";
const CARD_BOX = "0 0 36 26";
const DIE_BOX = "-15 -15 30 30";

/**
 * The events of each line, in order.
 *
 * @param {readonly LineView[]} events
 * @returns {LineView[][]}
 */
export function groupedIntoLines(events) {
    /** @type {LineView[][]} */
    const lines = [];
    for (const event of events) {
        const line = lines.at(-1);
        if (line && !event.begins) line.push(event);
        else lines.push([event]);
    }
    return lines;
}

/**
 * What tells a line from all others.
 *
 * @param {readonly LineView[]} events
 */
export function lineKey(events) {
    return events.map((event) => `${event.ply}:${event.text}`).join(" ");
}

/**
 * One line of the list.
 *
 * @param {readonly LineView[]} events
 * @param {TableView} table
 * @returns {HTMLElement}
 */
export function historyLine(events, table) {
    const mover = events.find((event) => event.mover !== CHANCE)?.mover ?? CHANCE;
    const ply = events.at(-1)?.ply ?? 0;
    const link = create("a", "", by(mover, table), " ", told(events), " ", create("span", "gain number", gain(events, mover)));
    link.setAttribute("href", `?ply=${ply}`);
    link.title = events.map((event) => event.said).filter(Boolean).join(". ");
    const item = create("li", mover === CHANCE ? "chance" : `seat-${mover}`, link);
    item.dataset.ply = String(ply);
    item.dataset.key = lineKey(events);
    return item;
}

/**
 * @param {number} mover
 * @param {TableView} table
 */
function by(mover, table) {
    return create("span", "by", mover === CHANCE ? "Chance" : (table.seats[mover]?.seat_name ?? ""));
}

/**
 * @param {readonly LineView[]} events
 * @param {number} mover
 */
function gain(events, mover) {
    if (mover === CHANCE) return "";
    return signed(events.reduce((sum, event) => sum + (event.gains[mover] ?? 0), 0));
}

/** @param {readonly LineView[]} events */
function told(events) {
    const pictures = create("span", "told");
    for (const { parts } of events.filter((event) => event.parts.length)) {
        if (pictures.childElementCount) pictures.append(arrow());
        for (const part of parts) pictures.append(sign(part), " ");
    }
    const notation = create("span", "notation", events.map((event) => event.text).join(" "));
    return create("span", "move", pictures, notation);
}

function arrow() {
    const drawn = create("span", "then", "→");
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
}

/** @param {PartView} part */
function sign(part) {
    if (part.kind === "card") return cardSign(part);
    if (part.kind === "die") return picture("die", DIE_BOX, part.words, [use(`die-${part.code}`)]);
    return part.kind === "place" ? create("span", "place", part.code) : create("span", "brief", part.words);
}

/** @param {PartView} part */
function cardSign({ code, words }) {
    const [rank = "", suit = ""] = code;
    if (rank === "W") return picture("card wild", CARD_BOX, words, [use("W")]);
    const figure = use(rank);
    figure.setAttribute("class", "rank");
    return picture(`card suit-${suit}`, CARD_BOX, words, [figure, use(suit)]);
}

/**
 * @param {string} classes
 * @param {string} box
 * @param {string} words
 * @param {Element[]} shapes
 */
function picture(classes, box, words, shapes) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", `sign ${classes} fivefold`);
    svg.setAttribute("viewBox", box);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", words);
    svg.append(...shapes);
    return svg;
}

/** @param {string} name */
function use(name) {
    const shape = document.createElementNS(SVG, "use");
    shape.setAttribute("href", `#sign-${name}`);
    return shape;
}
