/* SPDX-License-Identifier: Apache-2.0 */
/* Timer against samples in a page: what the command says and shows. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, printedRows, report, rowsOf, using } from './browser.mjs';

const VIEW = '#view-agreement';
let browser;

/* Rows that are shown, and those that are shown as one. */
function partsOf(rows) {
    const small = rows.filter((row) => row.timer_percent < 0.1 && row.sampled_percent < 0.1);

    return small.length > 1 ? { large: rows.filter((row) => !small.includes(row)), small } : { large: rows, small: [] };
}

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
        assert.deepEqual(ratios(table.filter((row) => !row.branch.startsWith('['))),
            ratios(partsOf(views.agreement).large.map((row) => ({
            'CPU/wall': row.cpu_per_wall?.toFixed(2) ?? '-' }))));
        assert.equal(await page.locator(`${VIEW} details .note`).count(), notes.length - warnings.length);
    }, { viewport: { width: 2000, height: 900 } }));

test('rows have the numbers of the command; those below 0.1 % by both are one row', () =>
    using(browser, 'profile.html#view=agreement', async (page) => {
        const { views: { agreement } } = report('document', 'profile.html');
        const printed = printedRows('compare', 'profile').map((line) => line.trim().split(/\s+/));
        const rows = await rowsOf(page, `${VIEW} table`);
        const folded = partsOf(agreement).small.length;
        const [others] = rows.filter((row) => row.branch.startsWith('['));

        assert.equal(rows.length, agreement.length - folded + (folded ? 1 : 0));
        assert.equal(others?.branch, folded ? `[${folded} others below 0.1 %]` : undefined);
        for (const row of rows.filter((one) => one !== others)) {
            const [sampled, error] = row['sampled %'].split(' ± ');
            const numbers = [row['timer %'], sampled, error, row['difference points'].replace('+', ''), row.errors];

            assert.ok(printed.some((words) => row.branch.startsWith(words.at(-1)) &&
                numbers.every((number, i) => words[i] === number)), `${JSON.stringify(row)} ${printed.join('\n')}`);
        }
    }));
