/**
 * Announcements: one is closed without loading the page anew, and stays closed on this device.
 */
import { postForm } from "./requests.js";

for (const form of document.querySelectorAll(".notice form")) {
    if (form instanceof HTMLFormElement) form.addEventListener("submit", (event) => close(event, form));
}

/**
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 */
async function close(event, form) {
    event.preventDefault();
    try {
        await postForm(form.action, {});
    } catch {
        form.submit(); // the page that answers says what is wrong
        return;
    }
    const notices = form.closest(".notices");
    form.closest(".notice")?.remove();
    if (!(notices instanceof HTMLElement)) return;
    const left = notices.querySelectorAll(".notice").length;
    notices.className = `notices notices-${left}`;
    if (!left) notices.remove();
    // The board has as much more room.
    window.dispatchEvent(new Event("resize"));
}
