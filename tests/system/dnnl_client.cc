// SPDX-License-Identifier: Apache-2.0
// A program of oneDNN, which marks every primitive it executes, by names that it makes before any
// collector is there. Two kinds of work, until each has taken some CPU time; the numbers of
// executions are printed, and must be the entries of tasks.
#include <dnnl.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <unordered_map>
#include <vector>

static double cpu()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work> static int repeat(double seconds, Work work)
{
    const double end = cpu() + seconds;
    int n = 0;

    for (; cpu() < end; n++)
        work();
    return n;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 0.3;
    const dnnl::memory::dim size = 160;
    dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    const dnnl::memory::desc shape({size, size}, dnnl::memory::data_type::f32,
                                   dnnl::memory::format_tag::ab);
    std::vector<float> numbers(static_cast<size_t>(size * size), 0.5F);
    dnnl::memory a(shape, engine, numbers.data()), b(shape, engine), c(shape, engine);
    dnnl::matmul product(dnnl::matmul::primitive_desc({shape, shape, shape}, engine));
    dnnl::eltwise_forward tanh(dnnl::eltwise_forward::primitive_desc(
        {dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_tanh, shape, 0.F, 0.F},
        engine));

    dnnl::reorder(a, b).execute(stream, a, b);
    stream.wait();
    std::printf("matmul %d\n", repeat(seconds, [&] {
                    product.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
                    stream.wait();
                }));
    std::printf("eltwise %d\n", repeat(seconds, [&] {
                    tanh.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_DST, c}});
                    stream.wait();
                }));
}
