package realtype

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

var plain = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[bool](), reflect.String: reflect.TypeFor[string](),
	reflect.Int: reflect.TypeFor[int](), reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
	reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](),
	reflect.Uint: reflect.TypeFor[uint](), reflect.Uint8: reflect.TypeFor[uint8](), reflect.Uint16: reflect.TypeFor[uint16](),
	reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](), reflect.Uintptr: reflect.TypeFor[uintptr](),
	reflect.Float32: reflect.TypeFor[float32](), reflect.Float64: reflect.TypeFor[float64](),
	reflect.Complex64: reflect.TypeFor[complex64](), reflect.Complex128: reflect.TypeFor[complex128](),
	reflect.Slice: reflect.TypeFor[[]byte](), reflect.UnsafePointer: reflect.TypeFor[unsafe.Pointer](),
	reflect.Pointer: reflect.TypeFor[unsafe.Pointer](), reflect.Map: reflect.TypeFor[unsafe.Pointer](),
	reflect.Chan: reflect.TypeFor[unsafe.Pointer](), reflect.Func: reflect.TypeFor[unsafe.Pointer](),
}

// Layout returns a type with the memory layout of t that mentions no type made here, so that types of the same shape
// share it: size, alignment, pointers, comparison and the registers in which it is passed are those of t. Pointers,
// maps, channels and functions become unsafe.Pointer, slices []byte, interfaces any or error. A function type itself
// becomes comparable, unlike t; in structs and arrays, functions are not comparable.
func Layout(t reflect.Type) reflect.Type {
	if m := madeOf(t); m != nil && (t.Kind() == reflect.Struct || t.Kind() == reflect.Array) {
		return m.layout
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return reflect.TypeFor[any]()
		}
		return reflect.TypeFor[error]()
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), PartLayout(t.Elem()))
	case reflect.Struct:
		if t.Name() != "" {
			return t
		}
		fields := make([]reflect.StructField, t.NumField())
		for i := range fields {
			fields[i] = t.Field(i)
		}
		return StructLayout(fields)
	}
	return plain[t.Kind()]
}

// PartLayout is Layout for the fields of structs and the elements of arrays, which are compared as parts: types that
// are not comparable stay so.
func PartLayout(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Func:
		return reflect.TypeFor[func()]()
	case reflect.Map:
		return reflect.TypeFor[map[int]int]()
	}
	return Layout(t)
}

// StructLayout returns the layout of a struct with the given fields. Only their types matter, and which are blank.
func StructLayout(fields []reflect.StructField) reflect.Type {
	parts := make([]reflect.StructField, len(fields))
	blank := false
	for i, f := range fields {
		parts[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: PartLayout(f.Type)}
		blank = blank || f.Name == "_"
	}
	same := reflect.StructOf(parts)
	if !blank || !same.Comparable() {
		return same
	}
	for i, f := range fields {
		if f.Name == "_" {
			parts[i].Name = "_"
		}
	}
	return blankLayout(same, parts)
}

var (
	blankMu      sync.Mutex
	blankLayouts = map[string]reflect.Type{}
)

// blankLayout returns the layout of a struct with blank fields, which comparisons ignore. reflect.StructOf does not
// ignore them.
func blankLayout(same reflect.Type, fields []reflect.StructField) reflect.Type {
	var key strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&key, "%s %p;", f.Name, rtypeOf(f.Type))
	}
	blankMu.Lock()
	defer blankMu.Unlock()
	t, ok := blankLayouts[key.String()]
	if !ok {
		s := new(structType)
		s.fill(rtypeOf(same), fields)
		s.Str = nameOffset(structText(fields), "", false)
		s.PtrToThis = 0
		t = toType(&s.rtype)
		blankLayouts[key.String()] = t
	}
	return t
}

// fill makes s the descriptor of a struct with the given fields and the layout of another type.
func (s *structType) fill(layout *rtype, fields []reflect.StructField) {
	from := (*structType)(unsafe.Pointer(layout))
	s.rtype = from.rtype
	s.Fields = make([]field, len(fields))
	blank := false
	for i, f := range fields {
		flags := byte(0)
		if f.PkgPath == "" {
			flags |= nameExported
		}
		if f.Anonymous {
			flags |= nameEmbedded
		}
		s.Fields[i] = field{encode(f.Name, string(f.Tag), flags, 0), rtypeOf(f.Type), from.Fields[i].Offset}
		if f.PkgPath != "" {
			s.PkgPath = encode(f.PkgPath, "", 0, 0)
		}
		blank = blank || f.Name == "_"
	}
	s.TFlag &^= flagUncommon | flagStar | flagNamed | flagRegular
	switch {
	case blank && s.Equal != nil: // otherwise that of the layout is right
		s.Equal = s.equal(fields)
	case !blank && s.regular(): // reflect.StructOf omits this, and maps would hash keys field by field
		s.TFlag |= flagRegular
		s.Equal = equalMemory(s.Size)
	}
}

// regular reports whether structs are equal if and only if their memory is.
func (s *structType) regular() bool {
	end := uintptr(0)
	for _, f := range s.Fields {
		if f.Offset != end || f.Type.TFlag&flagRegular == 0 {
			return false
		}
		end += f.Type.Size
	}
	return end == s.Size && s.Equal != nil
}

// equalMemory returns a function that compares memory of a size.
func equalMemory(size uintptr) func(p, q unsafe.Pointer) bool {
	switch size {
	case 8:
		return func(p, q unsafe.Pointer) bool { return *(*[8]byte)(p) == *(*[8]byte)(q) }
	case 16:
		return func(p, q unsafe.Pointer) bool { return *(*[16]byte)(p) == *(*[16]byte)(q) }
	}
	return func(p, q unsafe.Pointer) bool {
		return unsafe.String((*byte)(p), size) == unsafe.String((*byte)(q), size)
	}
}

// equal returns a function that compares structs field by field, ignoring blank ones.
func (s *structType) equal(fields []reflect.StructField) func(p, q unsafe.Pointer) bool {
	var parts []field
	for i, f := range fields {
		if f.Name != "_" {
			parts = append(parts, s.Fields[i])
		}
	}
	return func(p, q unsafe.Pointer) bool {
		for _, f := range parts {
			if !f.Type.Equal(unsafe.Add(p, f.Offset), unsafe.Add(q, f.Offset)) {
				return false
			}
		}
		return true
	}
}

// structText returns the string of an unnamed struct type.
func structText(fields []reflect.StructField) string {
	if len(fields) == 0 {
		return "struct {}"
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Type.String()
		if !f.Anonymous {
			parts[i] = f.Name + " " + parts[i]
		}
		if f.Tag != "" {
			parts[i] += " " + strconv.Quote(string(f.Tag))
		}
	}
	return "struct { " + strings.Join(parts, "; ") + " }"
}
