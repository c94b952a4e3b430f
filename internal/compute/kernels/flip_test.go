package kernels

import (
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestCopyFlipped copies stacks of transposed matrices, of all sizes of tiles, to rows in their order and backward, by
// every set of kernels and without.
func TestCopyFlipped(t *testing.T) {
	t.Run("plain", func(t *testing.T) {
		words, longs := flipWords, flipLongs
		defer func() { flipWords, flipLongs = words, longs }()
		flipWords, flipLongs = nil, nil
		copiesFlipped[int32](t)
		copiesFlipped[int64](t)
	})
	eachSet(t, func(t *testing.T, s *simd.Set) {
		defer useVectors(simd.Sets()[0])
		useVectors(s)
		copiesFlipped[int32](t)
		copiesFlipped[int64](t)
	})
	t.Run("2 bytes", copiesFlipped[int16])
}

func copiesFlipped[T int16 | int32 | int64](t *testing.T) {
	for _, n := range []int{8, 9, 16, 23, 48, 128, 130} {
		for _, m := range []int{8, 15, 32, 65, 160, 300} {
			copyFlippedRows[T](t, n, m, false)
			copyFlippedRows[T](t, n, m, true)
		}
	}
	for _, d := range [][4]int{{2, 16, 28, 28}, {1, 9, 3, 5}, {3, 33, 1, 17}, {2, 8, 4, 2}, {2, 16, 0, 4}} {
		copyImages[T](t, d[0], d[1], d[2], d[3])
	}
}

// copyImages copies images with their channels first to such with their channels last, and back.
func copyImages[T int16 | int32 | int64](t *testing.T, n, c, h, w int) {
	t.Helper()
	first, last, back := make([]T, n*c*h*w), make([]T, n*c*h*w), make([]T, n*c*h*w)
	for i := range first {
		first[i] = T(i + 1)
	}
	Copy(last, 0, []int{c * h * w, w * c, c, 1}, first, 0, []int{c * h * w, w, 1, h * w}, []int{n, h, w, c})
	Copy(back, 0, []int{c * h * w, h * w, w, 1}, last, 0, []int{c * h * w, 1, w * c, c}, []int{n, c, h, w})
	for i, v := range last {
		image, pixel, channel := i/(h*w*c), i/c%(h*w), i%c
		if want := first[(image*c+channel)*h*w+pixel]; v != want {
			t.Fatalf("channels last, %dx%dx%dx%d: element %d is %d, want %d", n, c, h, w, i, v, want)
		}
	}
	if !slices.Equal(back, first) {
		t.Fatalf("channels first again, %dx%dx%dx%d: %v, want %v", n, c, h, w, back, first)
	}
}

func copyFlippedRows[T int16 | int32 | int64](t *testing.T, n, m int, backward bool) {
	t.Helper()
	const gap = 3 // between the rows of dst
	src, dst := make([]T, 2*n*m), make([]T, 2*n*(m+gap))
	for i := range src {
		src[i] = T(i + 1)
	}
	dims, first, to, from := []int{2, n, m}, 0, []int{n * (m + gap), m + gap, 1}, []int{n * m, 1, n}
	if backward {
		first, to[1] = (n-1)*(m+gap), -(m + gap)
	}
	Copy(dst, first, to, src, 0, from, dims)
	for k, v := range dst {
		b, i, j := k/(n*(m+gap)), k/(m+gap)%n, k%(m+gap)
		row := i
		if backward {
			row = n - 1 - i
		}
		want := T(b*n*m + j*n + row + 1)
		if j >= m {
			want = 0
		}
		if v != want {
			t.Fatalf("%dx%d, backward %v: element [%d, %d, %d] is %d, want %d", n, m, backward, b, i, j, v, want)
		}
	}
}

func BenchmarkTranspose1024(b *testing.B) {
	const n = 1024
	src, dst := make([]float32, n*n), make([]float32, n*n)
	for b.Loop() {
		Copy(dst, 0, []int{n, 1}, src, 0, []int{1, n}, []int{n, n})
	}
	b.ReportMetric(n*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gelem/s")
}
