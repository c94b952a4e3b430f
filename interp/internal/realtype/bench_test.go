package realtype

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"unsafe"
)

type counter struct{ N int }

//go:noinline
func (c *counter) Add(i int) int { return c.N + i }

type adder interface{ Add(int) int }

var (
	total int
	kept  any
)

func add(a []reflect.Value) []reflect.Value {
	return []reflect.Value{reflect.ValueOf(int(reflect.Indirect(a[0]).Field(0).Int() + a[1].Int()))}
}

// BenchmarkCall calls a method through an interface, of each form.
func BenchmarkCall(b *testing.B) {
	build := func(ptr bool, body Body) reflect.Value {
		return reflect.New(namedStruct(b, "T", fields(fld("N", 0)), Method{Name: "Add", Pointer: ptr, Type: ty[func(int) int](), Body: body}))
	}
	made := build(true, Body{Func: add}).Interface()
	plain := reflect.MakeFunc(ty[func(*counter, int) int](), add).Interface().(func(*counter, int) int)
	for _, c := range []struct {
		name string
		x    adder
	}{
		{"compiled", &counter{}},
		{"func of *T", made.(adder)},
		{"func of T", build(false, Body{Func: add}).Elem().Interface().(adder)},
		{"code of *T", build(true, Body{Code: reflect.ValueOf(func(p unsafe.Pointer, i int) int { return *(*int)(p) + i })}).Interface().(adder)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				total += c.x.Add(1)
			}
		})
	}
	b.Run("reflect.MakeFunc", func(b *testing.B) {
		b.ReportAllocs()
		x := &counter{}
		for b.Loop() {
			total += plain(x, 1)
		}
	})
	b.Run("assertion", func(b *testing.B) {
		for b.Loop() {
			if _, ok := made.(adder); ok {
				total++
			}
		}
	})
}

// BenchmarkMake makes structs of two fields with methods, three of five with pointer receivers, and reports
// what they leave in memory. All have one shape, as a type that is declared again and again.
func BenchmarkMake(b *testing.B) {
	for _, methods := range []int{0, 1, 5} {
		b.Run(fmt.Sprint(methods, " methods"), func(b *testing.B) {
			var ms []Method
			for j := range methods {
				ms = append(ms, meth(fmt.Sprint("M", j), j%2 == 0, (func(int) int)(nil), add))
			}
			if used, all := Slots(); all-used < 8*b.N+100 {
				b.Skip("few entry points are left")
			}
			before := inUse()
			for b.Loop() {
				if used, all := Slots(); all-used < 16 {
					b.Fatal("no entry points are left: use -benchtime 2000x")
				}
				typ := namedStruct(b, "T", fields(fld("A", 0), fld("B", "")), ms...)
				kept = reflect.New(typ).Interface()
				if _, ok := kept.(fmt.Stringer); ok {
					b.Fatal("a method String")
				}
			}
			b.ReportMetric(float64(inUse()-before)/float64(b.N), "B/type")
		})
	}
}

// inUse is the memory in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.OtherSys)
}

func BenchmarkSelfTest(b *testing.B) {
	for b.Loop() {
		for _, check := range []func() error{checkStubs, checkTypes, checkParts, checkTables, checkNames} {
			must(b, check())
		}
	}
}
