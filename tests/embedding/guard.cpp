/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.hpp>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

/*
 * Sections that end in all the ways that C++ has. Each case is below a section of its own; guard.sh
 * knows what must come of them.
 */

struct member {
    gau::section section{"constructed"};

    explicit member(bool fails)
    {
        if (fails)
            throw std::runtime_error("constructor");
    }
};

static void fall(int depth)
{
    GAU_SECTION("fall", 3);
    if (depth == 0)
        throw std::logic_error("ground");
    fall(depth - 1);
}

static void exceptions()
{
    GAU_SECTION("exceptions");
    for (int i = 0; i < 2; i++) {
        try {
            fall(3);
        } catch (const std::exception &) {
            GAU_SECTION("caught");
        }
    }
    try {
        const member whole(false);
        const member part(true);
    } catch (const std::exception &) {
        GAU_SECTION("caught");
    }
    try {
        try {
            GAU_SECTION("thrower");
            throw 1;
        } catch (int) {
            GAU_SECTION("rethrower");
            throw;
        }
    } catch (...) {
        GAU_SECTION("caught");
    }
}

static int leave(int how)
{
    GAU_SECTION("leave");
    for (int i = 0; i < 3; i++) {
        GAU_SECTION("loop");
        if (how == 0)
            continue;
        if (how == 1)
            break;
        if (how == 2)
            return i;
        goto out;
    }
out:
    return how;
}

template <class number> static number templated(number value)
{
    GAU_SECTION("templated", 2, "Doing", true);
    return value;
}

static void names()
{
    GAU_SECTION("names");
    {
        std::string name = "first";
        const gau::section guard(name);

        name = "another, that is longer than the one before"; // not needed any more
        name.shrink_to_fit();
    }
    for (int i = 0; i < 6; i++) {
        const gau::section guard("part " + std::to_string(i % 3), 3, "Part " + std::to_string(i));
    }
    const char *const plain = "plain";
    const gau::section guard(plain, 2, nullptr, true);
}

static void lifetimes()
{
    GAU_SECTION("lifetimes");
    auto first = std::make_unique<gau::section>("first of two");
    auto second = std::make_unique<gau::section>("second of two");

    first.reset(); // before what is inside it, which ends with it
    GAU_SECTION("behind");
    second.reset();
}

/* --- sections of classes --------------------------------------------------------------------- */

namespace solvers
{

class newton
{
  public:
    newton() { GAU_CLASS_SECTION("setup", 2); }
    virtual ~newton() = default;
    void solve() const
    {
        GAU_CLASS_SECTION("solve", 3, "Solving");
        [this] {
            GAU_CLASS_SECTION("step");
            (void)this;
        }();
    }
    static void compare()
    {
        GAU_CLASS_SECTION_OF(newton, "compare", 3, "Comparing");
        [] { GAU_CLASS_SECTION_OF(newton, "step"); }();
    }
    inline void never() { GAU_CLASS_SECTION("never"); }
};

class damped : public newton
{
};

template <class number> struct vector {
    number norm()
    {
        GAU_CLASS_SECTION("norm");
        return number();
    }
    static void zero() { GAU_CLASS_SECTION_OF(vector, "zero"); }
};

struct picard {
    static const char *section_prefix() { return "Picard"; }
    static void reset() { GAU_CLASS_SECTION_OF(picard, "reset"); }
    void solve()
    {
        GAU_CLASS_SECTION("solve");
        const gau::section guard(std::string("object 1") + "::solve");
    }
};

} // namespace solvers

static void classes()
{
    GAU_SECTION("classes");
    const solvers::newton plain;
    const solvers::damped derived;

    plain.solve();
    derived.solve(); // of the class that the function is a member of
    solvers::vector<int>().norm();
    solvers::picard().solve();
    solvers::newton::compare();
    solvers::damped::compare();
    solvers::vector<int>::zero();
    solvers::picard::reset();
}

/* --- what is known of sections that no thread has reached ----------------------------------- */

inline void inline_never()
{
    GAU_SECTION("never inline");
}

template <class number> static void template_never()
{
    GAU_SECTION("never templated");
}

static void plain_never()
{
    GAU_SECTION("never plain");
}

static double calls_of(const char *name)
{
    gau_error err;
    double value = -1;

    return gau_section_data(nullptr, name, GAU_SECTION_CALLS, true, &value, &err) < 0 ? -1 : value;
}

static void known(volatile bool reached)
{
    if (reached) {
        inline_never();
        template_never<int>();
        plain_never();
        solvers::newton().never();
        [] { GAU_SECTION("never lambda"); }();
    }
    if (calls_of("Root") < 0) // not audited
        return;
    for (const char *name : {"never inline", "never templated", "never plain", "never lambda",
                             "solvers::newton::never"})
        if (calls_of(name) != 0)
            std::printf("'%s' is not known\n", name);
    if (calls_of("never at all") != -1)
        std::puts("'never at all' is known");
    if (calls_of("solvers::newton::solve") != 2)
        std::puts("two calls are not two");
}

static void threads()
{
    GAU_SECTION("threads");
    std::thread thread([] {
        GAU_SECTION("thread");
        try {
            fall(0);
        } catch (const std::exception &) {
        }
    });
    thread.join();
}

int main()
{
    {
        GAU_SECTION("guard");
        exceptions();
        for (int how = 0; how < 4; how++)
            leave(how);
        templated(1);
        templated(2.0);
        [] { GAU_SECTION("lambda"); }();
        names();
        lifetimes();
        classes();
        threads();
        known(false);
    }
    GAU_SECTION("at the end of main");
    std::puts("done");
    return 3;
}
