// Package gemm multiplies matrices of float32 and float64 and is what convolutions are made of.
//
// A product is cut into blocks that stay in the caches, and blocks into tiles whose sums stay in registers. B is
// copied panel by panel, each as wide as a tile: from a matrix with strides, or from the images that a convolution
// slides over. A is read in place where its layout allows and copied where not. What is added to a product, a bias
// or C itself, is where sums begin.
//
// Every sum runs over k in the same order and blocks for all ways to share the work, so results do not depend on the
// number of processors. They do depend on the instruction set, in the last digits: AVX-512 and AVX2 fuse
// multiplication and addition, the plain twin (build tag noasm, MSREPL_ISA=plain) does not.
package gemm

//go:generate go run -C avo . -out ../zz_gemm_amd64.s -stubs ../zz_gemm_amd64.go -pkg gemm
