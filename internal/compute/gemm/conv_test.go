package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// geometry makes a Conv from what is given: in, kernel, stride, dilation, low and high padding per axis.
func geometry(n, c, o, groups int, spatial ...[6]int) *Conv {
	g := &Conv{N: n, C: c, O: o, Groups: groups}
	for i := range 3 {
		s := [6]int{1, 1, 1, 1, 0, 0}
		if j := i - 3 + len(spatial); j >= 0 {
			s = spatial[j]
		}
		g.In[i], g.Kernel[i], g.Stride[i], g.Dilation[i], g.Low[i] = s[0], s[1], s[2], s[3], s[4]
		g.Out[i] = (s[0]+s[4]+s[5]-s[3]*(s[1]-1)-1)/s[2] + 1
	}
	return g
}

var convs = []*Conv{
	geometry(1, 1, 4, 1, [6]int{5, 3, 1, 1, 0, 0}),
	geometry(2, 3, 5, 1, [6]int{9, 3, 1, 1, 1, 1}, [6]int{11, 3, 1, 1, 1, 1}),
	geometry(2, 1, 6, 1, [6]int{14, 5, 1, 1, 0, 0}, [6]int{14, 5, 1, 1, 0, 0}),
	geometry(3, 6, 16, 1, [6]int{14, 5, 1, 1, 0, 0}, [6]int{14, 5, 1, 1, 0, 0}),
	geometry(1, 16, 33, 1, [6]int{13, 3, 2, 1, 1, 0}, [6]int{18, 3, 3, 1, 1, 1}),
	geometry(2, 13, 40, 1, [6]int{10, 2, 2, 2, 0, 1}, [6]int{40, 4, 1, 3, 2, 5}),
	geometry(2, 8, 12, 2, [6]int{6, 3, 1, 1, 1, 1}, [6]int{7, 1, 1, 1, 0, 0}),
	geometry(2, 6, 6, 6, [6]int{8, 3, 2, 1, 1, 1}, [6]int{9, 3, 1, 2, 1, 1}),
	geometry(2, 4, 2, 1, [6]int{8, 3, 1, 1, 1, 1}, [6]int{9, 3, 2, 1, 1, 1}),
	geometry(1, 3, 8, 1, [6]int{5, 2, 1, 1, 1, 0}, [6]int{6, 3, 2, 1, 1, 1}, [6]int{7, 3, 1, 2, 2, 2}),
	geometry(5, 9, 7, 1, [6]int{1, 1, 3, 1, 0, 0}, [6]int{5, 1, 3, 1, 0, 0}),
	geometry(1, 2, 4, 1, [6]int{2500, 3, 1, 1, 1, 1}),
	geometry(1, 20, 50, 1, [6]int{3, 3, 1, 1, 1, 1}, [6]int{3, 3, 1, 1, 1, 1}),
	geometry(5, 14, 120, 1, [6]int{8, 4, 1, 1, 0, 0}, [6]int{9, 4, 1, 1, 0, 0}),
	geometry(2, 6, 240, 2, [6]int{9, 4, 1, 2, 0, 0}, [6]int{9, 5, 1, 1, 1, 1}),
	geometry(1, 2, 1040, 1, [6]int{4, 3, 1, 1, 0, 0}, [6]int{5, 4, 1, 1, 0, 0}, [6]int{6, 4, 1, 1, 0, 0}),
	geometry(2, 20, 17, 1, [6]int{13, 3, 1, 1, 1, 1}, [6]int{18, 3, 1, 1, 1, 1}),
	geometry(3, 34, 36, 2, [6]int{11, 3, 1, 1, 1, 1}, [6]int{12, 3, 1, 1, 0, 2}),
	geometry(3, 8, 16, 8, [6]int{9, 3, 2, 1, 1, 1}, [6]int{37, 3, 2, 1, 1, 1}),
	geometry(2, 9, 9, 9, [6]int{8, 3, 1, 1, 1, 1}, [6]int{19, 5, 3, 2, 4, 4}),
	geometry(1, 3, 9, 1, [6]int{23, 7, 2, 1, 3, 3}, [6]int{70, 7, 2, 1, 3, 3}),
	geometry(2, 5, 6, 1, [6]int{7, 1, 2, 1, 0, 0}, [6]int{8, 1, 2, 1, 0, 0}),
	geometry(3, 40, 40, 40, [6]int{9, 3, 2, 1, 1, 1}, [6]int{37, 3, 3, 2, 1, 1}),
	geometry(1, 384, 64, 2, [6]int{33, 1, 1, 1, 0, 0}, [6]int{32, 1, 1, 1, 0, 0}),
	geometry(1, 90, 90, 90, [6]int{7, 3, 1, 1, 1, 1}, [6]int{7, 3, 1, 1, 1, 1}),
	geometry(3, 4, 4, 2, [6]int{5, 3, 3, 1, 1, 1}, [6]int{9, 2, 2, 1, 0, 0}, [6]int{28, 3, 2, 1, 1, 1}),
	geometry(2, 1, 1, 1, [6]int{525_001, 2, 3, 1, 0, 0}), // phases of one image at a time
}

// meet calls f for every product of the sums: places in x, w and y.
func (g *Conv) meet(f func(x, w, y int)) {
	per, channels := g.O/g.Groups, g.C/g.Groups
	for n := range g.N {
		for o := range g.O {
			for p := range positions(g.Out) {
				for c := range channels {
					for q := range positions(g.Kernel) {
						at := axes(func(i int) int { return p[i]*g.Stride[i] + q[i]*g.Dilation[i] - g.Low[i] })
						if at[0] < 0 || at[0] >= g.In[0] || at[1] < 0 || at[1] >= g.In[1] || at[2] < 0 || at[2] >= g.In[2] {
							continue
						}
						f((n*g.C+o/per*channels+c)*size(g.In)+index(at, g.In), g.kernel(o, c)+index(q, g.Kernel), (n*g.O+o)*size(g.Out)+index(p, g.Out))
					}
				}
			}
		}
	}
}

func random[T Float](r *rand.Rand, n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = T(r.NormFloat64())
	}
	return v
}

func TestConv(t *testing.T) {
	each(t, func(t *testing.T) {
		t.Run("float32", func(t *testing.T) { testConv[float32](t, 1e-5) })
		t.Run("float64", func(t *testing.T) { testConv[float64](t, 1e-13) })
	})
}

func testConv[T Float](t *testing.T, tolerance float64) {
	r := rand.New(rand.NewPCG(5, 6))
	for i, g := range convs {
		defer par.Limit(par.Limit(1 + i%3))
		x, w := random[T](r, g.N*g.C*size(g.In)), random[T](r, g.O*(g.C/g.Groups)*size(g.Kernel))
		y := random[T](r, g.N*g.O*size(g.Out))
		wantX, wantW, wantY := make([]float64, len(x)), make([]float64, len(w)), make([]float64, len(y))
		g.meet(func(i, j, k int) {
			wantX[i] += float64(w[j]) * float64(y[k])
			wantW[j] += float64(x[i]) * float64(y[k])
			wantY[k] += float64(x[i]) * float64(w[j])
		})
		got := random[T](r, len(x))
		ConvInput(g, y, w, got)
		near(t, fmt.Sprintf("input of %+v", *g), got, wantX, tolerance)
		got = random[T](r, len(w))
		ConvFilter(g, x, y, got)
		near(t, fmt.Sprintf("filter of %+v", *g), got, wantW, tolerance)
		bias := random[T](r, g.O)
		for i := range wantY {
			wantY[i] += float64(bias[i/size(g.Out)%g.O])
		}
		ConvForward(g, x, w, bias, y)
		near(t, fmt.Sprintf("forward of %+v", *g), y, wantY, tolerance)
	}
}

func near[T Float](t *testing.T, what string, got []T, want []float64, tolerance float64) {
	t.Helper()
	scale := 1.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i, v := range got {
		if !(math.Abs(float64(v)-want[i]) <= tolerance*scale) {
			t.Errorf("%s: element %d is %v, want %v", what, i, v, want[i])
			return
		}
	}
}

func TestConvOnAnyNumberOfProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, g := range convs {
		x, w := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*(g.C/g.Groups)*size(g.Kernel))
		y := random[float32](r, g.N*g.O*size(g.Out))
		results := func(workers int) (all []float32) {
			defer par.Limit(par.Limit(workers))
			for _, f := range []func(to []float32){
				func(to []float32) { ConvForward(g, x, w, nil, to[:len(y)]) },
				func(to []float32) { ConvInput(g, y, w, to[:len(x)]) },
				func(to []float32) { ConvFilter(g, x, y, to[:len(w)]) },
			} {
				to := make([]float32, max(len(x), len(w), len(y)))
				f(to)
				all = append(all, to...)
			}
			return all
		}
		one, many := results(1), results(5)
		for i := range one {
			if one[i] != many[i] {
				t.Fatalf("%+v: element %d is %v on one processor, %v on five", *g, i, one[i], many[i])
			}
		}
	}
}

func BenchmarkConv(b *testing.B) {
	sq := func(h, k, p int) [6]int { return [6]int{h, k, 1, 1, p, p} }
	for name, g := range map[string]*Conv{
		"lenet1": geometry(32, 1, 6, 1, sq(28, 5, 0), sq(28, 5, 0)),
		"lenet2": geometry(32, 6, 16, 1, sq(14, 5, 0), sq(14, 5, 0)),
		"r16_32": geometry(32, 16, 32, 1, sq(32, 3, 1), sq(32, 3, 1)),
		"k4":     geometry(32, 120, 240, 1, sq(12, 4, 0), sq(12, 4, 0)),
		"r64k3":  geometry(8, 64, 64, 1, sq(56, 3, 1), sq(56, 3, 1)),
		"r256k3": geometry(8, 256, 256, 1, sq(14, 3, 1), sq(14, 3, 1)),
		"r256k1": geometry(8, 256, 64, 1, sq(56, 1, 0), sq(56, 1, 0)),
	} {
		r := rand.New(rand.NewPCG(7, 8))
		x, w := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*(g.C/g.Groups)*size(g.Kernel))
		y := random[float32](r, g.N*g.O*size(g.Out))
		flops := 2 * float64(len(y)) * float64(g.C/g.Groups*size(g.Kernel))
		for what, f := range map[string]func(){
			"forward": func() { ConvForward(g, x, w, nil, y) },
			"input":   func() { ConvInput(g, y, w, x) },
			"filter":  func() { ConvFilter(g, x, y, w) },
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				defer par.Limit(par.Limit(1))
				for b.Loop() {
					f()
				}
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

// TestStridesByLines checks that convolutions with strides have the same bits by lines and by panels of positions:
// 7×7 and 3×3 of an image, strides along some axes, dilations, paddings wider than a kernel, one band and several,
// rows that no cell is in, planes with one row of positions.
func TestStridesByLines(t *testing.T) {
	each(t, func(t *testing.T) {
		for i, g := range []*Conv{
			geometry(2, 3, 32, 1, [6]int{61, 7, 2, 1, 3, 3}, [6]int{64, 7, 2, 1, 3, 3}),
			geometry(2, 3, 16, 1, [6]int{64, 3, 2, 1, 1, 1}, [6]int{61, 3, 2, 1, 1, 1}),
			geometry(1, 6, 10, 2, [6]int{17, 4, 3, 2, 4, 5}, [6]int{18, 3, 1, 1, 1, 1}),
			geometry(2, 2, 5, 1, [6]int{9, 2, 1, 1, 0, 0}, [6]int{20, 5, 3, 2, 7, 4}),
			geometry(2, 4, 9, 1, [6]int{7, 3, 2, 1, 1, 1}, [6]int{9, 3, 2, 1, 1, 1}, [6]int{11, 3, 2, 1, 1, 1}),
			geometry(3, 4, 8, 4, [6]int{8, 1, 4, 1, 0, 0}, [6]int{40, 2, 2, 1, 0, 0}),
			geometry(2, 5, 7, 1, [6]int{100, 3, 2, 1, 1, 1}),
			geometry(2, 1, 3, 1, [6]int{300, 70, 1, 1, 0, 0}),
			geometry(1, 2, 1, 1, [6]int{90, 40, 1, 2, 45, 51}),
			geometry(2, 6, 10, 2, [6]int{101, 25, 3, 2, 30, 8}),
			geometry(1, 3, 5, 1, [6]int{5, 7, 3, 1, 1, 1}, [6]int{50, 9, 2, 1, 12, 0}),
			geometry(2, 2, 4, 1, [6]int{6, 3, 1, 1, 1, 1}, [6]int{4, 4, 1, 1, 0, 0}, [6]int{9, 5, 1, 1, 2, 2}),
		} {
			r := rand.New(rand.NewPCG(13, uint64(i)))
			x, w := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*(g.C/g.Groups)*size(g.Kernel))
			got, want := make([]float32, g.N*g.O*size(g.Out)), make([]float32, g.N*g.O*size(g.Out))
			ConvForward(g, x, w, nil, got)
			without(func(s *set[float32]) { s.listed = nil }, func() { ConvForward(g, x, w, nil, want) })
			sameBits(t, fmt.Sprintf("%+v", *g), got, want)
		}
	})
}

// TestOneRowIsCopiedOnce checks that a row of positions is copied once for each remainder of the stride, not once for
// each cell.
func TestOneRowIsCopiedOnce(t *testing.T) {
	each(t, func(t *testing.T) {
		for stride := 1; stride <= 2; stride++ {
			s := &sweep[float32]{
				s: sets32[0], images: 1, groups: 1, planes: 1, channels: 1, in: [3]int{1, 1, 8000},
				grid: [3]int{1, 1, 7601 / stride}, step: [3]int{1, 1, stride},
			}
			for x := range 400 {
				s.cells = append(s.cells, [3]int{0, 0, x})
			}
			if l := newLines(s); l != nil && len(l.across)*l.apart > 9000 {
				t.Errorf("with stride %d, %d copies of %d elements", stride, len(l.across), l.apart)
			}
		}
	})
}

// without calls f with sets that lack something.
func without(drop func(s *set[float32]), f func()) {
	keep := sets32
	defer func() { sets32 = keep }()
	s := *sets32[0]
	drop(&s)
	sets32 = []*set[float32]{&s}
	f()
}
