// SPDX-License-Identifier: Apache-2.0
// A program of oneTBB, which marks its algorithms without our help. Its two threads both work: each
// waits until the other has come.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

int main()
{
    tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    std::atomic<int> started{0}, done{0};

    arena.execute([&] {
        tbb::parallel_for(
            0, 2,
            [&](int) {
                started++;
                while (started < 2)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                done++;
            },
            tbb::simple_partitioner());
    });
    std::printf("%d\n", done.load());
}
