// Package neon writes Go assembly for arm64: functions whose vector instructions, which Go's assembler has few of, are
// encoded here and printed as words with their usual spelling behind.
//
// A program names virtual vector registers, as many as it likes; each is written once or is an accumulator, and they
// are given numbers when the function is whole. General registers and branches are Go's own. It is what the
// generators of packages gemm and simd have for arm64 in the place of avo; nothing of it is linked into the product.
package neon
