/* SPDX-License-Identifier: Apache-2.0 */
/* The selection survives the fragment of an address, whatever names are in it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { hashOf, INITIAL, makeStore, stateOf, undoOf } from '../../report/html/page/store.js';

const HOSTILE = ['<script>alert(1)</script>', '"><img src=x>', 'a&branch=b', '#view=x', '%41%', '+ +',
    '\u202eevil', 'a\nb\tc', 'ünï 𝒳', '__proto__', 'constructor', '', ' ', 'x'.repeat(4096), '\u0000'];

test('nothing selected is an empty fragment', () => {
    assert.equal(hashOf(INITIAL), '');
    assert.deepEqual(stateOf(''), { ...INITIAL });
    assert.deepEqual(stateOf('#'), { ...INITIAL });
});

test('hostile names survive', () => {
    for (const name of HOSTILE) {
        for (const key of ['branch', 'function', 'thread', 'search', 'group', 'view']) {
            const state = { ...INITIAL, [key]: name };

            assert.deepEqual(stateOf(`#${hashOf(state)}`), state, `${key} ${name}`);
        }
        assert.match(hashOf({ ...INITIAL, branch: name }), /^[\x21-\x7e]*$/);
        assert.doesNotMatch(hashOf({ ...INITIAL, branch: name }), /[<>"#]/);
    }
});

test('orders of tables survive, and cannot reach a prototype', () => {
    const sort = JSON.parse('{"branches": "-total", "__proto__": "-x", "a b": "c:d"}');
    const state = stateOf(hashOf({ ...INITIAL, sort }));

    assert.deepEqual(Object.entries(state.sort), Object.entries(sort));
    assert.equal(Object.getPrototypeOf(state.sort), Object.prototype);
    assert.equal({}.x, undefined);
});

test('a range is whole microseconds; validity.js says whether it can be', () => {
    assert.deepEqual(stateOf('range=5-9').range, [5, 9]);
    assert.equal(hashOf({ ...INITIAL, range: [5, 9] }), 'range=5-9');
    assert.deepEqual(stateOf('range=9-5').range, [9, 5]);
    for (const text of ['-5', '5-', '1.5-2', 'NaN-1', '1e3-2e3', '5-9-12',
        '0-9999999999999999999', '']) {
        assert.equal(stateOf(`range=${encodeURIComponent(text)}`).range, null, text);
    }
});

test('a fragment that is no fragment of ours is as nothing selected', () => {
    for (const hash of ['#%', '#%E0%A4%A', '#====', '#sort', '#sort=x', '#unknown=1']) {
        assert.deepEqual(stateOf(hash), { ...INITIAL }, hash);
    }
});

test('Esc clears the last selection, then the others, the search last', () => {
    const state = { ...INITIAL, range: [1, 2], branch: 'b', search: 's' };

    assert.deepEqual(undoOf(state, ['branch', 'range']), { range: null });
    assert.deepEqual(undoOf(state, ['range', 'branch']), { branch: null });
    assert.deepEqual(undoOf({ ...state, range: null }, ['branch', 'range']), { branch: null });
    assert.deepEqual(undoOf({ ...INITIAL, function: 'f' }, []), { function: null });
    assert.deepEqual(undoOf({ ...INITIAL, search: 's' }, ['range']), { search: '' });
    assert.equal(undoOf({ ...INITIAL }, []), null);
});

test('listeners are called once for several changes, with all of them', async () => {
    const store = makeStore('');
    const seen = [];

    store.on((state) => seen.push([state.branch, state.search]));
    store.set({ branch: 'a' });
    store.set({ branch: 'b' });
    store.set({ search: 's' });
    assert.deepEqual([store.state.branch, store.state.search], ['b', 's']);
    await new Promise((resolve) => {
        setTimeout(resolve, 5);
    });
    assert.deepEqual(seen, [['b', 's']]);
});

test('the store remembers which selection was the last one', () => {
    const store = makeStore('');

    store.set({ branch: 'b' });
    store.set({ range: [1, 2] });
    store.set({ branch: 'c' });
    assert.equal(store.undo(), true);
    assert.equal(store.state.branch, null);
    assert.deepEqual(store.state.range, [1, 2]);
    store.undo();
    assert.equal(store.state.range, null);
    assert.equal(store.undo(), false);
});
