package realtype

import (
	"reflect"
	"unsafe"
)

// A hop is a func value that a call goes through without a frame: it turns the receiver, a pointer to a struct, into
// one that a field of the struct has, and goes on with the next func value. The other arguments stay where they are.
type hop struct {
	code   uintptr // fieldHop or pointerHop
	offset uintptr // of the field
	next   unsafe.Pointer
}

// The code of hops, which the assembler sets: the address of the field, and the pointer that the field holds. Both
// panic as compiled code does when the receiver is nil.
var fieldHop, pointerHop uintptr

// hops returns the func value that calls the method of a compiled type with what the route leads to from a pointer
// to the struct. Where an interface holds the struct itself, which then is the pointer that the route begins with,
// value is the func value that takes that. Both are nil where there is no such method that can be named.
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
		if _, byValue := elem.MethodByName(r.name); byValue { // a nil pointer panics before the method is called
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
