package tensor_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestPicks compares what masks and indices of single elements select, set and add with loops over the elements.
func TestPicks(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, dims := range [][]int{{1}, {50}, {1, 7}, {6, 1}, {9, 13}, {3, 4, 5}} {
		n := 1
		for _, d := range dims {
			n *= d
		}
		values, source, truth, index := make([]float32, n), make([]float32, n), make([]bool, n), make([]int32, n)
		inner := dims[len(dims)-1]
		for i := range n {
			values[i], source[i] = r.Float32(), r.Float32()
			truth[i], index[i] = r.IntN(3) == 0, int32(r.IntN(2*inner)-inner)
		}
		x, src := tensor.New(values).Reshape(dims...), tensor.New(source).Reshape(dims...)
		mask := tensor.New(truth).Reshape(dims...)
		comparePlaces(t, x, mask, values, truth)
		gathered, set, added := make([]float32, n), slices.Clone(values), slices.Clone(values)
		for i := range n {
			at := i - i%inner + (int(index[i])+inner)%inner
			gathered[i] = values[at]
			set[at] = source[i]
			added[at] += source[i]
		}
		short := tensor.New(index).Reshape(dims...)
		for _, at := range []*tensor.Tensor{short, short.AsType(tensor.Int64)} {
			equalFloats(t, "GatherElements", x.GatherElements(-1, at), gathered)
			equalFloats(t, "Scatter", x.Scatter(-1, at, src), set)
			equalFloats(t, "ScatterAdd", x.ScatterAdd(-1, at, src), added)
		}
	}
}

// comparePlaces compares what is not zero, and what a mask selects, with loops.
func comparePlaces(t *testing.T, x, mask *tensor.Tensor, values []float32, truth []bool) {
	t.Helper()
	dims := x.Shape()
	var chosen []float32
	var places []int64
	for i, v := range truth {
		if !v {
			continue
		}
		chosen = append(chosen, values[i])
		row := make([]int64, len(dims))
		for k, rest := len(dims)-1, i; k >= 0; k-- {
			row[k], rest = int64(rest%dims[k]), rest/dims[k]
		}
		places = append(places, row...)
	}
	equalFloats(t, "MaskedSelect", x.MaskedSelect(mask), chosen)
	equalFloats(t, "At", x.At(mask), chosen)
	if got := mask.Nonzero(); !slices.Equal(got.Int64s(), places) {
		t.Errorf("Nonzero of shape %v: %v, want %v", dims, got.Int64s(), places)
	}
}

func equalFloats(t *testing.T, what string, got *tensor.Tensor, want []float32) {
	t.Helper()
	if !slices.Equal(got.Float32s(), want) {
		t.Errorf("%s of shape %v: %v, want %v", what, got.Shape(), got.Float32s(), want)
	}
}
