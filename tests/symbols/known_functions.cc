// SPDX-License-Identifier: Apache-2.0
#include "known_functions.hh"
#include "report_marks.h"

namespace space
{

template <class T> struct Box {
    T content;

    __attribute__((noinline)) T measure(int x) const
    {
        MARK(MARK_TEMPLATE);
        return content + x;
    }
};

namespace
{

__attribute__((noinline)) int hidden(int x)
{
    MARK(MARK_ANONYMOUS);
    return x + 5;
}

inline __attribute__((always_inline)) int always(int x)
{
    MARK(MARK_ALWAYS);
    return x + 3;
}

} // namespace

__attribute__((noinline)) int lambda(int x)
{
    const auto f = [](int y) __attribute__((noinline))
    {
        MARK(MARK_LAMBDA);
        return y * 7;
    };
    return f(x) + Part::twice(x);
}

__attribute__((noinline)) int inlined(int x)
{
    const auto f = [](int y) __attribute__((always_inline))
    {
        MARK(MARK_INLINED);
        return y * 11;
    };
    return f(x) + always(x);
}

} // namespace space

int main(int argc, char **)
{
    void *const memory = ::operator new(sizeof argc);

    report_marks();
    ::operator delete(memory);
    return (space::Box<long>{argc}.measure(2) + space::hidden(argc) + space::lambda(argc) +
            space::inlined(argc)) == 99999;
}
