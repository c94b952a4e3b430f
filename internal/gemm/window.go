package gemm

import "math/bits"

// window is the matrix of what positions meet: a row per source plane and cell, a column per position, 0 for what lies outside.
type window[T Float] struct {
	*sweep[T]
	lanes   int // positions in a vector
	vectors []vector
	runs    []run
}

// vector is a vector of positions of a panel. A row of it is put together from as many pieces as there are rows of
// positions in it. The table has, for each cell and piece, where in a plane, in bytes, the vector's first word would be, and
// the mask of the words that are the piece's.
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

func newWindow[T Float](s *sweep[T]) *window[T] {
	w := &window[T]{sweep: s, lanes: s.cols()}
	if s.s.window != nil {
		w.lanes = 64 / bytes[T](1)
	}
	return w
}

// look prepares packing n positions from the first on, which may belong to several images.
func (w *window[T]) look(first, n int) {
	count := (n + w.lanes - 1) / w.lanes
	for len(w.vectors) < count {
		w.vectors = append(w.vectors, vector{})
	}
	w.vectors = w.vectors[:count]
	for i := range w.vectors {
		v := &w.vectors[i]
		w.findRuns(first+i*w.lanes, min(w.lanes, n-i*w.lanes))
		v.pieces, v.table = len(w.runs), v.table[:0]
		for _, cell := range w.cells {
			for _, r := range w.runs {
				v.table = append(v.table, w.piece(r, cell))
			}
		}
	}
}

// findRuns cuts n positions from the p-th on into runs.
func (w *window[T]) findRuns(p, n int) {
	w.runs = w.runs[:0]
	row := w.grid[2]
	for col := 0; col < n; {
		at := [3]int{p / row / w.grid[1] % w.grid[0], p / row % w.grid[1], p % row}
		r := run{col, min(n-col, row-at[2]), p / size(w.grid), at}
		w.runs = append(w.runs, r)
		p, col = p+r.n, col+r.n
	}
}

// piece returns the entry of a table for the positions of a run and a cell.
func (w *window[T]) piece(r run, cell [3]int) [2]int {
	at := [3]int{r.at[0]*w.step[0] + cell[0], r.at[1]*w.step[1] + cell[1], r.at[2]*w.step[2] + cell[2]}
	from, to := within(at[2], w.step[2], w.in[2], r.n)
	if from == to || at[0] < 0 || at[0] >= w.in[0] || at[1] < 0 || at[1] >= w.in[1] {
		return [2]int{}
	}
	words := bytes[T](1) / 4
	mask := full(words*(r.col+to)) &^ full(words*(r.col+from))
	return [2]int{bytes[T](r.image*w.apart() + index(at, w.in) - r.col*w.step[2]), int(mask)}
}

// apart returns how far the planes of an image are from those of the next one.
func (w *window[T]) apart() int { return w.groups * w.planes * size(w.in) }

// pack copies the rows of the source planes p0 to p1 of images, the first of which begins src.
func (w *window[T]) pack(src []T, p0, p1 int, dst []T) {
	cells, cols, plane := len(w.cells), w.s.cols, size(w.in)
	for i, v := range w.vectors {
		to := dst[i*w.lanes:]
		if w.step[2] == 1 && v.pieces <= len(w.s.window) {
			w.s.window[v.pieces-1](cells, p1-p0, address8(&src[p0*plane]), bytes[T](plane),
				address8(&to[0]), bytes[T](cols), bytes[T](cells*cols), &v.table[0])
			continue
		}
		for p := p0; p < p1; p++ {
			w.packPlain(v, src[p*plane:], to[(p-p0)*cells*cols:])
		}
	}
}

// packPlain copies what a vector meets in a plane: the twin of the kernels, for any step.
func (w *window[T]) packPlain(v vector, src, dst []T) {
	step, words := w.step[2], bytes[T](1)/4
	for q := range w.cells {
		row := dst[q*w.s.cols:][:w.lanes]
		clear(row)
		for _, p := range v.table[q*v.pieces:][:v.pieces] {
			from, n := bits.TrailingZeros(uint(p[1]))/words, bits.OnesCount(uint(p[1]))/words
			if n == 0 {
				continue
			}
			at := p[0]/bytes[T](1) + from*step
			if step == 1 {
				copy(row[from:from+n], src[at:])
				continue
			}
			for i := range n {
				row[from+i] = src[at+i*step]
			}
		}
	}
}
