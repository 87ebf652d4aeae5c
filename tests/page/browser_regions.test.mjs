/* SPDX-License-Identifier: Apache-2.0 */
/* What regions of a detector cost: the numbers that the command prints. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindings, launch, report, rowsOf, shows, using } from './browser.mjs';

let browser;

before(async () => {
    browser = await launch();
});
after(() => browser.close());

test('rows of regions', () => using(browser, 'detector.html#view=regions', async (page) => {
    const regions = report('regions', 'detector');
    const rows = await rowsOf(page, '#view-regions [data-table=regions]');

    assert.ok(regions.length > 3);
    assert.equal(rows.length, regions.length);
    for (const region of regions) {
        const row = rows.find((one) => one.region === region.region);

        assert.ok(row, region.region);
        for (const [title, key] of [['at location', 'at_location'], ['by birth', 'by_birth']]) {
            const name = Object.keys(row).find((one) => one.startsWith(title) && !one.includes('bar'));
            const [text, error] = row[name].split('±');

            assert.ok(shows(text.trim(), region[`${key}_s`], name.split(' ').at(-1)), `${row[name]} ${region[`${key}_s`]}`);
            assert.equal(error === undefined, region[`${key}_s`] === null);
        }
        assert.ok(shows(row['share %'], region.share_percent), `${row['share %']} ${region.share_percent}`);
        const excess = region.at_location_s - region.by_birth_s;

        assert.equal(row.kind, region.at_location_s === null || region.by_birth_s === null || excess === 0 ? '' :
            excess > 0 ? 'sink' : 'source');
    }
    assert.deepEqual(await axeFindings(page), []);
}));

test('regions are sorted, and found', () => using(browser, 'detector.html#view=regions', async (page) => {
    const regions = report('regions', 'detector').filter((row) => row.at_location_s !== null)
        .sort((a, b) => b.at_location_s - a.at_location_s);
    const [first] = await rowsOf(page, '#view-regions [data-table=regions]');

    assert.equal(first.region, regions[0].region);
    await page.fill('input[type=search]', 'ECal');
    await page.waitForFunction(() => [...document.querySelectorAll('#view-regions tbody tr')].every((tr) =>
        tr.textContent.includes('ECal')));
    assert.equal(await page.textContent('#view-regions .made code'), 'gaudit report regions detector');
}));
