/* SPDX-License-Identifier: Apache-2.0 */
/* Timer against samples in a page: what the command says and shows. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, report, rowsOf, using } from './browser.mjs';

const VIEW = '#view-agreement';
let browser;

before(async () => {
    browser = await launch();
});
after(() => browser.close());

test('the page warns of what the command warns of, and has its ratios of CPU and wall time', () =>
    using(browser, 'profile.html#view=agreement', async (page) => {
        const { agreement_notes: notes, views } = report('document', 'profile.html');
        const warnings = notes.filter((note) => note.startsWith('warning: '));
        const shown = await page.locator(`${VIEW} > .note`).allTextContents();
        const table = await rowsOf(page, `${VIEW} table`);
        const ratios = (rows) => rows.map((row) => row['CPU/wall']).sort();

        assert.ok(warnings.some((note) => note.includes('the timer measured wall time')));
        for (const warning of warnings) {
            assert.ok(shown.includes(warning), warning);
        }
        assert.ok(views.agreement.some((row) => row.cpu_per_wall > 0));
        assert.deepEqual(ratios(table), ratios(views.agreement.map((row) => ({
            'CPU/wall': row.cpu_per_wall?.toFixed(2) ?? '-' }))));
        assert.equal(await page.locator(`${VIEW} details .note`).count(), notes.length - warnings.length);
    }, { viewport: { width: 2000, height: 900 } }));
