/* SPDX-License-Identifier: Apache-2.0 */
/* Contrasts of the colours of the page in light and dark: WCAG 2.2, 4.5 for texts, 3 for marks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const css = readFileSync(new URL('../../report/html/page/page.css', import.meta.url), 'utf8');
const colours = Object.fromEntries([...css.matchAll(
    /--([a-z0-9]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }]));

function luminance(colour) {
    const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255).map(
        (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);

    return (high + 0.05) / (low + 0.05);
}

function atLeast(least, names, backs) {
    for (const theme of ['light', 'dark']) {
        for (const name of names) {
            for (const back of backs) {
                const found = contrast(colours[name][theme], colours[back][theme]);

                assert.ok(found >= least, `${name} on ${back}, ${theme}: ${found.toFixed(2)}`);
            }
        }
    }
}

test('the contrast is that of WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('texts', () => {
    atLeast(4.5, ['fore', 'soft', 'link'], ['back', 'raised']);
    atLeast(4.5, ['fore', 'soft'], ['chosen']);
    atLeast(4.5, ['fore'], ['found']);
});

test('names of branches in the colours of ratios', () => {
    atLeast(4.5, ['fore'], ['same', ...[1, 2, 3, 4, 5].flatMap((i) => [`slower${i}`, `faster${i}`])]);
});

test('marks', () => {
    atLeast(3, ['mark', 'whisker', 'other', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'],
        ['back']);
});

test('texts on marks are of the colour of the page', () => {
    atLeast(3, ['back'], ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'other']);
});
