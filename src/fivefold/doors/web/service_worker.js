/*
 * Runs beside the pages, in the browser: keeps static files, which never change under their address, and a page that
 * says so when there is no connection; and shows messages that the house sends. Pages, positions and whatever else is for one person it never keeps.
 *
 * The server writes VERSION, FILES, STATIC and ICON before this.
 */
/* global VERSION, FILES, STATIC, ICON */
const NAME = `fivefold-${VERSION}`;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
    const kept = caches.open(NAME).then((cache) => cache.addAll(FILES));
    event.waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const old = caches.keys().then((names) => names.filter((name) => name !== NAME));
    const gone = old.then((names) => Promise.all(names.map((name) => caches.delete(name))));
    event.waitUntil(gone.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== self.location.origin) return;
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage()));
    else if (address.pathname.startsWith(STATIC)) event.respondWith(keptFile(request));
});

async function offlinePage() {
    const cache = await caches.open(NAME);
    return (await cache.match(OFFLINE)) ?? Response.error();
}

/** A static file from the cache, or from the server into it. */
async function keptFile(request) {
    const cache = await caches.open(NAME);
    const known = await cache.match(request);
    if (known) return known;
    const found = await fetch(request);
    if (found.ok) await cache.put(request, found.clone());
    return found;
}

/** A message of the house: what happened and where. A browser wants each to be shown. */
self.addEventListener("push", (event) => {
    const { title, words, path, match, kind } = event.data?.json() ?? {};
    const options = {
        body: words,
        tag: match || kind,
        icon: ICON,
        badge: ICON,
        data: { path },
    };
    event.waitUntil(self.registration.showNotification(title ?? "Fivefold", options));
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const address = new URL(event.notification.data?.path ?? "/", self.location.origin);
    // Only a page of this house.
    if (address.origin === self.location.origin) event.waitUntil(lookAt(address));
});

/** Focus a page of this address, or open one. */
async function lookAt(address) {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === address.pathname);
    return there ? there.focus() : self.clients.openWindow(address.href);
}
