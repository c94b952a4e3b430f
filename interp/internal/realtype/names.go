package realtype

import (
	"reflect"
	"unsafe"
)

// resolveNameOff returns the name at an offset in the data of the module that a type belongs to.
//
//go:linkname resolveNameOff reflect.resolveNameOff
func resolveNameOff(inModule unsafe.Pointer, off int32) unsafe.Pointer

// MethodNames returns the names of the exported methods of a non-interface type, in the order of reflect. Type.Method
// creates a function type per method, which takes a quarter of the time until a session has loaded package tensor.
func MethodNames(t reflect.Type) []string {
	r := rtypeOf(t)
	if t.Kind() == reflect.Interface || r.TFlag&flagUncommon == 0 {
		return nil
	}
	names := make([]string, t.NumMethod())
	if known() != nil {
		for i := range names {
			names[i] = t.Method(i).Name
		}
		return names
	}
	for i, e := range r.entries(len(names)) {
		names[i] = decodeName(resolveNameOff(unsafe.Pointer(r), e.Name))
	}
	return names
}

// decodeName decodes a name: a byte of flags, the length as a varint, the text.
func decodeName(p unsafe.Pointer) string {
	n, at := 0, 1
	for shift := 0; ; shift += 7 {
		b := *(*byte)(unsafe.Add(p, at))
		at++
		if n |= int(b&0x7f) << shift; b < 0x80 {
			return unsafe.String((*byte)(unsafe.Add(p, at)), n)
		}
	}
}
