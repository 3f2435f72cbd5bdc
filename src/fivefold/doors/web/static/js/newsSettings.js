/** The page where one chooses what to be told: messages on this device, asked for by a tap. */
import { required, setText } from "./dom.js";
import { deviceState, sendOneToTry, turnOff, turnOn } from "./pushDevice.js";
import { errorMessage } from "./requests.js";
import "./settings.js";

/** @type {Record<import("./pushDevice.js").DeviceState, string>} */
const WORDS = {
    unsupported: "This browser cannot get messages.",
    insecure: "Messages need a secure connection: an address that begins with https.",
    homescreen: "On this device, first add Fivefold to the home screen with the Share button, and open it from there.",
    denied: "You have blocked messages from this site. Allow them in your browser’s settings for this site, then come back.",
    off: "Messages are off.",
    on: "Messages are on.",
};
const device = required("#device");

/** @param {string} [words] instead of what the state says */
async function show(words = "") {
    const state = await deviceState();
    device.dataset.state = state;
    setText(required("#device-state"), words || WORDS[state]);
    required("#device-buttons").hidden = state !== "on" && state !== "off";
    for (const button of device.querySelectorAll("button")) {
        button.hidden = (button.dataset.action === "on") !== (state === "off");
    }
}

/** @type {Record<string, () => Promise<string | void>>} */
const ACTIONS = {
    on: () => turnOn(device.dataset.key ?? ""),
    off: turnOff,
    try: async () => {
        await sendOneToTry();
        return "Messages are on. One is on its way: look at another window to see it arrive.";
    },
};

device.addEventListener("click", async (event) => {
    const button = event.target instanceof HTMLElement ? event.target.closest("button") : null;
    const act = ACTIONS[button?.dataset.action ?? ""];
    if (!(button instanceof HTMLButtonElement) || !act) return;
    button.disabled = true;
    try {
        await show((await act()) ?? "");
    } catch (error) {
        await show(`It did not work: ${errorMessage(error)}`);
    }
    button.disabled = false;
});

const zone = document.querySelector("#time-zone");
if (zone instanceof HTMLInputElement && !zone.value) {
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
void show();
