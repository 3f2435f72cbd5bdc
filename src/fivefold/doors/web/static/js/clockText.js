/**
 * What the clocks of a match say at a moment of the house's clock, and how it is written. The house says the same on a
 * page without script.
 *
 * @typedef {import("./types.js").ClockView} ClockView
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTH = 100;
/** Below this, tenths of a second are shown. */
const TENTHS = 10 * SECOND;

/**
 * What is left on a clock, in milliseconds.
 *
 * @param {ClockView} clock
 * @param {number} seat
 * @param {number} at
 */
export function left(clock, seat, at) {
    const full = clock.seats[seat]?.left ?? 0;
    if (seat !== clock.running || clock.paused || at <= clock.since) return full;
    const still = clock.stops.reduce(
        (sum, [begins, until]) => sum + Math.max(0, Math.min(at, until) - Math.max(clock.since, begins)),
        0,
    );
    return Math.max(0, full - Math.max(0, at - clock.since - still - clock.free));
}

/**
 * Until when the running clock stands still; null while it runs.
 *
 * @param {ClockView} clock
 * @param {number} at
 */
export function standsUntil(clock, at) {
    return clock.stops.find(([begins, until]) => begins <= at && at < until)?.[1] ?? null;
}

/**
 * How much of a time is written: whole tenths, seconds, minutes or hours.
 *
 * @param {number} time
 * @param {boolean} slow
 */
function unit(time, slow) {
    if (slow && time >= DAY) return HOUR;
    if (slow && time >= HOUR) return MINUTE;
    return time < TENTHS && !slow ? TENTH : SECOND;
}

/**
 * A time as a clock shows it: `4:37`, `0:09.4`, in slow games `2 d 4 h`.
 *
 * @param {number} time in milliseconds
 * @param {boolean} slow
 */
export function clockText(time, slow) {
    const count = (/** @type {number} */ size) => Math.floor(time / size);
    if (slow && time >= DAY) return `${count(DAY)} d ${count(HOUR) % 24} h`;
    if (slow && time >= HOUR) return `${count(HOUR)} h ${count(MINUTE) % 60} min`;
    const seconds = String(count(SECOND) % 60).padStart(2, "0");
    if (time >= HOUR) return `${count(HOUR)}:${String(count(MINUTE) % 60).padStart(2, "0")}:${seconds}`;
    const tenths = unit(time, slow) === TENTH ? `.${count(TENTH) % 10}` : "";
    return `${count(MINUTE)}:${seconds}${tenths}`;
}

/**
 * In how many milliseconds a clock shows something else.
 *
 * @param {number} time
 * @param {boolean} slow
 */
export function untilNext(time, slow) {
    return (time % unit(time, slow)) + 1;
}

/**
 * A moment in the device's time zone, the date only where it is not soon: `14:05`, `Mon 08:00`, `Mon 3 Dec, 08:00`.
 *
 * @param {number} at
 * @param {number} now
 */
export function momentText(at, now) {
    const soon = at - now < 6 * DAY;
    /** @type {Intl.DateTimeFormatOptions} */
    const day = soon ? { weekday: "short" } : { weekday: "short", day: "numeric", month: "short" };
    /** @type {Intl.DateTimeFormatOptions} */
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...day };
    return new Intl.DateTimeFormat("en-GB", options).format(at).replace(",", soon ? "" : ",");
}

/**
 * A moment with its whole date.
 *
 * @param {number} at
 */
export function wholeMomentText(at) {
    return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(at);
}

/**
 * A time in words, to be read out: `1 minute`, `30 seconds`.
 *
 * @param {number} time
 */
export function spokenText(time) {
    const seconds = Math.round(time / SECOND);
    const [count, what] = seconds >= 60 ? [Math.round(seconds / 60), "minute"] : [seconds, "second"];
    return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/**
 * How a pause ends.
 *
 * @param {number} time until it ends by itself
 */
export function pauseText(time) {
    const minutes = Math.max(1, Math.ceil(time / MINUTE));
    const days = Math.floor(minutes / 1440);
    const soon = days ? `${days} ${days === 1 ? "day" : "days"}` : `${minutes} min`;
    return `It goes on when everybody agrees, or by itself in ${soon}.`;
}
