/* SPDX-License-Identifier: Apache-2.0 */
/* A range of time that is dragged over a picture. */
import { rangeOf } from './use_over_time.js';

const FAR = 3; /* pixels, from which on it is no click */

/**
 * Has the range follow the pointer; only where it ends is a step for Back.
 * @param {Element} picture
 * @param {Object} how {store, end: of the run in us, timeAt(event), usPerPixel(), click(event)}
 */
export function followPointer(picture, { store, end, timeAt, usPerPixel, click }) {
    let begin = null;
    let range = null;

    picture.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) {
            return;
        }
        begin = timeAt(event);
        range = null;
        picture.setPointerCapture(event.pointerId);
    });
    picture.addEventListener('pointermove', (event) => {
        if (begin === null) {
            return;
        }
        const now = timeAt(event);
        const isFar = Math.abs(now - begin) > FAR * usPerPixel();

        range = isFar || range ? rangeOf(begin, now, end) : null;
        if (range) {
            store.set({ range }, { replace: true });
        }
    });
    picture.addEventListener('pointerup', (event) => {
        if (range) {
            store.set({ range });
        } else if (begin !== null) {
            click?.(event);
        }
        begin = null;
    });
    picture.addEventListener('pointercancel', () => {
        begin = null;
    });
}
