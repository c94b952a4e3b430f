// Package gemm multiplies matrices of float32 and float64 and computes convolutions as matrix products.
//
// A product is split into blocks that fit in the caches, and blocks into tiles whose sums are kept in registers. B is
// copied panel by panel, each as wide as a tile: from a matrix with strides, or from the images that a convolution
// slides over. A is read in place where its layout allows it, and copied otherwise. Sums start from what is added to
// the product: a bias, or C itself.
//
// Every sum runs over k in the same order and the same blocks however the work is divided, so results do not depend
// on the number of processors. Their last digits do depend on the instruction set: AVX-512 and AVX2 fuse
// multiplication and addition, the plain twin (build tag noasm, MSREPL_ISA=plain) does not.
package gemm

//go:generate go run -C avo . -out ../zz_gemm_amd64.s -stubs ../zz_gemm_amd64.go -pkg gemm
