/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargesOf, highestOf, layerAt, layersOf, meanOf, numbersIn,
    outlinesOf } from '../../report/html/page/region_layers.js';

const regions = Array.from({ length: 9 }, (_, i) => ({ region: i < 8 ? `R${i}` : '[others]',
    at_location_s: [i, 0, 1], by_birth_s: [1, 0, i === 0 ? -2 : 0] }));
const bins = { first: 5, width: 3, events: [3, 0, 1], wall_s: [50, 0, 9], unaccounted_s: [0, 0, 2],
    regions: [...regions, { region: 'unattributed', at_location_s: [0, 0, 0],
        by_birth_s: [4, 0, 4] }] };

test('rules of charges are those that the result has', () => {
    assert.deepEqual(chargesOf(bins), [['at_location', 'at location'], ['by_birth', 'by birth']]);
});

test('each region has a colour, others and the rest their own', () => {
    const layers = layersOf(bins, 'by_birth');

    assert.deepEqual(layers.map(({ colour }) => colour), ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6',
        'c7', 'other', 'unattributed', 'unaccounted']);
    assert.deepEqual(layers[9].values, [4, 0, 4]);
    assert.equal(layers.at(-1).name, '[unaccounted]');
});

test('means are over events, not over bins', () => {
    assert.equal(meanOf(bins, [2, 0, 6]), 3);
    assert.deepEqual(numbersIn(bins, 2), [11, 13]);
});

test('layers lie on each other, what is below 0 has no height, and bins without events are left out',
    () => {
        const layers = layersOf({ ...bins, regions: bins.regions.slice(0, 2) }, 'by_birth');
        const { areas, wall } = outlinesOf(bins, layers, (i) => i * 10, (value) => 100 - value);

        assert.deepEqual(areas, [
            'M0.00 99.00H10.00L10.00 100.00H0.00ZM20.00 100.00H30.00L30.00 100.00H20.00Z',
            'M0.00 98.00H10.00L10.00 99.00H0.00ZM20.00 100.00H30.00L30.00 100.00H20.00Z',
            'M0.00 98.00H10.00L10.00 98.00H0.00ZM20.00 98.00H30.00L30.00 100.00H20.00Z']);
        assert.equal(wall, 'M0.00 50.00H10.00M20.00 91.00H30.00');
        assert.equal(outlinesOf({ ...bins, events: [1, 1, 1] }, layers, (i) => i * 10,
            (value) => 100 - value).wall, 'M0.00 50.00H10.00M10.00 100.00H20.00M20.00 91.00H30.00');
        assert.equal(highestOf(bins, layers), 50);
        assert.equal(highestOf({ ...bins, wall_s: [1, 0, 0] }, layers), 2);
    });

test('a point is in the layer that is drawn there', () => {
    const layers = layersOf(bins, 'by_birth');

    assert.equal(layerAt(layers, 0, 0.5), 0);
    assert.equal(layerAt(layers, 0, 1.5), 1);
    assert.equal(layerAt(layers, 0, 9.5), 9);
    assert.equal(layerAt(layers, 0, 13.5), -1);
    assert.equal(layerAt(layers, 2, 1), 9);
    assert.equal(layerAt(layers, 2, 5), 10);
    assert.equal(layerAt(layers, 1, 0), -1);
    assert.equal(layerAt(layers, 0, -1), -1);
});
