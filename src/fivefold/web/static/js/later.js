/**
 * What takes thinking is asked for and arrives later: the server says so, and is looked at again.
 *
 * @typedef {{state: "thinking"}} Thinking
 */

/** Between two looks, and until it is given up; in milliseconds. */
const AGAIN = 400;
const PATIENCE = 40_000;

/**
 * @template T
 * @param {Object} question
 * @param {() => Promise<T | Thinking>} question.ask
 * @param {() => Promise<T | Thinking>} question.look how to look again
 * @param {() => boolean} question.wanted whether the answer is still of use
 * @param {() => void} [question.waits] called once if there is no answer yet
 * @returns {Promise<T | null>} the answer; null where it is not wanted any more
 */
export async function later({ ask, look, wanted, waits = () => {} }) {
    const until = Date.now() + PATIENCE;
    try {
        let answer = await ask();
        if (thinking(answer) && wanted()) waits();
        while (thinking(answer) && wanted()) {
            if (Date.now() >= until) throw new Error("The opponents are too busy just now; try again in a minute.");
            await new Promise((resolve) => window.setTimeout(resolve, AGAIN));
            if (wanted()) answer = await look();
        }
        return thinking(answer) || !wanted() ? null : answer;
    } catch (error) {
        if (wanted()) throw error;
        return null;
    }
}

/**
 * @param {unknown} answer
 * @returns {answer is Thinking}
 */
function thinking(answer) {
    return typeof answer === "object" && answer !== null && "state" in answer && answer.state === "thinking";
}
