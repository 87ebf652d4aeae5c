/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { INITIAL, makeStore } from '../../report/html/page/store.js';
import { checkedStore, troubleFinder } from '../../report/html/page/validity.js';

const samples = { columns: { time_us: [10, 999] }, tasks: [{ name: '[Outside any task]', path: null },
    { name: 'T', path: 'Hlt Tracks Fit' }], functions: [{ name: 'f' }], threads: [{ name: 'main' }] };
const doc = { views: { timing: [{ path: 'Event' }], counts: [{ path: 'Hlt Rate' }] }, samples };
const of = (state, document = doc) => troubleFinder(document)({ ...INITIAL, ...state });

test('what the result has is no trouble', () => {
    for (const branch of ['Event', 'Hlt Rate', 'Hlt Tracks Fit', 'Hlt Tracks', 'Hlt']) {
        assert.deepEqual(of({ branch }), {}, branch);
    }
    assert.deepEqual(of({ function: 'f', thread: 'main', range: [0, 5000000] }), {});
    assert.deepEqual(of({ range: [999, 1001] }), {});
});

test('what it has not is named', () => {
    assert.deepEqual(of({ branch: 'Hl', function: 'nope', thread: 'x' }), { branch: "no branch 'Hl' in this result",
        function: "no function 'nope' in this result", thread: "no thread 'x' in this result" });
    assert.deepEqual(of({ function: 'f' }, { views: {}, samples: null }), { function:
        "no function 'f' in this result" });
    assert.deepEqual(of({ range: [9, 5] }), { range: 'the time ends before it begins' });
    assert.deepEqual(of({ range: [5, 5] }), { range: 'the time is empty' });
    assert.deepEqual(of({ range: [1000, 2000] }), { range: 'the time is outside of the run, which has 1.00 ms' });
});

test('views see the state without what is ignored', async () => {
    const store = makeStore('function=nope&branch=Event&range=9-5&view=flame');
    const checked = checkedStore(store, troubleFinder(doc));
    const seen = [];

    assert.deepEqual(checked.state, { ...INITIAL, branch: 'Event', view: 'flame' });
    assert.equal(checked.state, checked.state);
    checked.on((state) => seen.push(state.function));
    checked.set({ function: 'f' });
    await new Promise((resolve) => {
        setTimeout(resolve, 5);
    });
    assert.deepEqual(seen, ['f']);
    assert.deepEqual(store.state.range, [9, 5]);
});
