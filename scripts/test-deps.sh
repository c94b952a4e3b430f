#!/bin/sh
# Installs the Debian packages that the tests drive, when they are missing and apt is usable. Tests that
# need one which is still missing skip themselves. With the argument bench it installs what make bench compares with.
set -eu

packages='jupyter-notebook jupyter-client python3-nbclient jupyter-nbconvert jupyter-console python3-ipykernel chromium poppler-utils buildah iproute2 tmux'
[ "${1:-}" != bench ] || packages='python3-torch libopenblas0-pthread'

command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root='sudo -n'
    $as_root true 2>/dev/null || {
        echo "test-deps: not root, so not installed:$missing" >&2
        exit 0
    }
fi
echo "test-deps: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
{
    $as_root apt-get update -qq &&
        $as_root apt-get install -y -qq --no-install-recommends $missing
} >&2 || echo "test-deps: apt could not install$missing" >&2
