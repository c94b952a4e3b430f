package maker

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

var kept any

// BenchmarkDeclaredAnew declares a struct with five methods, two with value receivers, again and again, with another
// field each time, and reports what a generation leaves: with its declaration forgotten, and with all kept.
func BenchmarkDeclaredAnew(b *testing.B) {
	for _, c := range []struct {
		name, text   string
		code, forget bool
	}{
		{"another name", "F%d int", false, true},
		{"another layout", "F [%d]int", false, true},
		{"another name, code", "F%d int", true, true},
		{"another layout, code", "F [%d]int", true, true},
		{"nothing forgotten", "F%d int", false, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := New(lookup, session)
			var cells []*types.TypeName
			declare := func(i int) {
				pkg := load(b, fmt.Sprintf("package main\ntype T struct { N int; "+c.text+" }\nfunc (T) Get() int { return 0 }\nfunc (T) String() string { return \"\" }\n"+
					"func (*T) Set(int) {}\nfunc (t *T) Self() *T { return t }\nfunc (*T) Add(int, string) error { return nil }\n", i))
				n := pkg.Scope().Lookup("T").Type().(*types.Named)
				typ := typeOf(b, m, pkg, "T")
				for f := range n.Methods() {
					body := realtype.Body{Func: func([]reflect.Value) []reflect.Value { return nil }}
					if c.code {
						code := func() { panic("not called") }
						body = realtype.Body{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&code))}
					}
					if err := m.SetBody(n, f, body); err != nil {
						b.Fatal(err)
					}
				}
				kept = reflect.New(typ).Interface()
				_, _ = kept.(error)
				_ = kept.(fmt.Stringer)
				if cells = append(cells, n.Obj()); c.forget {
					if _, err := m.Forget(cells...); err != nil {
						b.Fatal(err)
					}
					cells = nil
				}
			}
			declare(0)
			before, slots := inUse(), used()
			b.ResetTimer()
			for i := range b.N {
				declare(i + 1)
			}
			b.StopTimer()
			b.ReportMetric(float64(inUse()-before)/float64(b.N), "B/generation")
			b.ReportMetric(float64(used()-slots)/float64(b.N), "entry-points/generation")
		})
	}
}

func used() int {
	n, _ := realtype.Slots()
	return n
}

// inUse is the memory in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.OtherSys)
}
