/* SPDX-License-Identifier: Apache-2.0 */
/* The range of the strip by keyboard: a slider for each end, and fields in seconds. */
import { h } from './dom.js';
import { seconds } from './format.js';
import { secondsText } from './selection.js';
import { movedByKey, rangeOf } from './use_over_time.js';

const names = ['Begin of the range', 'End of the range'];

function makeSlider(store, end, shownOf, side, bin) {
    const move = (event) => {
        const range = store.state.range ?? [0, end];
        const moved = movedByKey(range, side, event.key, shownOf(), end, bin);

        if (!moved || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        store.set({ range: moved[0] === 0 && moved[1] === end ? null : moved }, { replace: true });
    };

    return h('div', { role: 'slider', tabindex: 0, class: 'handle', 'aria-label': names[side],
                     'aria-valuemin': 0, on: { keydown: move } });
}

function makeField(store, end, side) {
    const change = (event) => {
        const range = [...(store.state.range ?? [0, end])], { value } = event.target;

        range[side] = value === '' ? [0, end][side] : Math.round(Number(value) * 1e6);
        const made = range[0] < range[1] ? rangeOf(range[0], range[1], end) : null;

        if (made) {
            store.set({ range: made[0] === 0 && made[1] === end ? null : made });
        } else {
            event.target.value = secondsText((store.state.range ?? [0, end])[side]);
        }
    };

    return h('input', { type: 'number', step: 'any', min: 0, class: 'seconds', on: { change },
                       'aria-label': `${names[side]} in seconds` });
}

/**
 * Makes what selects a range by keyboard.
 * @param {object} store
 * @param {number} end of the run, in microseconds
 * @param {function(): number[]} shownOf the part of the run that the strip shows
 * @param {number} bin width of the bins of samples, or 1
 * @returns {{sliders: Element[], fields: Element, show: function(?number[], number[])}}
 */
export function makeHandles(store, end, shownOf, bin) {
    const sliders = [0, 1].map((side) => makeSlider(store, end, shownOf, side, bin));
    const inputs = [0, 1].map((side) => makeField(store, end, side));
    const show = (range, shown) => (range ?? [0, end]).forEach((us, side) => {
        const part = (us - shown[0]) / (shown[1] - shown[0]), slider = sliders[side];

        slider.style.left = `${(Math.min(Math.max(part, 0), 1) * 100).toFixed(3)}%`;
        slider.setAttribute('aria-valuemax', secondsText(end));
        slider.setAttribute('aria-valuenow', secondsText(us));
        slider.setAttribute('aria-valuetext', `${secondsText(us)} s`);
        if (document.activeElement !== inputs[side]) {
            inputs[side].value = secondsText(us);
        }
    });

    return { sliders, show,
            fields: h('div', { class: 'soft' }, 'from ', inputs[0], ' s to ', inputs[1], ' s',
                      bin > 1 ? `, in bins of ${seconds(bin / 1e6)}` : null) };
}
