#!/bin/sh
# Runs a command while programs that only compute keep the processors busy: stress.sh 30 go test ./kernel
# The programs end with the command, however that ends, and by themselves when this script is killed.
set -eu
loops=$1
shift

OWNER=$$
export OWNER
pids=
trap 'kill $pids 2>/dev/null || :' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
i=0
while [ "$i" -lt "$loops" ]; do
    awk 'BEGIN { for (;;) { for (i = 0; i < 20000000; i++) x += i; if (system("kill -0 " ENVIRON["OWNER"] " 2>/dev/null")) exit } }' </dev/null &
    pids="$pids $!"
    i=$((i + 1))
done
status=0
"$@" || status=$?
echo "stress: $* beside $loops busy programs: status $status" >&2
exit "$status"
