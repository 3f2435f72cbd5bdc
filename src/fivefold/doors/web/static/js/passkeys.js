/**
 * Passkeys: the browser makes one, or signs with one, and the form or the page goes on with that. Where the browser has
 * none, the password's form is all there is.
 */
import { errorMessage, postForm } from "./requests.js";
import "./settings.js";

/** @typedef {{ start: () => Promise<void>, said: string }} Way */

/** @type {Record<string, Way>} */
const WAYS = {
    "sign-in": { start: signIn, said: "No passkey was used. Try again, or sign in with your password." },
    "sign-up": { start: signUp, said: "No passkey was made. Try again, or choose a password." },
    add: { start: add, said: "No passkey was made. This device may have one already." },
};

for (const part of document.querySelectorAll("[data-passkeys]")) {
    const way = WAYS[part.getAttribute("data-passkeys") ?? ""];
    const button = part.querySelector("button");
    const wrong = part.querySelector(".wrong");
    if (!way || !button || !(wrong instanceof HTMLElement) || !(part instanceof HTMLElement)) continue;
    part.hidden = !("PublicKeyCredential" in window);
    button.addEventListener("click", async () => {
        button.disabled = true;
        wrong.hidden = true;
        try {
            await way.start();
        } catch (error) {
            wrong.textContent = error instanceof DOMException ? way.said : errorMessage(error);
            wrong.hidden = false;
        }
        button.disabled = false;
    });
}

async function signIn() {
    const asked = await postForm("/sign-in/challenge", {});
    const credential = await navigator.credentials.get({ publicKey: requested(asked) });
    const form = document.getElementById("sign-in-form");
    const fields = form instanceof HTMLFormElement ? new FormData(form) : new FormData();
    const answer = await postForm("/sign-in/passkey", {
        credential: written(credential),
        back: String(fields.get("back") ?? ""),
        bring: String(fields.get("bring") ?? ""),
    });
    location.assign(answer.way);
}

async function signUp() {
    const name = document.getElementById("name");
    if (!(name instanceof HTMLInputElement) || !name.reportValidity()) return;
    const options = await postForm("/sign-up/options", { name: name.value });
    await make(options, { name: name.value });
}

async function add() {
    await make(await postForm("/account/passkeys/options", {}), {});
}

/**
 * @param {any} options as the server gives them
 * @param {Record<string, string>} fields
 */
async function make(options, fields) {
    const credential = await navigator.credentials.create({ publicKey: created(options) });
    const form = document.getElementById("passkey-form");
    if (!(form instanceof HTMLFormElement)) return;
    for (const [name, value] of Object.entries({ ...fields, credential: written(credential) })) {
        const input = form.elements.namedItem(name);
        if (input instanceof HTMLInputElement) input.value = value;
    }
    form.submit();
}

/**
 * @param {any} options
 * @returns {PublicKeyCredentialCreationOptions}
 */
function created(options) {
    return {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map(described),
    };
}

/**
 * @param {any} options
 * @returns {PublicKeyCredentialRequestOptions}
 */
function requested(options) {
    return {
        ...options,
        challenge: bytes(options.challenge),
        allowCredentials: (options.allowCredentials ?? []).map(described),
    };
}

/**
 * @param {any} known
 * @returns {PublicKeyCredentialDescriptor}
 */
function described(known) {
    return { ...known, id: bytes(known.id) };
}

/**
 * What a device has answered, as the server reads it.
 *
 * @param {Credential | null} credential
 */
function written(credential) {
    if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey", "NotAllowedError");
    const { response } = credential;
    /** @type {Record<string, string | null>} */
    const parts = { clientDataJSON: text(response.clientDataJSON) };
    if (response instanceof AuthenticatorAttestationResponse) {
        parts.attestationObject = text(response.attestationObject);
    } else if (response instanceof AuthenticatorAssertionResponse) {
        parts.authenticatorData = text(response.authenticatorData);
        parts.signature = text(response.signature);
        parts.userHandle = response.userHandle ? text(response.userHandle) : null;
    }
    return JSON.stringify({ id: credential.id, rawId: text(credential.rawId), type: credential.type, response: parts });
}

/**
 * @param {string} base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytes(base64url) {
    const letters = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/**
 * @param {ArrayBuffer} buffer
 * @returns {string} base64url
 */
function text(buffer) {
    const letters = String.fromCharCode(...new Uint8Array(buffer));
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
