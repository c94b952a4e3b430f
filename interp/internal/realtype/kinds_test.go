package realtype

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestKindBasics(tt *testing.T) {
	for n, u := range map[string]reflect.Type{
		"Int": ty[int](), "Str": ty[string](), "F": ty[float32](), "B": ty[bool](), "C": ty[complex128](), "Sl": ty[[]int](), "Ar": ty[[3]int](),
		"Mp": ty[map[string]int](), "Fn": ty[func(int) int](), "Ch": ty[chan int](), "St": ty[struct{ A, B int }](), "Z": ty[struct{}](), "A0": ty[[0]int](),
	} {
		t := named(tt, n, u, stringer)
		x := boxed(t, nil)
		is(tt, n+" name", t.Name()+" "+t.String()+" "+t.PkgPath(), n+" main."+n+" main")
		is(tt, n+" String", x.(interface{ String() string }).String(), "S<"+u.Kind().String()+">")
		is(tt, n+" *T", reflect.New(t).Interface().(interface{ String() string }).String(), "S<"+u.Kind().String()+">")
		is(tt, n+" %T", fmt.Sprintf("%T", x), "main."+n)
		is(tt, n+" conv", reflect.Zero(t).Convert(u).Type() == u && u.ConvertibleTo(t), true)
		is(tt, n+" comparable", t.Comparable(), u.Comparable())
		if u.Name() == "" {
			is(tt, n+" assignable", u.AssignableTo(t), true)
		}
		s := reflect.MakeSlice(reflect.SliceOf(t), 3, 3)
		is(tt, n+" slice", s.Index(2).Interface().(interface{ String() string }).String(), "S<"+u.Kind().String()+">")
		c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, t), 2)
		c.Send(reflect.Zero(t))
		v, _ := c.Recv()
		is(tt, n+" chan", v.Type(), t)
		_ = reflect.New(reflect.ArrayOf(4, t)).Elem().Index(3).Interface().(interface{ String() string }).String()
	}
	p := named(tt, "P", reflect.PointerTo(ty[int]()))
	n := 5
	is(tt, "named pointer", *(*int)(reflect.ValueOf(&n).Convert(p).UnsafePointer()), 5)
}

// The shapes that the runtime stores in the data word of an interface itself.
func direct(tt *testing.T, u reflect.Type, set func(v reflect.Value)) {
	t := named(tt, "D", u, meth("Get", false, (func() int)(nil), func(a []reflect.Value) []reflect.Value {
		runtime.GC()
		v := a[0]
		for v.Kind() == reflect.Struct || v.Kind() == reflect.Array {
			if v.Kind() == reflect.Struct {
				v = v.Field(v.NumField() - 1)
			} else {
				v = v.Index(0)
			}
		}
		if v.Kind() == reflect.Map {
			return vals(v.Len())
		}
		return vals(*(*int)(v.UnsafePointer()))
	}), meth("PGet", true, (func() int)(nil), func(a []reflect.Value) []reflect.Value { return vals(a[0].Elem().NumMethod()) }))
	x := boxed(t, set)
	is(tt, "call", x.(interface{ Get() int }).Get(), 7)
	p := reflect.New(t)
	p.Elem().Set(reflect.ValueOf(x))
	is(tt, "call *T", p.Interface().(interface{ Get() int }).Get(), 7)
	is(tt, "call *T PGet", p.Interface().(interface{ PGet() int }).PGet(), 1)
	is(tt, "reflect", reflect.ValueOf(x).Method(0).Call(nil)[0], 7)
	is(tt, "reflect *T", p.Method(0).Call(nil)[0], 7)
}

var (
	seven    = 7
	sevenMap = map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}
)

func TestKindDirectStructPtrT(tt *testing.T) {
	direct(tt, st(tt, fld("P", &seven)), func(v reflect.Value) { v.Field(0).Set(reflect.ValueOf(&seven)) })
}

func TestKindDirectStructMap(tt *testing.T) {
	direct(tt, st(tt, fld("P", sevenMap)), func(v reflect.Value) { v.Field(0).Set(reflect.ValueOf(sevenMap)) })
}

func TestKindDirectStructStructPtrT(tt *testing.T) {
	direct(tt, st(tt, fld("S", struct{ P *int }{})), func(v reflect.Value) { v.Field(0).Field(0).Set(reflect.ValueOf(&seven)) })
}

func TestKindDirect1PtrT(tt *testing.T) {
	direct(tt, ty[[1]*int](), func(v reflect.Value) { v.Index(0).Set(reflect.ValueOf(&seven)) })
}

func TestKindDirectAfterEmpty(tt *testing.T) {
	direct(tt, st(tt, fld("Z", struct{}{}), fld("P", &seven)), func(v reflect.Value) { v.Field(1).Set(reflect.ValueOf(&seven)) })
}

func TestKindDirectMap(tt *testing.T) {
	direct(tt, ty[map[int]int](), func(v reflect.Value) { v.Set(reflect.ValueOf(sevenMap).Convert(v.Type())) })
}

func TestKindRecursiveStruct(tt *testing.T) {
	t := begin(tt, home, "Node", st(tt, fld("V", 0), fld("next", ty[*int]())), 1, 1)
	complete(tt, t, st(tt, fld("V", 0), fld("Next", reflect.PointerTo(t))))
	setMethods(tt, t, stringer)
	a, b := reflect.New(t), reflect.New(t)
	a.Elem().Field(1).Set(b)
	b.Elem().Field(0).SetInt(9)
	runtime.GC()
	is(tt, "next", a.Elem().Field(1).Elem().Field(0), 9)
	is(tt, "String", a.Elem().Field(1).Interface().(interface{ String() string }).String(), "S<struct>")
	is(tt, "next type", t.Field(1).Type.Elem() == t, true)
}

func TestKindRecursiveDirectStruct(tt *testing.T) { // type Node struct{ Next *Node }
	t := begin(tt, home, "Node", st(tt, fld("Next", ty[*int]())), 1, 1)
	complete(tt, t, st(tt, fld("Next", reflect.PointerTo(t))))
	setMethods(tt, t, meth("IsNil", false, (func() bool)(nil), func(a []reflect.Value) []reflect.Value { return vals(a[0].Field(0).IsNil()) }))
	v := reflect.New(t).Elem()
	v.Field(0).Set(reflect.New(t))
	is(tt, "IsNil", v.Interface().(interface{ IsNil() bool }).IsNil(), false)
	is(tt, "IsNil", v.Field(0).Interface().(interface{ IsNil() bool }).IsNil(), true)
}

func TestKindStateFunc(tt *testing.T) {
	lx := begin(tt, home, "lexer", st(tt, fld("N", 0), fld("S", ty[func()]())), 0, 0)
	state := begin(tt, home, "state", ty[func(*int) func()](), 1, 1)
	complete(tt, state, reflect.FuncOf([]reflect.Type{reflect.PointerTo(lx)}, []reflect.Type{state}, false))
	complete(tt, lx, st(tt, fld("N", 0), fld("S", state)))
	setMethods(tt, state, stringer)
	var f reflect.Value
	f = reflect.MakeFunc(state, func(a []reflect.Value) []reflect.Value {
		n := a[0].Elem().Field(0)
		n.SetInt(n.Int() + 1)
		if n.Int() == 5 {
			return []reflect.Value{reflect.Zero(state)}
		}
		return []reflect.Value{f}
	})
	l := reflect.New(lx)
	for s := f; !s.IsNil(); s = s.Call([]reflect.Value{l})[0] {
	}
	is(tt, "steps", l.Elem().Field(0), 5)
	is(tt, "String", f.Interface().(interface{ String() string }).String(), "S<func>")
}

func TestKindTypeTreeMapStringTree(tt *testing.T) {
	t := begin(tt, home, "Tree", ty[map[string]map[int]int](), 1, 1)
	complete(tt, t, reflect.MapOf(ty[string](), t))
	setMethods(tt, t, stringer)
	m := reflect.MakeMap(t)
	for i := range 1000 {
		m.SetMapIndex(reflect.ValueOf(fmt.Sprint(i)), reflect.MakeMap(t))
	}
	runtime.GC()
	is(tt, "len", m.Len(), 1000)
	is(tt, "String", m.MapIndex(reflect.ValueOf("7")).Interface().(interface{ String() string }).String(), "S<map>")
}

func TestKindTypeLL(tt *testing.T) {
	t := begin(tt, home, "L", ty[[][]int](), 1, 1)
	complete(tt, t, reflect.SliceOf(t))
	setMethods(tt, t, stringer)
	l := reflect.MakeSlice(t, 2, 2)
	l.Index(0).Set(reflect.MakeSlice(t, 3, 3))
	is(tt, "L", fmt.Sprintf("%d", l.Index(0).Len()), 3)
	is(tt, "String", l.Index(1).Interface().(interface{ String() string }).String(), "S<slice>")
}

func TestKindMapKNodeInNode(tt *testing.T) {
	t := begin(tt, home, "Node", st(tt, fld("Kids", ty[map[string]int]()), fld("N", 0), fld("Big", [20]int{})), 0, 0)
	complete(tt, t, st(tt, fld("Kids", reflect.MapOf(ty[string](), t)), fld("N", 0), fld("Big", [20]int{})))
	v := reflect.New(t).Elem()
	v.Field(0).Set(reflect.MakeMap(t.Field(0).Type))
	for i := range 100 {
		k := reflect.New(t).Elem()
		k.Field(1).SetInt(int64(i))
		v.Field(0).SetMapIndex(reflect.ValueOf(fmt.Sprint(i)), k)
	}
	runtime.GC()
	for i := range 100 {
		is(tt, "kid", v.Field(0).MapIndex(reflect.ValueOf(fmt.Sprint(i))).Field(1), i)
	}
}

func TestKindMutualAB(tt *testing.T) {
	a := begin(tt, home, "A", st(tt, fld("B", ty[*int]()), fld("I", ty[any]())), 0, 0)
	b := begin(tt, home, "B", st(tt, fld("A", ty[[]int]()), fld("M", ty[map[int]int]())), 1, 1)
	complete(tt, a, st(tt, fld("B", reflect.PointerTo(b)), fld("I", ty[any]())))
	complete(tt, b, st(tt, fld("A", reflect.SliceOf(a)), fld("M", reflect.MapOf(reflect.PointerTo(a), b))))
	setMethods(tt, b, stringer)
	x := reflect.New(b).Elem()
	x.Field(0).Set(reflect.MakeSlice(reflect.SliceOf(a), 2, 2))
	x.Field(0).Index(1).Field(0).Set(reflect.New(b))
	is(tt, "s", x.Field(0).Index(1).Field(0).Interface().(interface{ String() string }).String(), "S<struct>")
}

func TestKindHugeRecursiveMaskOnDemand(tt *testing.T) {
	t := begin(tt, home, "Huge", st(tt, fld("P", [40000]*int{})), 0, 0)
	complete(tt, t, st(tt, fld("P", reflect.ArrayOf(40000, reflect.PointerTo(t)))))
	v := reflect.New(t)
	v.Elem().Field(0).Index(39999).Set(v)
	for range 5 {
		runtime.GC()
	}
	is(tt, "p", v.Elem().Field(0).Index(39999).Pointer() == v.Pointer(), true)
}

func TestKindInterfaces(tt *testing.T) {
	sh := begin(tt, home, "Shape", ty[error](), 0, 0)
	setInterface(tt, sh, reflect.Method{Name: "String", Type: ty[func() string]()}, reflect.Method{Name: "With", Type: reflect.FuncOf([]reflect.Type{sh}, []reflect.Type{sh}, false)})
	t := begin(tt, home, "T", st(tt, fld("A", 0)), 2, 2)
	setMethods(tt, t, stringer, Method{Name: "With", Type: reflect.FuncOf([]reflect.Type{sh}, []reflect.Type{sh}, false), Body: Body{Func: func(a []reflect.Value) []reflect.Value { return []reflect.Value{a[1]} }}})
	is(tt, "implements", fmt.Sprint(t.Implements(sh), sh.Implements(ty[interface{ String() string }]()), ty[interface{ String() string }]().Implements(sh), sh.ConvertibleTo(ty[fmt.Stringer]()), ty[time.Time]().Implements(sh), t.AssignableTo(sh)), "true true false true false true")
	x := reflect.New(sh).Elem()
	x.Set(reflect.New(t).Elem())
	is(tt, "String by iface", x.Method(0).Call(nil)[0], "S<struct>")
	y := x.Method(1).Call([]reflect.Value{x})[0]
	is(tt, "With", y.Type().String()+y.Elem().Type().String(), "main.Shapemain.T")
	var str fmt.Stringer
	reflect.ValueOf(&str).Elem().Set(x)
	is(tt, "to Stringer", str.String(), "S<struct>")
	// private methods: only types of the package fit
	in := begin(tt, home, "node", ty[error](), 0, 0)
	setInterface(tt, in, reflect.Method{Name: "node", PkgPath: "main", Type: ty[func()]()}, reflect.Method{Name: "String", Type: ty[func() string]()})
	mk := func(pkg string) reflect.Type {
		t := begin(tt, Package{pkg, pkg}, "N", st(tt, fld("A", 0)), 2, 2)
		setMethods(tt, t, stringer, Method{Name: "node", PkgPath: pkg, Type: ty[func()](), Body: Body{Func: func(a []reflect.Value) []reflect.Value { return nil }}})
		return t
	}
	n1, n2 := mk("main"), mk("other")
	is(tt, "private", fmt.Sprint(n1.Implements(in), n2.Implements(in), n1.NumMethod(), in.NumMethod()), "true false 1 2")
	z := reflect.New(in).Elem()
	z.Set(reflect.New(n1).Elem())
	is(tt, "z", z.Elem().Type(), "main.N")
	for _, m := range []string{in.Method(0).Name, in.Method(1).Name, in.Method(1).PkgPath} {
		_ = m
	}
}

// TestKindInterfaceValuesCompared checks == and hashes of structs that hold a session interface with methods.
func TestKindInterfaceValuesCompared(tt *testing.T) {
	sh := begin(tt, home, "Shape", ty[error](), 0, 0)
	setInterface(tt, sh, reflect.Method{Name: "String", Type: ty[func() string]()})
	t := named(tt, "T", ty[int](), stringer)
	k := named(tt, "K", st(tt, fld("S", sh), fld("N", 0)))
	mk := func(n int) any {
		return boxed(k, func(v reflect.Value) {
			x := reflect.New(t).Elem()
			x.SetInt(int64(n))
			v.Field(0).Set(x)
		})
	}
	is(tt, "==", mk(1) == mk(1), true)
	is(tt, "!=", mk(1) == mk(2), false)
	m := map[any]int{}
	for i := range 100 {
		m[mk(i%10)]++
	}
	is(tt, "map", len(m), 10)
}

func TestKindMapKeys(tt *testing.T) {
	k := named(tt, "K", st(tt, fld("A", 0), fld("s", ""), fld("_", 0), fld("I", ty[any]())))
	m := reflect.MakeMap(reflect.MapOf(k, ty[int]()))
	am := map[any]int{}
	for i := range 1000 {
		v := reflect.New(k).Elem()
		v.Field(0).SetInt(int64(i % 100))
		v.Field(3).Set(reflect.ValueOf(fmt.Sprint(i % 10)))
		*(*int)(v.Field(2).Addr().UnsafePointer()) = i // blank fields do not count
		m.SetMapIndex(v, reflect.ValueOf(i))
		am[v.Interface()]++
	}
	is(tt, "len", fmt.Sprint(m.Len(), len(am)), "100 100")
	k2 := named(tt, "K", st(tt, fld("A", 0), fld("s", ""), fld("_", 0), fld("I", ty[any]())))
	is(tt, "same name, other type", reflect.Zero(k).Interface() == reflect.Zero(k2).Interface(), false)
	bad := named(tt, "Bad", ty[[]int]())
	func() {
		defer func() { is(tt, "panic", recover(), "runtime error: hash of unhashable type main.Bad") }()
		am[reflect.Zero(bad).Interface()] = 1
	}()
}

func TestKindPrivateFieldsAndFmt(tt *testing.T) {
	d := named(tt, "U", st(tt, fld("Name", ""), fld("age", 0), fld("dur", time.Second)))
	v := reflect.New(d).Elem()
	v.Field(0).SetString("x")
	is(tt, "%v", fmt.Sprintf("%v %+v %#v", v.Interface(), v.Interface(), v.Interface()), `{x 0 0} {Name:x age:0 dur:0} main.U{Name:"x", age:0, dur:0}`)
	b, _ := json.Marshal(v.Interface())
	is(tt, "json", string(b), `{"Name":"x"}`)
	is(tt, "PkgPath", d.Field(1).PkgPath+fmt.Sprint(v.Field(1).CanSet(), v.Field(0).CanSet()), "mainfalse true")
}

func TestKindEmbedding(tt *testing.T) {
	mu := st(tt, emb("Mutex", ty[sync.Mutex]()), emb("Buffer", reflect.PointerTo(ty[bytes.Buffer]())), emb("Time", ty[time.Time]()), fld("N", 0))
	t := begin(tt, home, "T", mu, 80, 120)
	{
		setMethods(tt, t, slices.Concat(promoted(tt, t, []int{0}, true, ty[*sync.Mutex](), "Lock", "Unlock"), promoted(tt, t, []int{1}, false, ty[*bytes.Buffer](), "Write"), promoted(tt, t, []int{2}, false, ty[time.Time](), "Unix"))...)
		p := reflect.New(t)
		p.Interface().(sync.Locker).Lock()
		p.Elem().Field(1).Set(reflect.ValueOf(&bytes.Buffer{}))
		fmt.Fprint(p.Interface().(interface {
			Write([]byte) (int, error)
		}), "hi")
		is(tt, "Buffer", p.Elem().Field(1), "hi")
		_, ok := p.Interface().(interface{ Unix() int64 })
		is(tt, "Unix", ok, true)
		_, ok = p.Interface().(fmt.Stringer)
		is(tt, "ambiguous String", ok, false)
	}
	f, _ := t.FieldByName("Mutex")
	is(tt, "anonymous", f.Anonymous, true)
}

func TestKindEmbeddedVariadicByPointer(tt *testing.T) {
	l := named(tt, "Log", st(tt, fld("N", 0)), meth("Printf", true, (func(string, ...any) string)(nil), func(a []reflect.Value) []reflect.Value {
		return vals(fmt.Sprintf(a[1].String(), a[2].Interface().([]any)...))
	}))
	t := begin(tt, home, "T", st(tt, emb("Log", l)), 2, 2)
	setMethods(tt, t, slices.Concat(promoted(tt, t, []int{0}, true, reflect.PointerTo(l), "Printf"))...)
	is(tt, "Printf", reflect.New(t).Interface().(interface{ Printf(string, ...any) string }).Printf("%d-%d", 1, 2), "1-2")
}

func TestKindEmbeddedPrivateType(tt *testing.T) {
	l := named(tt, "base", st(tt, fld("N", 0)), stringer)
	t := begin(tt, home, "T", st(tt, emb("base", l)), 1, 1)
	setMethods(tt, t, slices.Concat(promoted(tt, t, []int{0}, false, l, "String"))...)
	is(tt, "String", reflect.New(t).Interface().(interface{ String() string }).String(), "S<struct>")
}

func TestKindEmbeddedNextToTheSameStructWithout(tt *testing.T) {
	_ = any(struct{ Stringer fmt.Stringer }{}) // compiled, in read-only memory
	_ = fmt.Sprintf("%v", struct{ Stringer fmt.Stringer }{})
	s := st(tt, emb("Stringer", ty[fmt.Stringer]()))
	is(tt, "anonymous", s.Field(0).Anonymous, true)
	is(tt, "compiled stays", ty[struct{ Stringer fmt.Stringer }]().Field(0).Anonymous, false)
}

func TestKindEmbeddedNextToAMadeStructWithout(tt *testing.T) {
	type x struct{ A int }
	a := st(tt, fld("X", ty[x]()))
	b := st(tt, emb("X", ty[x]()))
	is(tt, "two types", fmt.Sprint(a == b, a.Field(0).Anonymous, b.Field(0).Anonymous), "false false true")
}

func TestKindZeroSizeAndLarge(tt *testing.T) {
	z := named(tt, "Z", ty[struct{}](), stringer)
	is(tt, "z", reflect.New(reflect.ArrayOf(1000, z)).Elem().Index(999).Interface().(interface{ String() string }).String(), "S<struct>")
	b := named(tt, "Big", ty[[1 << 17]byte](), meth("Last", false, (func() byte)(nil), func(a []reflect.Value) []reflect.Value { return vals(byte(a[0].Index(1<<17 - 1).Uint())) }))
	x := boxed(b, func(v reflect.Value) { v.Index(1<<17 - 1).SetUint(7) })
	is(tt, "last", x.(interface{ Last() byte }).Last(), 7)
}

func TestKindValueReceiverIsACopy(tt *testing.T) {
	t := named(tt, "C", st(tt, fld("N", 0)), meth("Inc", false, (func() int)(nil), func(a []reflect.Value) []reflect.Value {
		if !a[0].CanSet() {
			c := reflect.New(a[0].Type()).Elem()
			c.Set(a[0])
			a[0] = c
		}
		a[0].Field(0).SetInt(a[0].Field(0).Int() + 1)
		return vals(int(a[0].Field(0).Int()))
	}))
	x := boxed(t, nil)
	i := x.(interface{ Inc() int })
	is(tt, "Inc", fmt.Sprint(i.Inc(), i.Inc(), i.Inc()), "1 1 1")
}

func TestKindNilPtrTAndAValueMethod(tt *testing.T) {
	t := named(tt, "C", st(tt, fld("N", 0)), stringer)
	defer func() { is(tt, "panics", recover() != nil, true) }()
	var s interface{ String() string } = reflect.Zero(reflect.PointerTo(t)).Interface().(interface{ String() string })
	_ = s.String()
}

func TestKindTypeDroppedValueAlive(tt *testing.T) { // nothing but the interface's type word holds the type
	mk := func() any { return reflect.Zero(named(tt, "T", st(tt, fld("N", 0), fld("S", "")))).Interface() }
	x := mk()
	for range 3 {
		runtime.GC()
		for range 1000 {
			sink = make([]byte, 144)
		}
	}
	is(tt, "%T %v", fmt.Sprintf("%T %v", x, x), "main.T {0 }")
}

var sink []byte
