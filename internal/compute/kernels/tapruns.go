package kernels

import "github.com/msrepl/msrepl/internal/compute/shape"

// maxOfRun returns a version of tapMaxPlane for planes of one axis whose windows are one step apart, nil for others:
// it processes all windows at once, from one cell to the next, and in a pass less if there is no index.
func maxOfRun(m *shape.Taps) func(dst []float32, index []int64, x []float32) {
	const exact = 1 << 24 // float32 has all integers below
	lo, hi, step := m.Run()
	if evens == nil || hi-lo < shortRounded || m.In >= exact {
		return nil
	}
	offsets := make([]float32, m.Width) // of the cells of a window from its first one
	for k, c := range m.Cells[lo*m.Width:][:m.Width] {
		offsets[k] = float32(c - m.Cells[lo*m.Width])
	}
	before, after := *m, *m
	after.Cells = m.Cells[hi*m.Width:]
	return func(dst []float32, index []int64, x []float32) {
		if index == nil {
			tapMaxPlane(dst[:lo], nil, x, &before)
			tapMaxPlane(dst[hi:], nil, x, &after)
			maxOfBands(dst[lo:hi], x, m.Cells[lo*m.Width:][:m.Width], step)
			return
		}
		if most := Amax.F32(x); most != most { // NaN is rare
			tapMaxPlane(dst, index, x, m)
			return
		}
		tapMaxPlane(dst[:lo], index[:lo], x, &before)
		tapMaxPlane(dst[hi:], index[hi:], x, &after)
		room := composedRooms.Get().(*composedRoom)
		for at, n := lo, 0; at < hi; at += n {
			n = min(composedBand, hi-at)
			most, cells := dst[at:at+n], m.Cells[at*m.Width:]
			some, best := partOf[float32](room, 0, n), partOf[float32](room, 1, n)
			larger := partOf[bool](room, 2, n)
			clear(best)
			Stepped(most, x, int(cells[0]), step)
			for k := 1; k < m.Width; k++ {
				Stepped(some, x, int(cells[k]), step)
				Greater.F32(larger, some, most)
				choose(most, larger, some, most)
				choose(best, larger, offsets[k:k+1], best)
			}
			first := int64(cells[0])
			for i, offset := range best {
				index[at+i] = first + int64(offset)
				first += int64(step)
			}
		}
		composedRooms.Put(room)
	}
}

// maxOfBands writes the largest cells of windows to dst, the first of equals or NaN. Those of the first one are cells;
// the windows are step apart.
func maxOfBands(dst, x []float32, cells []int32, step int) {
	room := composedRooms.Get().(*composedRoom)
	for at := 0; at < len(dst); at += composedBand {
		most := dst[at:min(at+composedBand, len(dst))]
		Stepped(most, x, int(cells[0])+at*step, step)
		for _, c := range cells[1:] {
			some := x[int(c)+at*step:]
			if step == 1 {
				some = some[:len(most)]
			} else {
				some = partOf[float32](room, 0, len(most))
				Stepped(some, x, int(c)+at*step, step)
			}
			Maximum.F32(most, some, most)
		}
	}
	composedRooms.Put(room)
}

// repeats returns how many outputs each cell has in a row if all rows are long and made of consecutive cells that have
// equally many, as in interpolation by nearest neighbours to a multiple of the size; otherwise 0.
func repeats(m *shape.Taps) int {
	if m.Width != 1 || m.Weights != nil || m.Div != nil || m.Out == 0 {
		return 0
	}
	each := 1
	for each < m.Row && m.Cells[each] == m.Cells[0] {
		each++
	}
	if m.Row%each != 0 || m.Row/each < shortRounded || m.Row/each > composedBand {
		return 0
	}
	for at := 0; at < m.Out; at += m.Row {
		first := m.Cells[at]
		for o, c := range m.Cells[at:][:m.Row] {
			if first < 0 || int(c-first) != o/each {
				return 0
			}
		}
	}
	return each
}

// unrepeat is tapBackPlane for maps of which repeats returns each: it adds the first outputs of all cells of a row,
// then the second ones, and so on.
func unrepeat(dst, g []float32, m *shape.Taps, each int) {
	room := composedRooms.Get().(*composedRoom)
	some := partOf[float32](room, 0, m.Row/each)
	for at := 0; at < m.Out; at += m.Row {
		sums := dst[m.Cells[at]:][:len(some)]
		for k := range each {
			Stepped(some, g[at:][:m.Row], k, each)
			Add.F32(sums, sums, some)
		}
	}
	composedRooms.Put(room)
}
