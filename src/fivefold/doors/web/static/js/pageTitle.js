/** The page's title, with how many matches and challenges wait before it: "(2) Rules of Focus". */

const COUNT = /^\(\d+\) /;

let title = document.title.replace(COUNT, "");
let waiting = Number(/^\((\d+)\) /.exec(document.title)?.[1] ?? 0);

/** @param {string} words the title without the number */
export function setTitle(words) {
    title = words;
    show();
}

/** @param {number} count how many wait */
export function setWaitingInTitle(count) {
    waiting = count;
    show();
}

function show() {
    const words = waiting ? `(${waiting}) ${title}` : title;
    if (document.title !== words) document.title = words;
}
