package cpu

import "testing"

// TestCopyFlipped copies stacks of transposed matrices, of all sizes of tiles.
func TestCopyFlipped(t *testing.T) {
	for _, n := range []int{8, 9, 16, 23, 130} {
		for _, m := range []int{8, 15, 65, 300} {
			src := make([]int32, 2*n*m)
			for i := range src {
				src[i] = int32(i)
			}
			dst := make([]int32, len(src))
			dims, to, from := []int{2, n, m}, []int{n * m, m, 1}, []int{n * m, 1, n}
			Copy(dst, 0, to, src, 0, from, dims)
			for k, v := range dst {
				b, i, j := k/(n*m), k/m%n, k%m
				if want := int32(b*n*m + j*n + i); v != want {
					t.Fatalf("%dx%d: element [%d, %d, %d] is %d, want %d", n, m, b, i, j, v, want)
				}
			}
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
