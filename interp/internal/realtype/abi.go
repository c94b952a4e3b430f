package realtype

import (
	"go/token"
	"reflect"
	"sync"
	"unsafe"
)

// The types below mirror those of internal/abi. SelfTest compares them with data written by the compiler.

type rtype struct {
	Size, PtrBytes          uintptr
	Hash                    uint32
	TFlag                   uint8
	Align, FieldAlign, Kind uint8
	Equal                   func(p, q unsafe.Pointer) bool
	GCData                  *byte
	Str, PtrToThis          int32
}

const (
	flagUncommon = 1 << 0 // an uncommon follows the descriptor
	flagStar     = 1 << 1 // the string has a leading star that is not part of it
	flagNamed    = 1 << 2
	flagRegular  = 1 << 3 // equal memory means equal values
	flagOnDemand = 1 << 4 // the pointer mask is computed on demand
	flagDirect   = 1 << 5 // an interface holds the value itself, not a pointer to it
)

// uncommon is the additional data of named types and types with methods.
type uncommon struct {
	PkgPath           int32
	Methods, Exported uint16
	Offset, _         uint32 // of the methods, from here
}

type (
	// entry is a method of a type: Iface is called through an itab, Func with the receiver itself.
	entry struct{ Name, Type, Iface, Func int32 }
	// ifaceEntry is a method of an interface.
	ifaceEntry struct{ Name, Type int32 }
	field      struct {
		Name   *byte
		Type   *rtype
		Offset uintptr
	}
)

type (
	basicType struct{ rtype }
	elemType  struct { // of pointers and slices
		rtype
		Elem *rtype
	}
	arrayType struct {
		rtype
		Elem, Slice *rtype
		Len         uintptr
	}
	chanType struct {
		rtype
		Elem *rtype
		Dir  int
	}
	funcType struct { // parameters and results follow the uncommon
		rtype
		In, Out uint16
	}
	ifaceType struct {
		rtype
		PkgPath *byte
		Methods []ifaceEntry
	}
	structType struct {
		rtype
		PkgPath *byte // of the unexported fields
		Fields  []field
	}
)

// An itab is the type word of an interface with methods; funcs is where its code pointers begin.
type itab struct {
	Iface, Type *rtype
	Hash        uint32
	Funcs       [1]unsafe.Pointer
}

// An eface is a value of type any, and an iface one of an interface with methods.
type (
	eface struct{ Type, Data unsafe.Pointer }
	iface struct {
		Tab  *itab
		Data unsafe.Pointer
	}
)

// kindType returns the Go type of the descriptors of a kind.
func kindType(k reflect.Kind) reflect.Type {
	switch k {
	case reflect.Pointer, reflect.Slice:
		return reflect.TypeFor[elemType]()
	case reflect.Array:
		return reflect.TypeFor[arrayType]()
	case reflect.Chan:
		return reflect.TypeFor[chanType]()
	case reflect.Func:
		return reflect.TypeFor[funcType]()
	case reflect.Interface:
		return reflect.TypeFor[ifaceType]()
	case reflect.Map:
		return reflect.TypeFor[mapType]()
	case reflect.Struct:
		return reflect.TypeFor[structType]()
	}
	return reflect.TypeFor[basicType]()
}

func (t *rtype) kind() reflect.Kind { return reflect.Kind(t.Kind) }

func (t *rtype) uncommon() *uncommon {
	return (*uncommon)(unsafe.Add(unsafe.Pointer(t), kindType(t.kind()).Size()))
}

func (t *rtype) entries(n int) []entry {
	if n == 0 {
		return nil
	}
	u := t.uncommon()
	return unsafe.Slice((*entry)(unsafe.Add(unsafe.Pointer(u), u.Offset)), n)
}

// params returns the parameters and results of a function type that has an uncommon.
func (t *funcType) params() []*rtype {
	n := int(t.In) + int(t.Out&^(1<<15)) // the highest bit means variadic
	if n == 0 {
		return nil
	}
	after := unsafe.Add(unsafe.Pointer(t), unsafe.Sizeof(funcType{})+unsafe.Sizeof(uncommon{}))
	return unsafe.Slice((**rtype)(after), n)
}

// words is the representation of a reflect.Type, an interface with methods.
type words struct {
	tab, data unsafe.Pointer
}

var typeWords = func() words {
	t := reflect.TypeFor[int]()
	return *(*words)(unsafe.Pointer(&t))
}()

// rtypeOf returns the descriptor of a type.
func rtypeOf(t reflect.Type) *rtype { return (*rtype)((*words)(unsafe.Pointer(&t)).data) }

// toType returns the reflect.Type of a descriptor.
func toType(r *rtype) (t reflect.Type) {
	*(*words)(unsafe.Pointer(&t)) = words{typeWords.tab, unsafe.Pointer(r)}
	return t
}

// pointerValue returns a value of the pointer type with the descriptor r, without the locks that reflect.NewAt takes.
func pointerValue(r *rtype, p unsafe.Pointer) reflect.Value {
	e := eface{unsafe.Pointer(r), p}
	return reflect.ValueOf(*(*any)(unsafe.Pointer(&e)))
}

// addReflectOff adds a pointer to the runtime's table of names, types and code made at run time. The table keeps its
// entries forever.
//
//go:linkname addReflectOff reflect.addReflectOff
func addReflectOff(p unsafe.Pointer) int32

var (
	offsetMu sync.Mutex
	offsets  = map[nameKey]int32{} // offsets of shared names
)

type nameKey struct {
	text, pkg string
	exported  bool
}

// nameOffset returns the offset of a name, which is added once.
func nameOffset(text, pkg string, exported bool) int32 {
	key := nameKey{text, pkg, exported}
	offsetMu.Lock()
	defer offsetMu.Unlock()
	off, ok := offsets[key]
	if !ok {
		var pkgOff int32
		if pkg != "" {
			if pkgOff, ok = offsets[nameKey{text: pkg}]; !ok {
				pkgOff = addReflectOff(unsafe.Pointer(encode(pkg, "", 0, 0)))
				offsets[nameKey{text: pkg}] = pkgOff
			}
		}
		flags := byte(0)
		if exported {
			flags = nameExported
		}
		off = addReflectOff(unsafe.Pointer(encode(text, "", flags, pkgOff)))
		offsets[key] = off
	}
	return off
}

func typeOffset(r *rtype) int32 { return addReflectOff(unsafe.Pointer(r)) }

// methodOffset returns the offset of a method's name.
func methodOffset(name, pkg string) int32 {
	if token.IsExported(name) {
		return nameOffset(name, "", true)
	}
	return nameOffset(name, pkg, false)
}

const (
	nameExported = 1 << 0
	nameTag      = 1 << 1
	namePkg      = 1 << 2
	nameEmbedded = 1 << 3
)

// encode encodes a name as the linker does: flags, length, text, length of the tag, tag, offset of the package path.
func encode(text, tag string, flags byte, pkg int32) *byte {
	b := []byte{flags}
	put := func(s string) {
		n := len(s)
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		b = append(append(b, byte(n)), s...)
	}
	put(text)
	if tag != "" {
		b[0] |= nameTag
		put(tag)
	}
	if pkg != 0 {
		b[0] |= namePkg
		b = append(b, (*[4]byte)(unsafe.Pointer(&pkg))[:]...)
	}
	return &b[0]
}
