/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_DECIDE_H
#define GAUDIT_REPORT_GATE_DECIDE_H

/*
 * Did a branch become slower? doc/gate.md explains the method.
 */

#include "estimate.h"

/* What is known of how the runs were made. */
enum gau_gate_runs {
    GAU_RUNS_BY_TURNS, /* of both sides on one machine: what changed is no drift of it */
    GAU_RUNS_APART,    /* at different times, or on machines that are alike */
    GAU_RUNS_UNLIKE,   /* on different machines: only gross changes mean anything */
};

struct gau_gate_limits {
    double max_ratio;    /* above 1 */
    double min_s;        /* per run; NAN: GAU_GATE_MIN_SHARE of all branches */
    double false_alarms; /* the probability of one in a comparison of what did not change */
    bool allow_new;      /* branches that one side alone has are named, not judged */
    enum gau_gate_runs runs;
};

#define GAU_GATE_MIN_SHARE 0.001
/* What nobody takes for chance. A busy machine makes wall times three times as long, and one
 * stall may be many times what a short branch takes; cold caches cost CPU time, too. */
#define GAU_GATE_GROSS_CPU 2.0
#define GAU_GATE_GROSS_WALL 5.0
#define GAU_GATE_GROSS_CPU_SHARE 0.02 /* of all branches, at least as much more */
#define GAU_GATE_GROSS_WALL_SHARE 0.05
/* What one machine does not do to all branches from one day to another. */
#define GAU_GATE_DRIFT_CPU 1.5
#define GAU_GATE_DRIFT_WALL 2.0
/* Clock reads at the borders of a branch may become as many times dearer than calibrated, as when
 * other programs use the caches: measured were 1.2. */
#define GAU_GATE_BORDERS 2.0
enum { GAU_GATE_RUNS_MIN = 3 }; /* baselines; fewer have no spread to speak of */

enum gau_gate_verdict {
    GAU_GATE_FINE,
    GAU_GATE_SLOWER,
    GAU_GATE_FASTER,
    GAU_GATE_NOISY, /* it may be slower than was asked for, but chance may do as much */
    GAU_GATE_SMALL,
    GAU_GATE_NEW,
    GAU_GATE_GONE,
    GAU_GATE_OPEN, /* the runs cannot tell: too few, or the machine may have changed */
};

struct gau_gate_row {
    const struct gau_series *series;
    double seconds[2];            /* per run, by side; NAN: not there */
    double ratio;                 /* of these; NAN: a side does not have it */
    struct gau_interval adjusted; /* the ratio with the slowdown of the runs taken out, if the gate
                                   * is adjusted, at 95 %; NAN: not known */
    struct gau_estimate estimate; /* what that is made of */
    double limit; /* of the adjusted ratio, or of the ratio if that is grossly slower;
                   * NAN: not tested, or the limit is the seconds of the gate */
    double p;     /* that nothing changed, corrected for all the tests; NAN */
    enum gau_gate_verdict verdict;
    bool grossly; /* slower by the ratio in every run, whatever the adjusted one */
};

struct gau_gate {
    struct gau_gate_limits limits; /* with min_s as it was applied */
    const struct gau_series_set *set;
    bool gross;         /* only gross changes mean anything: too few baselines, unlike machines, or
                         * runs apart of too few branches to know the slowdown of a run */
    bool no_slowdowns;  /* that last reason */
    double gross_ratio; /* what takes longer than that in every run is slower */
    double drift_ratio; /* no machine makes all branches of runs apart slower than that */
    bool beyond_drift;  /* all together, they are */
    bool is_adjusted;   /* the slowdown of the runs was taken out */
    struct gau_interval common; /* how much slower all branches became together, at 99 % */
    double scatter;             /* of branches about that in runs apart, relative; NAN: not known */
    size_t scatter_free;        /* its degrees of freedom */
    struct gau_gate_row total, *rows; /* the last row is what was replaced, if anything is new */
    size_t n;
    size_t tested, slower, noisy; /* rows, with the total */
    size_t runs_needed;           /* on each side, for no row to be noisy; 0: there are enough */
};

/* False: no memory. */
bool gau_gate_decide(struct gau_gate *out, const struct gau_series_set *set,
                     const struct gau_gate_limits *limits);
void gau_gate_clear(struct gau_gate *gate);

#endif
