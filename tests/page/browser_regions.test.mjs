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

/* What a path encloses. */
function areaOf(path) {
    const points = [];

    for (const [, command, numbers] of path.matchAll(/([MLHZ])([-\d. ]*)/g)) {
        const values = numbers.trim().split(/\s+/).map(Number);

        if (command === 'H') {
            points.push([values[0], points.at(-1)[1]]);
        } else if (command !== 'Z') {
            points.push(values);
        }
    }
    return Math.abs(points.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = points[(i + 1) % points.length];

        return sum + x * nextY - nextX * y;
    }, 0)) / 2;
}

const paths = (page, of) => page.$$eval(`.region-events ${of}`, (all) => all.map((one) => one.getAttribute('d')));

/* The regions of the picture by name, with their parts of the area below the wall time, in percent. */
async function drawnShares(page) {
    const layers = await paths(page, 'path.layer');
    const base = Number((await page.$eval('.region-events .at-event', (mark) => Number(mark.getAttribute('y')) +
        Number(mark.getAttribute('height')))));
    const wall = [...(await paths(page, 'path.wall'))[0].matchAll(/M(\S+) (\S+)H([^M]+)/g)].reduce(
        (sum, [, left, y, right]) => sum + (Number(right) - Number(left)) * (base - Number(y)), 0);
    const names = await page.$$eval('#view-regions ul.key bdi', (all) => all.map((one) => one.textContent));

    assert.equal(names.length, layers.length + 1);
    assert.equal(names.at(-1), 'wall time');
    return Object.fromEntries(layers.map((path, i) => [names[i], areaOf(path) / wall * 100]));
}

test('areas of regions below the wall time are their shares', () => using(browser, 'detector.html#view=regions',
async (page) => {
    const rows = report('regions', 'detector');
    const unaccounted = rows.find((row) => row.region === '[unaccounted]');
    const wall = unaccounted.time_s / unaccounted.share_percent * 100;

    for (const charge of ['of_steps', 'at_location', 'by_birth', 'by_origin']) {
        await page.selectOption('#view-regions select', charge);
        const shares = await drawnShares(page);

        assert.deepEqual(Object.keys(shares).sort(), rows.map((row) => row.region).sort());
        for (const row of rows) {
            const expected = row === unaccounted ? row.share_percent : row[`${charge}_s`] / wall * 100;

            assert.ok(Math.abs(shares[row.region] - expected) < 0.1, `${charge} ${row.region}: ${
                shares[row.region]} ${expected}`);
        }
    }
    assert.match(await page.textContent('#view-regions h3 + .note'), /^39 events, without warm-up\. /);
    assert.deepEqual(await axeFindings(page), []);
}));

test('a pointer and keys find the time of a region in an event', () => using(browser, 'detector.html#view=regions',
async (page) => {
    const { region_events: bins } = report('document', 'detector').views;
    const said = () => page.textContent('#view-regions .said');
    const slider = page.locator('.region-events');
    const says = async (bin, region, key) => {
        const [, event, name, value, unit, wall, wallUnit] = (await said())
            .match(/^event (\d+): (?:(\S+) (\S+) (\S+), )?wall time (\S+) (\S+)$/);

        assert.equal(Number(event), bins.first + bin);
        assert.ok(shows(wall, bins.wall_s[bin], wallUnit));
        assert.equal(name, region?.region);
        assert.ok(!region || shows(value, region[key][bin], unit), await said());
        assert.equal(await slider.getAttribute('aria-valuetext'), await said());
    };
    const most = bins.wall_s.indexOf(Math.max(...bins.wall_s));
    const [x, width, bottom] = await page.$eval('.region-events .at-event', (mark) => {
        const box = mark.ownerSVGElement.getBoundingClientRect();
        const unit = box.width / mark.ownerSVGElement.viewBox.baseVal.width;

        return [box.left + Number(mark.getAttribute('x')) * unit, Number(mark.getAttribute('width')) * unit,
            box.top + (Number(mark.getAttribute('y')) + Number(mark.getAttribute('height'))) * unit];
    });
    const lowest = bins.regions.find((row) => row.of_steps_s[most] > bins.wall_s[most] / 10);

    assert.match(await said(), /^Point at the picture/);
    await page.mouse.move(x + width * (most + 0.5), bottom - 4);
    await says(most, lowest, 'of_steps_s');
    await page.mouse.move(x + width * 0.5, bottom - 190);
    await says(0, undefined);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await says(1, bins.regions[0], 'of_steps_s');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await says(bins.wall_s.length - 1, bins.regions[1], 'of_steps_s');
    await page.selectOption('#view-regions select', 'by_birth');
    await says(bins.wall_s.length - 1, bins.regions[1], 'by_birth_s');
}));
