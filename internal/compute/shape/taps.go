package shape

// Taps is a linear map of planes, the spatial axes of an image seen as one: it says of which inputs each output is
// made. Windows of convolutions and pools, and interpolation, are such maps; those of several axes are the product of
// those of one.
type Taps struct {
	In, Out int       // elements of a plane
	Width   int       // cells per output
	Cells   []int32   // Out×Width inputs; -1 for none: padding
	Weights []float64 // one per cell; nil for ones
	Div     []float64 // what the sum of each output is divided by; nil for ones
}

// Windows returns the taps of one axis of length in: output o is made of the inputs o·stride - low + k·dilation.
func Windows(in, out, kernel, stride, dilation, low int) Taps {
	t := Taps{In: in, Out: out, Width: kernel, Cells: make([]int32, 0, out*kernel)}
	for o := range out {
		for k := range kernel {
			at := o*stride - low + k*dilation
			if at < 0 || at >= in {
				at = -1
			}
			t.Cells = append(t.Cells, int32(at))
		}
	}
	return t
}

// Adaptive returns the taps of one axis of length in that out windows cover, from ⌊o·in/out⌋ to ⌈(o+1)·in/out⌉.
func Adaptive(in, out int) Taps {
	t := Taps{In: in, Out: out, Div: make([]float64, out)}
	bounds := func(o int) (lo, hi int) { return o * in / out, ((o+1)*in + out - 1) / out }
	for o := range out {
		lo, hi := bounds(o)
		t.Width = max(t.Width, hi-lo)
		t.Div[o] = float64(hi - lo)
	}
	for o := range out {
		lo, hi := bounds(o)
		for at := lo; at < lo+t.Width; at++ {
			if at < hi {
				t.Cells = append(t.Cells, int32(at))
			} else {
				t.Cells = append(t.Cells, -1)
			}
		}
	}
	return t
}

// Times returns the map of planes whose slower axes are mapped by t and whose faster ones by u.
func (t Taps) Times(u Taps) Taps {
	p := Taps{In: t.In * u.In, Out: t.Out * u.Out, Width: t.Width * u.Width}
	p.Cells = make([]int32, 0, p.Out*p.Width)
	if t.Weights != nil || u.Weights != nil {
		p.Weights = make([]float64, 0, p.Out*p.Width)
	}
	for o := range t.Out {
		for v := range u.Out {
			for k := range t.Width {
				p.addRow(&t, &u, o*t.Width+k, v*u.Width)
			}
			if t.Div != nil || u.Div != nil {
				p.Div = append(p.Div, at(t.Div, o)*at(u.Div, v))
			}
		}
	}
	return p
}

// addRow adds the products of t's k-th cell and the row of u's cells that starts at v.
func (p *Taps) addRow(t, u *Taps, k, v int) {
	first := t.Cells[k] * int32(u.In)
	for _, c := range u.Cells[v : v+u.Width] {
		cell := first + c
		if first < 0 || c < 0 {
			cell = -1
		}
		p.Cells = append(p.Cells, cell)
	}
	if p.Weights == nil {
		return
	}
	weight := at(t.Weights, k)
	for w := v; w < v+u.Width; w++ {
		p.Weights = append(p.Weights, weight*at(u.Weights, w))
	}
}

// at returns the i-th element of a list where nil means ones.
func at(list []float64, i int) float64 {
	if list == nil {
		return 1
	}
	return list[i]
}

// Columns returns the map that lays the cells of the windows out: Width rows of Out elements, so that a convolution
// is a matrix product.
func (t Taps) Columns() Taps {
	c := Taps{In: t.In, Out: t.Out * t.Width, Width: 1, Cells: make([]int32, len(t.Cells))}
	for o := range t.Out {
		for k := range t.Width {
			c.Cells[k*t.Out+o] = t.Cells[o*t.Width+k]
		}
	}
	return c
}
