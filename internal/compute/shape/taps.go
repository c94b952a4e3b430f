package shape

import "slices"

// Taps is a linear map of planes, the spatial axes of an image seen as one: it says of which inputs each output is
// made. Windows of convolutions and pools, and interpolation, are such maps; those of several axes are the product of
// those of one.
type Taps struct {
	In, Out int       // elements of a plane
	Row     int       // outputs along the fastest axis
	Width   int       // cells per output
	Cells   []int32   // Out×Width inputs; -1 for none: padding
	Weights []float64 // one per cell; nil for ones
	Div     []float64 // divisor of the sum of each output; nil for ones
}

// Windows returns the taps of one axis of length in: output o reads the inputs o·stride - low + k·dilation.
func Windows(in, out, kernel, stride, dilation, low int) Taps {
	t := Taps{In: in, Out: out, Row: out, Width: kernel, Cells: make([]int32, 0, out*kernel)}
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

// Adaptive returns the taps of out windows over one axis of length in: window o is from ⌊o·in/out⌋ to
// ⌈(o+1)·in/out⌉.
func Adaptive(in, out int) Taps {
	t := Taps{In: in, Out: out, Row: out, Div: make([]float64, out)}
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
	p := Taps{In: t.In * u.In, Out: t.Out * u.Out, Row: u.Row, Width: t.Width * u.Width}
	p.Cells = make([]int32, p.Out*p.Width)
	if t.Weights != nil || u.Weights != nil {
		p.Weights = make([]float64, p.Out*p.Width)
	}
	for o := range t.Out {
		for k := range t.Width {
			p.addRow(&t, &u, o*t.Width+k, (o*u.Out*t.Width+k)*u.Width)
		}
		for v := range u.Out {
			if t.Div != nil || u.Div != nil {
				p.Div = append(p.Div, at(t.Div, o)*at(u.Div, v))
			}
		}
	}
	return p
}

// addRow sets the products of t's k-th cell with all of u's cells; those of u's first output begin at place.
func (p *Taps) addRow(t, u *Taps, k, place int) {
	first, weight := t.Cells[k]*int32(u.In), at(t.Weights, k)
	for v := 0; v < len(u.Cells); v += u.Width {
		cells := p.Cells[place:][:u.Width]
		for j, c := range u.Cells[v:][:len(cells)] {
			if cells[j] = first + c; first|c < 0 {
				cells[j] = -1
			}
		}
		if p.Weights != nil {
			weights := p.Weights[place:][:u.Width]
			for j := range weights {
				weights[j] = weight
			}
			if u.Weights != nil {
				for j, w := range u.Weights[v:][:len(weights)] {
					weights[j] *= w
				}
			}
		}
		place += p.Width
	}
}

// at returns the i-th element of list, or 1 if list is nil.
func at(list []float64, i int) float64 {
	if list == nil {
		return 1
	}
	return list[i]
}

// Whole reports whether t maps a whole plane, in order, to one output.
func (t *Taps) Whole() bool {
	if t.Out != 1 || t.Width != t.In {
		return false
	}
	for i, c := range t.Cells {
		if int(c) != i {
			return false
		}
	}
	return true
}

// Run returns a range of outputs, from lo to hi, of a map of one axis: none uses padding, and the inputs of each are
// step further than those of the one before. lo is the first output without padding.
func (t *Taps) Run() (lo, hi, step int) {
	w := t.Width
	if t.Row != t.Out {
		return 0, 0, 0
	}
	for lo < t.Out && slices.Contains(t.Cells[lo*w:][:w], -1) {
		lo++
	}
	if lo+1 >= t.Out {
		return lo, lo, 0
	}
	step = int(t.Cells[(lo+1)*w] - t.Cells[lo*w])
	for hi = lo + 1; hi < t.Out; hi++ {
		for k, c := range t.Cells[hi*w:][:w] {
			if c < 0 || int(c-t.Cells[(hi-1)*w+k]) != step {
				return lo, hi, step
			}
		}
	}
	return lo, hi, step
}

// Columns returns the map that lays the cells of the windows out: Width rows of Out elements, so that a convolution
// is a matrix product.
func (t Taps) Columns() Taps {
	c := Taps{In: t.In, Out: t.Out * t.Width, Row: t.Row, Width: 1, Cells: make([]int32, len(t.Cells))}
	for o := range t.Out {
		for k := range t.Width {
			c.Cells[k*t.Out+o] = t.Cells[o*t.Width+k]
		}
	}
	return c
}
