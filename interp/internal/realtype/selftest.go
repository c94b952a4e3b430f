package realtype

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// Types of every kind with methods, one unexported, as the compiler describes them.
type (
	anInt   int
	aString string
	aStruct struct{ x, y int }
	mixed   struct {
		N int
		P *int
		S []int
		_ int
		I any `tag:"t"`
	}
	aSlice   []int
	anArray  [2]int
	aChan    chan int
	aFunc    func(int, string) error
	aMap     map[string]int
	aMethods interface {
		b()
		A(int)
	}
)

func (anInt) A(int)   {}
func (anInt) b()      {}
func (aString) A(int) {}
func (aString) b()    {}
func (aStruct) A(int) {}
func (aStruct) b()    {}
func (mixed) A(int)   {}
func (mixed) b()      {}
func (aSlice) A(int)  {}
func (aSlice) b()     {}
func (anArray) A(int) {}
func (anArray) b()    {}
func (aChan) A(int)   {}
func (aChan) b()      {}
func (aFunc) A(int)   {}
func (aFunc) b()      {}
func (aMap) A(int)    {}
func (aMap) b()       {}

// SelfTest compares the assumptions of this package about the runtime with types written by the compiler, without
// writing, and then makes a type and calls its methods. After an error no types can be made. Functions that make
// types run the read-only part themselves, before the first type.
func SelfTest() error {
	if err := known(); err != nil {
		return err
	}
	if stubBase == 0 {
		return ErrMethods
	}
	return trial()
}

// known is the read-only part of the self-test.
var known = sync.OnceValue(func() error {
	for _, check := range []func() error{checkStubs, checkTypes, checkParts, checkTables, checkNames} {
		if err := check(); err != nil {
			return fmt.Errorf("types cannot be made at run time with %s: %w", runtime.Version(), err)
		}
	}
	return nil
})

// checkStubs decodes some of the entry points.
func checkStubs() error {
	if stubBase == 0 {
		return nil
	}
	stub, _ := sizes()
	for _, i := range []int{0, 1, 15, 16, 31, 32, 127, 128, 4097, 16383, 16384, 65535, 65536, NumSlots - 1} {
		p := entryPoint(i)
		k := uint32(i % groupSize)
		end := entryPoint(i - int(k) + groupSize/2 - 1)
		if !decode(p, k, unsafe.Add(end, stub), unsafe.Pointer(&groups[i/groupSize])) {
			return fmt.Errorf("entry point %d is not at the expected address", i)
		}
	}
	end := unsafe.Slice((*byte)(entryPoint(NumSlots)), 4)
	if end[0] != 0xc3 && *(*uint32)(unsafe.Pointer(&end[0])) != 0xd65f03c0 { // RET
		return errors.New("the entry points have an unexpected size")
	}
	return nil
}

// decode reports whether an entry point loads its number and jumps to a tail that loads the group's slots.
func decode(stub unsafe.Pointer, number uint32, tail, group unsafe.Pointer) bool {
	switch runtime.GOARCH {
	case "amd64": // MOVB $number, R12; JMP tail; tail: MOVBLZX R12, R12; MOVQ group, R13; JMP
		b, t := unsafe.Slice((*byte)(stub), 5), unsafe.Slice((*byte)(tail), 12)
		return b[0] == 0x41 && b[1] == 0xb4 && uint32(b[2]) == number && b[3] == 0xeb && after(stub, 5+int(int8(b[4]))) == uintptr(tail) &&
			*(*uint32)(tail) == 0xe4b60f45 && t[4] == 0x4c && t[5] == 0x8b && t[6] == 0x2d && after(tail, 11+int(*(*int32)(unsafe.Pointer(&t[7])))) == uintptr(group) && t[11] == 0xe9
	case "arm64": // MOVZ, or ORR of a bit pattern, into R19; B tail; tail: ADRP R27; LDR (R27), R20; B
		b, t := unsafe.Slice((*uint32)(stub), 2), unsafe.Slice((*uint32)(tail), 3)
		page := int(int32((t[0]>>5&0x7ffff<<2|t[0]>>29&3)<<11)>>11) << 12
		return (b[0] == 0xaa1f03f3 || b[0] == 0xd2800013|number<<5 || b[0]>>23 == 0xb2000000>>23 && b[0]&31 == 19) &&
			b[1]>>26 == 5 && after(stub, 4+int(int32(b[1]<<6)>>4)) == uintptr(tail) &&
			t[0]&0x9f00001f == 0x9000001b && t[1]&0xffc003ff == 0xf9400374 &&
			uintptr(tail)&^0xfff+uintptr(page)+uintptr(t[1]>>10&0xfff*8) == uintptr(group) && t[2]>>26 == 5
	}
	return false
}

// after returns the target of a jump or a load, as a number, as it may be in another object.
func after(p unsafe.Pointer, n int) uintptr { return uintptr(p) + uintptr(n) }

// checkTypes compares the common part of descriptors.
func checkTypes() error {
	values := []aMethods{anInt(0), aString(""), aStruct{}, mixed{}, aSlice{}, anArray{}, aChan(nil), aFunc(nil), aMap{}, new(anInt), &aStruct{}, &mixed{}}
	for _, v := range values {
		v.b() // the linker drops methods that are never called
		v.A(1)
		t := reflect.TypeOf(v)
		r := rtypeOf(t)
		params := uintptr(0)
		if t.Kind() == reflect.Func {
			params = 3
		}
		direct := t.Kind() == reflect.Pointer || t.Kind() == reflect.Chan || t.Kind() == reflect.Func || t.Kind() == reflect.Map
		if r.Size != t.Size() || r.kind() != t.Kind() || int(r.Align) != t.Align() || int(r.FieldAlign) != t.FieldAlign() || r.TFlag&flagUncommon == 0 ||
			(r.TFlag&flagNamed != 0) != (t.Name() != "") || (r.TFlag&flagDirect != 0) != direct || (r.Equal != nil) != t.Comparable() || toType(r) != t {
			return fmt.Errorf("unexpected descriptor of %v: %+v", t, *r)
		}
		u := r.uncommon()
		if u.Methods != 2 || u.Exported != 1 || uintptr(u.Offset) < unsafe.Sizeof(*u)+params*unsafe.Sizeof(params) {
			return fmt.Errorf("the methods of %v are described in another way: %+v", t, *u)
		}
		for _, e := range r.entries(2) {
			if e.Name == 0 || e.Type == 0 || e.Iface == 0 || e.Func == 0 {
				return fmt.Errorf("unexpected descriptor of a method of %v: %+v", t, e)
			}
		}
		if f := (*funcType)(unsafe.Pointer(r)); params > 0 && (len(f.params()) != 3 || toType(f.params()[1]) != t.In(1)) {
			return errors.New("unexpected descriptor of a function type")
		}
	}
	return nil
}

// checkParts compares the parts specific to kinds.
func checkParts() error {
	s := (*structType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[mixed]())))
	word := unsafe.Sizeof(0)
	if len(s.Fields) != 5 || s.Fields[2].Offset != 2*word || toType(s.Fields[2].Type) != reflect.TypeFor[[]int]() || s.PtrBytes != 8*word {
		return errors.New("unexpected descriptor of a struct type")
	}
	if s.TFlag&flagOnDemand != 0 || *s.GCData != 0b1000_0110 {
		return fmt.Errorf("unexpected pointer mask of a struct type: %b", *s.GCData)
	}
	if m := (*ifaceType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[aMethods]()))).Methods; len(m) != 2 || m[0].Name == 0 || m[0].Type == 0 {
		return errors.New("unexpected descriptor of an interface type")
	}
	m := (*mapType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[aMap]())))
	if toType(m.Key) != reflect.TypeFor[string]() || toType(m.Elem) != reflect.TypeFor[int]() || !m.plausible() {
		return errors.New("unexpected descriptor of a map type")
	}
	a := (*arrayType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[anArray]())))
	c := (*chanType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[<-chan string]())))
	p := (*elemType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[*aStruct]())))
	if toType(a.Elem) != reflect.TypeFor[int]() || a.Len != 2 || toType(c.Elem) != reflect.TypeFor[string]() || reflect.ChanDir(c.Dir) != reflect.RecvDir ||
		toType(p.Elem) != reflect.TypeFor[aStruct]() {
		return errors.New("unexpected descriptor of an array, channel or pointer type")
	}
	return nil
}

// checkTables compares the words of interfaces.
func checkTables() error {
	var v aMethods = &aStruct{1, 2}
	x := (*iface)(unsafe.Pointer(&v))
	var e any = v
	y := (*eface)(unsafe.Pointer(&e))
	ptr := rtypeOf(reflect.TypeFor[*aStruct]())
	if x.Tab.Iface != rtypeOf(reflect.TypeFor[aMethods]()) || x.Tab.Type != ptr || x.Tab.Hash != ptr.Hash || x.Tab.Funcs[0] == nil || x.Data != y.Data || y.Type != unsafe.Pointer(ptr) {
		return errors.New("unexpected layout of interfaces")
	}
	return nil
}

// checkNames compares encoded names with those of the compiler.
func checkNames() error {
	s := (*structType)(unsafe.Pointer(rtypeOf(reflect.TypeFor[mixed]())))
	for i, want := range []*byte{encode("N", "", nameExported, 0), encode("P", "", nameExported, 0), nil, encode("_", "", 0, 0), encode("I", `tag:"t"`, nameExported, 0)} {
		if want == nil {
			continue
		}
		n := 3
		if i == 4 {
			n = 11
		}
		if string(unsafe.Slice(want, n)) != string(unsafe.Slice(s.Fields[i].Name, n)) {
			return errors.New("unexpected encoding of names")
		}
	}
	return nil
}

// trial makes a type and calls its methods in all possible ways.
func trial() error {
	fields := []reflect.StructField{{Name: "N", Type: reflect.TypeFor[int]()}}
	t, err := New(Package{"main", "main"}, "selfTest", StructLayout(fields), 1, 2)
	if err == nil {
		err = CompleteStruct(t, fields)
	}
	if err != nil {
		return err
	}
	type adder interface {
		Add(a, b, c, d, e, f, g, h, i, j *int) int
	}
	add := func(a []reflect.Value) []reflect.Value {
		n := int(a[0].Field(0).Int())
		for _, x := range a[1:] {
			n += int(x.Elem().Int())
		}
		return []reflect.Value{reflect.ValueOf(n)}
	}
	err = SetMethods(t, []Method{
		{Name: "Add", Type: reflect.TypeFor[func(a, b, c, d, e, f, g, h, i, j *int) int](), Body: Body{Func: add}},
		{Name: "Set", Pointer: true, Type: reflect.TypeFor[func(int)](), Body: Body{Code: reflect.ValueOf(func(p unsafe.Pointer, n int) { *(*int)(p) = n })}},
	})
	if err != nil {
		return err
	}
	v := reflect.New(t)
	set, ok := v.Interface().(interface{ Set(int) })
	if !ok {
		return errors.New("types made at run time have no methods")
	}
	set.Set(100)
	one := 1
	for _, x := range []any{v.Elem().Interface(), v.Interface()} {
		a, ok := x.(adder)
		if !ok || a.Add(&one, &one, &one, &one, &one, &one, &one, &one, &one, &one) != 110 {
			return errors.New("methods of types made at run time return wrong results")
		}
	}
	if s := fmt.Sprintf("%T %+v", v.Elem().Interface(), v.Elem().Interface()); s != "main.selfTest {N:100}" {
		return errors.New("fmt prints a value of a type made at run time as " + s)
	}
	return nil
}
