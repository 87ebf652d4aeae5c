/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of the page. Names come from results that anyone may have made, so text is always
 * set as text: no function here takes HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/* What a reader cannot see or what turns the direction of the text: shown as \u202e. */
const HIDDEN = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f' +
    '\\u2028-\\u202e\\u2060-\\u206f\\ufeff]', 'g');
/* A line may be broken before the capital of a camelCase word, after '_', '/', '.' and '::'. */
const BREAKS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[_/.]|::)(?=[^_/.:])/;

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (name === 'on') {
            for (const [type, listener] of Object.entries(value)) {
                element.addEventListener(type, listener);
            }
        } else if (value === true) {
            element.setAttribute(name, '');
        } else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(name, String(value));
        }
    }
    return append(element, children);
}

/**
 * Appends children; null is left out, arrays are what is in them.
 * @param {Element} element
 * @param {...(Node|string|number|null|Array)} children
 * @returns {Element} the same element
 */
export function append(element, ...children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined) {
            element.append(typeof child === 'number' ? String(child) : child);
        }
    }
    return element;
}

/**
 * Makes an HTML element. Texts among the children become text nodes; null is left out.
 * @param {string} tag
 * @param {Object} [attributes] names and values; `on`: listeners by type of event
 * @param {...(Node|string|number|null|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/**
 * Makes an SVG element, as h() does for HTML.
 * @param {string} tag
 * @param {Object} [attributes]
 * @param {...(Node|string|number|null|Array)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Removes all children.
 * @param {Element} element
 * @returns {Element} the same element
 */
export function clear(element) {
    element.replaceChildren();
    return element;
}

/**
 * A text in which control characters and those that turn its direction are written out.
 * @param {string} text
 * @returns {string}
 */
export function visible(text) {
    return String(text).replace(HIDDEN, (c) =>
        '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

/**
 * Where a name may be broken into lines.
 * @param {string} text
 * @returns {string[]} its parts
 */
export function partsOfName(text) {
    return visible(text).split(BREAKS);
}

/**
 * An element for a name of a result: isolated from the direction of the text around it.
 * @param {string} text
 * @returns {HTMLElement}
 */
export function nameOf(text) {
    return h('bdi', null, partsOfName(text).flatMap((part, i) =>
        (i > 0 ? [h('wbr'), part] : [part])));
}

/**
 * Hatching, as a paint server for `fill="url(#id)"`: what was not measured.
 * @param {string} id
 * @returns {SVGElement} a <defs> element
 */
export function hatch(id) {
    return svg('defs', null,
        svg('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse',
            patternTransform: 'rotate(45)' },
        svg('line', { x1: 0, y1: 0, x2: 0, y2: 6, class: 'hatch' })));
}

function copyFromField(text) {
    const field = h('textarea', { 'aria-hidden': 'true', class: 'offscreen' });

    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
}

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        try { /* no clipboard in a frame or over http */
            return copyFromField(text);
        } catch {
            return false;
        }
    }
}

/**
 * A line with a command and a button that copies it.
 * @param {string} text of the command
 * @param {string} [label] what it does
 * @returns {HTMLElement} with set(text) to show another one
 */
export function commandLine(text, label = 'The same in a terminal:') {
    const code = h('code', null, text);
    const button = h('button', { type: 'button', class: 'copy', on: {
        click: async () => {
            const copied = await copy(code.textContent);

            button.textContent = copied ? 'copied' : 'select and copy it by hand';
            setTimeout(() => {
                button.textContent = 'copy';
            }, 2000);
        } } }, 'copy');
    const line = h('p', { class: 'made' }, label, ' ', code, ' ', button);

    line.set = (next) => {
        if (code.textContent !== next) {
            code.textContent = next;
        }
    };
    return line;
}
