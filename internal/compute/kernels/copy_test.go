package kernels

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestSteppedVectors compares what is copied two elements apart with a plain loop, up to the last element of memory.
func TestSteppedVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(4, 5))
		for _, n := range lengths() {
			for _, beyond := range []int{0, 1, 40} {
				src := integers[uint32](r, max(0, 2*n-1)+beyond+n%3)
				got, want := make([]uint32, n), make([]uint32, n)
				for i := range want {
					want[i] = src[n%3+2*i]
				}
				if Stepped(got, src, n%3, 2); !slices.Equal(got, want) {
					t.Fatalf("%d elements, %d beyond: %v, want %v", n, beyond, got, want)
				}
			}
		}
	})
}

// TestCopyRows compares copies with a loop over the elements, of every size: rows of all lengths, many and few, of
// turned, reversed and repeated elements.
func TestCopyRows(t *testing.T) {
	all := [][3]int{{2, 300, 3}, {3, 130, 16}, {1, 70, 63}, {2, 65, 64}, {4, 5, 6}, {300, 1, 8}, {7, 1, 1}, {2, 0, 3}, {40, 3, 17}, {33, 2, 5}}
	for n := range 70 {
		all = append(all, [3]int{2, 3, n})
	}
	for _, dims := range all {
		t.Run("1 byte", func(t *testing.T) { copiesRows[int8](t, dims) })
		t.Run("2 bytes", func(t *testing.T) { copiesRows[int16](t, dims) })
		t.Run("4 bytes", func(t *testing.T) { copiesRows[int32](t, dims) })
		t.Run("8 bytes", func(t *testing.T) { copiesRows[int64](t, dims) })
		t.Run("16 bytes", func(t *testing.T) { copiesRows[string](t, dims) })
	}
}

func copiesRows[T comparable](t *testing.T, dims [3]int) {
	size := dims[0] * dims[1] * dims[2]
	src := someElements[T](2*size + 1)
	own := []int{dims[1] * dims[2], dims[2], 1}
	for _, strides := range [][]int{
		{size / max(1, dims[0]), 1, dims[1]},
		{dims[1] * dims[2], dims[2], 1},
		{0, 1, 0},
		{1, dims[0], -1},
		{2, -2, 2},
		{0, 0, 0},
		{2 * own[0], 2 * dims[2], 1},
		{2 * own[0], 2 * dims[2], 2},
		{own[0], -own[1], 1},
	} {
		from := 0
		for i, s := range strides {
			from += max(0, -s*(dims[i]-1))
		}
		got, want := make([]T, size+2), make([]T, size+2)
		for i := range dims[0] {
			for j := range dims[1] {
				for k := range dims[2] {
					want[1+i*own[0]+j*own[1]+k] = src[from+i*strides[0]+j*strides[1]+k*strides[2]]
				}
			}
		}
		if Copy(got, 1, own, src, from, strides, dims[:]); !slices.Equal(got, want) {
			t.Fatalf("%v, strides %v", dims, strides)
		}
	}
}

// someElements returns n elements that differ from those beside them.
func someElements[T any](n int) []T {
	list := make([]T, n)
	for i := range list {
		switch p := any(&list[i]).(type) {
		case *int8:
			*p = int8(i%127 + 1)
		case *int16:
			*p = int16(i + 1)
		case *int32:
			*p = int32(i + 1)
		case *int64:
			*p = int64(i + 1)
		case *string:
			*p = strconv.Itoa(i + 1)
		}
	}
	return list
}
