/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { actionOfKey, compareBy, keysAbove, makeTree, matchesSearch, nextOrder, openToLevel, orderOf,
    partRows, searchTree, sortRows, visibleTree, widthOfNames } from '../../report/html/page/table_model.js';

const COLUMNS = [{ id: 'name', value: (row) => row.name },
    { id: 'total', numeric: true, value: (row) => row.total }];

/* a(10) - b(2), c(7) - d(7); e(null); f(8) */
const ROWS = [['a', null, 10], ['b', 'a', 2], ['c', 'a', 7], ['d', 'c', 7], ['e', null, null],
    ['f', null, 8]].map(([name, parent, total]) => ({ name, parent, total }));

const byTotal = compareBy(COLUMNS[1], true);
const tree = () => makeTree(ROWS, (row) => row.name, (row) => row.parent);
const names = (entries) => entries.map(({ row, level }) => row.name + level).join(' ');

test('rows without a value are last in both directions; equal ones keep their order', () => {
    const rows = [3, null, 1, NaN, 3, undefined, 2].map((total, i) => ({ total, name: i }));
    const places = (descending) => sortRows(rows, COLUMNS[1], descending).map((row) => row.name);

    assert.deepEqual(places(true), [0, 4, 6, 2, 1, 3, 5]);
    assert.deepEqual(places(false), [2, 6, 0, 4, 1, 3, 5]);
    assert.equal(rows[0].total, 3);
});

test('texts are in the order of their characters, not of a language', () => {
    const rows = ['b', 'a', 'B', 'ä'].map((name) => ({ name }));

    assert.deepEqual(sortRows(rows, COLUMNS[0], false).map((row) => row.name), ['B', 'a', 'b', 'ä']);
});

test('which order a text means', () => {
    assert.deepEqual(orderOf('-total', COLUMNS, 'name'),
        { column: COLUMNS[1], descending: true });
    assert.deepEqual(orderOf('constructor', COLUMNS, '-total'),
        { column: COLUMNS[1], descending: true });
    assert.deepEqual(orderOf(undefined, COLUMNS, ''), { column: COLUMNS[0], descending: false });
    assert.equal(nextOrder(orderOf('name', COLUMNS, ''), COLUMNS[1]), '-total');
    assert.equal(nextOrder(orderOf('-total', COLUMNS, ''), COLUMNS[1]), 'total');
    assert.equal(nextOrder(orderOf('-total', COLUMNS, ''), COLUMNS[0]), 'name');
});

test('siblings are ordered, children follow their parent', () => {
    const all = visibleTree(tree(), () => true, byTotal);

    assert.equal(names(all), 'a1 c2 d3 b2 f1 e1');
    assert.deepEqual(all.map((e) => `${e.position}/${e.siblings}`),
        ['1/3', '1/2', '1/1', '2/2', '2/3', '3/3']);
    assert.deepEqual(all.map((e) => e.open), [true, true, false, false, false, false]);
    assert.equal(names(visibleTree(tree(), (key) => key === 'a', byTotal)), 'a1 c2 b2 f1 e1');
    assert.equal(names(visibleTree(tree(), () => false, byTotal)), 'a1 f1 e1');
});

test('a row whose parent is missing, or is itself, is a root', () => {
    const odd = makeTree([{ name: 'x', parent: 'gone' }, { name: 'y', parent: 'y' }],
        (row) => row.name, (row) => row.parent);

    assert.deepEqual(odd.roots.map((row) => row.name), ['x', 'y']);
});

test('a deep tree needs no deep stack', () => {
    const rows = Array.from({ length: 100000 }, (_, i) => ({ name: i, parent: i - 1, total: 1 }));
    const deep = makeTree(rows, (row) => row.name, (row) => (row.parent < 0 ? null : row.parent));

    assert.equal(visibleTree(deep, () => true, byTotal).length, rows.length);
    assert.equal(keysAbove(deep, 99999).length, 99999);
});

test('children that are not there yet', () => {
    const lazy = makeTree(ROWS, (row) => row.name, (row) => row.parent, (row) => row.name === 'f');

    assert.deepEqual(visibleTree(lazy, () => false, byTotal).map((e) => e.hasChildren),
        [true, true, false]);
});

test('a search leaves what matches, all above it and all below it', () => {
    const found = searchTree(tree(), (row) => row.name === 'c');

    assert.deepEqual([...found.hits], ['c']);
    assert.deepEqual([...found.above], ['a']);
    assert.deepEqual([...found.shown].sort(), ['a', 'c', 'd']);
    const seen = visibleTree(tree(), (key) => found.above.has(key), byTotal, found.shown);

    assert.equal(names(seen), 'a1 c2');
    assert.equal(searchTree(tree(), () => false).shown.size, 0);
    assert.equal(matchesSearch('Hlt1 FastVeloHlt', 'velo hlt1'), true);
    assert.equal(matchesSearch('Hlt1 FastVeloHlt', 'velo x'), false);
    assert.equal(matchesSearch('a.c', 'a*'), false);
});

test('levels', () => {
    assert.deepEqual([...openToLevel(tree(), 1)], []);
    assert.deepEqual([...openToLevel(tree(), 2)].sort(), ['a', 'e', 'f']);
    assert.equal(names(visibleTree(tree(), (key) => openToLevel(tree(), 3).has(key), byTotal)),
        'a1 c2 d3 b2 f1 e1');
});

test('keys move, open and close as in trees elsewhere', () => {
    const entries = visibleTree(tree(), (key) => key === 'a', byTotal); /* a c b f e */
    const of = (key, index) => actionOfKey(key, entries, index);

    assert.deepEqual(of('ArrowDown', 0), { focus: 1 });
    assert.deepEqual(of('ArrowDown', 4), { focus: 4 });
    assert.deepEqual(of('ArrowUp', 0), { focus: 0 });
    assert.deepEqual(of('Home', 3), { focus: 0 });
    assert.deepEqual(of('End', 0), { focus: 4 });
    assert.deepEqual(of('ArrowRight', 0), { focus: 1 });
    assert.deepEqual(of('ArrowRight', 1), { open: 1 });
    assert.equal(of('ArrowRight', 2), null);
    assert.deepEqual(of('ArrowLeft', 0), { close: 0 });
    assert.deepEqual(of('ArrowLeft', 2), { focus: 0 });
    assert.equal(of('ArrowLeft', 3), null);
    assert.deepEqual(of('Enter', 2), { select: 2 });
    assert.equal(of('toString', 0), null);
});

test('one small row is no group of others', () => {
    const isSmall = (row) => row.total < 8;

    assert.deepEqual(partRows(ROWS.slice(0, 2), isSmall).small, []);
    assert.deepEqual(partRows(ROWS, isSmall).small.map((row) => row.name), ['b', 'c', 'd', 'e']);
});

test('the column of names is as wide as its longest name with its level', () => {
    const of = (rows, parents) => {
        const key = (row) => row.name;

        return widthOfNames({ rows, columns: [{ text: key }], key, tree: parents ? makeTree(rows, key, parents) : null });
    };
    const rows = [{ name: 'a', above: null }, { name: 'x'.repeat(30), above: 'a' }];

    assert.equal(of([]), 11);
    assert.equal(of(rows.slice(0, 1)), 11);
    assert.ok(Math.abs(of(rows) - (2 + 0.56 * 30)) < 1e-9);
    assert.ok(Math.abs(of(rows, (row) => row.above) - of(rows) - 0.96) < 1e-9, 'a level is 0.96 em');
    assert.equal(of([{ name: 'x'.repeat(4000) }]), 34);
});
