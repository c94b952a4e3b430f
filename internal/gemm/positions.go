package gemm

import "github.com/msrepl/msrepl/internal/par"

// byPositions is a sweep whose vectors are positions: for few result channels. The weights are A, B is copied panel by panel.
func (s *sweep[T]) byPositions() {
	if r, ok := s.lattice(); ok && s.s.masks && s.to == nil && s.step[2] == 1 && s.cols <= s.s.rows {
		s.inPlace(r)
		return
	}
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

// lattice is the cells of a kernel when they are rows of equal length at equal distances, in elements of a source plane.
type lattice struct{ rows, long, step, jump int }

// lattice returns the form of the cells, if they have one.
func (s *sweep[T]) lattice() (l lattice, ok bool) {
	cells := s.offsets[:len(s.cells)]
	l = lattice{long: 1, step: 1}
	if len(cells) > 1 {
		l.step = cells[1] - cells[0]
	}
	for l.long < len(cells) && cells[l.long]-cells[l.long-1] == l.step {
		l.long++
	}
	l.rows = len(cells) / l.long
	if l.rows > 1 {
		l.jump = cells[l.long] - cells[0] - l.long*l.step
	}
	for i, at := range cells {
		if at != cells[0]+i/l.long*(l.long*l.step+l.jump)+i%l.long*l.step {
			return l, false
		}
	}
	return l, l.rows*l.long == len(cells)
}

// inPlace computes row after row of positions, reading the planes where they lie: what the positions of a row meet by one cell lies
// as they do.
func (s *sweep[T]) inPlace(l lattice) {
	lines := s.grid[0] * s.grid[1]
	splits := s.splits(s.images*s.groups, lines)
	par.Do(s.images*s.groups*splits, func(t int) {
		image, group := t/splits/s.groups, t/splits%s.groups
		planes, weights := s.borrowPlanes(), borrow[T](s.depth()*s.cols)
		s.pack(group, 0, s.cols, weights.data, s.cols)
		src, dst := s.planesOf(image, group, planes.data), s.result(image, group, 0)
		for y := lines * (t % splits) / splits; y < lines*(t%splits+1)/splits; y++ {
			s.line(l, y, weights.data, src, dst)
		}
		planes.giveBack()
		weights.giveBack()
	})
}

// line computes a row of positions for all result channels.
func (s *sweep[T]) line(l lattice, y int, weights, src, dst []T) {
	first := index([3]int{y / s.grid[1] * s.step[0], y % s.grid[1] * s.step[1], 0}, s.in)
	cells, width := len(s.cells), s.s.cols
	for x := 0; x < s.grid[2]; x += width {
		n, tiles := min(width, s.grid[2]-x), s.s.ragged
		if s.s.raggedNarrow != nil && n <= width/2 {
			tiles = s.s.raggedNarrow
		}
		mask := full(n)
		for p := range s.planes {
			acc := min(p, 1)
			tiles[s.cols-1](l.rows, l.long, &weights[p*cells*s.cols], bytes[T](1), bytes[T](s.cols), 0, bytes[T](l.jump),
				&src[first+x+s.offsets[p*cells]], bytes[T](l.step), &dst[y*s.grid[2]+x], bytes[T](s.dstPlane), mask, acc, 0)
		}
	}
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
