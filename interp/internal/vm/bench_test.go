package vm_test

import (
	"testing"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// BenchmarkCalls measures calls between code and compiled Go.
func BenchmarkCalls(b *testing.B) {
	p := load(b, &vm.Host{}, `import ("sort"; "math")
func id(n int) int { return n }
func native(n int) { for i := range n { math.Hypot(float64(i), 1) } }
func static(n int) { for range n { id(1) } }
func callback(n int) { k := 0; sort.Search(1<<n, func(i int) bool { k++; return false }) }
func maps(n int) { m := map[int]int{}; for i := range n { m[i&63]++ } }
func lookups(n int) int { m := map[string]string{"a": "b"}; k := 0; for range n { k += len(m["a"]) }; return k }
`, nil)
	b.Run("from Go", func(b *testing.B) {
		f := value[func(int) int](p, "id")
		for b.Loop() {
			f(1)
		}
	})
	for _, c := range []struct{ name, f string }{{"code to code", "static"}, {"to Go", "native"}, {"map", "maps"}} {
		b.Run(c.name, func(b *testing.B) { value[func(int)](p, c.f)(b.N) })
	}
	b.Run("lookup", func(b *testing.B) { value[func(int) int](p, "lookups")(b.N) })
	b.Run("callback", func(b *testing.B) {
		f := value[func(int)](p, "callback")
		for b.Loop() {
			f(50)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/50, "ns/call")
	})
}
