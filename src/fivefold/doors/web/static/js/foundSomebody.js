/** At a table against a computer: somebody has been found who wants to play with the visitor. */
import { optional } from "./dom.js";
import { prepareLobbyForms } from "./lobbyForms.js";
import { keepTime, showSearch } from "./lobbySearch.js";
import { LobbyStream } from "./lobbyStream.js";

const place = optional("#search");

/** @param {any} told */
function show(told) {
    if (!place) return;
    place.hidden = !told;
    showSearch(place, told);
}

if (place && !place.hidden) {
    keepTime(place);
    prepareLobbyForms((answer) => show(answer.search ?? null));
    new LobbyStream("/lobby/stream?only=search", "", { search: show }).open();
}
