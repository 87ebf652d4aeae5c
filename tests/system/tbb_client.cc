// SPDX-License-Identifier: Apache-2.0
// usage: tbb_client [SECONDS]: a program of oneTBB, which marks its algorithms without our help: a
// loop over the numbers below 64, again and again until it has taken that much CPU time. Prints
// what does not depend on how often.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static double cpu()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

static double work(int from)
{
    double x = from;

    for (int i = 0; i < 20000; i++)
        x = std::sqrt(x * x + 1);
    return x;
}

int main(int argc, char **argv)
{
    tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 2);
    const double end = cpu() + (argc > 1 ? std::atof(argv[1]) : 0.5);
    bool same = true;

    while (cpu() < end) {
        std::atomic<long> sum{0};

        tbb::parallel_for(0, 64, [&](int i) { sum += std::lround(work(i)); });
        same = same && sum == 9343;
    }
    std::printf("%s\n", same ? "right" : "wrong");
}
