#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: make-histogram.sh TITLE AXIS [MASS=LABEL...] <bins.csv >picture.svg: draws the bins of a Histogram1D
# (columns low, high, count), with a logarithmic scale, and labels above some of them.
#
# doc/images/dimuon.svg was made by this, in the top folder, after ./setup.sh:
#   PATH=$PWD/build/release/bin:$PATH
#   gaudit run -q options/dimuon.xml -s DiMuon.Charge=Opposite -s Mass.Bins=480 -o result
#   gaudit report histogram-Mass result --table bins --format csv |
#       doc/images/make-histogram.sh 'CMS, 2010: pairs of muons of opposite charge' 'invariant mass [GeV]' \
#       3.1=J/ψ 9.5=Υ 91=Z >doc/images/dimuon.svg
set -eu
title=$1 axis=$2
shift 2
awk -F, -v title="$title" -v axis="$axis" -v labels="$*" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        low[++n] = $column["low"]; high[n] = $column["high"]; count[n] = $column["count"]
        if (count[n] > most) most = count[n]
    }
    function x_of(value) { return left + (value - low[1]) / (high[n] - low[1]) * width }
    function y_of(value) {
        return top + height * (1 - (value < 0.5 ? 0 : log(value / 0.5) / log(most * 2 / 0.5)))
    }
    function text(x, y, anchor, what) {
        printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, what
    }
    END {
        if (n == 0) exit 1
        left = 70; top = 40; width = 760; height = 340
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 440\" width=\"860\" height=\"440\">\n"
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#ffffff\"/>"
        print "<g font-family=\"DejaVu Sans, Helvetica, sans-serif\" font-size=\"13\" fill=\"#1b1f24\">"
        text(left, 24, "start", title)
        for (power = 1; power <= most * 2; power *= 10) {
            printf "<path d=\"M%d %.1fh%d\" stroke=\"#d5dae1\" fill=\"none\"/>\n", left, y_of(power), width
            text(left - 8, y_of(power) + 4, "end", power)
        }
        for (value = low[1]; value <= high[n]; value += (high[n] - low[1]) / 6)
            text(x_of(value), top + height + 20, "middle", value)
        text(left + width, top + height + 42, "end", axis)
        printf "<path fill=\"#2f7fb5\" d=\"M%.1f %.1f", x_of(low[1]), y_of(0)
        for (i = 1; i <= n; i++)
            printf "V%.1fH%.1f", y_of(count[i]), x_of(high[i])
        printf "V%.1fz\"/>\n", y_of(0)
        split(labels, label, " ")
        for (i in label) {
            split(label[i], part, "=")
            for (k = 1; k < n && high[k] <= part[1]; k++) { }
            peak = 0
            for (j = k - 2; j <= k + 2; j++) if (count[j] > peak) peak = count[j]
            text(x_of(part[1]), y_of(peak) - 8, "middle", part[2])
        }
        printf "<path d=\"M%d %dv%dh%d\" stroke=\"#1b1f24\" fill=\"none\"/>\n", left, top, height, width
        print "</g>\n</svg>"
    }'
