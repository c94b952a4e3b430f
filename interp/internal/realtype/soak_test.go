package realtype

import (
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	soakFor = flag.Duration("soak", 0, "how long to call methods while the collector runs (0: half a second)")
	anyway  = flag.Bool("anyway", false, "soak in a build in which the collector can free arguments, to see that it shows")
	storm   = flag.Bool("storm", false, "send the signal of preemption to all threads meanwhile (Linux)")
)

// thing is what arguments point to; the collector writes over it when it is freed, under clobberfree=1.
type thing struct {
	mark int
	_    [6]int
}

//go:noinline
func fresh(n int) *thing { return &thing{mark: n} }

// large does not fit in registers.
type large struct {
	N [4]int
	P *thing
	S string
}

type (
	onStack interface {
		M(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12 *thing) int
	}
	inRegisters interface {
		M(a1, a2, a3, a4, a5, a6, a7, a8 *thing) int
	}
	mixedArgs interface {
		M(l large, a *thing, s []*thing, m any, f func() int, t string, u float64, x ...*thing) int
	}
	results interface {
		M(n int) (r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12 *thing)
	}
	mixedResults interface {
		M(n int) (large, *thing, []*thing, any, error, string)
	}
)

// sum adds up the marks of all things among the arguments, looking twice at each. Things are numbered, so that
// one that was lost shows.
func sum(args []reflect.Value) []reflect.Value {
	total := 0
	add := func(x *thing) {
		if x.mark < 0 || x.mark > 100 {
			panic(fmt.Sprintf("an argument was freed: %x", x.mark))
		}
		total += x.mark
	}
	for range 2 {
		total = 0
		for _, v := range args[1:] {
			switch x := v.Interface().(type) {
			case *thing:
				add(x)
			case []*thing:
				for _, y := range x {
					add(y)
				}
			case large:
				add(x.P)
				total += len(x.S)
			case func() int:
				total += x()
			case string:
				total += len(x)
			}
		}
	}
	return vals(total)
}

// hammer calls f in several goroutines while the collector runs all the time.
func hammer(t *testing.T, d time.Duration, f func(goroutine int)) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var wg sync.WaitGroup
	var calls, collections atomic.Int64
	stop := time.Now().Add(d)
	for g := range 6 {
		wg.Go(func() {
			for time.Now().Before(stop) {
				f(g)
				calls.Add(1)
			}
		})
	}
	wg.Go(func() {
		for time.Now().Before(stop) {
			runtime.GC()
			collections.Add(1)
		}
	})
	if *storm {
		go bombard(stop)
	}
	wg.Wait()
	if *soakFor > 0 {
		fmt.Printf("%s: %d calls, %d collections in %v\n", t.Name(), calls.Load(), collections.Load(), d)
	}
}

// soaks are the cases; each returns a call and what it returns.
func soaks(t *testing.T) map[string]func(g int) {
	one := fields(fld("A", 0), fld("P", &thing{}))
	typ := func(ptr bool, fn any, f Func) reflect.Value {
		return reflect.New(namedStruct(t, "T", one, meth("M", ptr, fn, f)))
	}
	manyResults := func(a []reflect.Value) []reflect.Value {
		l := make([]reflect.Value, 12)
		for i := range l {
			l[i] = reflect.ValueOf(fresh(i))
		}
		return l
	}
	cases := map[string]func(int){}
	for _, ptr := range []bool{true, false} {
		kind := map[bool]string{true: "*T ", false: "T "}[ptr]
		hold := func(v reflect.Value) any {
			if ptr {
				return v.Interface()
			}
			return v.Elem().Interface()
		}
		stack := hold(typ(ptr, (func(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12 *thing) int)(nil), sum)).(onStack)
		cases[kind+"stack"] = func(int) { is(t, "stack", stackCall(stack), 78) }
		regs := hold(typ(ptr, (func(a1, a2, a3, a4, a5, a6, a7, a8 *thing) int)(nil), sum)).(inRegisters)
		cases[kind+"registers"] = func(int) { is(t, "registers", registerCall(regs), 36) }
		mix := hold(typ(ptr, (func(l large, a *thing, s []*thing, m any, f func() int, t string, u float64, x ...*thing) int)(nil), sum)).(mixedArgs)
		cases[kind+"mixed"] = func(int) { is(t, "mixed", mixedCall(mix), 1+2+3+4+5+6+7+8+3+5) }
		res := hold(typ(ptr, (func(int) (r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12 *thing))(nil), manyResults)).(results)
		cases[kind+"results"] = func(int) { is(t, "results", resultCall(res), 66) }
		mres := hold(typ(ptr, (func(int) (large, *thing, []*thing, any, error, string))(nil), func(a []reflect.Value) []reflect.Value {
			err := reflect.New(ty[error]()).Elem()
			err.Set(reflect.ValueOf(io.EOF))
			return append(vals(large{P: fresh(1)}, fresh(2), []*thing{fresh(3)}, fresh(4)), err, reflect.ValueOf(fmt.Sprint(a[1].Int())))
		})).(mixedResults)
		cases[kind+"mixed results"] = func(g int) { is(t, "mixed results", mixedResultCall(mres, g), 1+2+3+4) }
		cases[kind+"growing stack"] = func(g int) {
			done := make(chan int)
			go func() { deep(g*37%90, func() { done <- stackCall(stack) }) }()
			is(t, "growing", <-done, 78)
		}
		cases[kind+"reflection"] = func(int) {
			in := make([]reflect.Value, 12)
			for i := range in {
				in[i] = reflect.ValueOf(fresh(i + 1))
			}
			is(t, "reflection", reflect.ValueOf(stack).Method(0).Call(in)[0], 78)
			f := reflect.ValueOf(regs).Method(0).Interface().(func(a1, a2, a3, a4, a5, a6, a7, a8 *thing) int)
			is(t, "method value", f(fresh(1), fresh(2), fresh(3), fresh(4), fresh(5), fresh(6), fresh(7), fresh(8)), 36)
			m := reflect.TypeOf(regs).Method(0)
			is(t, "method of type", m.Func.Call(append([]reflect.Value{reflect.ValueOf(regs)}, in[:8]...))[0], 36)
		}
	}
	return cases
}

func stackCall(x onStack) int {
	return x.M(fresh(1), fresh(2), fresh(3), fresh(4), fresh(5), fresh(6), fresh(7), fresh(8), fresh(9), fresh(10), fresh(11), fresh(12))
}

func registerCall(x inRegisters) int {
	return x.M(fresh(1), fresh(2), fresh(3), fresh(4), fresh(5), fresh(6), fresh(7), fresh(8))
}

func mixedCall(x mixedArgs) int {
	n := fresh(5)
	return x.M(large{P: fresh(1), S: "abc"}, fresh(2), []*thing{fresh(3), fresh(4)}, fresh(8), func() int { return n.mark }, "hello", 1.5, fresh(6), fresh(7))
}

func resultCall(x results) int {
	a, b, c, d, e, f, g, h, i, j, k, l := x.M(1)
	return a.mark + b.mark + c.mark + d.mark + e.mark + f.mark + g.mark + h.mark + i.mark + j.mark + k.mark + l.mark
}

func mixedResultCall(x mixedResults, n int) int {
	a, b, c, d, err, s := x.M(n)
	if err != io.EOF || s != fmt.Sprint(n) {
		return -1
	}
	return a.P.mark + b.mark + c[0].mark + d.(*thing).mark
}

func deep(n int, f func()) {
	var a [64]byte
	a[n%64] = 1
	if n == 0 {
		f()
		return
	}
	deep(n-1, f)
	_ = a
}

// TestSoak calls methods with fresh pointers while the collector runs. With -soak it does so for that time;
// scripts/soak-types.sh runs it in the builds in which a fault shows soonest.
func TestSoak(t *testing.T) {
	if err := CheckBuild(); err != nil && !*anyway {
		t.Skip(err)
	}
	cases := soaks(t)
	d := 20 * time.Millisecond
	if *soakFor > 0 {
		d = *soakFor / time.Duration(len(cases)+1)
		fmt.Println("soak", os.Getenv("GODEBUG"), underRace, runtime.Version())
	}
	for name, f := range cases {
		t.Run(name, func(t *testing.T) { hammer(t, d, f) })
	}
	t.Run("all at once", func(t *testing.T) {
		list := make([]func(int), 0, len(cases))
		for _, f := range cases {
			list = append(list, f)
		}
		var n atomic.Int64
		hammer(t, d, func(g int) { list[int(n.Add(1))%len(list)](g) })
	})
}

// TestTypesMadeMeanwhile makes types while others are used and the collector runs.
func TestTypesMadeMeanwhile(t *testing.T) {
	var mu sync.Mutex
	n := 0
	hammer(t, 100*time.Millisecond, func(g int) {
		mu.Lock()
		n++
		more := n <= 200
		mu.Unlock()
		if !more {
			runtime.Gosched()
			return
		}
		typ := namedStruct(t, fmt.Sprint("T", g), fields(fld("A", 0), fld("P", &thing{})), meth("M", false, (func(a1, a2, a3, a4, a5, a6, a7, a8 *thing) int)(nil), sum))
		x := reflect.New(typ)
		x.Elem().Field(1).Set(reflect.ValueOf(fresh(3)))
		y := x.Elem().Interface()
		runtime.GC()
		is(t, "sum", registerCall(y.(inRegisters)), 36)
		is(t, "field", reflect.ValueOf(y).Field(1).Interface().(*thing).mark, 3)
	})
}
