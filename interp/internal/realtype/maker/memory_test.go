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

// anew is how a struct with five methods, two with value receivers, is declared again and again.
type anew struct {
	name, field string // the field that differs, with a number
	closures    bool
	forget      bool
}

var (
	declaredAnew = []anew{
		{"another name", "F%d int", true, true},
		{"another layout", "F [%d]int", true, true},
		{"another name, by reflection", "F%d int", false, true},
		{"another layout, by reflection", "F [%d]int", false, true},
		{"another name, nothing forgotten", "F%d int", true, false},
	}
	kept any
)

// leaves declares the struct n times and returns what each time leaves.
func (c anew) leaves(t testing.TB, n int) (bytes, slots float64) {
	m := New(lookup)
	var old *types.TypeName
	declare := func(i int) {
		pkg := load(t, fmt.Sprintf("package main\ntype T struct {\n\tN int\n\t"+c.field+"\n}\nfunc (T) Get() int { return 0 }\nfunc (T) String() string { return \"\" }\n"+
			"func (*T) Set(int) {}\nfunc (t *T) Self() *T { return t }\nfunc (*T) Add(int, string) error { return nil }\n", i))
		now := pkg.Scope().Lookup("T").(*types.TypeName)
		typ := typeOf(t, m, pkg, "T")
		code := func() { panic("not called") }
		body := realtype.Body{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&code))}
		if !c.closures {
			body = realtype.Body{Func: func([]reflect.Value) []reflect.Value { return nil }}
		}
		for _, name := range []string{"Get", "String", "Set", "Self", "Add"} {
			setBody(t, m, pkg, "T", name, body)
		}
		kept = reflect.New(typ).Interface()
		_, _ = kept.(error)
		_ = kept.(fmt.Stringer)
		if c.forget && old != nil {
			if _, err := m.Forget(old); err != nil {
				t.Fatal(err)
			}
		}
		old = now
	}
	for i := range 3 {
		declare(n + i)
	}
	before, used := inUse()
	for i := range n {
		declare(i)
	}
	after, usedNow := inUse()
	runtime.KeepAlive(m)
	return float64(after-before) / float64(n), float64(usedNow-used) / float64(n)
}

// inUse is the memory in use, and the entry points.
func inUse() (bytes int64, slots int) {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	slots, _ = realtype.Slots()
	return int64(m.HeapAlloc + m.OtherSys), slots
}

// TestDeclaredAnew bounds what redefinitions leave.
func TestDeclaredAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector, which runs with -short, all methods are called by reflection")
	}
	for _, c := range declaredAnew {
		if !c.forget {
			continue
		}
		bytes, slots := c.leaves(t, 1000)
		most, points := 4096.0, 7.0
		if !c.closures {
			most = 7500
		}
		if bytes > most || slots != points {
			t.Errorf("%s: a generation leaves %.0f bytes and takes %.1f entry points, at most %.0f and %.0f expected", c.name, bytes, slots, most, points)
		}
	}
}

// BenchmarkDeclaredAnew measures it: with -benchtime 10000x, one at a time, as entry points last for a process.
func BenchmarkDeclaredAnew(b *testing.B) {
	for _, c := range declaredAnew {
		b.Run(c.name, func(b *testing.B) {
			bytes, slots := c.leaves(b, b.N)
			b.ReportMetric(bytes, "B/generation")
			b.ReportMetric(slots, "entry-points/generation")
		})
	}
}
