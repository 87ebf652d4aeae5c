/* SPDX-License-Identifier: Apache-2.0 */
/* Events of a result with samples: they follow the range, and have the CPU time of branches. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, report, rowsOf, rowsOfColumns, shows, using } from './browser.mjs';

let browser;
let doc;
let events; /* without warm-up */

before(async () => {
    browser = await launch();
    doc = report('document', 'profile');
    events = rowsOfColumns(doc.views.events.columns).filter((row) => !row.warm_up && row.time_s > 0)
        .map((row) => ({ ...row, start: doc.events_start_us + row.start_s * 1e6 }));
});
after(() => browser.close());

const digits = (text) => Number(text.replace(/\D/g, ''));

/* The middle third of the run. */
function thirdOfRun() {
    const end = doc.samples.columns.time_us.reduce((a, b) => Math.max(a, b), 0);

    return [Math.round(end / 3), Math.round(2 * end / 3)];
}

test('all events, and the command that runs one again', () => using(browser, 'profile.html#view=events',
async (page) => {
    const [slowest] = [...events].sort((a, b) => b.time_s - a.time_s);

    assert.equal(digits((await page.textContent('#view-events .note')).split(' events')[0]), events.length);
    assert.match(await page.textContent('#view-events'), new RegExp(`gaudit run .* --only ${slowest.event}`));
    assert.ok((await page.textContent('#view-events')).includes(`${doc.replay} ${slowest.event}`));
    assert.match(await page.textContent('#view-events .growth'),
        /^Growth of anonymous memory in the whole run: .* at 95 %/);
    assert.ok(await page.locator('.strip-events circle').count() > 100);
}));

test('no event is selected before a click', () => using(browser, 'profile.html#view=events', async (page) => {
    assert.match(await page.innerText('#view-events'), /Starts count from the first event, which is at [\d.]+ [mµ]?s above/);
    const rows = page.locator('#view-events tr:has(td)');
    const chosen = () => page.$$eval('#view-events tr[aria-selected=true]', (all) => all.map((one) =>
        one.textContent));
    const line = () => page.textContent('#view-events .made:has(span)');
    const second = [...events].sort((a, b) => b.time_s - a.time_s || a.event - b.event)[1];

    assert.ok(await rows.count() > 20);
    assert.deepEqual(await chosen(), []);
    assert.match(await line(), /^The slowest event again:/);
    await page.click('#view-events table[aria-label="Slowest events"] tbody tr >> nth=1');
    assert.match(await line(), new RegExp(`^The selected event again: .* ${second.event} copy$`));
    assert.equal((await chosen()).length, 1);
    assert.match(await page.textContent('#view-events table:has(caption:text("Means of events")) tr:last-child td:last-child'),
        /^(-|[+>-].* points|0.0 points|[+]<0.1 points)$/);
}));

test('events of a range', async () => {
    const [from, to] = thirdOfRun();
    const inside = events.filter(({ start }) => start >= from && start < to);

    await using(browser, `profile.html#view=events&range=${from}-${to}`, async (page) => {
        const note = await page.textContent('#view-events .note');

        assert.equal(digits(note.split(' of ')[0]), inside.length, note);
        const rows = await rowsOf(page, '#view-events [data-table=slowest]');
        const sorted = [...inside].sort((a, b) => b.time_s - a.time_s || a.event - b.event).slice(0, 20);

        assert.deepEqual(rows.map((row) => row.event), sorted.map((row) => String(row.event)));
        assert.equal(await page.locator('.strip-events .unselected').count(), 2);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => /whole run/.test(document.querySelector('#view-events .note').textContent) &&
            !/selected/.test(document.querySelector('#view-events .note').textContent));
        assert.equal(await page.locator('.strip-events .unselected').count(), 0);
    });
});

test('a range without events says so', () => using(browser, 'profile.html#view=events&range=0-1', async (page) => {
    assert.match(await page.textContent('#view-events .note'), /^0 of /);
    assert.equal(await page.isVisible('#view-events .panels'), false);
}));

test('labels of the events above the strip lie over the dots, with a halo, and do not touch', async () => {
    for (const width of [360, 1280]) {
        await using(browser, 'profile.html', async (page) => {
            const found = await page.$eval('.strip-events', (picture) => {
                const labels = [...picture.querySelectorAll('text')];
                const dots = [...picture.querySelectorAll('circle')];

                return { boxes: labels.map((label) => label.getBoundingClientRect()).map((box) => [box.top, box.bottom]),
                    texts: labels.map((label) => label.textContent),
                    above: labels.every((label) => dots.at(-1).compareDocumentPosition(label) & 4),
                    styles: labels.map((label) => getComputedStyle(label)).map((style) => [style.paintOrder,
                        style.stroke, style.strokeWidth]),
                    back: getComputedStyle(document.body).backgroundColor };
            });
            const boxes = found.boxes.sort(([a], [b]) => a - b);

            assert.ok(found.texts.length > 0 && found.texts.every((text) => /^10{0,2} (ns|µs|ms|s)$/.test(text)), found.texts);
            assert.ok(found.above);
            assert.deepEqual(new Set(found.styles.map(String)), new Set([`stroke,${found.back},4px`]));
            assert.ok(boxes.every(([top], i) => i === 0 || top >= boxes[i - 1][1] - 1), JSON.stringify(boxes));
        }, { viewport: { width, height: 800 } });
    }
});

test('a range is dragged over the events', () => using(browser, 'profile.html', async (page) => {
    const box = await page.locator('.strip-events').boundingBox();

    await page.mouse.move(box.x + box.width * 0.2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 20);
    await page.mouse.up();
    await page.waitForSelector('.chip[data-selected=range]');
}));

test('CPU time per slow event is that of the samples in them', async () => {
    const p99 = report('events', 'profile', '--table', 'times').find((row) => row.statistic === 'p99').time_s;
    const { time_us: time, weight_ns: weight } = doc.samples.columns;
    const perEvent = (chosen) => {
        const spent = chosen.map(({ start, time_s: s }) => time.reduce((sum, at, i) =>
            sum + (at + 1 > start && at <= start + s * 1e6 ? weight[i] : 0), 0));

        return spent.reduce((a, b) => a + b, 0) / 1e9 / chosen.length;
    };
    const slow = perEvent(events.filter((row) => row.time_s > p99));
    const rest = perEvent(events.filter((row) => row.time_s <= p99));

    assert.ok(rest > 0);
    await using(browser, 'profile.html#view=events', async (page) => {
        const [row] = await rowsOf(page, '#view-events [data-table=slow-branches]');
        const unit = Object.keys(row).find((name) => name.startsWith('slow ')).split(' ')[1];

        assert.equal(row.branch.replace(/^\W*/, ''), 'event');
        assert.ok(shows(row[`slow ${unit}`], slow, unit), JSON.stringify([row, slow]));
        assert.ok(shows(row[`rest ${unit}`], rest, unit), JSON.stringify([row, rest]));
        /* Events of some 50 us are lengthened by samples. */
        const note = await page.textContent('#view-events .slow-branches');
        const cpu = events.filter((one) => one.time_s > p99).map((one) => one.cpu_s);
        const mean = cpu.reduce((a, b) => a + b, 0) / cpu.length;
        const [value, error] = row[`slow ${unit}`].split('±').map(Number);
        const ratio = (value - 3 * error) * slow / value / mean;

        if (Math.abs(ratio - 1) > 0.1) {
            assert.equal(note.includes('Warning: by samples slow events have '), ratio > 1, `${ratio} ${note}`);
        }
        assert.ok(shows(row[`longer by ${unit}`], slow - rest, unit), JSON.stringify([row, slow - rest]));
    });
});
