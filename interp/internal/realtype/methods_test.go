package realtype

import (
	"bytes"
	"container/heap"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
)

type abi1 interface {
	Mix(a int8, b float32, c string, d float64, e [2]int, f struct{ X, Y float64 }, g any, h []byte, i complex128, j error, k func() int, l map[string]int, m uint16, n bool) (int, float64, string, struct{ A, B string }, error)
}
type abi2 interface {
	Var(s string, x ...int) (int, string)
}

func mix(a []reflect.Value) []reflect.Value {
	a = a[1:]
	k := int(a[10].Call(nil)[0].Int())
	n := int(a[0].Int()) + a[4].Index(1).Interface().(int) + k + a[11].Len() + int(a[12].Uint())
	return []reflect.Value{
		reflect.ValueOf(n), reflect.ValueOf(a[1].Float() + a[3].Float() + a[5].Field(1).Float() + real(a[8].Complex())),
		reflect.ValueOf(a[2].String() + fmt.Sprint(a[6].Interface()) + string(a[7].Bytes())), reflect.ValueOf(struct{ A, B string }{"x", fmt.Sprint(a[13].Bool())}), a[9],
	}
}

func str(s string, ptr bool) Method {
	return meth("String", ptr, (func() string)(nil), func([]reflect.Value) []reflect.Value { return vals(s) })
}

func person(t *testing.T) reflect.Type {
	return st(t, fld("Name", ""), fld("age", 0))
}

func TestMethodAbi(tt *testing.T) {
	person := person(tt)
	for _, ptr := range []bool{false, true} {
		t := named(tt, "T", person, meth("Mix", ptr, (func(a int8, b float32, c string, d float64, e [2]int, f struct{ X, Y float64 }, g any, h []byte, i complex128, j error, k func() int, l map[string]int, m uint16, n bool) (int, float64, string, struct{ A, B string }, error))(nil), mix),
			meth("Var", ptr, (func(s string, x ...int) (int, string))(nil), func(a []reflect.Value) []reflect.Value { return vals(a[2].Len(), a[1].String()) }))
		x := reflect.New(t).Interface()
		f := func(x any) {
			e0 := errors.New("e")
			n, fl, s, ab, err := x.(abi1).Mix(-3, 0.5, "c", 1.5, [2]int{1, 10}, struct{ X, Y float64 }{2, 4}, "any", []byte("by"), 8i+16, e0, func() int { return 100 }, map[string]int{"a": 1}, 1000, true)
			is(tt, "mix", fmt.Sprint(n, fl, s, ab, err == e0), "1108 22canyby{x true} true")
			n, s = x.(abi2).Var("s", 1, 2, 3)
			is(tt, "var", fmt.Sprint(n, s), "3s")
		}
		f(x)
		if !ptr {
			f(reflect.ValueOf(x).Elem().Interface())
		}
	}
}

func TestMethodFmtErrors(tt *testing.T) {
	person := person(tt)
	t := named(tt, "E", person, meth("Error", true, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals("err " + a[0].Elem().Field(0).String()) }),
		meth("Unwrap", true, (func() error)(nil), func(a []reflect.Value) []reflect.Value { return vals(io.EOF) }),
		meth("Is", true, (func(error) bool)(nil), func(a []reflect.Value) []reflect.Value { return vals(a[1].Interface() == error(io.ErrNoProgress)) }),
		meth("Timeout", true, (func() bool)(nil), func(a []reflect.Value) []reflect.Value { return vals(true) }),
		meth("Temporary", true, (func() bool)(nil), func(a []reflect.Value) []reflect.Value { return vals(true) }),
		meth("GoString", true, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals("go!") }),
		meth("Format", false, (func(fmt.State, rune))(nil), func(a []reflect.Value) []reflect.Value {
			fmt.Fprintf(a[1].Interface().(fmt.State), "F%c", rune(a[2].Int()))
			return nil
		}))
	p := reflect.New(t)
	p.Elem().Field(0).SetString("n")
	err := fmt.Errorf("wrap: %w", p.Interface().(error))
	is(tt, "text", err.Error(), "wrap: Fv")
	is(tt, "Is", fmt.Sprint(errors.Is(err, io.EOF), errors.Is(err, io.ErrNoProgress), errors.Is(err, io.ErrUnexpectedEOF)), "true true false")
	var ne net.Error
	is(tt, "As", fmt.Sprint(errors.As(err, &ne), ne != nil && ne.Timeout()), "true true")
	target := reflect.New(reflect.PointerTo(t))
	is(tt, "As own", errors.As(err, target.Interface()), true)
	is(tt, "As own", target.Elem().Pointer() == p.Pointer(), true)
}

func TestMethodJsonXmlGobText(tt *testing.T) {
	person := person(tt)
	t := named(tt, "J", person,
		meth("MarshalText", false, (func() ([]byte, error))(nil), func(a []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.ValueOf([]byte("T:" + a[0].Field(0).String())), nilError}
		}),
		meth("UnmarshalText", true, (func([]byte) error)(nil), func(a []reflect.Value) []reflect.Value {
			a[0].Elem().Field(0).SetString("un" + string(a[1].Bytes()))
			return []reflect.Value{nilError}
		}))
	v := reflect.New(t)
	v.Elem().Field(0).SetString("x")
	b, err := json.Marshal(map[string]any{"a": v.Elem().Interface(), "b": v.Interface()})
	is(tt, "json", fmt.Sprint(string(b), err), `{"a":"T:x","b":"T:x"}<nil>`)
	sl := reflect.New(reflect.SliceOf(t))
	is(tt, "un", fmt.Sprint(json.Unmarshal([]byte(`["q","r"]`), sl.Interface()), sl.Elem().Index(1).Field(0)), "<nil> unr")
	mp := reflect.New(reflect.MapOf(t, ty[int]()))
	is(tt, "map key", fmt.Sprint(json.Unmarshal([]byte(`{"k":1}`), mp.Interface()), mp.Elem().Len(), mp.Elem().MapKeys()[0].Field(0)), "<nil> 1 unk")
	b, err = xml.Marshal(v.Interface())
	is(tt, "xml", fmt.Sprint(string(b), err), "<J>T:x</J><nil>")
	var buf bytes.Buffer
	g := named(tt, "G", st(tt, fld("A", 0), fld("B", []string{}), fld("c", 0)))
	gv := reflect.New(g)
	gv.Elem().Field(0).SetInt(4)
	gob.Register(gv.Elem().Interface())
	is(tt, "gob", gob.NewEncoder(&buf).Encode(gv.Interface()), "<nil>")
	g2 := reflect.New(g)
	is(tt, "gob", fmt.Sprint(gob.NewDecoder(&buf).Decode(g2.Interface()), g2.Elem().Field(0)), "<nil> 4")
	_ = v.Interface().(encoding.TextUnmarshaler)
}

func TestMethodSortHeap(tt *testing.T) {
	t := named(tt, "S", ty[[]int](),
		meth("Len", false, (func() int)(nil), func(a []reflect.Value) []reflect.Value { return vals(a[0].Len()) }),
		meth("Less", false, (func(i, j int) bool)(nil), func(a []reflect.Value) []reflect.Value {
			return vals(a[0].Index(int(a[1].Int())).Int() < a[0].Index(int(a[2].Int())).Int())
		}),
		meth("Swap", false, (func(i, j int))(nil), func(a []reflect.Value) []reflect.Value {
			reflect.Swapper(a[0].Interface())(int(a[1].Int()), int(a[2].Int()))
			return nil
		}),
		meth("Push", true, (func(any))(nil), func(a []reflect.Value) []reflect.Value {
			s := a[0].Elem()
			s.Set(reflect.Append(s, a[1].Elem()))
			return nil
		}),
		meth("Pop", true, (func() any)(nil), func(a []reflect.Value) []reflect.Value {
			s := a[0].Elem()
			x := s.Index(s.Len() - 1).Interface()
			s.SetLen(s.Len() - 1)
			return vals(x)
		}))
	p := reflect.New(t)
	h := p.Interface().(heap.Interface)
	for _, x := range []int{5, 2, 8, 1, 9} {
		heap.Push(h, x)
	}
	is(tt, "pop", fmt.Sprint(heap.Pop(h), heap.Pop(h), heap.Pop(h)), "1 2 5")
	s := reflect.ValueOf([]int{3, 1, 2}).Convert(t)
	sort.Sort(sort.Reverse(s.Interface().(sort.Interface)))
	is(tt, "sorted", fmt.Sprint(s), "[3 2 1]")
}

func TestMethodIoHttpFlagSlogDriverTemplate(tt *testing.T) {
	t := named(tt, "W", st(tt, fld("Buf", []byte(nil))),
		meth("Write", true, (func([]byte) (int, error))(nil), func(a []reflect.Value) []reflect.Value {
			f := a[0].Elem().Field(0)
			f.SetBytes(append(f.Bytes(), a[1].Bytes()...))
			return []reflect.Value{reflect.ValueOf(a[1].Len()), nilError}
		}),
		meth("WriteTo", true, (func(io.Writer) (int64, error))(nil), func(a []reflect.Value) []reflect.Value {
			n, _ := a[1].Interface().(io.Writer).Write(a[0].Elem().Field(0).Bytes())
			return []reflect.Value{reflect.ValueOf(int64(n)), nilError}
		}),
		meth("Read", true, (func([]byte) (int, error))(nil), func(a []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.ValueOf(0), reflect.ValueOf(io.EOF)}
		}),
		meth("ServeHTTP", true, (func(http.ResponseWriter, *http.Request))(nil), func(a []reflect.Value) []reflect.Value {
			fmt.Fprint(a[1].Interface().(io.Writer), "served "+a[2].Interface().(*http.Request).URL.Path)
			return nil
		}),
		meth("Set", true, (func(string) error)(nil), func(a []reflect.Value) []reflect.Value {
			a[0].Elem().Field(0).SetBytes([]byte(a[1].String()))
			return []reflect.Value{nilError}
		}),
		meth("String", true, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals("W:" + string(a[0].Elem().Field(0).Bytes())) }),
		meth("LogValue", true, (func() slog.Value)(nil), func(a []reflect.Value) []reflect.Value { return vals(slog.StringValue("logged")) }),
		meth("Value", true, (func() (driver.Value, error))(nil), func(a []reflect.Value) []reflect.Value {
			v := reflect.New(ty[driver.Value]()).Elem()
			v.Set(reflect.ValueOf("val"))
			return []reflect.Value{v, nilError}
		}),
		meth("Add", true, (func(int, ...int) int)(nil), func(a []reflect.Value) []reflect.Value {
			n := int(a[1].Int())
			for i := range a[2].Len() {
				n += int(a[2].Index(i).Int())
			}
			return vals(n)
		}))
	p := reflect.New(t)
	fmt.Fprintf(p.Interface().(io.Writer), "hello %d", 7)
	var b bytes.Buffer
	io.Copy(&b, p.Interface().(io.Reader))
	is(tt, "copied", b.String(), "hello 7")
	srv := httptest.NewRecorder()
	p.Interface().(http.Handler).ServeHTTP(srv, httptest.NewRequest("GET", "/x", nil))
	is(tt, "http", srv.Body, "served /x")
	fs := flag.NewFlagSet("f", flag.ContinueOnError)
	fs.Var(p.Interface().(flag.Value), "w", "usage")
	is(tt, "flag", fs.Parse([]string{"-w", "set"}), "<nil>")
	is(tt, "flag", p.Interface(), "W:set")
	b.Reset()
	slog.New(slog.NewTextHandler(&b, nil)).Info("m", "k", p.Interface())
	is(tt, "slog", strings.Contains(b.String(), "k=logged"), true)
	v, err := driver.DefaultParameterConverter.ConvertValue(p.Interface())
	is(tt, "driver", fmt.Sprint(v, err), "val<nil>")
	b.Reset()
	err = template.Must(template.New("t").Parse(`{{.String}} {{.Add 1 2 3}} {{printf "%s" .}}`)).Execute(&b, p.Interface())
	is(tt, "template", fmt.Sprint(b.String(), err), "W:set 6 W:set<nil>")
}

func TestMethodReflectMethodValuesMethodByName(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, str("v", false), meth("Add", true, (func(int, ...int) int)(nil), func(a []reflect.Value) []reflect.Value { return vals(int(a[1].Int()) + a[2].Len()) }))
	p := reflect.New(t)
	is(tt, "value", p.MethodByName("Add").Call(vals(1, 2, 3))[0], 3)
	f := p.MethodByName("Add").Interface().(func(int, ...int) int)
	is(tt, "method value", f(1, 5, 5, 5), 4)
	g := p.Elem().Method(0).Interface().(func() string)
	is(tt, "method value", g(), "v")
	m, ok := reflect.PointerTo(t).MethodByName("Add")
	is(tt, "type", fmt.Sprint(ok, m.Type, reflect.PointerTo(t).NumMethod(), t.NumMethod()), "true func(*main.T, int, ...int) int 2 1")
}

func TestMethodReflectTypeMethodFuncOfPtrT(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, str("p", true))
	m, _ := reflect.PointerTo(t).MethodByName("String")
	is(tt, "call", m.Func.Call([]reflect.Value{reflect.New(t)})[0], "p")
}

func TestMethodReflectTypeMethodFuncOfT(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, meth("Get", false, (func() string)(nil), func(a []reflect.Value) []reflect.Value { return vals(a[0].Field(0).String()) }))
	m, _ := t.MethodByName("Get")
	v := reflect.New(t).Elem()
	v.Field(0).SetString("x")
	is(tt, "call", m.Func.Call([]reflect.Value{v})[0], "x")
	m, _ = reflect.PointerTo(t).MethodByName("Get")
	is(tt, "call of *T", m.Func.Call([]reflect.Value{v.Addr()})[0], "x")
}

func TestMethodPanics(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, meth("M", true, (func())(nil), func([]reflect.Value) []reflect.Value { panic("boom") }), meth("G", true, (func())(nil), func([]reflect.Value) []reflect.Value {
		runtime.Goexit()
		return nil
	}))
	x := reflect.New(t).Interface().(interface {
		M()
		G()
	})
	func() {
		defer func() {
			is(tt, "recovered", recover(), "boom")
			s := string(debug.Stack())
			is(tt, "trace", strings.Contains(s, "TestMethod"), true)
		}()
		x.M()
	}()
	done := make(chan bool)
	go func() { defer close(done); x.G() }()
	<-done
	var pcs [50]uintptr
	y := named(tt, "T", person, meth("C", true, (func() int)(nil), func([]reflect.Value) []reflect.Value { return vals(runtime.Callers(0, pcs[:])) }))
	n := reflect.New(y).Interface().(interface{ C() int }).C()
	fr := runtime.CallersFrames(pcs[:n])
	var names []string
	for {
		f, more := fr.Next()
		names = append(names, f.Function)
		if !more {
			break
		}
	}
	is(tt, "frames", strings.Contains(strings.Join(names, " "), "TestMethod"), true)
}

func TestMethodRecursion1e5(tt *testing.T) {
	person := person(tt)
	t := begin(tt, home, "T", person, 0, 1)
	setMethods(tt, t, meth("Down", true, (func(int) int)(nil), func(a []reflect.Value) []reflect.Value {
		n := int(a[1].Int())
		if n == 0 {
			return vals(0)
		}
		if n%30000 == 0 {
			runtime.GC()
		}
		return vals(1 + a[0].Interface().(interface{ Down(int) int }).Down(n-1))
	}))
	is(tt, "depth", reflect.New(t).Interface().(interface{ Down(int) int }).Down(100000), 100000)
}

func TestMethodGoroutinesAndPreemption(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, meth("Spin", false, (func(int, string) string)(nil), func(a []reflect.Value) []reflect.Value {
		x := 0
		for i := range int(a[1].Int()) {
			x += i
		}
		return vals(a[2].String() + fmt.Sprint(x&1))
	}))
	var wg sync.WaitGroup
	stop := time.Now().Add(200 * time.Millisecond)
	for range 50 {
		wg.Go(func() {
			x := reflect.New(t).Elem().Interface().(interface{ Spin(int, string) string })
			for i := 0; time.Now().Before(stop); i++ {
				is(tt, "spin", x.Spin(100000, "s"), "s0")
				if i%100 == 0 {
					runtime.GC()
				}
			}
		})
	}
	wg.Wait()
}

func TestMethodPrivateMethodsThroughASessionInterface(tt *testing.T) {
	person := person(tt)
	in := begin(tt, home, "inner", ty[error](), 0, 0)
	setInterface(tt, in, reflect.Method{Name: "area", PkgPath: "main", Type: ty[func() int]()})
	t := begin(tt, home, "T", person, 1, 1)
	setMethods(tt, t, meth("area", false, (func() int)(nil), func([]reflect.Value) []reflect.Value { return vals(42) }))
	is(tt, "implements", fmt.Sprint(t.Implements(in), t.NumMethod(), ty[time.Time]().Implements(in)), "true 0 false")
	_, ok := reflect.New(t).Interface().(interface{ area() int }) // that of this package, path rx/t2methods or main
	is(tt, "a method of another package", ok, false)
}

func TestMethodMethodsAreSetOnce(tt *testing.T) {
	person := person(tt)
	t := named(tt, "T", person, str("a", false))
	is(tt, "error", SetMethods(t, []Method{str("b", false)}), "main.T has its methods already")
}

func TestMethodReplaced(tt *testing.T) {
	person := person(tt)
	cur := "old"
	t := named(tt, "T", person, meth("String", false, (func() string)(nil), func([]reflect.Value) []reflect.Value { return vals(cur) }))
	x := reflect.New(t).Interface().(fmt.Stringer)
	a := x.String()
	cur = "new"
	is(tt, "both", a+x.String(), "oldnew")
}
