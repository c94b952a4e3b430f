package tensor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// placeTypes are dtypes of all sizes.
var placeTypes = []tensor.DType{
	tensor.Float32, tensor.Float64, tensor.Int8, tensor.Float16, tensor.Complex128, tensor.Bool,
}

// TestPlaces compares rows that indices select, set and add along every axis with loops over the elements, for
// numbers of indices around those that are in memory at once, of both types, negative or out of range.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	for _, k := range []int{0, 1, 5, 255, 256, 257, 600} {
		for _, dims := range [][]int{{7}, {1, 9}, {4, 3, 17}, {3, 40, 1}, {2, 0}} {
			for axis := range dims {
				for _, dt := range placeTypes {
					if dims[axis] > 0 {
						comparePlacesAlong(t, r, dims, axis, k, dt)
					}
				}
			}
		}
	}
}

func comparePlacesAlong(t *testing.T, r *rand.Rand, dims []int, axis, k int, dt tensor.DType) {
	t.Helper()
	n, outer, inner := dims[axis], 1, 1
	for i, d := range dims {
		if i < axis {
			outer *= d
		} else if i > axis {
			inner *= d
		}
	}
	index := make([]int32, k)
	for i := range index {
		index[i] = int32(r.IntN(2*n) - n)
	}
	values, source := make([]float64, outer*n*inner), make([]float64, outer*k*inner)
	for i := range values {
		values[i] = float64(r.IntN(3))
	}
	for i := range source {
		source[i] = float64(r.IntN(2))
	}
	got, set, added := make([]float64, len(source)), slices.Clone(values), slices.Clone(values)
	for i := range source {
		o, j, in := i/(k*inner), i/inner%k, i%inner
		at := (o*n+(int(index[j])+n)%n)*inner + in
		got[i], set[at] = values[at], source[i]
		added[at] += source[i]
	}
	wide := slices.Clone(dims)
	wide[axis] = k
	x := tensor.New(values).AsType(dt).Reshape(dims...)
	src := tensor.New(source).AsType(dt).Reshape(wide...)
	at := append(slices.Repeat([]any{tensor.All()}, axis), nil)
	for _, ix := range []*tensor.Tensor{tensor.New(index), tensor.New(index).AsType(tensor.Int64)} {
		at[axis] = ix
		what := fmt.Sprintf("%d of %v along %d, %v", k, dims, axis, dt)
		holds(t, "Gather "+what, x.Gather(ix, axis), got, dt, wide)
		holds(t, "WithAt "+what, x.WithAt(src, at...), set, dt, dims)
		holds(t, "AddAt "+what, x.AddAt(src, at...), added, dt, dims)
		back := slices.Repeat([]int{0}, len(dims))
		for i := range back {
			back[i] = len(dims) - 1 - i
		}
		flipped := x.Transpose(back...).Clone().Transpose(back...) // other strides
		holds(t, "Gather flipped "+what, flipped.Gather(ix, axis), got, dt, wide)
		if k > 0 {
			comparesWrong(t, r, x, src, index, axis, ix.DType())
		}
	}
}

// comparesWrong checks that the first index out of range is named, and that nothing was set.
func comparesWrong(t *testing.T, r *rand.Rand, x, src *tensor.Tensor, index []int32, axis int, dt tensor.DType) {
	t.Helper()
	wrong, n := slices.Clone(index), int32(x.Dim(axis))
	first := r.IntN(len(wrong))
	wrong[first] = []int32{n, -n - 1, 1 << 30}[r.IntN(3)]
	wrong[len(wrong)-1] = wrong[first] + max(0, int32(len(wrong)-1-first))
	want := fmt.Sprintf("index %d is out of bounds for dimension with size %d", wrong[first], n)
	ix := tensor.New(wrong).AsType(dt)
	at := append(slices.Repeat([]any{tensor.All()}, axis), ix)
	before := x.Clone()
	for _, f := range []func(){
		func() { x.Gather(ix, axis) }, func() { x.WithAt(src, at...) },
		func() { x.AddAt(src, at...) }, func() { x.SetAt(src, at...) },
	} {
		if got := fault(f); !strings.Contains(got, want) {
			t.Errorf("indices %v: %q, want %q", wrong, got, want)
		}
	}
	if !x.Equal(before).All().Bool() {
		t.Errorf("indices %v changed the tensor", wrong)
	}
}

func fault(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func holds(t *testing.T, what string, got *tensor.Tensor, want []float64, dt tensor.DType, dims []int) {
	t.Helper()
	right := tensor.New(want).AsType(dt).Reshape(dims...)
	if got.DType() != dt || !slices.Equal(got.Shape(), right.Shape()) || !got.Equal(right).All().Bool() {
		t.Fatalf("%s: %v, want %v", what, got, right)
	}
}

// TestPlacesTogether compares indices for several axes, some of them broadcast, and along one axis beside the place
// itself, with loops.
func TestPlacesTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	for range 60 {
		a, b, m, k := 1+r.IntN(20), 1+r.IntN(20), 1+r.IntN(40), 1+r.IntN(40)
		x := tensor.Arange(float64(a*b)).Reshape(a, b)
		full, row, wide := make([]int64, m*k), make([]int64, k), make([]int64, m*k)
		for i := range full {
			full[i], wide[i] = int64(r.IntN(2*a)-a), int64(r.IntN(2*b)-b)
		}
		for i := range row {
			row[i] = int64(r.IntN(2*b) - b)
		}
		i, j, all := tensor.New(full).Reshape(m, k), tensor.New(row), tensor.New(wide).Reshape(m, k)
		short, pairs := make([]float64, m*k), make([]float64, m*k)
		for p := range pairs {
			at := (int(full[p]) + a) % a * b
			short[p], pairs[p] = float64(at+(int(row[p%k])+b)%b), float64(at+(int(wide[p])+b)%b)
		}
		holds(t, "broadcast", x.At(i, j), short, x.DType(), []int{m, k})
		holds(t, "pairs", x.At(i, all), pairs, x.DType(), []int{m, k})
		holds(t, "GatherNd", x.GatherNd(tensor.Stack([]*tensor.Tensor{i, all}, -1)), pairs, x.DType(), []int{m, k})
		if k > b {
			continue
		}
		below := make([]float64, m*k)
		for p := range below {
			below[p] = float64((int(full[p])+a)%a*b + p%k)
		}
		holds(t, "GatherElements", x.GatherElements(0, i), below, x.DType(), []int{m, k})
		product := tensor.Ones(a, b).AsType(x.DType())
		want := slices.Repeat([]float64{1}, a*b)
		for p, at := range below {
			want[int(at)] *= float64(1 + p%2)
		}
		twos := tensor.Arange(float64(m*k)).Mod(tensor.Scalar(2.0)).Add(tensor.Scalar(1.0)).AsType(x.DType()).Reshape(m, k)
		if k%2 == 0 {
			holds(t, "mul", product.ScatterReduce(0, i, twos, "mul"), want, x.DType(), []int{a, b})
		}
	}
}
