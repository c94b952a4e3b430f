package realtype

import (
	"fmt"
	"hash/maphash"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"unsafe"
	"weak"
)

func numbered(tt *testing.T) reflect.Type {
	return named(tt, "T", st(tt, fld("N", 0), fld("s", ""), fld("P", new(int))), meth("String", false, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals(fmt.Sprint("T", a[0].Field(0).Int())) }))
}

func val(t reflect.Type, n int) any {
	v := reflect.New(t).Elem()
	v.Field(0).SetInt(int64(n))
	return v.Interface()
}

func TestUseEqualityHashesUniqueDeepEqual(tt *testing.T) {
	t := numbered(tt)
	is(tt, "deep", fmt.Sprint(reflect.DeepEqual(val(t, 1), val(t, 1)), reflect.DeepEqual(val(t, 1), val(t, 2)), reflect.DeepEqual(val(t, 1), val(numbered(tt), 1))), "true false false")
	s := maphash.MakeSeed()
	a, b := val(t, 1), val(t, 1)
	is(tt, "maphash", maphash.Comparable(s, a) == maphash.Comparable(s, b), true)
	is(tt, "unique", unique.Make(a) == unique.Make(b), true)
	var m sync.Map
	m.Store(val(t, 1), 2)
	_, ok := m.Load(val(t, 1))
	is(tt, "sync.Map", ok, true)
	var v atomic.Value
	v.Store(val(t, 1))
	func() {
		defer func() { is(tt, "other type", recover() != nil, true) }()
		v.Store(val(numbered(tt), 1))
	}()
}

func TestUseGoDeferMethodValuesOfCompiledCode(tt *testing.T) {
	var n atomic.Int64
	t := named(tt, "G", st(tt, fld("A", 0)), meth("Run", true, (func(int))(nil), func(a []reflect.Value) []reflect.Value { n.Add(a[1].Int()); return nil }),
		Method{Name: "Recover", Pointer: true, Type: ty[func()](), Body: Body{Code: reflect.ValueOf(func(unsafe.Pointer) { recover() })}})
	x := reflect.New(t).Interface().(interface {
		Run(int)
		Recover()
	})
	var wg sync.WaitGroup
	for range 1000 {
		wg.Add(1)
		go func() { defer wg.Done(); go x.Run(1); defer x.Run(1); f := x.Run; f(1) }()
	}
	wg.Wait()
	for range 1000 {
		if n.Load() == 3000 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	is(tt, "n", n.Load(), 3000)
	func() {
		defer func() { is(tt, "recover() in deferred code stops the panic", recover() == nil, !underRace) }()
		defer x.Recover()
		panic("p")
	}()
}

func TestUseCleanupsAndWeakEnds(tt *testing.T) {
	t := numbered(tt)
	var n atomic.Int64
	for range 100 {
		p := reflect.New(t)
		runtime.SetFinalizer(p.Interface(), nil)
		reflect.ValueOf(runtime.SetFinalizer).Call([]reflect.Value{p, reflect.MakeFunc(reflect.FuncOf([]reflect.Type{reflect.PointerTo(t)}, nil, false), func([]reflect.Value) []reflect.Value { n.Add(1); return nil })})
	}
	for range 5 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	is(tt, "finalized", n.Load() > 90, true)
}

func TestUseSelectAppendCopyBigChannels(tt *testing.T) {
	t := named(tt, "B", st(tt, fld("A", [200]int{}), fld("P", new(int))))
	c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, t), 3)
	_, _, _ = reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: c, Send: reflect.New(t).Elem()}})
	_, v, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: c}})
	is(tt, "recv", fmt.Sprint(v.Type(), ok), "main.B true")
	s := reflect.MakeSlice(reflect.SliceOf(t), 0, 0)
	for i := range 1000 {
		x := reflect.New(t).Elem()
		x.Field(1).Set(reflect.ValueOf(&i))
		s = reflect.Append(s, x)
	}
	runtime.GC()
	is(tt, "append", *s.Index(777).Field(1).Interface().(*int), 777)
}

func TestUseNegativeAssertionThenNewTypeWithTheMethod(tt *testing.T) {
	old := begin(tt, home, "T", st(tt, fld("N", 0), fld("s", "")), 1, 1)
	v := reflect.New(old)
	v.Elem().Field(0).SetInt(4)
	_, ok := v.Interface().(fmt.Stringer)
	is(tt, "before", ok, false)
	t := named(tt, "T", st(tt, fld("N", 0), fld("s", "")), meth("String", true, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals(fmt.Sprint("T", a[0].Elem().Field(0).Int())) }))
	must(tt, SameLayout(old, t))
	w := reflect.NewAt(t, v.UnsafePointer()) // the same variable under its new type
	is(tt, "after", w.Interface().(fmt.Stringer).String(), "T4")
	v.Elem().Field(0).SetInt(5)
	is(tt, "shared", fmt.Sprint(w.Interface()), "T5")
}

func TestUseAMethodReplacedWhileItIsCalled(tt *testing.T) {
	for _, ptr := range []bool{false, true} {
		mk := func(s string) Method {
			return meth("String", ptr, (func() string)(nil), func([]reflect.Value) []reflect.Value { return vals(s) })
		}
		t := named(tt, "T", st(tt, fld("N", 0)), mk("a"))
		x := reflect.New(t).Interface().(fmt.Stringer)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 20000 {
					if s := x.String(); len(s) != 1 {
						panic(s)
					}
				}
			})
		}
		for i := range 2000 {
			if err := SetBody(t, "String", "", mk(string(rune('a'+i%26))).Body); err != nil {
				panic(err)
			}
		}
		wg.Wait()
		must(tt, SetBody(t, "String", "", mk("z").Body))
		is(tt, "last", x.String(), "z")
	}
}

func TestUseMadeAtOnceByMany(tt *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 100 {
				t := begin(tt, home, fmt.Sprint("T", g, "_", i), st(tt, fld("N", 0)), 1, 1)
				setMethods(tt, t, meth("String", false, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals(strings.Repeat("x", g)) }))
				is(tt, "s", fmt.Sprint(reflect.New(t).Interface()), strings.Repeat("x", g))
			}
		})
	}
	wg.Wait()
}

func TestUsePoolWeakCleanup(tt *testing.T) {
	t := numbered(tt)
	pool := sync.Pool{New: func() any { return val(t, 3) }}
	pool.Put(val(t, 3))
	is(tt, "pool", fmt.Sprint(pool.Get(), pool.Get()), "T3 T3")
	p := reflect.New(t)
	w := weak.Make((*int)(p.UnsafePointer()))
	is(tt, "weak", w.Value() == (*int)(p.UnsafePointer()), true)
	var n atomic.Int64
	for range 50 {
		runtime.AddCleanup((*int)(reflect.New(t).UnsafePointer()), func(int) { n.Add(1) }, 0)
	}
	for range 20 {
		runtime.GC()
		if n.Load() > 40 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	is(tt, "cleaned up", n.Load() > 40, true)
	runtime.KeepAlive(p)
}
