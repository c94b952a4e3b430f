package gemm

import "unsafe"

// Float is the constraint for element types.
type Float interface{ float32 | float64 }

// kernel computes one tile, C = A·B or, if old is not nil, old + A·B. A has the tile's rows, with strides rsa and
// csa of its rows and columns, and k columns; B has k rows, ldb apart; C has rows ldc apart, old, which may be C,
// ldo. All strides are in bytes. The bits of mask are the columns that exist. While it runs, it prefetches 32·k
// bytes from next on.
type kernel[T Float] func(k int, a *T, rsa, csa int, b *T, ldb int, c *T, ldc int, mask uint32, old *T, ldo int, next uintptr)

// set holds the kernels of one instruction set for one element type.
type set[T Float] struct {
	name                 string
	rows                 int         // of the tallest tile
	cols                 int         // of a full tile
	lanes                int         // elements of a vector
	wide                 []kernel[T] // by rows-1
	narrow               []kernel[T] // for half the columns; nil where there are none
	listed, listedNarrow []listedKernel[T]
	half                 *set[T] // with vectors half as long, which sum in the same order; nil where there is none
	few                  int     // up to this many result channels, lines cost less than panels; see newLines
	ragged, raggedNarrow []raggedKernel[T]
	// inOrder kernels round each product before adding it. They are nil where there are none; wide may be nil, too.
	inOrder, inOrderNarrow []kernel[T]

	turning []turning[T] // widest first
	// turning kernels compute a product of up to turns rows or columns; but of up to tallTurns columns if there are
	// more rows than they hold in vectors, or B is not transposed; 0 where there are none
	turns, tallTurns int

	// transposes as many rows as a cache line has elements; nil where there is none
	flip     func(n int, dst *T, ldd int, src *T, lds int)
	copy     [2]copyKernel                      // for rows of one vector and of two; nil where there are none
	multiple func(n int, y, x *T, m, r, w, b T) // (x-m)·r·w + b for each x; nil where there is none
	merge    mergeKernel[T]                     // merges rows into a result; nil where there is none
	dot      func(n int, a, b, sums *T)         // sums n runs of dotBytes, see product.dotPiece
	// deinterleave and interleave n pairs, at least one, in each row; strides are in bytes; nil where there are none
	splitPairs func(rows, n int, src *T, lds int, even, odd *T, ldd int)
	joinPairs  func(rows, n int, even *T, lde int, odd *T, ldo int, dst *T, ldd int)
	// by the pieces of a vector, less one; nil where there are none
	window []windowKernel
	// by the pieces of a vector of tiles, less one; nil where there are none
	tilesIn  []tilesInKernel[T]
	tilesOut []tilesOutKernel[T]
	tileCost float64                                                // of transforming a tile and back, see transforms
	tilesOf  func(n int, src *T, plane, cell int, dst *T, part int) // transforms the weights of 16·n planes; may be nil
	// for channels, the dots by the lines of 64 bytes, less one; nil where there are none
	channelSums channelSumsKernel[T]
	channelDots []channelDotsKernel[T]
}

// mc, kc and nc are the block sizes. A block of A, mc×kc, and a panel of B with kc rows should fit in the L2 cache;
// a block of B, kc×nc, in the L3 cache. Each block of kc reads and writes all of C, which costs more than a panel
// that does not fit in the L1 cache.
const (
	mc = 96
	nc = 1024
)

// kc returns the maximum number of rows of a panel.
func kc[T Float]() int { return 4096 / bytes[T](1) }

// at returns the address of the element off elements after p.
func at[T Float](p *T, off int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), off*int(unsafe.Sizeof(*p))))
}

// bytes returns the size of n elements.
func bytes[T Float](n int) int {
	var zero T
	return n * int(unsafe.Sizeof(zero))
}

// addend is what is added to a product: element (i, j) is first[i·row+j·col]. col is 1, or 0 if all elements of a
// row are equal; memory must then still hold as many as a tile has columns. Nothing is added if first is nil.
type addend[T Float] struct {
	first    *T
	row, col int
}

// sub returns the part of o that begins at a row and column.
func (o addend[T]) sub(row, col int) addend[T] {
	if o.first != nil {
		o.first = at(o.first, row*o.row+col*o.col)
	}
	return o
}

// strip computes m rows and up to a tile's columns of C.
func (s *set[T]) strip(m, cols, k int, a *T, rsa, csa int, b *T, ldb int, c *T, ldc int, old addend[T], next uintptr) {
	kernels := s.wide
	if s.narrow != nil && cols <= s.cols/2 {
		kernels = s.narrow
	}
	rsa, csa = bytes[T](rsa), bytes[T](csa)
	mask := full(cols)
	for i := 0; i < m; {
		rows := s.height(m - i)
		kernels[rows-1](k, plus(a, i*rsa), rsa, csa, b, bytes[T](ldb), at(c, i*ldc), bytes[T](ldc), mask, old.sub(i, 0).first, bytes[T](old.row), next)
		next += uintptr(32 * k)
		i += rows
	}
}

// full returns the mask of the first columns.
func full(cols int) uint32 { return uint32(1)<<cols - 1 }

// height returns how many of the m remaining rows the next tile takes. Two tiles share a short remainder.
func (s *set[T]) height(m int) int {
	if m > s.rows && m < 2*s.rows {
		return (m + 1) / 2
	}
	return min(m, s.rows)
}

// raggedStrip is strip for an A whose columns are in runs of k, with a gap of jump elements after each run.
func (s *set[T]) raggedStrip(m, cols, runs, k int, a *T, rsa, csa, jump int, b *T, ldb int, c *T, ldc int, old addend[T]) {
	kernels := s.ragged
	if s.raggedNarrow != nil && cols <= s.cols/2 {
		kernels = s.raggedNarrow
	}
	rsa, csa, jump = bytes[T](rsa), bytes[T](csa), bytes[T](jump)
	for i := 0; i < m; {
		rows := s.height(m - i)
		kernels[rows-1](runs, k, plus(a, i*rsa), rsa, csa, jump, 0, b, bytes[T](ldb), at(c, i*ldc), bytes[T](ldc), full(cols),
			old.sub(i, 0).first, bytes[T](old.row))
		i += rows
	}
}

// listedKernel is a kernel that finds its rows of B at the offsets from b, in bytes, that offsets lists. It reads
// whole rows.
type listedKernel[T Float] func(
	k int, a *T, rsa, csa int, b *T, offsets *int, c *T, ldc int, mask uint32, old *T, ldo int)

// raggedKernel is a kernel over runs of k columns of A and rows of B; after each run jumpA and jumpB bytes are
// skipped.
type raggedKernel[T Float] func(
	runs, k int, a *T, rsa, csa, jumpA, jumpB int, b *T, ldb int, c *T, ldc int, mask uint32, old *T, ldo int)

// turningKernel computes rows of C = A·Xᵀ or, if old is not nil, old + A·Xᵀ. The k elements of a row of A or X
// are contiguous. X has as many rows as the kernel's vectors have elements. Row strides are in bytes. The bits of
// mask are the columns of C that are written, and for which old is read.
type turningKernel[T Float] func(k int, a *T, rsa int, x *T, ldx int, c *T, ldc int, mask uint32, old *T, ldo int)

// copyKernel copies n rows of whole vectors. The bits of mask are the four-byte words that exist; the others become
// 0. Strides are in bytes.
type copyKernel func(n int, src *byte, lds int, dst *byte, ldd int, mask uint32)

// mergeKernel sets the elements selected by mask in n rows of dst, or adds to them unless add is 0. Strides are in
// bytes.
type mergeKernel[T Float] func(n int, src *T, lds int, dst *T, ldd int, mask uint32, add int)

// windowKernel copies the elements of an image that vectors of positions read, see window.
type windowKernel func(cells, planes int, src *byte, plane int, dst *byte, row, ldd int, table *[2]int)

// tilesInKernel and tilesOutKernel transform vectors of tiles to parts, and sums of parts to positions, see patch.
type (
	tilesInKernel[T Float]  func(planes int, src *T, plane int, dst *T, row, part int, table *[2]int)
	tilesOutKernel[T Float] func(channels int, src *T, row, part int, dst *T, plane int, table *[2]int, bias *T, add int) int
)

// channelSumsKernel sets n positions of vectors of channels, at y and every bytes apart, to bias plus the sums over
// cells. A table entry has the byte offset from w of the weights of a cell, and the byte offset from x of what the
// first position reads there; each further position reads step bytes further on.
type channelSumsKernel[T Float] func(
	vectors, n, cells int, w, x *T, table *[2]int, step int, y *T, every int, bias *T)

// channelDotsKernel adds to each channel's element of sums n products of elements at x, step bytes apart, and at y,
// every bytes apart. It adds in order and rounds every product.
type channelDotsKernel[T Float] func(n int, x *T, step int, y *T, every int, sums *T)

// address8 converts p to the pointer type of kernels that copy any element type.
func address8[T Float](p *T) *byte { return (*byte)(unsafe.Pointer(p)) }
