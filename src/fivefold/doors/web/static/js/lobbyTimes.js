/** How long everybody may think in a quick match or at a table opened with one tap; this device remembers it. */

const KEY = "fivefold.quickTime";

/**
 * Mark which of some links is chosen.
 *
 * @param {string} name the attribute that tells them apart
 * @param {string} value
 */
export function mark(name, value) {
    for (const link of document.querySelectorAll(`[${name}]`)) {
        if (link.getAttribute(name) === value) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    }
}

/**
 * Say a choice in the page's address.
 *
 * @param {string} name
 * @param {string} value
 */
export function say(name, value) {
    const address = new URL(window.location.href);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    window.history.replaceState(null, "", address);
}

/** @param {Element} link */
function choose(link) {
    for (const field of document.querySelectorAll('.quick input[name="time"]')) {
        if (field instanceof HTMLInputElement) field.value = link.getAttribute("data-quick-time") ?? "";
    }
    mark("data-quick-pace", link.getAttribute("data-quick-pace") ?? "");
}

function remembered() {
    try {
        return window.localStorage.getItem(KEY) ?? "";
    } catch {
        return "";
    }
}

/** @param {string} pace */
function remember(pace) {
    try {
        window.localStorage.setItem(KEY, pace);
    } catch {
        // It is not remembered then.
    }
}

export function prepareQuickTimes() {
    const known = new URL(window.location.href).searchParams.has("pace") ? "" : remembered();
    const before = known ? document.querySelector(`[data-quick-pace="${CSS.escape(known)}"]`) : null;
    if (before) choose(before);
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("[data-quick-pace]") : null;
        if (!link || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        choose(link);
        remember(link.getAttribute("data-quick-pace") ?? "");
    });
}
