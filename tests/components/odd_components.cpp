// SPDX-License-Identifier: Apache-2.0
// Components that are declared wrongly, or throw oddly; see components.sh.
#include <gaudit/component.hpp>

namespace
{

// What declare() can do wrong: the job that uses the class says so.
struct ThrowsInDeclare {
    static void declare(gau::properties<ThrowsInDeclare> &)
    {
        throw std::runtime_error("declare fails");
    }
    void execute()
    {
    }
};

class BadDefault
{
    int cuts_ = 0;

  public:
    static void declare(gau::properties<BadDefault> &p)
    {
        p("Cuts", &BadDefault::cuts_, 5, "Number of cuts").range(0, 3);
    }
    void execute()
    {
    }
};

struct Twice {
    void execute()
    {
    }
};

// An object without a text, and one of another class with the name of the one that is made.
struct silent : std::exception {
    const char *what() const noexcept override
    {
        return nullptr;
    }
};

struct ThrowsLong {
    void execute(gau::context ctx)
    {
        if (ctx->event == 1)
            throw silent();
        throw std::runtime_error(std::string(10000, 'x'));
    }
};

// Writes an object that it did not announce.
class Forgets
{
    gau::writes<std::vector<int>> list_{};

  public:
    void execute(gau::context ctx)
    {
        list_.put(ctx);
    }
};

struct ThrowsInCount {
    bool read()
    {
        return false;
    }
    std::uint64_t count() const
    {
        throw 7;
    }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<ThrowsInDeclare>("ThrowsInDeclare", "Throws in declare"),
               gau::algorithm<BadDefault>("BadDefault", "Has a default that is out of range"),
               gau::algorithm<Twice>("Once", "Is there twice"),
               gau::algorithm<Twice>("Twice", "Is there twice"),
               gau::algorithm<ThrowsLong>("ThrowsLong", "Throws nothing, and a long text"),
               gau::algorithm<Forgets>("Forgets", "Forgets to announce what it writes"),
               gau::input<ThrowsInCount>("ThrowsInCount", "Throws in count"));
