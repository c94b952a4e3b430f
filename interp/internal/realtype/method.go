package realtype

import (
	"fmt"
	"go/token"
	"math"
	"reflect"
	"slices"
	"sync"
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

// cell is a method that was given to a type. Types that succeed it share the cell (Succeed).
type cell struct {
	name    string
	pointer bool
	first   reflect.Type   // the method's type as it was first given, which the closures have
	byPtr   int            // the slot that is called with a pointer to the receiver
	byValue int            // the slot that is called with the receiver itself; of methods with a value receiver
	layout  reflect.Type // of the receiver
	body    atomic.Pointer[typedBody]

	mu     sync.Mutex     // of those that set the body
	viaPtr unsafe.Pointer // closures that look for the body; nil until they are needed
	viaVal unsafe.Pointer
}

// member is a method of one type.
type member struct {
	*cell
	owner *made
	typ   reflect.Type
}

// typedBody is a body and the types that it was written for.
type typedBody struct {
	Body
	owner *made
	typ   reflect.Type
}

// SetMethods gives a type all its methods, once, before there is a value of it. With an error the type has
// none; ErrSlots is one.
func SetMethods(t reflect.Type, methods []Method) error { return giveMethods(t, nil, methods) }

// Succeed is SetMethods for a type that takes the place of an older one of the same layout. A method with the
// receiver, parameters and results that a method of that name had shares its entry points: it needs none of its
// own, keeps the body unless it is given one, and SetBody, with either type, acts on the values of both.
func Succeed(t, old reflect.Type, methods []Method) error {
	before := madeOf(old)
	if before == nil {
		return fmt.Errorf("%v is no type made at run time", old)
	}
	if err := SameLayout(old, t); err != nil {
		return err
	}
	return giveMethods(t, before, methods)
}

func giveMethods(t reflect.Type, before *made, methods []Method) error {
	m := madeOf(t)
	if m == nil || t.Kind() == reflect.Interface {
		return fmt.Errorf("%v is no type made at run time that may have methods", t)
	}
	if m.cells != nil {
		return fmt.Errorf("%v has its methods already", t)
	}
	sorted, err := m.prepare(t, methods)
	if err != nil {
		return err
	}
	cells := make(map[methodName]member, len(sorted))
	slots := 0
	for _, x := range sorted {
		if c := cellOf(before, x.Name, x.PkgPath); c.cell != nil && c.serves(x) {
			cells[methodName{x.Name, x.PkgPath}] = member{c.cell, m, x.Type}
			continue
		}
		slots++
		if !x.Pointer {
			slots++
		}
	}
	first, err := reserve(slots)
	if err != nil {
		return fmt.Errorf("%v: %w", t, err)
	}
	entries := [2][]entry{}
	exported := [2]uint16{}
	for _, x := range sorted {
		c, shared := cells[methodName{x.Name, x.PkgPath}]
		if !shared {
			c = m.newMember(x, &first)
			cells[methodName{x.Name, x.PkgPath}] = c
		}
		if !shared || x.Body.Func != nil || x.Body.Code.IsValid() {
			c.set(x.Body)
		}
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

// prepare sorts and checks methods.
func (m *made) prepare(t reflect.Type, methods []Method) ([]Method, error) {
	sorted := slices.Clone(methods)
	list := make([]reflect.Method, len(sorted))
	ofT := 0
	for i := range sorted {
		x := &sorted[i]
		if token.IsExported(x.Name) {
			x.PkgPath = ""
		}
		list[i] = reflect.Method{Name: x.Name, PkgPath: x.PkgPath, Type: x.Type}
		if !x.Pointer {
			ofT++
		}
	}
	if _, err := sortMethods(list); err != nil {
		return nil, fmt.Errorf("%v: %w", t, err)
	}
	for _, x := range sorted {
		if n := x.Type.NumIn() + x.Type.NumOut(); n > 127 {
			return nil, fmt.Errorf("%v.%s has %d parameters and results; a method made at run time may have 127", t, x.Name, n)
		}
		if err := x.Body.check(t, x.Pointer, x.Type); err != nil {
			return nil, fmt.Errorf("%v.%s: %w", t, x.Name, err)
		}
	}
	if ofT > m.room[0] || len(sorted) > m.room[1] || len(sorted) > math.MaxUint16 {
		return nil, fmt.Errorf("%v was made with room for %d methods, %d of pointers included, not for %d and %d", t, m.room[0], m.room[1], ofT, len(sorted))
	}
	slices.SortFunc(sorted, func(a, b Method) int { return byName(a.Name, a.PkgPath, b.Name, b.PkgPath) })
	return sorted, nil
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

func (m *made) newMember(x Method, slot *int) member {
	c := &cell{name: x.Name, first: x.Type, pointer: x.Pointer, byPtr: *slot, byValue: -1, layout: Layout(toType(m.typ))}
	*slot++
	if !x.Pointer {
		c.byValue = *slot
		*slot++
	}
	return member{c, m, x.Type}
}

// closures returns functions that call the body with a pointer to the receiver and with the receiver itself.
func (c *cell) closures() (ptr, val unsafe.Pointer) {
	if c.viaPtr == nil {
		c.viaPtr = closureOf(reflect.MakeFunc(withReceiver(reflect.TypeFor[unsafe.Pointer](), c.first), func(a []reflect.Value) []reflect.Value {
			return c.callAt(a[0].UnsafePointer(), a, c.first)
		}))
	}
	if c.viaVal == nil && !c.pointer && c.needsValue() {
		c.viaVal = closureOf(reflect.MakeFunc(withReceiver(c.layout, c.first), func(a []reflect.Value) []reflect.Value {
			p := reflect.New(a[0].Type())
			p.Elem().Set(a[0])
			b := c.body.Load()
			a[0] = pointerValue(b.owner.ptr, p.UnsafePointer()).Elem()
			return c.run(b, a, c.first)
		}))
	}
	return c.viaPtr, c.viaVal
}

// needsValue reports whether a call with the receiver itself needs a function that looks for the body. Types that
// are declared again and again mostly have Code, and such functions have types of their own, which stay for ever.
func (c *cell) needsValue() bool { return underRace || !c.body.Load().Code.IsValid() }

// serves reports whether the entry points of c serve a method of a type of the same layout as well.
func (c *cell) serves(x Method) bool {
	return c.pointer == x.Pointer && SameLayout(c.first, x.Type) == nil
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
func (c member) entries(pkg string) (ofT, ofPtr entry) {
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
func (c member) set(b Body) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.body.Store(&typedBody{b, c.owner, c.typ})
	var ptr, val unsafe.Pointer
	switch {
	case b.Func == nil && !b.Code.IsValid():
		none := func() { panic(fmt.Sprintf("method %s of %v has no body yet", c.name, toType(c.owner.typ))) }
		ptr = closureOf(reflect.ValueOf(none)) // it uses no arguments
		val = ptr
	case !b.Code.IsValid() || underRace:
		ptr, val = c.closures()
	case c.pointer:
		ptr = closureOf(b.Code)
	default:
		ptr, _ = c.closures()
		val = closureOf(b.Code)
	}
	fill(c.byPtr, ptr)
	if c.byValue >= 0 {
		fill(c.byValue, val)
	}
}

// SetBody gives a method another body, at once for all values and interfaces that there are, also of types that
// share the method (Succeed): calls that begin from now on run it.
func SetBody(t reflect.Type, name, pkgPath string, b Body) error {
	c := cellOf(madeOf(t), name, pkgPath)
	if c.cell == nil {
		return fmt.Errorf("%v has no method %s made at run time", t, name)
	}
	if err := b.check(t, c.pointer, c.typ); err != nil {
		return fmt.Errorf("%v.%s: %w", t, name, err)
	}
	c.set(b)
	return nil
}

func cellOf(m *made, name, pkgPath string) member {
	if m == nil {
		return member{}
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

// callAt calls the method of the T at p; args has room for the receiver in front. The arguments are those of a
// method of type typ, and so are the results.
func (c *cell) callAt(p unsafe.Pointer, args []reflect.Value, typ reflect.Type) []reflect.Value {
	b := c.body.Load()
	recv := pointerValue(b.owner.ptr, p)
	if !c.pointer {
		if p == nil {
			t := toType(b.owner.typ)
			panic(nilReceiver(fmt.Sprintf("value method %v.%s called using nil *%s pointer", t, c.name, t.Name())))
		}
		q := reflect.New(b.owner.layout) // a copy, as the value in an interface never changes
		box := pointerValue(b.owner.ptr, q.UnsafePointer()).Elem()
		box.Set(recv.Elem())
		recv = box
	}
	args[0] = recv
	return c.run(b, args, typ)
}

// run runs a body, which may be one for another type of the same layout.
func (c *cell) run(b *typedBody, args []reflect.Value, typ reflect.Type) []reflect.Value {
	if b.typ == typ {
		return c.runBody(b, args)
	}
	for i := range b.typ.NumIn() {
		args[i+1] = under(b.typ.In(i), args[i+1])
	}
	results := c.runBody(b, args)
	for i, r := range results {
		if r.Type() == b.typ.Out(i) {
			results[i] = under(typ.Out(i), r)
		}
	}
	return results
}

// under returns v as a value of a type of the same layout.
func under(t reflect.Type, v reflect.Value) reflect.Value {
	if v.Type() == t {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.NewAt(t, p.UnsafePointer()).Elem()
}

func (c *cell) runBody(b *typedBody, args []reflect.Value) []reflect.Value {
	if b.Func != nil {
		return b.Func(args)
	}
	if !b.Code.IsValid() {
		panic(fmt.Sprintf("method %s of %v has no body yet", c.name, toType(b.owner.typ)))
	}
	if c.pointer && b.Code.Type().In(0).Kind() == reflect.UnsafePointer {
		args[0] = reflect.ValueOf(args[0].UnsafePointer())
	}
	if c.first.IsVariadic() {
		return b.Code.CallSlice(args)
	}
	return b.Code.Call(args)
}
