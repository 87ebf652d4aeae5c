/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_RANKS_RANK_VIEW_H
#define GAUDIT_REPORT_RANKS_RANK_VIEW_H

#include "documents/view.h"

/**
 * @file rank_view.h
 * The ranks of an MPI job, side by side: how long each branch takes in the fastest and in the
 * slowest one. The imbalance of a branch is max / mean - 1: the part of the mean time that all
 * others wait for the slowest rank, if they wait for it.
 */

GAU_VIEW_DECLARATION(ranks)

#endif
