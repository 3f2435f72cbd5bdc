/** Lets the browser keep static files, and a page that says so when there is no connection. */

// After everything the page itself needs.
window.addEventListener("load", () => {
    if (!("serviceWorker" in navigator)) return;
    // Without it everything works as before, only not without a connection.
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
});
