#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: trace_format.sh ROOT [CC]: offsets, sizes and fields in doc/reference/trace-format.md are those of
# trace/trace_format.h, and no record or field of the header is missing there.
set -eu
root=$1 cc=${2:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A table of fields is that of the structure that its heading names; behind 'From offset N on', of one element.
awk '
    BEGIN {
        split("stack sample task_total event region_sum open", element, " ")
        list["stacks"] = 1; list["sample_list"] = 2; list["task_totals"] = 3; list["event_list"] = 4
        list["region_event"] = 5; list["entry_list"] = 6
        print "#include \"trace/trace_format.h\""
    }
    FNR == NR { # the rows of the header: ROW(PAUSE, 11, pause, 24, 24)
        if (/^ +ROW\(/) { split($0, part, /[(,] */); of_type[part[3]] = part[4]; missing[part[3]] = part[4] }
        next
    }
    /^## Header/ { name = "header" }
    /^## Blocks/ { name = "block" }
    /^## Records/ { name = "record" }
    /^## For readers/ { nextfile }
    /^### [0-9]+:/ {
        number = $2 + 0; name = of_type[number]; delete missing[number]; constant = "GAU_TRACE_" toupper(name)
        print "static_assert(" constant " == " number ", \"" $0 "\");"
    }
    /^From offset [0-9]+ on/ { name = element[list[name]] }
    /^The name of a task that is begun with a function/ { name = "" } # whose fields have no offset
    name && /^\| [0-9]+ \| [0-9]+ \| `/ {
        field = $6; gsub(/`/, "", field)
        place = "struct gau_trace_" name
        print "static_assert(offsetof(" place ", " field ") == " $2 ", \"" name "." field " is at " $2 "\");"
        print "static_assert(sizeof(((" place " *)0)->" field ") == " $4 ", \"" name "." field " has " $4 " bytes\");"
        sum[name] += $4; fields++
    }
    END {
        for (name in sum) { # records have their header above
            extra = name ~ /^(header|block|record|stack|sample|task_total|event|region_sum|open)$/ ? 0 : 8
            print "static_assert(sizeof(struct gau_trace_" name ") == " sum[name] + extra ", \"all fields of " name "\");"
        }
        for (number in missing) print "#error no section of the record " missing[number]
        if (fields < 80) print "#error few fields"
    }' "$root/trace/trace_format.h" "$root/doc/reference/trace-format.md" >"$work/page.c"
"$cc" -std=c17 -fsyntax-only -I"$root" "$work/page.c" 2>"$work/out" || { grep error "$work/out"; exit 1; }
