/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { childrenOf, makeGrouping, textOf } from '../../report/html/page/groups.js';
import { commandOf, isWithin, passesOf, secondsText } from '../../report/html/page/selection.js';

/* main calls a, which calls b or f; and b, which calls f. Two functions have the name f. */
const samples = {
    processes: [{ name: '[Unknown]' }, { name: 'x (PID: 1)' }],
    threads: [{ name: '[Unknown]', process: 0, first: 0 }, { name: 't (TID: 1)', process: 1, first: 1 },
              { name: 't (TID: 1)', process: 1, first: 1 }],
    tasks: [{ name: '[Outside any task]', path: null }, { name: 'Hlt', path: 'Hlt' },
            { name: 'Hlt A', path: 'Hlt A' }, { name: 'HltB', path: 'HltB' }],
    modules: ['[Unknown]', 'libm.so.6'],
    files: ['', 'one/x.c', 'two/x.c'],
    functions: ['[Unknown]', 'main', 'a', 'b', 'f', 'f'].map((name) => ({ name, module: 1 })),
    stacks: { caller: [0, 0, 1, 2, 2, 1, 5], function: [0, 1, 2, 3, 4, 3, 5] },
    places: { stack: [3, 4, 6, 0], module: [1, 1, 1, 0], file: [1, 2, 1, 0], line: [7, 7, 0, 0] },
    columns: { time_us: [1, 2, 3, 4, 5], weight_ns: [10, 20, 30, 40, 50], thread: [1, 1, 1, 2, 2],
              task: [1, 2, 2, 3, 0], place: [0, 1, 2, 2, 3] },
};

/* Returns groups as texts: functions of one group are joined by '>'. */
function treeOf(keys, options) {
    const grouping = makeGrouping(samples, keys, options), children = childrenOf(grouping);
    const text = (group) => {
        const steps = 1 + (grouping.tails[group]?.length ?? 0);
        const names = Array.from({ length: steps }, (_, i) => textOf(samples, grouping, group, i));
        const below = children[group].map(text);

        return names.join('>') + (below.length ? `(${below.join(' ')})` : '');
    };

    return children[0].map(text).join(' ');
}

test('groups are of values, whatever their texts', () => {
    assert.equal(treeOf('task,function'),
                 'Hlt(b) Hlt A(f f) HltB(f) [Outside any task]([Unknown])');
    assert.equal(treeOf('source-file'), 'x.c x.c [Unknown]');
    assert.equal(treeOf('source-line'), 'x.c:7 x.c:7 [Unknown]');
    assert.equal(treeOf('thread'), 't (TID: 1)');
    assert.equal(treeOf('process,module'), 'x (PID: 1)(libm.so.6 [Unknown])');
});

test('call stacks begin with the callers of a function that is a key', () => {
    assert.equal(treeOf('function,callstack'), 'b(a>main) f(a>main) f(b>main) [Unknown]');
    assert.equal(treeOf('callstack'), 'b>a>main f>a>main f>b>main [Unknown]');
});

test('top-down', () => {
    assert.equal(treeOf('callstack', { topDown: true }), 'main(a(b f) b>f) [Unknown]');
});

test('samples that end in a group keep it apart from its callees', () => {
    const stacks = { ...samples, places: { ...samples.places, stack: [2, 4, 4, 4] } };
    const grouping = makeGrouping(stacks, 'callstack', { topDown: true });

    assert.deepEqual(grouping.tails.map((tail) => tail?.length ?? 0), [0, 1, 0]);
    assert.deepEqual([...grouping.parents], [-1, 0, 1]);
});

test('branches', () => {
    assert.ok(isWithin('Hlt', 'Hlt') && isWithin('Hlt A', 'Hlt'));
    assert.ok(!isWithin('HltB', 'Hlt') && !isWithin('Hlt', 'Hlt A') && !isWithin(null, 'Hlt'));
    assert.equal(passesOf(samples, {}), null);
    assert.equal(treeOf('task', { passes: passesOf(samples, { branch: 'Hlt' }) }), 'Hlt Hlt A');
    assert.equal(treeOf('task,function', { passes: passesOf(samples, { function: 'f' }) }),
                 'Hlt A(f f) HltB(f)');
});

test('commands', () => {
    const doc = { folder: "it's", samples }, what = { view: 'hotspots', keys: 'task,function' };

    assert.equal(secondsText(1250000), '1.25');
    assert.equal(secondsText(2000000), '2');
    assert.equal(secondsText(10), '0.00001');
    assert.equal(secondsText(0), '0');
    assert.equal(secondsText(10000000), '10');
    assert.equal(commandOf(doc, { range: [1, 2500000], branch: 'Hlt' }, what),
                 "gaudit report hotspots 'it'\\''s' --time-filter 0.000001:2.5 " +
                 "--filter task=Hlt --filter 'task=Hlt *' --group-by task,function");
    assert.equal(commandOf({ folder: 'r', samples }, { function: '[a]*' }, { view: 'top-down' }),
                 "gaudit report top-down r --filter 'function=\\[a]\\*' --inlines hide");
});

test('a task may have another name than its branch', () => {
    const named = { ...samples, tasks: [{ name: 'x', path: 'Hlt' }, { name: 'Hlt A', path: 'Hlt A' },
                                       { name: 'y', path: null }] };

    assert.match(commandOf({ folder: 'r', samples: named }, { branch: 'Hlt' }, { view: 'hotspots' }),
                 / --filter task=x --filter 'task=Hlt A'$/);
});
