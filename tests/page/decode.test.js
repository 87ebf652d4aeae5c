/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder against an encoder that is written here with big integers. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeDocument, readDocument } from '../../report/html/page/decode.js';

const COLUMNS = ['time_us', 'weight_ns', 'thread', 'task', 'place'];
const LANES = ['begin_ns', 'length_ns', 'branch', 'event', 'calls', 'state'];

function encodeColumn(values) {
    const bytes = [];
    let last = 0n;

    for (const value of values.map(BigInt)) {
        const difference = value - last;
        let raw = difference < 0n ? -2n * difference - 1n : 2n * difference;

        for (; raw >= 128n; raw >>= 7n) {
            bytes.push(Number(raw & 127n) | 128);
        }
        bytes.push(Number(raw));
        last = value;
    }
    return bytes;
}

function encode(doc) {
    const columns = doc.samples?.columns ?? {};
    const counts = Object.fromEntries(COLUMNS.filter((name) => columns[name]).map((name) =>
        [name, columns[name].length]));
    const lanes = doc.views?.timeline?.columns;
    const written = structuredClone(doc);
    const length = Buffer.alloc(4);

    if (doc.samples) {
        written.samples.columns = counts;
    }
    if (lanes) {
        written.views.timeline.columns = Object.fromEntries(LANES.map((name) => [name, lanes[name].length]));
    }
    const json = Buffer.from(JSON.stringify(written));

    length.writeUInt32LE(json.length);
    return Buffer.concat([length, json, ...COLUMNS.filter((name) => columns[name]).map((name) =>
        Buffer.from(encodeColumn(columns[name]))), ...(lanes ? LANES : []).map((name) =>
        Buffer.from(encodeColumn(lanes[name])))]);
}

function plain(doc) {
    return JSON.parse(JSON.stringify(doc, (key, value) => (ArrayBuffer.isView(value) ?
        Array.from(value) : value)));
}

const DOC = { schema: 1, result: 'ü </script> \u0000', samples: { tasks: [], columns: {
    time_us: [0, 1, 5, 3, 2 ** 31, 2 ** 31 + 1, 0, 2 ** 52, 2 ** 52 - 1, 7],
    weight_ns: [1000000, 1000001, 999999, 2 ** 40, 0, 63, 64, 127, 128, 8191],
    thread: [0, 0, 0, 0, 0, 0, 1, 1, 2, 4294967295],
    task: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    place: [0, 64, 0, 65, 1, 8192, 3, 4, 20000, 0] } } };

test('a document with columns', async () => {
    const text = gzipSync(encode(DOC)).toString('base64');
    const cut = Math.floor(text.length / 8) * 4;

    assert.deepEqual(plain(await decodeDocument([text.slice(0, cut), text.slice(cut)])), DOC);
});

test('columns are typed arrays', () => {
    const { columns } = readDocument(encode(DOC)).samples;

    assert.ok(columns.time_us instanceof Float64Array);
    assert.ok(columns.weight_ns instanceof Float64Array);
    assert.ok(columns.place instanceof Uint32Array);
});

test('a document without samples', async () => {
    const doc = { schema: 1, samples: null };

    assert.deepEqual(await decodeDocument([gzipSync(encode(doc)).toString('base64')]), doc);
});

test('columns of a timeline, with samples and without', () => {
    const timeline = { lanes: [], columns: { begin_ns: [-5, 2 ** 45, 7], length_ns: [2 ** 33, 1, 0], branch: [0, 3, 1],
        event: [0, 2 ** 40, 1], calls: [1, 1, 2 ** 35], state: [0, 4, 2] } };

    for (const doc of [{ views: { timeline }, samples: null }, { ...DOC, views: { timeline } }]) {
        const read = readDocument(encode(doc));

        assert.deepEqual(plain(read), doc);
        assert.ok(read.views.timeline.columns.begin_ns instanceof Float64Array);
    }
});

test('no samples in columns', () => {
    const doc = { samples: { columns: Object.fromEntries(COLUMNS.map((name) => [name, []])) } };

    assert.deepEqual(plain(readDocument(encode(doc))), doc);
});

test('random columns', () => {
    let seed = 1;
    const random = () => {
        seed = (seed * 48271) % 2147483647;
        return seed;
    };

    for (let i = 0; i < 50; i++) {
        const size = random() % 200;
        const values = (most) => Array.from({ length: size }, () => random() % most);
        const doc = { samples: { columns: { time_us: values(2 ** 31), weight_ns: values(1e6),
            thread: values(4), task: values(300), place: values(70000) } } };

        assert.deepEqual(plain(readDocument(encode(doc))), doc);
    }
});

test('what is damaged is refused', async () => {
    const bytes = encode(DOC);

    assert.throws(() => readDocument(bytes.subarray(0, bytes.length - 1)));
    assert.throws(() => readDocument(Buffer.concat([bytes, Buffer.from([0])])), /at its end/);
    assert.throws(() => readDocument(bytes.subarray(0, 40)), /cut/);
    assert.throws(() => readDocument(Buffer.concat([bytes.subarray(0, -3),
        Buffer.alloc(12, 0xff)])), /damaged/);
    await assert.rejects(decodeDocument([bytes.toString('base64')]));
    await assert.rejects(decodeDocument([]));
});

test('events are rows that look like those of the view', () => {
    const columns = { event: [1, 2, '18446744073709551615'], time_s: [0.5, null, 3] };
    const { views } = readDocument(encode({ views: { events: { count: 5, columns } } }));

    assert.equal(views.event_count, 5);
    assert.deepEqual(views.events.map(({ event, time_s: time, other }) => [event, time, other]),
        [[1, 0.5, undefined], [2, null, undefined], ['18446744073709551615', 3, undefined]]);
});
