package gemm

// Conv is the geometry of a convolution over three spatial axes; where there are fewer, the first ones have In,
// Kernel, Out, Stride and Dilation 1 and Low 0. y[n,o,p] is the sum over channels c and cells q of
// w[o,c,q]·x[n,c,p·Stride+q·Dilation-Low], where x is 0 outside its bounds. A cell is an element (a tap) of the
// kernel. All tensors are contiguous: x is (N, C, In…), w is (O, C/Groups, Kernel…), y is (N, O, Out…).
type Conv struct {
	N, C, O, Groups       int
	In, Kernel, Out       [3]int
	Stride, Dilation, Low [3]int
}

// ConvForward sets y to the convolution of x with w, plus the bias of its channel unless bias is nil.
func ConvForward[T Float](g *Conv, x, w, bias, y []T) {
	if c := channelsOf[T](g, line[T]()); c != nil {
		c.forward(x, w, bias, y)
		return
	}
	s := sweep[T]{
		s: setOf[T](), images: g.N, groups: g.Groups, planes: g.C / g.Groups, channels: g.O / g.Groups,
		in: g.In, grid: g.Out, step: g.Stride, src: x, dst: y, dstPlane: size(g.Out), bias: bias,
	}
	for q := range positions(g.Kernel) {
		s.cells = append(s.cells, axes(func(i int) int { return q[i]*g.Dilation[i] - g.Low[i] }))
	}
	depth := s.planes * len(s.cells)
	s.w = weights[T]{data: w, group: s.channels * depth, channel: depth, plane: len(s.cells), cell: 1}
	s.run()
}

// ConvInput sets dx to the gradient with respect to x, where dy is the gradient of a convolution with w. See phases
// for strides.
func ConvInput[T Float](g *Conv, dy, w, dx []T) {
	if c := channelsOf[T](g, line[T]()); c != nil {
		c.input(dy, w, dx)
		return
	}
	if s := setOf[T](); s.merge != nil && g.scatters() {
		c := scatter[T]{Conv: g, s: s, dy: dy, dx: dx}
		c.run(w)
		return
	}
	newPhases(g, w).run(dy, dx)
}

// phaseGrid returns how many positions of dx are equal to phase modulo the stride.
func (g *Conv) phaseGrid(phase [3]int) [3]int {
	return axes(func(i int) int { return (g.In[i] - phase[i] + g.Stride[i] - 1) / g.Stride[i] })
}

// phaseCells calls f for the cells that the positions of a phase use, with their index in a kernel and the position
// in dy that the first position reads.
func (g *Conv) phaseCells(phase [3]int, f func(n int, at [3]int)) {
	for q := range positions(g.Kernel) {
		at := axes(func(i int) int { return phase[i] + g.Low[i] - q[i]*g.Dilation[i] })
		if at[0]%g.Stride[0] == 0 && at[1]%g.Stride[1] == 0 && at[2]%g.Stride[2] == 0 {
			f(index(q, g.Kernel), axes(func(i int) int { return at[i] / g.Stride[i] }))
		}
	}
}

// axes returns f of each spatial axis.
func axes(f func(axis int) int) [3]int { return [3]int{f(0), f(1), f(2)} }

// size returns the number of positions of a shape.
func size(dims [3]int) int { return dims[0] * dims[1] * dims[2] }

// index returns the offset of a position in memory.
func index(p, dims [3]int) int { return (p[0]*dims[1]+p[1])*dims[2] + p[2] }

// positions iterates over the positions of a shape.
func positions(dims [3]int) func(yield func([3]int) bool) {
	return func(yield func([3]int) bool) {
		for i := range dims[0] {
			for j := range dims[1] {
				for k := range dims[2] {
					if !yield([3]int{i, j, k}) {
						return
					}
				}
			}
		}
	}
}

// within returns the range of positions p, up to n, for which p·step+off is in an axis of the given size.
func within(off, step, size, n int) (from, to int) {
	if off < 0 {
		from = (-off + step - 1) / step
	}
	if off < size {
		to = min(n, (size-1-off)/step+1)
	}
	return min(from, n), max(to, min(from, n))
}
