/* SPDX-License-Identifier: Apache-2.0 */
/* What views compute before they draw. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { factsOf } from '../../report/html/page/branch_details.js';
import { partsOfName, visible } from '../../report/html/page/dom.js';
import { measured, foundIn, isPart, slowAgainstRest, slowest } from '../../report/html/page/event_times.js';
import { partsOfLoop } from '../../report/html/page/loop_bar.js';
import { kindOf } from '../../report/html/page/region_layers.js';
import { linear, log, logBins, logTicks, quantile, thin } from '../../report/html/page/scales.js';
import { failureOf, identityOf, labelOf, textOfField } from '../../report/html/page/summary.js';

test('what is not seen is written out', () => {
    assert.equal(visible('a\u202eb'), 'a\\u202eb');
    assert.equal(visible('a\u0000b\n\u2066\ufeff'), 'a\\u0000b\\u000a\\u2066\\ufeff');
    assert.equal(visible('<b>ü𝒳</b>'), '<b>ü𝒳</b>');
});

test('names break between words, and lose nothing', () => {
    assert.deepEqual(partsOfName('FastVeloHlt'), ['Fast', 'Velo', 'Hlt']);
    assert.deepEqual(partsOfName('a_b::cD/e.f'), ['a_', 'b::', 'c', 'D/', 'e.', 'f']);
    for (const name of ['', 'x', '::', 'A::~A()', '__ieee754_log_fma', 'ABC']) {
        assert.equal(partsOfName(name).join(''), name);
    }
});

function event(number, time, more = {}) {
    return { event: number, time_s: time, cpu_s: time / 2, warm_up: 0, overlapped: 0,
        anonymous_begin_mib: 1, anonymous_end_mib: 1.5, decision: 'accepted', ...more };
}

test('slow events are those above the 99th percentile; warm-up is neither slow nor fast', () => {
    const events = measured([event(0, 100, { warm_up: 1 }), ...Array.from({ length: 200 }, (_, i) =>
        event(i + 1, i + 1, { decision: i % 2 ? 'rejected' : 'accepted' }))]);
    const { median, p99, slow, rest } = slowAgainstRest(events);

    assert.deepEqual([events.length, median, Math.round(p99 * 1e9) / 1e9], [200, 100.5, 198.01]);
    assert.deepEqual([slow.events, slow.time, slow.cpu], [2, 199.5, 99.75]);
    assert.deepEqual([rest.events, rest.time, rest.growth, rest.accepted], [198, 99.5, 0.5, 50]);
    assert.deepEqual(slowest(events, 2).map((row) => row.event), [200, 199]);
});

test('memory of an event beside others is not its own', () => {
    const events = [event(1, 1), event(2, 2, { overlapped: 1, anonymous_end_mib: 100 }),
        event(3, 3, { anonymous_end_mib: null })];

    assert.equal(slowAgainstRest(events).rest.growth, 0.5);
});

test('the parts of the loop are sums over workers', () => {
    const { total, parts } = partsOfLoop([
        { loop_s: 4, event_s: 3, input_s: 1, waiting_s: 0, merge_s: 0, unaccounted_s: 0 },
        { loop_s: 4, event_s: 1, input_s: 2, waiting_s: 0, merge_s: null, unaccounted_s: 1 }]);

    assert.equal(total, 8);
    assert.deepEqual(parts.map((p) => [p.name, p.time, p.share]),
        [['events, warm-up included', 4, 50], ['input', 3, 37.5], ['unaccounted', 1, 12.5]]);
});

test('sinks spend more than they cause', () => {
    assert.equal(kindOf({ at_location_s: 2, by_birth_s: 1 }), 'sink');
    assert.equal(kindOf({ at_location_s: 1, by_birth_s: 2 }), 'source');
    assert.equal(kindOf({ at_location_s: 1, by_birth_s: 1 }), '');
    assert.equal(kindOf({ at_location_s: null, by_birth_s: null }), '');
});

test('fields of the summary have the texts and labels of the command', () => {
    const text = (name, value, unit = '', all = {}) => textOfField({ name, value, unit }, all);

    assert.equal(text('wall', 0.76179, 's'), '761.8 ms');
    assert.equal(text('peak_rss', 9896000, 'bytes'), '9.896 MB');
    assert.equal(text('rate', 4228.28, 'Hz'), '4228 events/s');
    assert.equal(text('accepted', 424, '', { events: 3000 }), '424 (14.13 %)');
    assert.equal(text('event_window', '[1, 4001]'), '[1, 4001)');
    assert.equal(text('versions', '{"a": "1", "b": "2"}'), 'a 1, b 2');
    assert.equal(text('documents', '[1, 0]'), '1, 0');
    assert.equal(text('x', '[not JSON'), '[not JSON');
    assert.equal(text('x', null), '-');
    assert.deepEqual(['peak_rss', 'wall', 'cpu_model', 'event_window', 'job'].map((name) => labelOf(name)),
        ['Peak memory', 'Wall time', 'CPU model', 'Event window', 'Job']);
});

test('a page says which run it is of, and how that failed', () => {
    const summary = (fields) => Object.entries(fields).map(([name, value]) => ({ name, value, unit: '' }));
    const doc = (fields, times = [1]) => ({ views: { summary: summary(fields) },
        samples: { columns: { time_us: times } } });

    assert.deepEqual(identityOf(doc({ job: 'a.xml', command: 'run', start_time: '2026-11-28T11:42:42.08Z', host: 'vm',
        events: 3000, versions: '{"gaudit": "0.1.0"}' })),
    ['a.xml', '2026-11-28 11:42 UTC', 'vm', '3\u202f000 events', 'gaudit 0.1.0']);
    assert.deepEqual(identityOf(doc({ command: 'true' })), ['true']);
    assert.deepEqual(identityOf({ views: {} }), []);
    assert.equal(failureOf(doc({ status: 'finished' })), null);
    assert.equal(failureOf({ views: {}, samples: null }), null);
    assert.equal(failureOf(doc({ status: 'failed', failure_reason: 'no file', exit_status: 1 })), 'failed: no file');
    assert.equal(failureOf(doc({ status: 'failed', exit_status: 3 })), 'failed: exit status 3');
    assert.match(failureOf(doc({ status: 'finished' }, [])), /^no samples: /);
});

test('scales', () => {
    assert.equal(linear([0, 10], [100, 200])(5), 150);
    assert.equal(linear([3, 3], [100, 200])(3), 100);
    assert.ok(Math.abs(log([1, 100], [0, 2])(10) - 1) < 1e-12);
    assert.equal(log([1, 100], [0, 2])(0), 0);
    assert.deepEqual(logTicks(0.09, 3), [0.1, 0.2, 0.5, 1, 2]);
    assert.deepEqual(logTicks(1, 1e6), [1, 10, 100, 1000, 1e4, 1e5, 1e6]);
    assert.equal(quantile([1, 2, 3, 5], 0.5), 2.5);
    assert.equal(quantile([0, 1, 2, 3, 14], 0.875), 8.5);
    assert.deepEqual([quantile([3, 5], 0), quantile([3, 5], 1), quantile([1], 0.99)], [3, 5, 1]);
    assert.equal(quantile([], 0.5), undefined);
});

test('bins have all values, and thinning keeps the extremes', () => {
    const values = Array.from({ length: 1000 }, (_, i) => 1 + (i * 7919) % 1000);
    const bins = logBins(values, 20);
    const kept = thin(values, (v) => v, 100);

    assert.equal(bins.reduce((sum, bin) => sum + bin.count, 0), 1000);
    assert.equal(logBins([5, 5], 4).reduce((sum, bin) => sum + bin.count, 0), 2);
    assert.ok(kept.length <= 100);
    assert.ok(kept.includes(1) && kept.includes(1000));
    assert.deepEqual(kept.map((v) => values.indexOf(v)), kept.map((v) =>
        values.indexOf(v)).sort((a, b) => a - b));
    assert.equal(thin(values, (v) => v, 1000), values);
});

test('facts of a branch; one without calls has no times of calls', () => {
    const row = { type: 'Sequence', total_s: 0.5, total_percent: 50, self_s: 0.1, self_percent: 10,
        calls: 1000, mean_s: 5e-4, stddev_s: 1e-4, p50_s: 4e-4, p90_s: 6e-4, p99_s: 9e-4, min_s: 1e-6,
        max_s: 1e-3, slowest_event: 7,
        rate: { executed: 1000, accepted: 3, rejected: 996, failed: 1, rate_percent: 0.3,
            rate_error_percent: 0.17, rate_low_percent: 0.1, rate_high_percent: 0.9 } };
    const facts = Object.fromEntries(factsOf(row));

    assert.equal(facts.total, '500 ms, 50.0 % of the time in events');
    assert.equal(facts['p50, p90, p99'], '400 µs, 600 µs, 900 µs');
    assert.equal(facts.most, '1.00 ms, event 7');
    assert.equal(facts.decisions,
        '3 accepted, 996 rejected, 1 failed of 1\u202f000');
    assert.equal(facts.accepted, '0.3 ± 0.2 %');
    assert.deepEqual(factsOf({ ...row, calls: 0, total_percent: null, self_percent: null, rate: null,
        mean_s: null }).map(([name]) => name), ['type', 'total', 'self', 'calls']);
});

test('of the whole run the percentiles are those of the command; of a range they are computed', () => {
    const rows = [event(0, 9, { warm_up: 1 }), event(1, 5), event(2, 6)];
    const times = [{ statistic: 'median', time_s: 2 }, { statistic: 'p99', time_s: 5.5 }];
    const doc = { views: { events: rows, event_count: 3, event_times: times } };
    const whole = foundIn(doc, measured(rows));

    assert.deepEqual([whole.median, whole.p99, whole.slow.events, whole.rest.events], [2, 5.5, 1, 1]);
    assert.equal(foundIn(doc, measured(rows).slice(1)).median, 6);
    delete doc.views.event_times;
    assert.equal(foundIn(doc, measured(rows)).median, 5.5);
});

test('of a part of the events the percentiles are those of the command', () => {
    const rows = [event(1, 5), event(2, 6)];
    const times = [{ statistic: 'median', time_s: 2 }, { statistic: 'p99', time_s: 4 }];
    const doc = (all) => ({ views: { events: rows, event_count: all, event_times: times } });

    assert.deepEqual([isPart(doc(2)), isPart(doc(3))], [false, true]);
    assert.deepEqual(foundIn(doc(3), rows), { median: 2, p99: 4 });
    assert.equal(foundIn(doc(2), rows.slice(1)).median, 6);
});
