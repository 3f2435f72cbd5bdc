/** Time off in slow games, hours of mails: suggests the browser's time zone to somebody who has chosen none. */
import "./settings.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
for (const field of document.querySelectorAll("input[data-zone]")) {
    if (field instanceof HTMLInputElement && !field.value && zone) field.value = zone;
}
