package vm

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// typeWord returns the type word of an interface; if the interface has methods, it is read from the itab.
func typeWord(w int64, methods bool) unsafe.Pointer {
	p := goabi.Word(w)
	if methods && p != nil {
		return goabi.ItabType(p)
	}
	return p
}

// Any returns the interface in registers at as an any.
func Any(fp unsafe.Pointer, at []uint32, methods bool) any {
	return goabi.Any(newestWord(typeWord(*num(fp, at[0]), methods)), *ptr(fp, at[1]))
}

// newestWord returns the type word of the newest declaration of the type w.
func newestWord(w unsafe.Pointer) unsafe.Pointer {
	if w == nil || !newest.Renewing() {
		return w
	}
	return goabi.TypeWord(newest.Type(goabi.TypeOf(w)))
}

// EqualIfaces returns the helper that compares two interfaces; xMethods and yMethods report whether they have
// methods.
func EqualIfaces(to uint32, x, y []uint32, xMethods, yMethods, unequal bool) *Helper {
	return &Helper{"compare interfaces", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = b2i((Any(fp, x, xMethods) == Any(fp, y, yMethods)) != unequal)
	}}
}

// EqualValues returns the helper that compares values of type t.
func EqualValues(t reflect.Type, to uint32, x, y []uint32, unequal bool) *Helper {
	leaves, w := layout.Leaves(t), goabi.TypeWord(t)
	return &Helper{"compare values", func(_ *Machine, fp unsafe.Pointer) {
		p, q := goabi.New(w), goabi.New(w)
		layout.Store(p, fp, x, leaves)
		layout.Store(q, fp, y, leaves)
		if goabi.Direct(t) {
			p, q = *(*unsafe.Pointer)(p), *(*unsafe.Pointer)(q)
		}
		*num(fp, to) = b2i((goabi.Any(w, p) == goabi.Any(w, q)) != unequal)
	}}
}

// itabs caches the first words of interfaces with methods, by interface and dynamic type; nil if it does not
// implement the interface.
type itabs struct {
	inter reflect.Type
	known sync.Map // unsafe.Pointer → unsafe.Pointer
}

func (x *itabs) of(typ unsafe.Pointer) unsafe.Pointer {
	if w, ok := x.known.Load(typ); ok {
		return w.(unsafe.Pointer)
	}
	var w unsafe.Pointer
	if t := goabi.TypeOf(typ); t.Implements(x.inter) {
		w = typ
		if x.inter.NumMethod() > 0 {
			w = goabi.Itab(x.inter, t)
		}
	}
	x.known.Store(typ, w)
	return w
}

// ChangeInterface returns the helper that converts an interface to type inter, which it implements.
func ChangeInterface(inter reflect.Type, to, from []uint32, methods bool) *Helper {
	x := &itabs{inter: inter}
	return &Helper{"change an interface", func(_ *Machine, fp unsafe.Pointer) {
		w, data := newestWord(typeWord(*num(fp, from[0]), methods)), *ptr(fp, from[1])
		if w != nil && inter.NumMethod() > 0 {
			w = x.of(w)
		}
		*num(fp, to[0]), *ptr(fp, to[1]) = int64(uintptr(w)), data
	}}
}

// Assertion describes a type assertion.
type Assertion struct {
	Static  reflect.Type // of the operand
	Type    reflect.Type // the asserted type
	To      []uint32
	From    []uint32
	CommaOK bool
}

// Helper returns the helper that performs the assertion.
func (a Assertion) Helper() *Helper {
	methods := a.Static.NumMethod() > 0
	if a.Type.Kind() == reflect.Interface {
		x := &itabs{inter: a.Type}
		return &Helper{"assert an interface", func(m *Machine, fp unsafe.Pointer) {
			w, data := newestWord(typeWord(*num(fp, a.From[0]), methods)), *ptr(fp, a.From[1])
			var itab unsafe.Pointer
			if w != nil {
				itab = x.of(w)
			}
			if itab == nil {
				a.failed(m, w)
				data = nil
			}
			*num(fp, a.To[0]), *ptr(fp, a.To[1]) = int64(uintptr(itab)), data
			if a.CommaOK {
				*num(fp, a.To[2]) = b2i(itab != nil)
			}
		}}
	}
	want, leaves, direct, form := goabi.TypeWord(a.Type), layout.Leaves(a.Type), goabi.Direct(a.Type), FormOf(a.Type)
	n := len(leaves)
	return &Helper{"assert a type", func(m *Machine, fp unsafe.Pointer) {
		w, data := typeWord(*num(fp, a.From[0]), methods), *ptr(fp, a.From[1])
		ok := w == want || newestWord(w) == newestWord(want)
		switch {
		case ok && form == OneNumber:
			*num(fp, a.To[0]) = *(*int64)(data)
		case ok && form == OneText:
			*text(fp, a.To[0]) = *(*string)(data)
		case !ok:
			a.failed(m, w)
			layout.Zero(fp, a.To[:n], leaves)
		case direct:
			if n > 0 {
				layout.Load(fp, a.To[:n], unsafe.Pointer(&data), leaves)
			}
		default:
			layout.Load(fp, a.To[:n], data, leaves)
		}
		if a.CommaOK {
			*num(fp, a.To[n]) = b2i(ok)
		}
	}}
}

// failed panics as Go does if an assertion without ok fails.
func (a Assertion) failed(m *Machine, w unsafe.Pointer) {
	if a.CommaOK {
		if missed := m.host.Missed.Load(); missed != nil && w != nil {
			(*missed)(goabi.TypeOf(w), a.Type)
		}
		return
	}
	var dynamic reflect.Type
	if w != nil {
		dynamic = goabi.TypeOf(w)
	}
	panic(goabi.AssertionError(a.Static, dynamic, a.Type))
}

// CheckInterface returns the helper that panics with a nil dereference if an interface is nil.
func CheckInterface(at uint32) *Helper {
	return &Helper{"checkinterface", func(m *Machine, fp unsafe.Pointer) {
		if *num(fp, at) == 0 {
			m.checkNil(nil)
		}
	}}
}
