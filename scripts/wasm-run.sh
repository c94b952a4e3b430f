#!/bin/sh
# go test -exec scripts/wasm-run.sh: runs a program for wasip1 with wazero, a tool of this module.
exec env GOOS= GOARCH= go tool wazero run -mount=/:/ -env-inherit -cachedir="${TMPDIR:-/tmp}/msrepl-wasm" "$@"
