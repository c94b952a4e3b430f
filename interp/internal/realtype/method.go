package realtype

import (
	"fmt"
	"go/token"
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"
)

// Func is the body of a method. The first argument is the receiver: the pointer for methods with a pointer
// receiver, otherwise a copy of the value that has an address. Of a variadic method the last argument is a
// slice.
type Func func(args []reflect.Value) []reflect.Value

// Body is what a method runs: one of both. Code is a function with the receiver as first parameter: of type *T,
// or unsafe.Pointer, for a pointer receiver, and of type T for a value receiver. It is called without
// reflection where the receiver comes in that form, which takes 3 ns instead of 200 or more.
type Body struct {
	Func Func
	Code reflect.Value
}

// Method is a method of a type. A call of one without a body panics; SetBody gives it one.
type Method struct {
	Name    string
	PkgPath string       // of a private method
	Pointer bool         // whether only *T has it
	Type    reflect.Type // without the receiver
	Body    Body
}

// cell is a method that was given to a type, and its body as it is now.
type cell struct {
	owner   *made
	name    string
	typ     reflect.Type
	pointer bool
	body    atomic.Pointer[Body]
	byPtr   int            // the slot that is called with a pointer to the receiver
	byValue int            // the slot that is called with the receiver itself; of methods with a value receiver
	viaPtr  unsafe.Pointer // closures that look for the body
	viaVal  unsafe.Pointer
}

// SetMethods gives a type all its methods, once, before there is a value of it. With an error the type has
// none; ErrSlots is one.
func SetMethods(t reflect.Type, methods []Method) error {
	m := madeOf(t)
	if m == nil || t.Kind() == reflect.Interface {
		return fmt.Errorf("%v is no type made at run time that may have methods", t)
	}
	if m.cells != nil {
		return fmt.Errorf("%v has its methods already", t)
	}
	sorted, slots, err := m.prepare(t, methods)
	if err != nil {
		return err
	}
	first, err := reserve(slots)
	if err != nil {
		return fmt.Errorf("%v: %w", t, err)
	}
	cells := make(map[methodName]*cell, len(sorted))
	entries := [2][]entry{}
	exported := [2]uint16{}
	for _, x := range sorted {
		c := m.newCell(x, &first)
		cells[methodName{x.Name, x.PkgPath}] = c
		ofT, ofPtr := c.entries(x.PkgPath)
		entries[1] = append(entries[1], ofPtr)
		if !x.Pointer {
			entries[0] = append(entries[0], ofT)
		}
		if x.PkgPath == "" {
			exported[1]++
			if !x.Pointer {
				exported[0]++
			}
		}
	}
	for i, r := range []*rtype{m.typ, m.ptr} {
		copy(r.entries(len(entries[i])), entries[i])
		u := r.uncommon()
		u.Methods, u.Exported = uint16(len(entries[i])), exported[i]
	}
	registryMu.Lock()
	m.cells = cells
	registryMu.Unlock()
	return nil
}

// prepare sorts and checks methods, and counts the slots that they need.
func (m *made) prepare(t reflect.Type, methods []Method) (sorted []Method, slots int, err error) {
	sorted = slices.Clone(methods)
	list := make([]reflect.Method, len(sorted))
	ofT := 0
	for i := range sorted {
		x := &sorted[i]
		if token.IsExported(x.Name) {
			x.PkgPath = ""
		}
		list[i] = reflect.Method{Name: x.Name, PkgPath: x.PkgPath, Type: x.Type}
		slots++
		if !x.Pointer {
			ofT++
			slots++
		}
	}
	if _, err := sortMethods(list); err != nil {
		return nil, 0, fmt.Errorf("%v: %w", t, err)
	}
	for _, x := range sorted {
		if n := x.Type.NumIn() + x.Type.NumOut(); n > 127 {
			return nil, 0, fmt.Errorf("%v.%s has %d parameters and results; a method made at run time may have 127", t, x.Name, n)
		}
		if err := x.Body.check(t, x.Pointer, x.Type); err != nil {
			return nil, 0, fmt.Errorf("%v.%s: %w", t, x.Name, err)
		}
	}
	if ofT > m.room[0] || len(sorted) > m.room[1] || len(sorted) > math.MaxUint16 {
		return nil, 0, fmt.Errorf("%v was made with room for %d methods, %d of pointers included, not for %d and %d", t, m.room[0], m.room[1], ofT, len(sorted))
	}
	slices.SortFunc(sorted, func(a, b Method) int { return byName(a.Name, a.PkgPath, b.Name, b.PkgPath) })
	return sorted, slots, nil
}

// check reports why a body is not one of a method.
func (b Body) check(t reflect.Type, pointer bool, typ reflect.Type) error {
	if !b.Code.IsValid() {
		return nil
	}
	if b.Func != nil {
		return fmt.Errorf("a body is a Func or Code, not both")
	}
	ct := b.Code.Type()
	ok := ct.Kind() == reflect.Func && !b.Code.IsNil() && ct.NumIn() == typ.NumIn()+1 && ct.NumOut() == typ.NumOut() && ct.IsVariadic() == typ.IsVariadic()
	if ok && pointer {
		ok = ct.In(0) == reflect.PointerTo(t) || ct.In(0).Kind() == reflect.UnsafePointer
	} else if ok {
		ok = ct.In(0) == t
	}
	for i := 0; ok && i < typ.NumIn(); i++ {
		ok = ct.In(i+1) == typ.In(i)
	}
	for i := 0; ok && i < typ.NumOut(); i++ {
		ok = ct.Out(i) == typ.Out(i)
	}
	if !ok {
		return fmt.Errorf("code of type %v is none of a method of type %v", ct, typ)
	}
	return nil
}

func (m *made) newCell(x Method, slot *int) *cell {
	c := &cell{owner: m, name: x.Name, typ: x.Type, pointer: x.Pointer, byPtr: *slot, byValue: -1}
	*slot++
	c.viaPtr = closureOf(reflect.MakeFunc(withReceiver(reflect.TypeFor[unsafe.Pointer](), x.Type), func(a []reflect.Value) []reflect.Value {
		return c.callAt(a[0].UnsafePointer(), a)
	}))
	if !x.Pointer {
		c.byValue = *slot
		*slot++
		c.viaVal = closureOf(reflect.MakeFunc(withReceiver(Layout(toType(m.typ)), x.Type), func(a []reflect.Value) []reflect.Value {
			p := reflect.New(a[0].Type())
			p.Elem().Set(a[0])
			a[0] = pointerValue(m.ptr, p.UnsafePointer()).Elem()
			return c.run(a)
		}))
	}
	c.set(x.Body)
	return c
}

// withReceiver returns the type of a method as a function of its receiver too.
func withReceiver(recv, method reflect.Type) reflect.Type {
	in := []reflect.Type{recv}
	for i := range method.NumIn() {
		in = append(in, method.In(i))
	}
	var out []reflect.Type
	for i := range method.NumOut() {
		out = append(out, method.Out(i))
	}
	return reflect.FuncOf(in, out, method.IsVariadic())
}

// entries returns the method as T and *T have it.
func (c *cell) entries(pkg string) (ofT, ofPtr entry) {
	ptr := addReflectOff(entryPoint(c.byPtr))
	ofPtr = entry{methodOffset(c.name, pkg), typeOffset(rtypeOf(c.typ)), ptr, ptr}
	if c.pointer {
		return entry{}, ofPtr
	}
	ofT = ofPtr
	ofT.Func = addReflectOff(entryPoint(c.byValue))
	if c.owner.typ.TFlag&flagDirect != 0 {
		ofT.Iface = ofT.Func
	}
	return ofT, ofPtr
}

// set gives the method a body. Code goes into the slot itself, but for the race detector, which cannot see that
// the slot was read.
func (c *cell) set(b Body) {
	c.body.Store(&b)
	ptr, val := c.viaPtr, c.viaVal
	if b.Code.IsValid() && !underRace {
		if c.pointer {
			ptr = closureOf(b.Code)
		} else {
			val = closureOf(b.Code)
		}
	}
	fill(c.byPtr, ptr)
	if c.byValue >= 0 {
		fill(c.byValue, val)
	}
}

// SetBody gives a method another body, at once for all values and interfaces that there are: calls that begin
// from now on run it.
func SetBody(t reflect.Type, name, pkgPath string, b Body) error {
	c := cellOf(madeOf(t), name, pkgPath)
	if c == nil {
		return fmt.Errorf("%v has no method %s made at run time", t, name)
	}
	if err := b.check(t, c.pointer, c.typ); err != nil {
		return fmt.Errorf("%v.%s: %w", t, name, err)
	}
	c.set(b)
	return nil
}

func cellOf(m *made, name, pkgPath string) *cell {
	if m == nil {
		return nil
	}
	if token.IsExported(name) {
		pkgPath = ""
	}
	registryMu.RLock()
	defer registryMu.RUnlock()
	return m.cells[methodName{name, pkgPath}]
}

// nilReceiver is the panic of a value method that is called with a nil pointer.
type nilReceiver string

func (e nilReceiver) Error() string { return string(e) }
func (nilReceiver) RuntimeError()   {}

// callAt calls the method of the T at p; args has room for the receiver in front.
func (c *cell) callAt(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
	recv := pointerValue(c.owner.ptr, p)
	if !c.pointer {
		if p == nil {
			t := toType(c.owner.typ)
			panic(nilReceiver(fmt.Sprintf("value method %v.%s called using nil *%s pointer", t, c.name, t.Name())))
		}
		q := reflect.New(c.owner.layout) // a copy, as the value in an interface never changes
		box := pointerValue(c.owner.ptr, q.UnsafePointer()).Elem()
		box.Set(recv.Elem())
		recv = box
	}
	args[0] = recv
	return c.run(args)
}

// run runs the body as it is now.
func (c *cell) run(args []reflect.Value) []reflect.Value {
	b := c.body.Load()
	if b.Func != nil {
		return b.Func(args)
	}
	if !b.Code.IsValid() {
		panic(fmt.Sprintf("method %s of %v has no body yet", c.name, toType(c.owner.typ)))
	}
	if c.pointer && b.Code.Type().In(0).Kind() == reflect.UnsafePointer {
		args[0] = reflect.ValueOf(args[0].UnsafePointer())
	}
	if c.typ.IsVariadic() {
		return b.Code.CallSlice(args)
	}
	return b.Code.Call(args)
}
