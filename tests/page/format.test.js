/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { bytes, column, count, counted, fixed, literal, mebibytes, percent, percentNumber, quoted, rateText, seconds, three,
    wideColumn, withError } from '../../report/html/page/format.js';

function same(format, pairs) {
    for (const [value, text] of pairs) {
        assert.equal(format(value), text, String(value));
    }
}

test('seconds have three digits and the unit that fits', () => {
    same(seconds, [[0, '0 s'], [null, '-'], [undefined, '-'], [NaN, '-'], [Infinity, '-'],
        [1, '1.00 s'], [12.345, '12.3 s'], [123.4, '123 s'], [12345, '12345 s'],
        [0.0123, '12.3 ms'], [0.9999, '1.00 s'], [0.9994, '999 ms'], [9.999e-4, '1.00 ms'],
        [1e-6, '1.00 µs'], [1e-9, '1.00 ns'], [2.5e-10, '0.250 ns'], [-0.5, '-500 ms']]);
});

test('one of something, or several', () => {
    assert.deepEqual([[0, 'sample'], [1, 'sample'], [2, 'branch'], [1, 'branch'], [1500, 'event'], [null, 'row']].map(
        ([n, word]) => counted(n, word)), ['0 samples', '1 sample', '2 branches', '1 branch', '1\u202f500 events',
        '- rows']);
});

test('where all or nothing was accepted there is an interval in place of an error', () => {
    const of = (rate, error, low, high) => rateText({ rate_percent: rate, rate_error_percent: error,
        rate_low_percent: low, rate_high_percent: high });

    assert.equal(of(55.333, 2.87, 49.7, 60.9), '55.3 ± 2.9');
    assert.equal(of(100, 0.5, 98.1, 100), '100.0 (98.1 to 100)');
    assert.equal(of(100, 0.01, 99.9962, 100), '100.0 (99.9962 to 100)');
    assert.equal(of(0, 0.5, 0, 1.93), '0.0 (0 to 1.9)');
    assert.equal(of(100, 0, undefined, undefined), '100.0 ± 0.0');
    assert.equal(of(null, null, null, null), '-');
});

test('three digits, never an exponent', () => {
    same(three, [[0, '0'], [9.994, '9.99'], [9.996, '10.0'], [99.96, '100'], [1e6, '1000000'],
        [0.00123, '0.00123'], [1e-30, '0.00000000000000000000']]);
});

test('a share that is not 0 is not shown as 0', () => {
    same(percent, [[0, '0.0 %'], [0.04, '<0.1 %'], [0.06, '0.1 %'], [-0.06, '-0.1 %'], [0.1, '0.1 %'], [49.84, '49.8 %'], [100, '100.0 %'],
        [-0.04, '>-0.1 %'], [null, '-']]);
    same(percentNumber, [[50, '50.0'], [1e-9, '<0.1']]);
});

test('decimals are those of the tables of the command', () => {
    const digits = (n) => (value) => fixed(value, n);

    same(digits(1), [[0, '0.0'], [-0, '0.0'], [0.0499, '<0.1'], [0.0501, '0.1'], [0.25, '0.2'], [0.75, '0.8'],
        [-0.25, '-0.2'], [0.15, '0.1'], [-0.04, '>-0.1'], [null, '-'], [NaN, '-']]);
    same(digits(0), [[0.5, '<1'], [1.5, '2'], [2.5, '2'], [0.4, '<1'], [12345678, '12345678']]);
    same(digits(3), [[0.0006, '0.001'], [0.0004, '<0.001'], [0.0625, '0.062']]);
});

test('counts have groups of three digits', () => {
    same(count, [[0, '0'], [999, '999'], [1000, '1\u202f000'], [1234567, '1\u202f234\u202f567'],
        [null, '-'], [-1000, '-1\u202f000']]);
});

test('a value is as precise as its error', () => {
    assert.equal(withError(49.84, 2.31, '%'), '49.8 ± 2.3 %');
    assert.equal(withError(49.84, 23.1, '%'), '50 ± 23 %');
    assert.equal(withError(0.123456, 0.00123, 's'), '123.5 ± 1.2 ms');
    assert.equal(withError(5, null, '%'), '5.0 %');
    assert.equal(withError(5, 0, '%'), '5.0 ± 0.0 %');
    assert.equal(withError(null, 1, '%'), '-');
    assert.equal(withError(0, 0.002, 's'), '0.0 ± 2.0 ms');
    assert.equal(withError(1, 0.0996, '%'), '1.00 ± 0.10 %');
});

test('a column has one unit and one number of digits', () => {
    const long = column([0.466, 0.0002, null, 0]);

    assert.equal(long.unit, 'ms');
    same(long.text, [[0.466, '466.0'], [0.00002, '<0.1'], [0.00006, '0.1'], [0, '0.0'], [null, '-']]);
    assert.equal(column([]).unit, 's');
    assert.equal(column([0, null]).text(0), '0');
    const wide = wideColumn([4.6e-4, 2e-7, 3e-6]);

    assert.equal(wide.unit, 'µs');
    same(wide.text, [[4.6e-4, '460.00'], [2e-7, '0.20'], [1e-9, '<0.01']]);
    same(wideColumn([1e-6, 1e-4, 5e-3]).text, [[5e-3, '5000.0'], [1e-6, '1.0'], [1e-9, '<0.1']]);
});

test('memory', () => {
    same(mebibytes, [[0, '0 MiB'], [0.00043, '0.000430 MiB'], [7.5, '7.50 MiB'], [2048, '2048 MiB'],
        [null, '-']]);
    same(bytes, [[0, '0 B'], [999, '999 B'], [9896000, '9.896 MB'], [8359936, '8.36 MB'], [1e9, '1 GB'],
        [123456, '123.5 kB'], [2e16, '20000 TB'], [null, '-']]);
});

test('words of a command', () => {
    same(quoted, [['/tmp/a-b_c.1', '/tmp/a-b_c.1'], ['a b', "'a b'"], ["it's", "'it'\\''s'"],
        ['', "''"], ['$(x)', "'$(x)'"], ['a\nb', "'a\nb'"], ['~', "'~'"]]);
    assert.equal(literal('operator[](int*)'), 'operator\\[\\](int\\*)');
});
