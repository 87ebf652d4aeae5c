/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of a timeline: they have the calls that the command prints, and follow the range. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindings, launch, report, shows, using } from './browser.mjs';

const LEFT = 34; /* where bars begin, as in lane_picture.js */
const HEAD = 20;
const ROW = 18;
let browser;
let timeline;
let rows; /* {lane, y, bars: [{begin, end, path, ...}]}: begin and end in us */

before(async () => {
    browser = await launch();
    timeline = report('timeline', 'run');
    rows = rowsOfTimeline(timeline);
});
after(() => browser.close());

function rowsOfTimeline({ lanes, branches, columns }) {
    const list = [];
    let [at, y] = [0, 0];

    for (const lane of lanes) {
        y += HEAD;
        for (const row of lane.rows) {
            const bars = Array.from({ length: row.bars }, (_, i) => ({ path: branches[columns.branch[at + i]].path,
                begin: columns.begin_ns[at + i] / 1e3, length: columns.length_ns[at + i],
                end: (columns.begin_ns[at + i] + columns.length_ns[at + i]) / 1e3, event: columns.event[at + i],
                state: columns.state[at + i] }));

            list.push({ lane: lane.name, y: y + ROW / 2, bars });
            at += row.bars;
            y += ROW;
        }
    }
    return list;
}

const said = (page) => page.textContent('#view-timeline .said');
const hashOf = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));

async function pointAt(page, range, time, y) {
    const box = await page.locator('.lanes-picture canvas').boundingBox();
    const place = [box.x + LEFT + (time - range[0]) / (range[1] - range[0]) * (box.width - LEFT - 2), box.y + y];

    await page.mouse.move(...place);
    return place;
}

function assertSays(text, bar) {
    const name = bar.path === 'Event' ? `Event ${bar.event}` : bar.path;
    const match = /^(.*): ([\d.]+) (\S+) from ([\d.]+) s(.*)$/.exec(text.replace(/[\u00a0\u202f]/g, ' '));

    assert.ok(match, text);
    assert.equal(match[1], name);
    assert.ok(shows(match[2], bar.length / 1e9, match[3]), `${text} ${bar.length}`);
    assert.ok(Math.abs(Number(match[4]) - bar.begin / 1e6) < 6e-7, `${text} ${bar.begin}`);
    assert.equal(/, event (\d+)/.exec(match[5])?.[1], bar.path === 'Event' || !bar.event ? undefined : String(bar.event));
    assert.equal(match[5].includes('rejected'), bar.state === 1);
}

test('bars are the calls that the command prints', async () => {
    // One worker may have had most of the events.
    const { bars } = rows.filter((row) => row.bars[0]?.path === 'Event').sort((a, b) => b.bars.length - a.bars.length)[0];
    const [from, to] = [Math.floor(bars[60].begin), Math.ceil(bars[64].end)];

    await using(browser, `run.html#view=timeline&range=${from}-${to}`, async (page) => {
        let seen = 0;

        for (const row of rows) {
            for (const bar of row.bars.filter(({ begin, end }) => begin >= from && end <= to && end - begin > (to - from) / 150)) {
                await pointAt(page, [from, to], (bar.begin + bar.end) / 2, row.y);
                assertSays(await said(page), bar);
                seen++;
            }
        }
        assert.ok(seen > 8, String(seen));
        assert.match(await page.textContent('#view-timeline .made code'), /^gaudit report timeline run --time-filter \S+ -O/);
    });
});

test('the bars of a range are painted, and nothing where there are none', async () => {
    const row = rows[0];
    const gap = row.bars.findIndex((bar, i) => i > 0 && bar.begin - row.bars[i - 1].end > 4);
    const [from, to] = [Math.floor(row.bars[gap - 1].begin), Math.ceil(row.bars[gap].end)];

    await using(browser, `run.html#view=timeline&range=${from}-${to}`, async (page) => {
        const times = [row.bars[gap].begin + row.bars[gap].end, row.bars[gap - 1].end + row.bars[gap].begin];
        const colours = await page.evaluate(([parts, y, left]) => {
            const canvas = document.querySelector('.lanes-picture canvas');
            const scale = canvas.width / canvas.clientWidth;
            const { data } = canvas.getContext('2d').getImageData(0, Math.round((y + 6) * scale), canvas.width, 1);

            return parts.map((part) => {
                const x = Math.round((left + part * (canvas.clientWidth - left - 2)) * scale);

                return [...data.subarray(4 * x, 4 * x + 4)].join();
            });
        }, [times.map((time) => (time / 2 - from) / (to - from)), row.y, LEFT]);

        assert.equal(colours[0], '220,223,228,255');
        assert.notEqual(colours[1], colours[0]);
    });
});

test('a click selects the branch, a drag the range, and a double click the whole run', () => using(browser,
    'run.html#view=timeline', async (page) => {
        const end = Math.ceil(timeline.to_ns / 1e3);
        const row = rows[1];
        const bar = [...row.bars].sort((a, b) => b.end - b.begin - a.end + a.begin)[0];
        const middle = (bar.begin + bar.end) / 2;

        await pointAt(page, [0, end], middle, row.y);
        await page.mouse.down();
        await page.mouse.up();
        await page.waitForSelector('.chip[data-selected=branch]');
        assert.equal((await hashOf(page)).branch, bar.path);

        const [x, y] = await pointAt(page, [0, end], end / 4, row.y);

        await page.mouse.down();
        await page.mouse.move(x + 60, y);
        await page.mouse.move(x + 120, y);
        await page.mouse.up();
        await page.waitForSelector('.chip[data-selected=range]');
        const range = (await hashOf(page)).range.split('-').map(Number);

        assert.ok(Math.abs(range[0] - end / 4) < end / 100, `${range} of ${end}`);
        await page.mouse.dblclick(x, y);
        await page.waitForSelector('.chip[data-selected=range]', { state: 'detached' });
    }));

test('keys go from call to call, and select', () => using(browser, 'run.html#view=timeline', async (page) => {
    await page.focus('.lanes-picture');
    await page.keyboard.press('Home');
    assertSays(await said(page), rows[0].bars[0]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assertSays(await said(page), rows[0].bars[2]);
    await page.keyboard.press('ArrowLeft');
    assertSays(await said(page), rows[0].bars[1]);
    await page.keyboard.press('ArrowDown');
    const text = await said(page);
    const { begin, end } = rows[0].bars[1];
    const below = rows[1].bars.filter((bar) => bar.end > begin && bar.begin < end);

    assert.ok(below.some((bar) => text.startsWith(`${bar.path}:`)), text);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chip[data-selected=branch]');
    assert.equal((await hashOf(page)).branch, text.split(':')[0]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    assertSays(await said(page), rows[0].bars.at(-1));
    assert.deepEqual(await axeFindings(page), []);
}));

test('without samples the strip has the lanes in use, and its range', () => using(browser, 'run.html', async (page) => {
    assert.match(await page.textContent('#view-strip .note'), /^Lanes of the timeline that are in calls/);
    assert.equal(await page.inputValue('#view-strip input >> nth=1'), String(Math.ceil(timeline.to_ns / 1e3) / 1e6));
    assert.ok(await page.locator('.strip-events circle').count() > 100);
}));

test('with samples lanes are on their axis', async () => {
    const doc = report('document', 'traced');
    const offset = doc.timeline_start_us;
    const own = rowsOfTimeline(doc.views.timeline);
    const event = own[0].bars[50];
    const inEvents = doc.views.events.columns;

    assert.ok(Number.isFinite(offset));
    /* Both say when events were; a few are interrupted in between. */
    const apart = own[0].bars.map((bar) => bar.begin + offset - doc.events_start_us -
        inEvents.start_s[inEvents.event.indexOf(bar.event)] * 1e6).sort((a, b) => a - b);

    assert.ok(Math.abs(apart[apart.length >> 1]) < 50, apart.join());
    const [from, to] = [Math.floor(event.begin + offset), Math.ceil(event.end + offset)];

    await using(browser, `traced.html#view=timeline&range=${from}-${to}`, async (page) => {
        assert.match(await page.innerText('#view-timeline'), /times count from the begin of the timeline.* at [\d.]+ [mµ]?s above/);
        await pointAt(page, [from, to], (from + to) / 2, own[0].y);
        assertSays(await said(page), { ...event, begin: event.begin + offset });
        const [, filter] = /--time-filter (\S+)/.exec(await page.textContent('#view-timeline .made code'));

        assert.ok(Math.abs(Number(filter.split(':')[0]) * 1e6 - (from - offset)) < 0.01, filter);
    });
});

test('workers over the run are stacked as the command has them', () => using(browser, 'run.html#view=workers', async (page) => {
    const kinds = ['busy', 'input', 'background', 'waiting', 'idle', 'unknown'];
    const parts = report('workers', 'run', '--table', 'over_time');
    const shown = await page.$$eval('#view-workers .chart-place rect', (list) => list.map((rect) => ({
        text: rect.textContent, y: rect.y.baseVal.value, height: rect.height.baseVal.value })));
    const wanted = parts.flatMap((part) => kinds.filter((kind) => part[kind] > 0).map((kind) => [kind, part[kind]]));
    const unit = shown.find(({ text }) => text.startsWith('busy')).height / parts.find(({ busy }) => busy > 0).busy;

    assert.equal(shown.length, wanted.length);
    wanted.forEach(([kind, value], i) => {
        assert.ok(shown[i].text.startsWith(`${kind}, `) && Math.abs(shown[i].height - value * unit) < 0.01, `${kind} ${value} ${shown[i].text}`);
    });
    assert.equal((await page.$$('#view-workers tbody svg.bar')).length, report('workers', 'run').length);
}));
