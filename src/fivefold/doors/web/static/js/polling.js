/**
 * Requests that take thinking: the server answers that it is thinking, and is asked again until there is a result.
 *
 * @typedef {{state: "thinking"}} Thinking
 */

/** Between two requests, and until we give up. */
const INTERVAL_MILLISECONDS = 400;
const PATIENCE_MILLISECONDS = 40_000;

/**
 * @template T
 * @param {Object} question
 * @param {() => Promise<T | Thinking>} question.ask
 * @param {() => Promise<T | Thinking>} question.askAgain how to ask again
 * @param {() => boolean} question.wanted whether the answer is still needed
 * @param {() => void} [question.onWait] called once if the answer takes a while
 * @returns {Promise<T | null>} the answer; null if it is no longer needed
 */
export async function poll({ ask, askAgain, wanted, onWait }) {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    try {
        let answer = await ask();
        if (isThinking(answer) && wanted()) onWait?.();
        while (isThinking(answer) && wanted()) {
            if (Date.now() >= until) throw new Error("The opponents are too busy just now; try again in a minute.");
            await new Promise((resolve) => window.setTimeout(resolve, INTERVAL_MILLISECONDS));
            if (wanted()) answer = await askAgain();
        }
        return isThinking(answer) || !wanted() ? null : answer;
    } catch (error) {
        if (wanted()) throw error;
        return null;
    }
}

/**
 * @param {unknown} answer
 * @returns {answer is Thinking}
 */
function isThinking(answer) {
    return typeof answer === "object" && answer !== null && "state" in answer && answer.state === "thinking";
}
