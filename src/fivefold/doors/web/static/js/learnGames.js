/** The list of lessons: how far one has come in each. */
import "./settings.js";
import { progressOf } from "./learningProgress.js";

for (const card of document.querySelectorAll(".learn-card")) {
    if (!(card instanceof HTMLElement)) continue;
    const { step, done } = progressOf(card.dataset.key ?? "");
    const lesson = card.querySelector("[data-lesson]");
    if (lesson && done) lesson.textContent = "Play the lesson again";
    else if (lesson && step > 1) lesson.textContent = `Continue from step ${step} of ${card.dataset.steps}`;
}
