/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_GAUDIT_H
#define GAUDIT_GAUDIT_H

/**
 * @file gaudit.h
 * Everything a component author needs. Programs that run jobs also include <gaudit/app.h>.
 */

#include <gaudit/algorithm.h>
#include <gaudit/auditor.h>
#include <gaudit/background.h>
#include <gaudit/external.h>
#include <gaudit/input.h>
#include <gaudit/log.h>
#include <gaudit/region.h>
#include <gaudit/result.h>
#include <gaudit/section.h>

#endif
