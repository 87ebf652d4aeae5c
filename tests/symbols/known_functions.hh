// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "position_marks.h"

namespace space
{

struct Part {
    static inline __attribute__((always_inline)) int twice(int x)
    {
        MARK(MARK_HEADER);
        return 2 * x;
    }
};

} // namespace space
