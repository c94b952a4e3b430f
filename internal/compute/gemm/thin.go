package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// thin is the number of channels per group below which a vector of channels would be mostly empty. The gradients of
// such kernels are computed plane by plane.
const thin = 4

// span is a run of positions of y that read x through one cell.
type span struct{ cell, x, y, n int }

// spans appends all spans to all.
func (g *Conv) spans(all []span) []span {
	for q := range positions(g.Kernel) {
		off := axes(func(i int) int { return q[i]*g.Dilation[i] - g.Low[i] })
		cell := index(q, g.Kernel)
		from, to := within(off[2], g.Stride[2], g.In[2], g.Out[2])
		za, zb := within(off[0], g.Stride[0], g.In[0], g.Out[0])
		ya, yb := within(off[1], g.Stride[1], g.In[1], g.Out[1])
		for z := za; z < zb && from < to; z++ {
			for y := ya; y < yb; y++ {
				x := index([3]int{z*g.Stride[0] + off[0], y*g.Stride[1] + off[1], from*g.Stride[2] + off[2]}, g.In)
				all = append(all, span{cell, x, index([3]int{z, y, from}, g.Out), to - from})
			}
		}
	}
	return all
}

// kernel returns the offset of the cells for channel c of a group of x and channel o of y.
func (g *Conv) kernel(o, c int) int { return (o*(g.C/g.Groups) + c) * size(g.Kernel) }

// plane returns the i-th plane of a stack.
func plane[T Float](data []T, i int, dims [3]int) []T { return data[i*size(dims):][:size(dims)] }

func thinFilter[T Float](g *Conv, x, dy, dw []T) {
	spans, channels, step := g.spans(nil), g.C/g.Groups, g.Stride[2]
	par.Do(g.O*channels, func(t int) {
		o, c := t/channels, t%channels
		kernel := dw[g.kernel(o, c):][:size(g.Kernel)]
		clear(kernel)
		for n := range g.N {
			interrupt.Check()
			from, grad := plane(x, n*g.C+o/(g.O/g.Groups)*channels+c, g.In), plane(dy, n*g.O+o, g.Out)
			for _, s := range spans {
				kernel[s.cell] += dotRow(grad[s.y:s.y+s.n], from[s.x:], step)
			}
		}
	})
}

// dotRow returns the sum of the products of y and every step-th element of x.
func dotRow[T Float](y, x []T, step int) (sum T) {
	for i, e := range y {
		sum += T(e * x[i*step])
	}
	return sum
}
