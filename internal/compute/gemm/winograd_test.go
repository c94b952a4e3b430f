package gemm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// wide are convolutions of 3×3 cells with many channels: sides that are odd, rows of few and of many tiles, groups,
// several blocks of planes.
var wide = []*Conv{
	geometry(2, 18, 17, 1, [6]int{7, 3, 1, 1, 1, 1}, [6]int{18, 3, 1, 1, 1, 1}),
	geometry(3, 40, 50, 2, [6]int{7, 3, 1, 1, 1, 1}, [6]int{8, 3, 1, 1, 0, 2}),
	geometry(3, 260, 16, 1, [6]int{4, 3, 1, 1, 1, 1}, [6]int{10, 3, 1, 1, 2, 1}),
	geometry(1, 16, 30, 1, [6]int{6, 3, 1, 1, 0, 0}, [6]int{70, 3, 1, 1, 0, 0}),
}

// transforming calls f with transformations whatever they cost, or without.
func transforming(yes bool, f func()) {
	keep := sets32
	defer func() { sets32 = keep }()
	s := *sets32[0]
	s.tileCost = -1e6
	if !yes {
		s.tilesIn = nil
	}
	sets32 = []*set[float32]{&s}
	f()
}

// eachTransforming calls f with every set that has transformations. The one in Go is among them on any processor.
func eachTransforming(t *testing.T, f func(t *testing.T)) {
	keep := sets32
	defer func() { sets32 = keep }()
	for i, s := range keep {
		if s.tilesIn != nil {
			sets32 = keep[i:]
			t.Run(s.name, f)
		}
	}
}

// TestTransformed checks that transformed convolutions have fewer roundings than others: a millionth of the largest
// is less than the latter keep.
func TestTransformed(t *testing.T) {
	eachTransforming(t, func(t *testing.T) {
		for _, g := range wide {
			r := rand.New(rand.NewPCG(7, 8))
			x, w, bias := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*(g.C/g.Groups)*size(g.Kernel)), random[float32](r, g.O)
			y, plainly, dx := random[float32](r, g.N*g.O*size(g.Out)), make([]float32, g.N*g.O*size(g.Out)), make([]float32, len(x))
			wantX, wantY := make([]float64, len(x)), make([]float64, len(y))
			for i := range wantY {
				wantY[i] = float64(bias[i/size(g.Out)%g.O])
			}
			g.meet(func(i, j, k int) {
				wantX[i] += float64(w[j]) * float64(y[k])
				wantY[k] += float64(x[i]) * float64(w[j])
			})
			transforming(true, func() {
				ConvInput(g, y, w, dx)
				near(t, "input", dx, wantX, 1e-6)
				ConvForward(g, x, w, bias, y)
				near(t, "forward", y, wantY, 1e-6)
			})
			transforming(false, func() { ConvForward(g, x, w, bias, plainly) })
			if equal(y, plainly) {
				t.Errorf("%+v was not transformed", *g)
			}
		}
	})
}

func equal(a, b []float32) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// TestTransformedNotFinite: elements that are not finite, or whose sums of four are not, affect the same results as
// without transformations.
func TestTransformedNotFinite(t *testing.T) {
	eachTransforming(t, func(t *testing.T) {
		for _, v := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), 3e38} {
			notFinite(t, wide[0], float32(v))
		}
	})
}

// notFinite compares a convolution by g of what has v at some places by both ways.
func notFinite(t *testing.T, g *Conv, v float32) {
	r := rand.New(rand.NewPCG(9, 8))
	x, w := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*g.C*size(g.Kernel))
	for i := range w {
		w[i] /= 1e6
	}
	for i := range 4 {
		x[2000+i] = v
	}
	y, want := make([]float32, g.N*g.O*size(g.Out)), make([]float32, g.N*g.O*size(g.Out))
	transforming(true, func() { ConvForward(g, x, w, nil, y) })
	transforming(false, func() { ConvForward(g, x, w, nil, want) })
	same(t, "forward", y, want, 0, 0)
}

// dealt returns parts with the tiles of each vector in the order that the set keeps them in, or from that order in
// their own: AVX2 exchanges the second and the third pair of eight.
func (s *set[T]) dealt(v []T, planes, row, part int) []T {
	v = append([]T(nil), v...)
	if s.name != "avx2" {
		return v
	}
	for p := range planes {
		for i := range parts {
			four := v[p*row+i*part+2:][:4]
			four[0], four[1], four[2], four[3] = four[2], four[3], four[0], four[1]
		}
	}
	return v
}

// FuzzTransforms compares the transformations with their twins, bit for bit.
func FuzzTransforms(f *testing.F) {
	fuzzSets(f, fuzzTransforms[float32], fuzzTransforms[float64])
}

func fuzzTransforms[T Float](t *testing.T, s *set[T], r *rand.Rand) {
	if s.tilesIn == nil {
		return
	}
	const planes, row, part = 3, 40, 200
	lanes := s.lanes
	for pieces := 1; pieces <= maxPieces; pieces++ {
		table, src := make([][2]int, 8*pieces), some[T](r, 600)
		for i := range table { // the pieces of a vector, of any place
			from := i % pieces * 2 * lanes / pieces
			table[i] = [2]int{bytes[T](r.IntN(200) - from), int(full(from+r.IntN(2*lanes/pieces+1)) &^ full(from))}
		}
		got := make([]T, parts*part)
		want := append([]T(nil), got...)
		s.tilesIn[pieces-1](planes, &src[40], bytes[T](150), &got[0], bytes[T](row), bytes[T](part), &table[0])
		plainTilesIn[T](lanes)[pieces-1](planes, &src[40], bytes[T](150), &want[0], bytes[T](row), bytes[T](part), &table[0])
		want = s.dealt(want, planes, row, part)
		same(t, "tiles in", got, want, 0, 0)
		for i := range table { // they must not overlap
			table[i][0] = bytes[T](40*i + r.IntN(8) - i%pieces*2*lanes/pieces)
		}
		y, bias, add := random[T](r, 1200), random[T](r, planes), r.IntN(2)
		wantY := append([]T(nil), y...)
		if r.IntN(2) == 0 {
			got = random[T](r, len(got))
		}
		bad := s.tilesOut[pieces-1](planes, &got[0], bytes[T](row), bytes[T](part), &y[40], bytes[T](350), &table[0], &bias[0], add)
		natural := s.dealt(got, planes, row, part)
		wantBad := plainTilesOut[T](lanes)[pieces-1](planes, &natural[0], bytes[T](row), bytes[T](part), &wantY[40], bytes[T](350), &table[0], &bias[0], add)
		same(t, "tiles out", y, wantY, 0, 0)
		if (bad != 0) != (wantBad != 0) {
			t.Errorf("not finite: %b, want %b", bad, wantBad)
		}
	}
	w, n := some[T](r, 64*12), 1+r.IntN(3)
	got, want := make([]T, parts*64), make([]T, parts*64)
	for _, cell := range []int{1, -1} {
		s.tilesOf(n, &w[9], bytes[T](11), bytes[T](cell), &got[0], bytes[T](64))
		plainTilesOf(lanes*n, &w[9], bytes[T](11), bytes[T](cell), &want[0], bytes[T](64))
		same(t, "weights", got, want, 0, 0)
	}
}
