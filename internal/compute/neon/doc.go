// Package neon writes Go assembly for arm64. Go's assembler supports few vector instructions, so they are encoded
// here and printed as words, followed by their usual spelling.
//
// A program may use any number of virtual vector registers. Each is written once or is an accumulator; they are
// numbered when the function is complete. General registers and branches are Go's own. The generators of packages
// gemm and simd use it for arm64 instead of avo; it is not linked into the product.
package neon
