#!/bin/sh
# Prints the lines of Go per package (tests and generated files apart) beside loc.budget, and fails when
# a package is over its budget or has none.
set -eu
cd "$(dirname "$0")/.."

git ls-files --cached --others --exclude-standard '*.go' | while read -r file; do
    [ -f "$file" ] || continue
    printf '%s %s\n' "$file" "$(wc -l <"$file")"
done | awk '
    FILENAME == "loc.budget" { if ($1 !~ /^#/ && NF == 2) budget[$1] = $2; next }
    {
        dir = $1
        if (!sub("/[^/]*$", "", dir)) dir = "."
        if ($1 ~ /\/testdata\//) next
        seen[dir] = 1
        if ($1 ~ /(^|\/)zz_[^\/]*$/) generated[dir] += $2
        else if ($1 ~ /_test\.go$/) tests[dir] += $2
        else code[dir] += $2
    }
    END {
        printf "%-28s %7s %7s %7s %9s\n", "package", "code", "budget", "tests", "generated"
        sort = "sort"
        for (dir in seen) {
            note = ""
            if (code[dir] && !(dir in budget)) { note = "  no row in loc.budget"; over++ }
            else if (code[dir] > budget[dir] + 0) { note = "  over budget"; over++ }
            printf "%-28s %7d %7d %7d %9d%s\n", dir, code[dir], budget[dir], tests[dir], generated[dir], note | sort
            c += code[dir]; b += budget[dir]; t += tests[dir]; g += generated[dir]
        }
        close(sort)
        printf "%-28s %7d %7d %7d %9d\n", "total", c, b, t, g
        exit over > 0
    }' loc.budget -
