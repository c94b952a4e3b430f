#!/bin/sh
# What the inner loops of the NEON kernels take by LLVM's models of processors: cycles and instructions a turn. It is a
# calculation: caches, branches and the rest of a kernel are left out.
#
#   neon-loops.sh [FILE FUNCTION LABEL]...   a loop that ends with a branch to LABEL; by default those of docs/perf/neon.md
#
# LLVM_MCA names the program; models of Neoverse N1 and V1 need version 16 or later.
set -eu
cd "$(dirname "$0")/.."
mca=${LLVM_MCA:-llvm-mca}
gemm=internal/compute/gemm/zz_gemm_arm64.s simd=internal/compute/simd/zz_simd_arm64.s
[ $# -gt 0 ] || set -- $gemm tileNEONF32x6 whole_loop $gemm tileNEONF64x6 whole_loop $gemm inOrderNEONF32x6 whole_loop \
    $simd addVVNEON by4 $simd reluNEON by2 $simd divVVNEON by4 $simd sqrtNEON by2 $simd longAddVVNEON by4 $simd sumNEON loop \
    $simd largestNEON loop $simd expNEON by2 $simd expSubNEON by2 $simd sigmoidNEON by2 $simd geluNEON by2 $simd tanhNEON by2 \
    $simd logNEON by2 $simd standardNEON by2 $simd gatherNEON loop $simd momentumNEON by2 $simd adamNEON by2 \
    $simd add32LinesNEON loop $simd flipNEON loop

# loop prints the loop of a function in the spelling of LLVM: what Go's assembler spells otherwise is rewritten.
loop() {
    sed -n "/^TEXT ·$2(SB)/,/^\$/p" "$1" | sed -n "/^$3:/,/ $3\$/p" | sed -E \
        -e 's|^\tWORD .*// |\t|' -e 's/^([a-z_0-9]+):$/\1:/' \
        -e 's/^\t(ADD|SUB|SUBS|ADDS) (\$[0-9]+|R[0-9]+), (R[0-9]+)$/\t\1 \3, \3, \2/' \
        -e 's/^\tMOVD (R[0-9]+), (R[0-9]+)$/\tmov \2, \1/' -e 's/^\tCMP (.*), (R[0-9]+)$/\tcmp \2, \1/' \
        -e 's/^\tB(GE|LT|NE|EQ) /\tb.\1 /' -e 's/\$/#/g' -e 's/\bR([0-9]+)\b/x\1/g'
}

printf '%-20s %6s' function instr.
for cpu in apple-m1 neoverse-n1 neoverse-v1; do printf ' %12s' $cpu; done
echo
while [ $# -ge 3 ]; do
    code=$(loop "$1" "$2" "$3")
    printf '%-20s %6s' "$2" "$(echo "$code" | grep -c '^	')"
    for cpu in apple-m1 neoverse-n1 neoverse-v1; do
        echo "$code" | $mca -mtriple=aarch64 -mcpu=$cpu -iterations=1000 | awk '/^Total Cycles/ { printf " %12.2f", $3/1000 }'
    done
    echo
    shift 3
done
