package gemm

import "math/bits"

// window is the matrix of what positions read (im2col): a row per source plane and cell, a column per position, 0 for
// what is outside.
type window[T Float] struct {
	*bundle[T]
	lanes   int // positions in a vector
	vectors []vector
	runs    []run
	q0, q1  int // the range of cells that any of the positions uses
}

// vector is a vector of positions of a panel. It is assembled from one piece for each row of positions in it. The
// table has, for each cell and piece, the offset in a plane, in bytes, where the vector's first word would be, and
// the mask of the words that belong to the piece.
type vector struct {
	pieces int
	table  [][2]int
}

// run is a number of positions of one row: their first column in a vector, their image, and the first position.
type run struct {
	col, n int
	image  int
	at     [3]int
}

func newWindow[T Float](b *bundle[T]) *window[T] {
	w := &window[T]{bundle: b, lanes: b.cols()}
	if b.s.window != nil {
		w.lanes = b.cols() / 2
	}
	return w
}

// look prepares to pack n positions from first on, which may belong to several images.
func (w *window[T]) look(first, n int) {
	count := (n + w.lanes - 1) / w.lanes
	for len(w.vectors) < count {
		w.vectors = append(w.vectors, vector{})
	}
	w.vectors = w.vectors[:count]
	w.q0, w.q1 = len(w.cells), 0
	for i := range w.vectors {
		v := &w.vectors[i]
		w.findRuns(first+i*w.lanes, min(w.lanes, n-i*w.lanes))
		v.pieces = len(w.runs)
		if need := len(w.cells) * v.pieces; cap(v.table) < need {
			v.table = make([][2]int, need)
		}
		v.table = v.table[:len(w.cells)*v.pieces]
		for i := range w.runs {
			w.pieces(v, i)
		}
	}
	w.q0 = min(w.q0, w.q1)
}

// findRuns splits n positions from the p-th on into runs.
func (w *window[T]) findRuns(p, n int) {
	w.runs = w.runs[:0]
	for col := 0; col < n; {
		image, at := w.place(p)
		r := run{col, min(n-col, w.grid[2]-at[2]), image, at}
		w.runs = append(w.runs, r)
		p, col = p+r.n, col+r.n
	}
}

// pieces fills in the entries of the i-th run.
func (w *window[T]) pieces(v *vector, i int) {
	r, words := w.runs[i], bytes[T](1)/4
	base := r.image*w.apart() - r.col*w.step[2]
	z, y := r.at[0]*w.step[0], r.at[1]*w.step[1]
	for q, cell := range w.cells {
		entry := [2]int{}
		c := w.across[q]
		x := r.at[2]*w.step[2] + c.first
		at := [3]int{z + cell[0], y + cell[1], c.begin + x}
		if uint(at[0]) < uint(w.in[0]) && uint(at[1]) < uint(w.in[1]) {
			from, to := 0, r.n
			if x < 0 || x+(r.n-1)*w.step[2] >= c.length {
				from, to = within(x, w.step[2], c.length, r.n)
			}
			if from < to {
				entry = [2]int{bytes[T](base + index(at, w.in)), int(full(words*(r.col+to)) &^ full(words*(r.col+from)))}
				w.q0, w.q1 = min(w.q0, q), max(w.q1, q+1)
			}
		}
		v.table[q*v.pieces+i] = entry
	}
}

// apart returns the distance between the planes of an image and those of the next one.
func (w *window[T]) apart() int { return w.groups * w.planes * size(w.in) }

// pack copies the rows of the source planes p0 to p1, for the cells in use. The first image begins at src.
func (w *window[T]) pack(src []T, p0, p1 int, dst []T) {
	if w.q0 == w.q1 {
		return
	}
	cells, cols, plane := w.q1-w.q0, w.cols(), size(w.in)
	few := p1 - p0
	if cells > 1 && bytes[T](plane)%1024 == 0 {
		few = 8 // rows of more planes would fall into the same cache sets: each is read again for the next cell
	}
	for i, v := range w.vectors {
		to, table := dst[i*w.lanes:], v.table[w.q0*v.pieces:]
		if w.step[2] != 1 || v.pieces > len(w.s.window) {
			w.packPlain(v, src[p0*plane:], to, p1-p0)
			continue
		}
		for p := p0; p < p1; p += few {
			w.s.window[v.pieces-1](cells, min(few, p1-p), address8(&src[p*plane]), bytes[T](plane),
				address8(&to[(p-p0)*cells*cols]), bytes[T](cols), bytes[T](cells*cols), &table[0])
		}
	}
}

// packPlain copies what a vector reads from planes. It is the Go twin of the kernels, for any step.
func (w *window[T]) packPlain(v vector, src, dst []T, planes int) {
	plane, cols, words, step := size(w.in), w.cols(), bytes[T](1)/4, w.step[2]
	next := (w.q1 - w.q0) * cols // row of the same cell
	for q := w.q0; q < w.q1; q++ {
		to, left := dst[(q-w.q0)*cols:], w.lanes
		pieces := v.table[q*v.pieces:][:v.pieces]
		for _, p := range pieces {
			left -= bits.OnesCount(uint(p[1])) / words
		}
		for p := 0; left > 0 && p < planes; p++ {
			clear(to[p*next:][:w.lanes])
		}
		for _, piece := range pieces {
			from, n := bits.TrailingZeros(uint(piece[1]))/words, bits.OnesCount(uint(piece[1]))/words
			if n == 0 {
				continue
			}
			at := piece[0]/bytes[T](1) + from*step
			for p := range planes {
				copyRun(to[p*next+from:][:n], src[p*plane+at:], step)
			}
		}
	}
}

// copyRun copies every step-th element of src, eight at a time if step is 1: runs are too short for copy to pay.
func copyRun[T Float](dst, src []T, step int) {
	if step != 1 {
		for i := range dst {
			dst[i] = src[i*step]
		}
		return
	}
	for len(dst) >= 8 {
		*(*[8]T)(dst) = *(*[8]T)(src)
		dst, src = dst[8:], src[8:]
	}
	for i := range dst {
		dst[i] = src[i]
	}
}
