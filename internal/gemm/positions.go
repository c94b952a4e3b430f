package gemm

import "github.com/msrepl/msrepl/internal/par"

// byPositions is a sweep whose vectors are positions: for few result channels. The weights are A, B is copied panel by panel.
func (s *sweep[T]) byPositions() {
	units := (size(s.grid) + s.s.cols - 1) / s.s.cols
	splits := s.splits(s.images*s.groups, units)
	par.Do(s.images*s.groups*splits, func(t int) {
		image, group := t/splits/s.groups, t/splits%s.groups
		from := units * (t % splits) / splits * s.s.cols
		to := min(size(s.grid), units*(t%splits+1)/splits*s.s.cols)
		if from < to {
			s.strip(image, group, from, to-from)
		}
	})
}

// strip computes n positions from the first on.
func (s *sweep[T]) strip(image, group, first, n int) {
	planes, weights := s.borrowPlanes(), borrow[T](s.depth()*s.cols)
	s.pack(group, 0, s.cols, weights.data, s.cols)
	a := Matrix[T]{&weights.data[0], 1, s.cols}
	b := &window[T]{sweep: s, src: s.planesOf(image, group, planes.data), first: first}
	dst := s.result(image, group, 0)
	if s.to == nil {
		MulPanels(s.cols, n, s.depth(), a, b, &dst[first], s.dstPlane, false)
	} else {
		sums := borrow[T](s.cols * n)
		MulPanels(s.cols, n, s.depth(), a, b, &sums.data[0], n, false)
		s.spread(dst, sums.data, s.cols, first, n)
		sums.giveBack()
	}
	planes.giveBack()
	weights.giveBack()
}

// window is the matrix of what positions meet: a row per source plane and cell, a column per position. Nothing lies outside.
type window[T Float] struct {
	*sweep[T]
	src   []T
	first int // position
	runs  []run
}

// run is a number of positions of one row: their first column, and where the first lies in a source plane.
type run struct{ col, at, n int }

// Pack copies a part of the matrix.
func (w *window[T]) Pack(dst []T, width, k0, rows, j0, cols int) {
	w.findRuns(w.first+j0, cols)
	step := w.step[2]
	for k := range rows {
		to, src := dst[k*width:][:width], w.src[w.offsets[k0+k]:]
		for _, r := range w.runs {
			if step == 1 {
				copy(to[r.col:r.col+r.n], src[r.at:])
				continue
			}
			for i := range r.n {
				to[r.col+i] = src[r.at+i*step]
			}
		}
		clear(to[cols:])
	}
}

// findRuns cuts n positions from the p-th on into runs.
func (w *window[T]) findRuns(p, n int) {
	w.runs = w.runs[:0]
	row := w.grid[2]
	for col := 0; col < n; {
		at := [3]int{p / row / w.grid[1], p / row % w.grid[1], p % row}
		r := run{col, index(axes(func(i int) int { return at[i] * w.step[i] }), w.in), min(n-col, row-at[2])}
		w.runs = append(w.runs, r)
		p, col = p+r.n, col+r.n
	}
}
