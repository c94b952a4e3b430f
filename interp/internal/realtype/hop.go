package realtype

import (
	"reflect"
	"unsafe"
)

// A hop is a func value that a call passes through without a frame: it replaces the receiver, a pointer to a struct,
// by one derived from a field of the struct, and jumps to the next func value. The other arguments stay in place.
type hop struct {
	code   uintptr // fieldHop or pointerHop
	offset uintptr // of the field
	next   unsafe.Pointer
}

// The code of hops, set by assembly: one passes the address of the field, the other the pointer in the field. Both
// panic as compiled code does if the receiver is nil.
var fieldHop, pointerHop uintptr

// hops returns the func value that calls the method of a compiled type with the receiver at the end of the route from
// a pointer to the struct. If an interface holds the struct directly, as the pointer at the start of the route, value
// is the func value that takes that pointer. Both are nil if there is no such method accessible by name.
func (r *route) hops(owner reflect.Type) (ptr, value unsafe.Pointer) {
	elem, pointer := r.field, false
	if elem.Kind() == reflect.Pointer && elem.Name() == "" {
		elem, pointer = elem.Elem(), true
	}
	if fieldHop == 0 || r.pkg != "" || elem.Kind() == reflect.Interface || madeOf(elem) != nil {
		return nil, nil
	}
	method, ok := reflect.PointerTo(elem).MethodByName(r.name)
	if !ok {
		return nil, nil
	}
	var list []hop
	for _, s := range r.steps {
		last := len(list) - 1
		if last >= 0 && !s.deref {
			list[last].offset += s.offset
			continue
		}
		if s.deref {
			list[last].code = pointerHop
		}
		list = append(list, hop{code: fieldHop, offset: s.offset})
	}
	if pointer {
		list[len(list)-1].code = pointerHop
		if _, byValue := elem.MethodByName(r.name); byValue { // a nil pointer panics before the call
			list = append(list, hop{code: fieldHop})
		}
	}
	ptr = closureOf(method.Func)
	for i := len(list) - 1; i >= 0; i-- {
		if i == 0 && rtypeOf(owner).TFlag&flagDirect != 0 {
			value = ptr
		}
		list[i].next = ptr
		ptr = unsafe.Pointer(&list[i])
	}
	return ptr, value
}
