package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// separate are convolutions that keep channels apart: lines of channels that are full and not, one part and several,
// planes of few positions and of many, all strides, cells that nothing meets, paddings wider than a kernel.
var separate = []*Conv{
	geometry(3, 16, 16, 16, [6]int{9, 3, 1, 1, 1, 1}, [6]int{37, 3, 1, 1, 1, 1}),
	geometry(2, 37, 37, 37, [6]int{10, 3, 2, 1, 1, 1}, [6]int{13, 3, 2, 1, 1, 1}),
	geometry(2, 80, 80, 80, [6]int{7, 5, 1, 1, 2, 2}, [6]int{7, 5, 1, 1, 2, 2}),
	geometry(1, 150, 150, 150, [6]int{8, 3, 3, 2, 2, 3}, [6]int{9, 2, 4, 1, 0, 0}),
	geometry(2, 20, 20, 20, [6]int{2, 4, 1, 1, 3, 3}, [6]int{3, 3, 2, 1, 5, 4}),
	geometry(4, 24, 24, 24, [6]int{90, 7, 2, 1, 3, 3}),
	geometry(1, 18, 18, 18, [6]int{4, 2, 2, 1, 0, 1}, [6]int{5, 3, 1, 1, 1, 1}, [6]int{6, 3, 2, 1, 1, 1}),
	geometry(2, 32, 32, 32, [6]int{60, 3, 1, 1, 1, 1}, [6]int{70, 3, 1, 1, 1, 1}),
	geometry(2, 17, 17, 17, [6]int{6, 1, 1, 1, 0, 0}, [6]int{7, 1, 3, 1, 0, 0}),
	geometry(2, 20, 20, 20, [6]int{5, 3, 1, 1, 1, 1}, [6]int{32, 7, 1, 1, 3, 2}),
	geometry(1, 40, 40, 40, [6]int{3, 2, 1, 1, 1, 0}, [6]int{4, 3, 1, 1, 1, 1}, [6]int{16, 5, 2, 2, 4, 7}),
	geometry(3, 4, 4, 4, [6]int{20, 3, 1, 1, 1, 1}, [6]int{18, 3, 1, 1, 1, 1}),
	geometry(2, 15, 15, 15, [6]int{9, 3, 2, 1, 1, 1}, [6]int{33, 5, 2, 1, 2, 2}),
	geometry(2, 32, 32, 32, [6]int{3, 3, 1, 1, 1, 1}, [6]int{1, 7, 1, 1, 3, 3}),
	geometry(2, 16, 16, 16, [6]int{5, 3, 2, 1, 1, 1}, [6]int{28, 3, 2, 1, 1, 1}),
}

// TestChannels: convolutions by channels have the same bits as other convolutions, also for images with elements that
// are not finite.
func TestChannels(t *testing.T) {
	each(t, func(t *testing.T) {
		for i, g := range separate {
			if sets32[0].channelSums != nil && channelsOf[float32](g, thin) == nil {
				t.Errorf("%+v is not computed by channels", *g)
			}
			r := rand.New(rand.NewPCG(11, uint64(i)))
			fill := random[float32]
			if i%2 == 0 {
				fill = some[float32]
			}
			x, y := fill(r, g.N*g.C*size(g.In)), fill(r, g.N*g.O*size(g.Out))
			w, bias := random[float32](r, g.O*size(g.Kernel)), random[float32](r, g.O)
			if i%3 == 0 { // products so small that they become zeros, of both signs
				scaled(1e-30, x, y, w)
			}
			got, want := everything(g, x, y, w, bias), [][]float32(nil)
			without(func(s *set[float32]) { s.channelSums = nil }, func() { want = everything(g, x, y, w, bias) })
			for k, what := range []string{"forward", "with bias", "input", "filter"} {
				sameBits(t, fmt.Sprintf("%s of %+v", what, *g), got[k], want[k])
			}
		}
	})
}

// scaled multiplies by a number.
func scaled(by float32, all ...[]float32) {
	for _, v := range all {
		for i := range v {
			v[i] *= by
		}
	}
}

// everything returns a convolution, without and with bias, and its gradients.
func everything(g *Conv, x, y, w, bias []float32) [][]float32 {
	all := [][]float32{make([]float32, len(y)), make([]float32, len(y)), make([]float32, len(x)), make([]float32, len(w))}
	ConvForward(g, x, w, nil, all[0])
	ConvForward(g, x, w, bias, all[1])
	ConvInput(g, y, w, all[2])
	ConvFilter(g, x, y, all[3])
	return all
}

// sameBits compares all bits, but of what is not a number.
func sameBits(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i, w := range want {
		if g := got[i]; math.Float32bits(g) != math.Float32bits(w) && (g == g || w == w) {
			t.Errorf("%s: element %d is %v, want %v", what, i, g, w)
			return
		}
	}
}

// FuzzChannels compares the kernels for channels with loops: numbers of vectors and positions, steps, cells, none among
// them.
func FuzzChannels(f *testing.F) { fuzzSets(f, fuzzChannels[float32], fuzzChannels[float64]) }

func fuzzChannels[T Float](t *testing.T, s *set[T], r *rand.Rand) {
	if s.channelSums == nil {
		return
	}
	lanes, line := s.lanes, 64/bytes[T](1)
	vectors, n, step, every := 1+r.IntN(5), r.IntN(20), r.IntN(100), 5*lanes+r.IntN(40)
	x, w, bias, y := some[T](r, 3000), some[T](r, 1000), some[T](r, 5*lanes), some[T](r, 20*every)
	table, want := make([][2]int, 1+r.IntN(12)), append([]T(nil), y...)
	cells := len(table) - r.IntN(2)
	for i := range table {
		table[i] = [2]int{bytes[T](r.IntN(900)), bytes[T](r.IntN(900))}
	}
	for i := range n {
		for lane := range vectors * lanes {
			var sum T
			for _, e := range table[:cells] {
				sum += T(w[e[0]/bytes[T](1)+lane] * x[e[1]/bytes[T](1)+i*step+lane])
			}
			want[i*every+lane] = sum + bias[lane]
		}
	}
	s.channelSums(vectors, n, cells, &w[0], &x[0], &table[0], bytes[T](step), &y[0], bytes[T](every), &bias[0])
	same(t, s.name+" sums", y, want, float64(cells)*largest(w)*largest(x)+largest(bias), cells)
	for i, dots := range s.channelDots {
		got := some[T](r, (i+1)*line)
		want := append([]T(nil), got...)
		for lane := range want {
			var sum T
			for k := range n + 1 {
				sum += T(w[k*20+lane] * x[k*step+lane])
			}
			want[lane] += sum
		}
		dots(n+1, &x[0], bytes[T](step), &w[0], bytes[T](20), &got[0])
		same(t, fmt.Sprintf("%s dots of %d lines", s.name, i+1), got, want, 0, 0)
	}
}
