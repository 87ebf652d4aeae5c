/* SPDX-License-Identifier: Apache-2.0 */
/* The comparison in a page: numbers, colours and selection against what the command prints. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { compared, gated, launch, pages, rowsOf, shows, using, wordsOf } from './browser.mjs';

const VIEW = '#view-comparison';
const TABLE = `${VIEW} table[role=treegrid]`;
const CHANGED = ['significant', 'added', 'removed'];
let browser, rows;

before(async () => {
    browser = await launch();
    rows = compared('ab/a', 'ab/b', '--all');
});
after(() => browser.close());

const isSum = (row) => row.root === '';
const excludes = (row) => row.verdict === 'significant' || row.ratio_low > 1 ||
    (row.ratio_high !== null && row.ratio_high < 1);

function wordOf(row) {
    return row.verdict !== 'significant' ? row.verdict : row.ratio > 1 ? 'slower' : 'faster';
}

async function openOthers(page) {
    const others = page.locator(`${TABLE} tr[aria-expanded=false]`);

    if (await others.count() > 0) {
        await others.click();
    }
}

const changeOf = (row) => (row.candidate_s ?? 0) - (row.baseline_s ?? 0);

/* A change has its sign, unless it is too small to be shown. */
function showsChange(text, change, unit) {
    return shows(text, text.startsWith('<') ? Math.abs(change) : change, unit) &&
        (/^[+-]/.test(text) ? text.startsWith('+') === change > 0 : /^(<|[0.]+$)/.test(text));
}

/* A negative share that is too small to be shown is '>-0.1'. */
function showsShare(text, share) {
    return text === '>-0.1' ? share < 0 && share > -0.1 : shows(text, share);
}

function fits(shown, row) {
    const unit = Object.keys(shown).find((key) => /^B [µmn]?s$/.test(key)).split(' ')[1];
    const ratio = shown.relative ?? shown.ratio;
    const change = changeOf(row);
    const changed = Object.keys(shown).find((key) => key.startsWith('B - A ')).split(' ').at(-1);

    const interval = row.ratio_low === null ? '-' : `${row.ratio_low.toFixed(3)} to ${row.ratio_high.toFixed(3)}`;

    return shows(shown[`A ${unit}`], row.baseline_s, unit) && shows(shown[`B ${unit}`], row.candidate_s, unit) &&
        shows(ratio, row.ratio) && shown['95 % interval'] === interval && shown.verdict === wordOf(row) &&
        showsChange(shown[`B - A ${changed}`], change, changed) &&
        showsShare(shown['of the change %'], 100 * change / changeOf(rows.find(isSum))) &&
        shows(shown['A %'], row.baseline_percent) && shows(shown['B %'], row.candidate_percent);
}

test('the comparison is the first tab, and its sentence the first of the page', async () => {
    await using(browser, 'compare.html', async (page) => {
        assert.equal(await page.getAttribute('[role=tab] >> nth=0', 'id'), 'tab-comparison');
        assert.ok(await page.isVisible(TABLE));
        assert.match(await page.textContent('.answer'), /\d+ pairs of runs$/);
        assert.equal(await page.textContent(`${VIEW} .made code`), 'gaudit compare ab/a ab/b');
    });
    await using(browser, 'run.html', async (page) => {
        assert.equal(await page.$('#tab-comparison'), null);
        assert.ok(await page.isVisible('#view-branches table'));
    });
});

test('each number is that of the command', () => using(browser, 'compare.html', async (page) => {
    await openOthers(page);
    const shown = await rowsOf(page, TABLE);
    const single = shown.filter((row) => !row.branch.startsWith('['));

    assert.ok(rows.length > 5);
    assert.equal(single.length, rows.length);
    const others = rows.filter((row) => !isSum(row) && !CHANGED.includes(row.verdict)).sort((x, y) =>
        Math.abs(changeOf(y)) - Math.abs(changeOf(x)));
    const below = await page.$$eval(`${TABLE} tr[aria-level="2"] th`, (all) => all.map((one) => one.textContent));

    assert.equal(below.length, others.length);
    below.forEach((text, i) => assert.ok(text.startsWith(others[i].path.split(' ').at(-1)), `${i}: ${text}`));
    for (const row of rows) {
        const name = row.path.split(' ').at(-1);
        const found = single.filter((one) => (isSum(row) ? one.branch === row.path : one.branch.startsWith(name)));

        assert.ok(found.some((one) => fits(one, row)), `${JSON.stringify(row)}\n${JSON.stringify(found)}`);
    }
}, { viewport: { width: 2000, height: 900 } }));

test('what changed is first, the others are one row', () => using(browser, 'compare.html', async (page) => {
    const changed = rows.filter((row) => !isSum(row) && CHANGED.includes(row.verdict)).sort((a, b) =>
        Math.abs(changeOf(b)) - Math.abs(changeOf(a)));
    const others = rows.filter((row) => !isSum(row) && !CHANGED.includes(row.verdict));
    const sum = (key) => others.reduce((total, row) => total + (row[key] ?? 0), 0);
    const shown = await rowsOf(page, TABLE);

    assert.ok(changed.length > 0 && others.length > 1, 'FastTracking is three times as long');
    assert.equal(shown.length, changed.length + 2);
    changed.forEach((row, i) => assert.ok(shown[i].branch.startsWith(row.path.split(' ').at(-1)), shown[i].branch));
    const folded = shown[changed.length];

    assert.match(folded.branch, new RegExp(`^\\[${others.length} others `));
    assert.ok(shows(folded['A µs'], sum('baseline_s'), 'µs') && shows(folded['B µs'], sum('candidate_s'), 'µs') &&
        showsChange(folded['B - A µs'], sum('candidate_s') - sum('baseline_s'), 'µs'), JSON.stringify(folded));
    assert.ok(showsShare(folded['of the change %'], 100 * (sum('candidate_s') - sum('baseline_s')) /
        changeOf(rows.find(isSum))), JSON.stringify(folded));
    assert.equal(folded['95 % interval'], '-');
    const times = sum('candidate_s') / sum('baseline_s');

    assert.ok('relative' in folded ? folded.relative === '-' && shows(folded['time ratio'], times) :
        shows(folded.ratio, times), JSON.stringify(folded));
    await page.click(`${TABLE} thead button >> text="B - A"`);
    const reversed = await rowsOf(page, TABLE);

    const branches = (all, from, to) => all.slice(from, to).map((row) => row.branch);

    assert.deepEqual(branches(reversed, -2), branches(shown, -2));
    assert.deepEqual(branches(reversed, 0, -2), branches(shown, 0, -2).reverse());
}, { viewport: { width: 2000, height: 900 } }));

function luminance([r, g, b]) {
    const [x, y, z] = [r, g, b].map((c) => c / 255).map((c) =>
        (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

for (const colorScheme of ['light', 'dark']) {
    test(`colour if 1 is excluded, ${colorScheme}`, () => using(browser, 'compare.html', async (page) => {
        const byPath = new Map(rows.filter((row) => !isSum(row)).map((row) => [row.path, row]));
        const marks = await page.$$eval(`${VIEW} [data-branch]`, (all) => all.map((mark) => ({
            path: mark.dataset.branch, colour: mark.querySelector('rect').getAttribute('class').split(' ')[1],
            fill: getComputedStyle(mark.querySelector('rect')).fill,
            text: mark.querySelector('text') && getComputedStyle(mark.querySelector('text')).fill })));
        const numbers = (text) => text.match(/\d+/g).map(Number);

        assert.ok(marks.length >= 4 && marks.some((mark) => mark.path.endsWith('FastTracking')));
        for (const mark of marks) {
            const row = byPath.get(mark.path);
            const expected = row && excludes(row) ? (row.ratio > 1 ? /^slower[1-5]$/ : /^faster[1-5]$/) : /^same$/;

            assert.match(mark.colour, expected, `${mark.path} ${JSON.stringify(row)}`);
            const parts = numbers(mark.fill);

            assert.equal(Math.max(...parts) - Math.min(...parts) < 20, mark.colour === 'same', mark.fill);
            if (mark.text) {
                const [low, high] = [mark.fill, mark.text].map((text) => luminance(numbers(text)))
                    .sort((a, b) => a - b);

                assert.ok((high + 0.05) / (low + 0.05) >= 4.5, `${mark.path}: ${mark.text} on ${mark.fill}`);
            }
        }
    }, { colorScheme }));
}

test('a row and a frame select the branch in all views', () => using(browser, 'compare.html', async (page) => {
    const branch = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('branch'));
    const selected = () => page.$$eval(`${TABLE} tr[aria-selected=true] th bdi`, (all) =>
        all.map((one) => one.textContent));

    await page.click(`${TABLE} th bdi:has-text("FastTracking") >> nth=0`);
    assert.match(await branch(), / FastTracking$/);
    await page.waitForSelector(`${VIEW} rect.chosen`);
    assert.match(await page.getAttribute(`${VIEW} g:has(rect.chosen)`, 'data-branch'), / FastTracking$/);
    assert.equal(await page.getAttribute(`${VIEW} g:has(rect.chosen)`, 'aria-selected'), 'true');
    await page.click(`${VIEW} [data-branch$=" VertexFit"]`);
    await page.waitForFunction(() => /VertexFit/.test(
        document.querySelector('#view-comparison tr[aria-selected=true]')?.textContent));
    assert.equal((await selected())[0], 'VertexFit');
    assert.match(await branch(), / VertexFit$/);
    await page.click('#tab-branches');
    assert.match(await page.textContent('#view-branches tr[aria-selected=true]'), /VertexFit/);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('branch='));
    await page.click('#tab-comparison');
    await page.waitForSelector('#view-comparison:not([hidden])'); /* it is drawn when it is shown */
    assert.deepEqual(await selected(), []);
}));

test('frames by keyboard, rows by search', () => using(browser, 'compare.html', async (page) => {
    await page.focus(`${VIEW} .icicle [tabindex="0"]`);
    await page.keyboard.press('ArrowDown');
    assert.match(await page.textContent(`${VIEW} .said`), /^Event: .* of the time in events of B; self time × /);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('branch') === 'Event');
    await page.fill('input[type=search]', 'hltreconstruction');
    const names = rows.filter((row) => /HltReconstruction/.test(row.path)).map((row) =>
        row.path.split(' ').at(-1)).sort();

    await page.waitForFunction((n) => document.querySelectorAll('#view-comparison tr.hit').length === n, names.length);
    const found = await page.$$eval(`${TABLE} tr.hit .label > span:last-child > bdi`, (all) =>
        all.map((one) => one.textContent));

    assert.deepEqual(found.sort(), names);
}));

test('single runs: rows are seen, frames are grey', () => using(browser, 'single.html', async (page) => {
    const single = compared('ab/a/001', 'ab/b/001', '--all');
    const colours = await page.$$eval(`${VIEW} [data-branch] rect`, (all) =>
        all.map((one) => one.getAttribute('class').split(' ')[1]));
    const untested = single.filter((row) => !isSum(row) && row.verdict === 'not tested');

    if (single.some((row) => row.verdict === 'significant')) {
        return; /* five times as long, on a machine that did something else meanwhile */
    }
    assert.ok(untested.length > 1 && colours.length > 3);
    assert.ok(colours.every((one) => one === 'same'), colours.join());
    assert.equal(await page.locator(`${TABLE} tr[aria-level="1"] >> text="not tested"`).count(), untested.length + 1);
}));

const NAMES = { wall_s: 'wall time', loop_s: 'event loop per event', cpu_s: 'CPU of the process per event',
    peak_rss_bytes: 'peak memory', event_time: 'time', event_cpu_time: 'CPU time', growth_mib: 'memory growth' };

/* Whether a text such as '12.3 ms' or '6.58 MiB' is a value in s, bytes or MiB. */
function isQuantity(text, key, value) {
    const [number, unit = 's'] = text.split(' ');
    const memory = { KiB: 1024, MiB: 1, GiB: 1 / 1024 };
    const scaled = key.endsWith('_bytes') ? value / 2 ** 20 : value;

    return unit === 'KiB' ? shows(number, scaled * memory.KiB) : unit in memory ?
        shows(number, scaled * memory[unit]) : shows(number, value, unit);
}

function intervalOf(row) {
    return row.ratio_low === null ? '-' : `${row.ratio_low.toFixed(3)} to ${row.ratio_high.toFixed(3)}`;
}

async function checkChanges(page, table, expected, isGate) {
    const shown = await rowsOf(page, `${VIEW} [data-table=${table}] table`);

    assert.equal(shown.length, expected.length);
    shown.forEach((found, i) => {
        const row = expected[i];

        assert.equal(found[''], NAMES[row.path] ?? row.path);
        assert.ok(isQuantity(found.A, row.path, row.baseline) && isQuantity(found.B, row.path, row.candidate) &&
            shows(found.ratio, row.ratio), `${JSON.stringify(found)} ${JSON.stringify(row)}`);
        assert.equal(found.verdict, `${row.verdict ?? '-'}${isGate && row.gate === 'FAILED' ? ' FAILED' : ''}`);
        if (row.path === 'growth_mib') {
            const ends = found['95 % interval'].match(/^B - A: (.*) to (.*)$/);

            assert.ok(isQuantity(ends[1], row.path, row.difference_low) &&
                isQuantity(ends[2], row.path, row.difference_high), found['95 % interval']);
        } else {
            assert.equal(found['95 % interval'], intervalOf(row));
        }
        if (isGate) {
            assert.ok(shows(found.limit, row.limit), JSON.stringify(found));
        }
    });
}

test('settings, whole runs and events are those of the command', () => using(browser, 'compare.html', async (page) => {
    const of = (table) => compared('ab/a', 'ab/b', '--all', '--table', table);
    const differences = await rowsOf(page, `${VIEW} [data-table=differences] table`);

    assert.ok(differences.length > 0);
    assert.deepEqual(differences.map((row) => [row[''], row.A, row.B]), of('differences').map((row) =>
        [row.setting, row.baseline, row.candidate]));
    assert.ok(differences.some((row) => row[''] === 'FastTracking.Microseconds' && row.A === '30' && row.B === '90'));
    await checkChanges(page, 'total', of('total'), false);
    await checkChanges(page, 'events', of('events'), false);
    const notes = await page.$$eval(`${VIEW} ul.note li`, (all) => all.map((one) => one.textContent));

    assert.ok(notes.some((note) => /^baseline: 'ab\/a', \d+ runs$/.test(note)) && notes.some((note) => /^significant: p < 0.05/.test(note)),
        notes.join('\n'));
}));

test('a gate: each failure is a sentence, with the limits', () => using(browser, 'gate.html', async (page) => {
    const limits = ['--max-ratio', '1.2', '--allow-new'];
    const command = await page.textContent(`${VIEW} .made:not(:has(~ .made)) code`);
    const sentences = await page.$$eval('.answer', (all) => all.map((one) => one.textContent).filter((text) =>
        text.startsWith('FAILED: ')));
    const failed = ['--table', 'branches', '--all'];
    const branches = gated('ab/a', 'ab/b', ...limits, ...failed).filter((row) => row.gate === 'FAILED');
    const events = gated(...wordsOf(command).slice(1), '--table', 'events', '--all');

    assert.equal(command, `gaudit gate ab/a ab/b ${limits.join(' ')}`);
    assert.equal(sentences.length, branches.length + events.filter((row) => row.gate === 'FAILED').length);
    assert.ok(sentences.some((sentence) => /FastTracking takes/.test(sentence)));
    await checkChanges(page, 'events', events, true);
    const shown = (await rowsOf(page, TABLE)).find((row) => /FastTracking/.test(row.branch));
    const row = branches.find((one) => /FastTracking/.test(one.path));

    assert.equal(shown.verdict, 'slower FAILED');
    assert.ok(shows(shown.limit, row.limit));
}, { viewport: { width: 2000, height: 900 } }));

test('a gate: limits and what fails are seen on a laptop', () => using(browser, 'gate.html', async (page) => {
    assert.ok(await page.isVisible(`${TABLE} thead button:text-is("limit")`));
    const badges = await page.$$eval(`${TABLE} .badge`, (all) => all.map((one) => ({ text: one.textContent,
        back: getComputedStyle(one).backgroundColor })));

    assert.ok(badges.length >= 2);
    badges.forEach((badge) => assert.deepEqual(badge, { text: 'FAILED', back: 'rgb(176, 0, 32)' }));
}));

test('the heading is that of the command, and pictures say their clock', () => using(browser, 'compare.html',
async (page) => {
    const printed = execFileSync(process.env.GAUDIT, ['compare', 'ab/a', 'ab/b'], { cwd: pages, encoding: 'utf8',
        env: { ...process.env, COLUMNS: '300' } });
    const heading = await page.textContent(`${VIEW} h3 >> nth=0`);

    assert.match(heading, /^Self CPU time per event by branch: \d+ baselines, \d+ candidates, runs in pairs/);
    assert.ok(printed.includes(`\n${heading}\n`), printed);
    assert.equal(await page.getAttribute(TABLE, 'aria-label'), heading);
    assert.match(await page.textContent(`${VIEW} h3:text-is("Branches of B") + p`),
        /^Widths: wall time .* of the first run of B\. Colours: .* self CPU time/);
}));

test('the others open and close by a click anywhere in their row, and by Enter', () => using(browser, 'compare.html',
async (page) => {
    const others = page.locator(`${TABLE} tr[aria-expanded]`);
    const isOpen = () => others.getAttribute('aria-expanded');

    await others.locator('td >> nth=1').click();
    assert.equal(await isOpen(), 'true');
    await others.locator('bdi, .soft').first().click();
    assert.equal(await isOpen(), 'false');
    await others.focus();
    await page.keyboard.press('Enter');
    assert.equal(await isOpen(), 'true');
}));

/* Writes a page whose document is changed. */
function changePage(from, to, change) {
    const block = /(<script[^>]*class="document"[^>]*>)([^<]*)(<\/script>)/g;
    const html = readFileSync(path.join(pages, from), 'utf8');
    const bytes = gunzipSync(Buffer.from([...html.matchAll(block)].map((match) => match[2]).join(''), 'base64'));
    const size = bytes.readUInt32LE();
    const doc = JSON.parse(bytes.subarray(4, 4 + size));

    change(doc);
    const json = Buffer.from(JSON.stringify(doc));
    const head = Buffer.alloc(4);

    head.writeUInt32LE(json.length);
    const data = gzipSync(Buffer.concat([head, json, bytes.subarray(4 + size)])).toString('base64');
    let written = 0;

    writeFileSync(path.join(pages, to), html.replace(block, (_, begin, __, end) =>
        `${begin}${written++ === 0 ? data : ''}${end}`));
}

test('where branches and functions are compared, one of the two tables is shown', async () => {
    changePage('compare.html', 'both.html', ({ comparison }) => {
        comparison.rows.push(...comparison.rows.slice(0, 3).map((row, i) => ({ ...row, kind: 'function',
            root: 'Hlt Task', path: `function_${i}` })));
    });
    await using(browser, 'compare.html', async (page) => assert.equal(await page.$(`${VIEW} select`), null));
    await using(browser, 'both.html', async (page) => {
        const heads = () => page.$$eval(`${TABLE} thead th:first-child`, (all) => all.filter((one) =>
            one.checkVisibility()).map((one) => one.textContent.trim()));

        assert.deepEqual(await heads(), ['branch']);
        await page.selectOption(`${VIEW} select`, 'functions');
        assert.deepEqual(await heads(), ['function']);
        await page.click(`${TABLE} tr:has-text("function_0"):visible`);
        assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('function')),
            'function_0');
    });
});
