#!/bin/sh
# Calls methods of types made at run time while the collector runs, for TIME (default 48m, four hours in all) in each of five builds:
# as released; with marks checked; with pointer conversions checked; with the race detector; and with a runtime that preempts at every
# signal, which is sent all the time. Package reflect is built as in the product: instrumented, it can lose arguments (see
# interp/internal/realtype).
set -eu
cd "$(dirname "$0")/.."

time=${1:-48m}
go=${GO:-go}
pkg=./interp/internal/realtype
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM

soak() { # name, GODEBUG, flags of the build
    name=$1 debug=$2
    shift 2
    $go test -c -o "$dir/soak" "$@" $pkg
    echo "== $name"
    GODEBUG=$debug nice "$dir/soak" -test.run 'Soak|Meanwhile' -test.timeout 0 -soak "$time" $extra
}

extra=
soak "as released" clobberfree=1
soak "marks checked" gccheckmark=1,clobberfree=1
soak "pointer conversions checked" clobberfree=1 -gcflags=all=-d=checkptr -gcflags=reflect=-d=checkptr=0
CGO_ENABLED=1 soak "race detector" clobberfree=1 -race -gcflags=reflect=-race=false

src=$($go env GOROOT)/src/runtime/preempt.go
sed 's/return (gp.preempt || gp.m.p != 0 && gp.m.p.ptr().preempt) && readgstatus/return readgstatus/' "$src" >"$dir/preempt.go"
if cmp -s "$src" "$dir/preempt.go"; then
    echo 'soak-types: wantAsyncPreempt of the runtime has changed' >&2
    exit 1
fi
printf '{"Replace":{"%s":"%s"}}\n' "$src" "$dir/preempt.go" >"$dir/overlay.json"
# A build in which the fault is there: the soak has to find it.
echo '== with the fault'
$go test -c -o "$dir/soak" -overlay "$dir/overlay.json" -gcflags=reflect=-l $pkg
if GODEBUG=clobberfree=1 nice "$dir/soak" -test.run 'Soak/.*registers' -soak 60m -storm -anyway >"$dir/log" 2>&1; then
    echo 'soak-types: a build that loses arguments went unnoticed' >&2
    exit 1
fi

extra=-storm
soak "preempted everywhere" clobberfree=1 -overlay "$dir/overlay.json"
