/**
 * This device's subscription to messages: whether there can be one, there is one, and how it begins and ends.
 *
 * @typedef {"unsupported" | "insecure" | "homescreen" | "denied" | "off" | "on"} DeviceState
 */
import { postForm } from "./requests.js";

const KNOWN = "fivefold push";
const APPLE = /iPhone|iPad|iPod/;

/** @returns {Promise<PushSubscription | null>} */
export async function subscription() {
    if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (await registration?.pushManager.getSubscription()) ?? null;
}

/** @returns {Promise<DeviceState>} */
export async function deviceState() {
    if (!window.isSecureContext) return "insecure";
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
        const installed = window.matchMedia("(display-mode: standalone)").matches;
        return APPLE.test(navigator.userAgent) && !installed ? "homescreen" : "unsupported";
    }
    if (Notification.permission === "denied") return "denied";
    return Notification.permission === "granted" && (await subscription()) ? "on" : "off";
}

/**
 * Ask for permission and subscribe. To be called when the visitor has tapped.
 *
 * @param {string} key the house's public key
 */
export async function turnOn(key) {
    if ((await Notification.requestPermission()) !== "granted") return;
    const registration = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    // An older subscription may be for another key: that of a house that was here before.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    await tell(await registration.pushManager.subscribe(options));
}

export async function turnOff() {
    const there = await subscription();
    if (!there) return;
    await postForm("/push/subscriptions/end", { endpoint: there.endpoint });
    await there.unsubscribe();
    forgetTold();
}

export async function sendOneToTry() {
    const there = await subscription();
    if (there) await postForm("/push/test", { endpoint: there.endpoint });
}

/** Tell the house again where to send messages, if the address or the visitor has changed. */
export async function tellIfChanged() {
    const there = await subscription();
    if (there && mark(there) !== told()) await tell(there);
}

/** Close the messages about a match: it is being looked at. */
export async function closeMessages(/** @type {string} */ match) {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration("/");
    for (const message of (await registration?.getNotifications({ tag: match })) ?? []) message.close();
}

/** @param {PushSubscription} there */
async function tell(there) {
    const { endpoint, keys } = there.toJSON();
    await postForm("/push/subscriptions", {
        endpoint: endpoint ?? "",
        key: keys?.p256dh ?? "",
        auth: keys?.auth ?? "",
    });
    try {
        localStorage.setItem(KNOWN, mark(there));
    } catch {
        // It is told again on the next page.
    }
}

/**
 * What the house was told: where to send, and whose messages. Another visitor of this browser has another token.
 *
 * @param {PushSubscription} there
 */
function mark(there) {
    return `${document.querySelector('meta[name="csrf"]')?.getAttribute("content")} ${there.endpoint}`;
}

function told() {
    try {
        return localStorage.getItem(KNOWN);
    } catch {
        return null;
    }
}

function forgetTold() {
    try {
        localStorage.removeItem(KNOWN);
    } catch {
        // Nothing was kept.
    }
}

/** @param {string} text base64url */
function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
