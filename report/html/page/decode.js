/* SPDX-License-Identifier: Apache-2.0 */
/* The document of the page: base64 of gzip of (length of JSON as 4 bytes, JSON, columns). In the
 * JSON a column is its number of elements; its values follow as differences, zigzag, LEB128. */

/* In the order in which they follow the JSON: those of samples, which have counts if they are bins,
 * and of the timeline. */
const COLUMNS = ['time_us', 'weight_ns', 'thread', 'task', 'place', 'count', 'runs'];
const LANES = ['begin_ns', 'length_ns', 'branch', 'event', 'calls', 'state'];
const WIDE = new Set(['time_us', 'weight_ns', 'begin_ns', 'length_ns', 'event', 'calls']);

function bytesOfBase64(text) {
    if (typeof Uint8Array.fromBase64 === 'function') {
        return Uint8Array.fromBase64(text);
    }
    const binary = atob(text.replace(/\s+/g, ''));
    const bytes = new Uint8Array(binary.length);

    for (let i = 0; i < binary.length; i++) {
        bytes[i] = binary.charCodeAt(i);
    }
    return bytes;
}

/* What a stream of bytes has, whose size is known: at the end of gzip. */
async function readAll(stream, size) {
    const reader = stream.getReader();
    const bytes = new Uint8Array(size);
    let at = 0;

    for (;;) {
        const { done, value } = await reader.read();

        if (done) {
            return bytes.subarray(0, at);
        }
        bytes.set(value, at);
        at += value.length;
    }
}

/* A Blob and a Response would copy the bytes again. */
async function gunzip(bytes) {
    const { readable, writable } = new DecompressionStream('gzip');
    const writer = writable.getWriter();
    const size = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
    const written = Promise.all([writer.write(bytes), writer.close()]);

    return (await Promise.all([readAll(readable, size), written]))[0];
}

/* One value from `at` on: as doubles, since it may be above 2^31. */
function readValue(bytes, at) {
    let value = 0;
    let scale = 1;
    let i = at;

    for (;;) {
        if (i >= bytes.length || scale > 2 ** 56) {
            throw new Error('a column of the page is damaged');
        }
        const byte = bytes[i++];

        value += (byte & 0x7f) * scale;
        if (byte < 0x80) {
            return [value, i];
        }
        scale *= 128;
    }
}

function readColumn(bytes, at, values) {
    let last = 0;
    let i = at;

    for (let k = 0; k < values.length; k++) {
        let raw = bytes[i];

        if (raw < 0x80) { /* almost all have one byte or two */
            i++;
        } else if (bytes[i + 1] < 0x80) {
            raw = raw & 0x7f | bytes[i + 1] << 7;
            i += 2;
        } else {
            [raw, i] = readValue(bytes, i);
        }
        last += raw % 2 === 1 ? -(raw + 1) / 2 : raw / 2;
        values[k] = last;
    }
    return i;
}

function arrayFor(name, length) {
    return WIDE.has(name) ? new Float64Array(length) : new Uint32Array(length);
}

/* Rows that look their values up in columns: a small object for each. */
function rowsOf(columns) {
    const names = Object.keys(columns);
    class Row {
        constructor(index) {
            Object.defineProperty(this, 'index', { value: index });
        }
    }

    for (const name of names) {
        const values = columns[name];

        Object.defineProperty(Row.prototype, name, { get() {
            return values[this.index];
        } });
    }
    return Array.from(columns[names[0]], (value, i) => new Row(i));
}

/* views.events as rows; views.event_count: of all, as only the slowest of very many are there. */
function makeEvents(views) {
    if (views?.events) {
        views.event_count = views.events.count;
        views.events = rowsOf(views.events.columns);
    }
}

/**
 * Reads what gzip held.
 * @param {Uint8Array} bytes
 * @returns {Object} the document, its columns as typed arrays
 */
export function readDocument(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = view.getUint32(0, true);

    if (length > bytes.length - 4) {
        throw new Error('the document of the page is cut');
    }
    const doc = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    let at = 4 + length;

    for (const [columns, names] of [[doc.samples?.columns, COLUMNS],
        [doc.views?.timeline?.columns, LANES]]) {
        for (const name of names.filter((word) => columns && word in columns)) {
            const values = arrayFor(name, columns[name]);

            at = readColumn(bytes, at, values);
            columns[name] = values;
        }
    }
    if (at !== bytes.length) {
        throw new Error('the document of the page has bytes at its end');
    }
    makeEvents(doc.views);
    return doc;
}

/**
 * Reads the document of the page.
 * @param {string[]} pieces of base64, in their order
 * @returns {Promise<Object>}
 */
export async function decodeDocument(pieces) {
    return readDocument(await gunzip(bytesOfBase64(pieces.join(''))));
}
