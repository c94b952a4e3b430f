package realtype

import (
	"fmt"
	"go/token"
	"reflect"
	"runtime"
	"sync/atomic"
	"unsafe"
)

// Promote returns a method promoted to the struct owner from the embedded field at a path: m with a body that calls
// the field's method. Which methods are promoted, and whether to T or only to *T, is determined by go/types
// (types.NewMethodSet). The fields on the path must be complete; the field's type may get its methods later. A body
// set by SetBody for the field's method applies here as well.
func Promote(owner reflect.Type, path []int, m Method) (Method, error) {
	r := &route{name: m.Name, pkg: m.PkgPath, typ: m.Type}
	if token.IsExported(m.Name) {
		r.pkg = ""
	}
	t := owner
	for _, i := range path {
		s := step{}
		if t.Kind() == reflect.Pointer {
			s.deref = true
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || i >= t.NumField() {
			return m, fmt.Errorf("%v.%s: no field is at %v", owner, m.Name, path)
		}
		s.offset = t.Field(i).Offset
		t = t.Field(i).Type
		r.steps = append(r.steps, s)
	}
	r.field = t
	m.promoted = true
	if m.Pointer {
		m.shared = r.key()
	}
	if m.Later != nil && m.shared == "" && r.pkg == "" {
		r.improve = func() {
			if b, ok := m.Later(owner, m.Name, m.Pointer); ok {
				_ = SetBody(owner, m.Name, "", b) // its current body has the same effect
			}
		}
	}
	m.Body = Body{Func: func(args []reflect.Value) []reflect.Value {
		var p unsafe.Pointer
		if m.Pointer {
			p = args[0].UnsafePointer()
		} else {
			p = args[0].Addr().UnsafePointer()
		}
		return r.run(p, args)
	}}
	switch ptr, value := r.hops(owner); {
	case m.Pointer && ptr != nil:
		m.Body = Body{Closure: ptr}
	case value != nil:
		m.Body = Body{Closure: value, Through: ptr}
	case ptr != nil:
		m.Body.Through = ptr
	}
	return m, nil
}

// key identifies a method with a pointer receiver promoted from a compiled type by everything its body depends on, so
// that types which embed that type at the same place share it. It is "" for types made here.
func (r *route) key() string {
	elem := r.field
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	if IsMade(elem) || elem.Name() == "" {
		return ""
	}
	return fmt.Sprintf("%p %s %s %p %v", rtypeOf(r.field), r.name, r.pkg, rtypeOf(r.typ), r.steps)
}

// step goes from a struct, or with deref from a pointer to one, to a field.
type step struct {
	deref  bool
	offset uintptr
}

// route is the path from a struct to the method of an embedded field.
type route struct {
	steps     []step
	field     reflect.Type
	name, pkg string
	typ       reflect.Type
	improve   func() // replaces the body that uses this route; may be nil
	target    atomic.Pointer[func(p unsafe.Pointer, args []reflect.Value) []reflect.Value]
}

func (r *route) run(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
	for _, s := range r.steps {
		if s.deref {
			p = *(*unsafe.Pointer)(p)
		}
		_ = *(*byte)(p) // a nil pointer panics here as it does in compiled code
		p = unsafe.Add(p, s.offset)
	}
	call := r.target.Load()
	if call == nil {
		f := r.find()
		call = &f
		if r.target.CompareAndSwap(nil, call) && r.improve != nil {
			r.improve()
		}
	}
	return (*call)(p, args)
}

// find returns a function that calls the method of the field at p.
func (r *route) find() func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
	if r.field.Kind() == reflect.Interface {
		return r.findInterface()
	}
	elem, pointer := r.field, false
	if elem.Kind() == reflect.Pointer && elem.Name() == "" {
		elem, pointer = elem.Elem(), true
	}
	var call func(p unsafe.Pointer, args []reflect.Value) []reflect.Value
	byValue := false
	if c := cellOf(madeOf(elem), r.name, r.pkg); c.cell != nil {
		byValue = !c.pointer
		call = func(p unsafe.Pointer, args []reflect.Value) []reflect.Value { return c.callAt(p, args, r.typ) }
	} else {
		_, byValue = elem.MethodByName(r.name)
		call = r.compiled(reflect.PointerTo(elem))
	}
	return func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
		if pointer {
			p = *(*unsafe.Pointer)(p)
			if byValue {
				_ = *(*byte)(p)
			}
		}
		return call(p, args)
	}
}

// compiled returns a function that calls a method of a compiled pointer type.
func (r *route) compiled(ptr reflect.Type) func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
	if m, ok := ptr.MethodByName(r.name); ok && r.pkg == "" {
		return func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
			return r.call(pointerValue(rtypeOf(ptr), p).Method(m.Index), args[1:])
		}
	}
	// Reflection does not call unexported methods, but a call through an interface with the method does.
	it, err := Interface([]reflect.Method{{Name: r.name, PkgPath: r.pkg, Type: r.typ}})
	if err != nil || !ptr.Implements(it) {
		return func(unsafe.Pointer, []reflect.Value) []reflect.Value {
			panic(fmt.Sprintf("method %s of %v is not in this program", r.name, ptr.Elem()))
		}
	}
	return func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
		x := reflect.New(it)
		x.Elem().Set(pointerValue(rtypeOf(ptr), p))
		return r.callTable((*iface)(x.UnsafePointer()), 0, args)
	}
}

// findInterface is find for a field of interface type.
func (r *route) findInterface() func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
	index := -1
	for i := range r.field.NumMethod() {
		if m := r.field.Method(i); m.Name == r.name && m.PkgPath == r.pkg {
			index = i
		}
	}
	if index < 0 {
		panic(fmt.Sprintf("%v has no method %s", r.field, r.name))
	}
	return func(p unsafe.Pointer, args []reflect.Value) []reflect.Value {
		return r.callTable((*iface)(p), index, args)
	}
}

// callTable calls a method of an interface by its index in the itab.
func (r *route) callTable(x *iface, index int, args []reflect.Value) []reflect.Value {
	_ = x.Tab.Hash // a nil interface panics here
	code := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(&x.Tab.Funcs), uintptr(index)*unsafe.Sizeof(uintptr(0))))
	if runtime.FuncForPC(uintptr(code)).Name() == "runtime.unreachableMethod" {
		panic(fmt.Sprintf("unexported method %s of %v is not in this program, because nothing calls it",
			r.name, toType(x.Tab.Type)))
	}
	fn := funcValue(withReceiver(reflect.TypeFor[unsafe.Pointer](), r.typ), unsafe.Pointer(&code))
	args[0] = reflect.ValueOf(x.Data)
	return r.call(fn, args)
}

func (r *route) call(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if r.typ.IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}
