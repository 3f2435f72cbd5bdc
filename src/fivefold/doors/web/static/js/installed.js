/** Lets the browser keep static files, and a page that says so when there is no connection; and installs the app. */

// After everything the page itself needs.
window.addEventListener("load", () => {
    if (!("serviceWorker" in navigator)) return;
    // Without it everything works as before, only not without a connection.
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
});

const button = document.querySelector("#install");
/** The browser's own question, where the app can be installed and is not yet. @type {any} */
let question = null;

if (button instanceof HTMLElement) {
    window.addEventListener("beforeinstallprompt", (event) => {
        event.preventDefault();
        question = event;
        button.hidden = false;
    });
    button.addEventListener("click", () => {
        button.hidden = true; // the question can be asked once
        void question.prompt();
    });
}
