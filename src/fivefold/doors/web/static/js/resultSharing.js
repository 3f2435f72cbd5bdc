/**
 * A result to show to others, as text with the match's address.
 */
import { copy, offered } from "./sharing.js";

/**
 * @param {string} text
 * @param {string} link
 * @returns {Promise<string>} what to tell; empty if the device showed it
 */
export async function shareResult(text, link) {
    const whole = `${text}\n${link}`;
    if (window.matchMedia("(pointer: coarse)").matches && "share" in navigator) {
        const done = await offered({ text: whole });
        if (done) return "";
    }
    return (await copy(whole)) ? "Result copied." : whole;
}
