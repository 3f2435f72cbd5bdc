/**
 * Positions and copies of elements of a picture, in the picture's own units.
 *
 * @typedef {import("./geometry.js").Point} Point
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new group.
 *
 * @param {string} [classes]
 * @returns {SVGGElement}
 */
export function createGroup(classes) {
    const element = /** @type {SVGGElement} */ (document.createElementNS(SVG, "g"));
    if (classes) element.setAttribute("class", classes);
    return element;
}

/**
 * Convert a point of the screen to the picture's units.
 *
 * @param {SVGSVGElement} svg
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function toPictureUnits(svg, x, y) {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x, y };
}

/**
 * The centre of an element of the picture or the page, in the picture's units.
 *
 * @param {SVGSVGElement} svg
 * @param {Element} element
 * @returns {Point}
 */
export function centreInPicture(svg, element) {
    const box = element.getBoundingClientRect();
    return toPictureUnits(svg, box.left + box.width / 2, box.top + box.height / 2);
}

/**
 * The centre of an element on the screen.
 *
 * @param {Element} element
 * @returns {Point}
 */
export function centreOnScreen(element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * The box of an element in the units of a group around it, both unrotated.
 *
 * @param {SVGGraphicsElement} around
 * @param {Element | null} element
 * @returns {import("./plane.js").Box}
 */
export function boxInside(around, element) {
    const outer = around.getScreenCTM();
    const own = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    if (!outer || !own || !(element instanceof SVGGraphicsElement)) return { left: 0, top: 0, right: 0, bottom: 0 };
    const { a, d, e, f } = outer.inverse().multiply(own);
    const { x, y, width, height } = element.getBBox();
    return { left: a * x + e, top: d * y + f, right: a * (x + width) + e, bottom: d * (y + height) + f };
}

/**
 * A copy of an element that looks the same as a direct child of the picture: at the same place, inside groups with its
 * ancestors' classes for the styles. Ids become `data-id`, and it cannot be picked.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 * @returns {SVGGElement}
 */
export function copyInPlace(svg, element) {
    const copy = /** @type {SVGGraphicsElement} */ (element.cloneNode(true));
    for (const part of [copy, ...copy.querySelectorAll("[id], [data-pick]")]) removeNames(part);
    copy.removeAttribute("transform");
    const placed = createGroup();
    placed.setAttribute("transform", matrixText(svg, element));
    placed.append(copy);
    /** @type {SVGGElement} */
    let outer = placed;
    for (let around = element.parentElement; around && !around.isSameNode(svg); around = around.parentElement) {
        const wrap = createGroup(around.getAttribute("class") ?? "");
        wrap.append(outer);
        outer = wrap;
    }
    return outer;
}

/**
 * @param {Element} part
 */
function removeNames(part) {
    if (part.id) part.setAttribute("data-id", part.id);
    for (const name of ["id", "data-pick", "role", "tabindex"]) part.removeAttribute(name);
}

/**
 * The transform from an element's own units to the picture's.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 * @returns {string}
 */
function matrixText(svg, element) {
    const whole = svg.getScreenCTM();
    const own = element.getScreenCTM();
    if (!whole || !own) return "";
    const { a, b, c, d, e, f } = whole.inverse().multiply(own);
    return `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
}
