#!/bin/sh
# The Debian packages that tests drive; a test that needs one which is missing skips itself, or fails where CI=true.
#
#   test-deps.sh           lists what is missing, and installs it
#   test-deps.sh missing   lists what is missing
#   test-deps.sh bench     lists what make bench compares with where it is missing, and installs it
#
# It never upgrades nor removes what is installed: apt is asked beforehand what it would do, and a package that cannot
# be added otherwise is left out.
set -eu

packages='jupyter-notebook jupyter-client python3-nbclient jupyter-nbconvert jupyter-console python3-ipykernel jupyter-nbextension-jupyter-js-widgets chromium poppler-utils buildah iproute2 tmux qemu-user llvm'
[ "${1:-}" != bench ] || packages='python3-torch libopenblas0-pthread'

say() { echo "test-deps: $*" >&2; }

command -v dpkg-query >/dev/null 2>&1 || {
    [ "${1:-}" = missing ] || say "no dpkg here; install what corresponds to: $packages"
    exit 0
}
missing=
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
if [ "${1:-}" = missing ]; then
    echo $missing
    exit 0
fi
[ -n "$missing" ] || {
    say 'nothing is missing'
    exit 0
}
say "missing:$missing"

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root='sudo -n'
    $as_root true 2>/dev/null || {
        say 'not root, so nothing is installed'
        exit 0
    }
fi

# apt would upgrade installed packages that are built from the same source as a new one.
install() {
    DEBIAN_FRONTEND=noninteractive $as_root apt-get -o APT::Get::Upgrade-By-Source-Package=false \
        install -y -qq --no-upgrade --no-remove --no-install-recommends "$@"
}

# changes prints what installing packages would do to those that are installed: upgrade or remove them.
changes() {
    install -s "$@" | awk '$1 == "Remv" { print "remove " $2 } $1 == "Inst" && $3 ~ /^\[/ { print "upgrade " $2 }' | tr '\n' ' '
}

$as_root apt-get update -qq >&2 || say 'apt cannot fetch its lists'
wanted=
for p in $missing; do
    if ! would=$(changes $wanted "$p") || ! install -s "$p" >/dev/null 2>&1; then
        say "apt has no $p for this system"
    elif [ -n "$would" ]; then
        say "left out: $p, for which apt would $would"
    else
        wanted="$wanted $p"
    fi
done
[ -n "$wanted" ] || exit 0
say "installing$wanted:$(install -s $wanted | awk '$1 == "Inst" { printf " %s", $2 }')"
install $wanted >&2 || say "apt could not install$wanted"
