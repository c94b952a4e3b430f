package rt

import (
	"reflect"
	"unsafe"
)

// Mend gives fields of the struct type that ptr points to the types that the given pointers point to. The type is one that the
// interpreter has made while the session runs.
func Mend(ptr any, fields map[int]any) {
	t := reflect.TypeOf(ptr).Elem()
	if t.Name() != "" {
		return // it is the program's, not the interpreter's
	}
	for i, f := range fields {
		if want := reflect.TypeOf(f).Elem(); i < t.NumField() && t.Field(i).Type != want && t.Field(i).Type.Size() == want.Size() {
			setFieldType(t, i, want)
		}
	}
}

// structInfo is how the runtime describes a struct type: behind the description that all types have there are a name and the fields.
type structInfo struct {
	_      [typeSize]byte
	_      unsafe.Pointer
	fields []fieldInfo
}

// fieldInfo is one of its fields.
type fieldInfo struct {
	_   unsafe.Pointer
	typ unsafe.Pointer
	_   uintptr
}

// typeSize is the size of the description that all types have.
const typeSize = 4*unsafe.Sizeof(uintptr(0)) + 4 + 4 + 4 + 4

func setFieldType(t reflect.Type, i int, field reflect.Type) {
	s := (*structInfo)(typePointer(t))
	s.fields[i].typ = typePointer(field)
}

// typePointer returns where the runtime describes a type.
func typePointer(t reflect.Type) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]
}
