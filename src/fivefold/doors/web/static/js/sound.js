/**
 * Soft synthesised sounds, if the visitor has chosen them.
 *
 * @typedef {"pick" | "lift" | "place" | "slide" | "card" | "chip" | "piece" | "capture" | "score" | "win" | "moment" | "turn" |
 *     "dice" | "tick"} Sound
 * @typedef {{from: number, to: number, length: number, loud: number, shape: OscillatorType, delay?: number}} Tone
 */
import { soundAllowed } from "./appearance.js";

/** @type {OscillatorType} */
const TRIANGLE = "triangle";
/** @type {OscillatorType} */
const SINE = "sine";
/** @type {Record<Sound, Tone[]>} */
const TONES = {
    pick: [{ from: 900, to: 700, length: 0.04, loud: 0.05, shape: "sine" }],
    lift: [{ from: 420, to: 560, length: 0.06, loud: 0.05, shape: "sine" }],
    place: [
        { from: 320, to: 130, length: 0.09, loud: 0.22, shape: "sine" },
        { from: 1900, to: 900, length: 0.02, loud: 0.05, shape: "triangle" },
    ],
    slide: [
        { from: 260, to: 190, length: 0.12, loud: 0.1, shape: "sine" },
        { from: 240, to: 120, length: 0.09, loud: 0.2, shape: "sine", delay: 0.2 },
    ],
    card: [
        { from: 3100, to: 1500, length: 0.07, loud: 0.035, shape: "triangle", delay: 0.14 },
        { from: 210, to: 120, length: 0.07, loud: 0.17, shape: "sine", delay: 0.2 },
    ],
    chip: [
        { from: 2600, to: 2100, length: 0.035, loud: 0.09, shape: "triangle", delay: 0.16 },
        { from: 3300, to: 2700, length: 0.03, loud: 0.05, shape: "triangle", delay: 0.205 },
        { from: 420, to: 260, length: 0.05, loud: 0.1, shape: "sine", delay: 0.16 },
    ],
    piece: [
        { from: 330, to: 170, length: 0.08, loud: 0.22, shape: "sine", delay: 0.2 },
        { from: 980, to: 620, length: 0.03, loud: 0.07, shape: "triangle", delay: 0.2 },
    ],
    capture: [
        { from: 300, to: 110, length: 0.12, loud: 0.22, shape: "sine", delay: 0.12 },
        { from: 760, to: 240, length: 0.2, loud: 0.06, shape: "triangle", delay: 0.2 },
    ],
    score: [
        { from: 1047, to: 1047, length: 0.12, loud: 0.045, shape: "sine", delay: 0.3 },
        { from: 1568, to: 1568, length: 0.18, loud: 0.04, shape: "sine", delay: 0.37 },
    ],
    moment: [
        { from: 784, to: 784, length: 0.16, loud: 0.07, shape: "triangle" },
        { from: 1175, to: 1175, length: 0.3, loud: 0.07, shape: "triangle", delay: 0.12 },
    ],
    turn: [
        { from: 590, to: 590, length: 0.12, loud: 0.05, shape: "sine", delay: 0.55 },
        { from: 880, to: 880, length: 0.16, loud: 0.05, shape: "sine", delay: 0.65 },
    ],
    tick: [{ from: 1500, to: 1200, length: 0.025, loud: 0.035, shape: "triangle" }],
    // Clicks of several dice, softer and rarer as they come to rest.
    dice: [0.02, 0.06, 0.09, 0.15, 0.21, 0.24, 0.33, 0.42, 0.53].flatMap((delay, place) => {
        const loud = 0.16 * 0.82 ** place;
        return [
            { from: 2300 - 190 * (place % 4), to: 900, length: 0.022, loud, delay, shape: TRIANGLE },
            { from: 340 + 40 * (place % 3), to: 150, length: 0.045, loud, delay, shape: SINE },
        ];
    }),
    win: [523, 659, 784, 1047].map((pitch, place) => ({
        ...{ from: pitch, to: pitch, length: 0.3, loud: 0.09 },
        ...{ shape: /** @type {OscillatorType} */ ("triangle"), delay: place * 0.11 },
    })),
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} name */
export function sound(name) {
    if (!soundAllowed() || document.hidden || !("AudioContext" in window)) return;
    context ??= new AudioContext();
    // A browser keeps a page silent until the visitor has done something; after that it resumes with the next sound.
    if (context.state === "suspended" && navigator.userActivation?.hasBeenActive) void context.resume().catch(() => {});
    for (const tone of TONES[name]) play(context, tone);
}

/** News: also heard while another page is looked at, where the visitor has used this one before. */
export function chime() {
    if (!soundAllowed() || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    void context.resume().catch(() => {});
    for (const tone of TONES.turn) play(context, { ...tone, delay: (tone.delay ?? 0) - 0.5 });
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function play(audio, { from, to, length, loud, shape, delay = 0 }) {
    const start = audio.currentTime + delay;
    const oscillator = new OscillatorNode(audio, { type: shape, frequency: from });
    const gain = new GainNode(audio, { gain: 0 });
    oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length + 0.02);
}

/**
 * The sounds of a move: of what it is made with, then of what it earns, then of one's turn.
 *
 * @param {SVGSVGElement} svg after the move
 * @param {readonly import("./types.js").Motion[]} motions
 * @param {boolean} gained whether anybody earned something
 * @param {boolean} turn whether somebody else's move made it the visitor's turn
 */
export function soundMove(svg, motions, gained, turn) {
    sound(soundOf(svg, motions));
    if (gained) sound("score");
    if (turn) sound("turn");
}

/**
 * @param {SVGSVGElement} svg
 * @param {readonly import("./types.js").Motion[]} motions
 * @returns {Sound}
 */
function soundOf(svg, motions) {
    const goals = motions.map(([, to]) => svg.querySelector(`#${CSS.escape(to)}`) ?? document.getElementById(to));
    if (goals.some((goal) => goal?.closest("#seats"))) return "capture";
    const made = goals.find((goal) => goal !== null && !goal.hasAttribute("data-place"));
    if (made?.closest(".chip")) return "chip";
    return made?.closest(".card") ? "card" : made ? "piece" : "place";
}
