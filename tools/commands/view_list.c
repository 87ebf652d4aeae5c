/* SPDX-License-Identifier: Apache-2.0 */
#include "view_list.h"

const struct gau_view *const gau_report_views[] = {GAU_REPORT_VIEWS(GAU_VIEW_ADDRESS) NULL};
