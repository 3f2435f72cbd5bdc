/**
 * A result to show to others: as text with the match's address, or as a picture drawn by the server and turned into
 * a PNG here.
 */
import { copy } from "./sharing.js";

/**
 * @param {string} text
 * @param {string} link
 * @returns {Promise<string>} what to tell; empty if the device showed it
 */
export async function shareResult(text, link) {
    const whole = `${text}\n${link}`;
    if (window.matchMedia("(pointer: coarse)").matches && "share" in navigator) {
        const done = await offered({ text: whole });
        if (done) return "";
    }
    return (await copy(whole)) ? "Result copied." : whole;
}

/**
 * @param {string} path of the picture
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function sharePicture(path, text) {
    try {
        const file = new File([await pngOf(path)], "fivefold.png", { type: "image/png" });
        if (window.matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
            if (await offered({ files: [file], text })) return "";
        }
        save(file);
        return "Picture saved as fivefold.png.";
    } catch {
        return "The picture could not be made; try again.";
    }
}

/**
 * Hand something to the device's own dialog.
 *
 * @param {ShareData} what
 * @returns {Promise<boolean>} whether it was shown, and perhaps closed again
 */
async function offered(what) {
    try {
        await navigator.share(what);
        return true;
    } catch (error) {
        return error instanceof DOMException && error.name === "AbortError";
    }
}

/**
 * @param {string} path
 * @returns {Promise<Blob>}
 */
async function pngOf(path) {
    const image = new Image();
    image.src = path;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return new Promise((resolve, reject) => {
        canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png");
    });
}

/** @param {File} file */
function save(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
