package realtype

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// Package is the package that declares a type. The path determines which unexported methods and fields are the same;
// the name appears in the type's string. With a path that no compiled package has, the unexported names of a session
// are distinct from all others.
type Package struct{ Path, Name string }

// made describes a type made here. The garbage collector follows what its descriptors refer to: they are in memory of
// their own types, and offsets are entries of a table of the runtime that keeps its contents.
type made struct {
	typ, ptr *rtype // T and *T; ptr is nil for a view
	pkg      Package
	layout   reflect.Type
	room     [2]uint32 // for the methods of T and of *T
	named    bool
	methods  []ownedMethod // nil until set
}

type methodName struct{ name, pkg string }

var (
	registryMu sync.RWMutex
	registry   = map[*rtype]*made{}
)

func madeOf(t reflect.Type) *made {
	registryMu.RLock()
	defer registryMu.RUnlock()
	return registry[rtypeOf(t)]
}

// IsMade reports whether t was made by this package.
func IsMade(t reflect.Type) bool { return madeOf(t) != nil }

// New makes a named type. Its name and its layout are final, so that other types can mention it, and it has room for
// the methods of T and of *T, which include those of T. Complete, CompleteStruct or CompleteInterface sets the
// underlying type and SetMethods the methods; until then there must be no value of the type.
//
// layout has the kind of the underlying type. For arrays and structs it has the same layout (see Layout), for
// functions the same number of parameters and results, for interfaces methods if the type has some (error is enough);
// for other kinds the elements do not matter.
func New(pkg Package, name string, layout reflect.Type, methods, ptrMethods int) (reflect.Type, error) {
	if err := known(); err != nil {
		return nil, err
	}
	if ptrMethods < methods {
		return nil, fmt.Errorf("*%s has the methods of %s, so room for %d and not for %d", name, name, methods, ptrMethods)
	}
	m := &made{pkg: pkg, layout: layout, room: roomFor(methods, ptrMethods), named: true}
	m.describe(layout, pkg.Name+"."+name)
	m.typ.TFlag |= flagNamed
	if layout.Kind() == reflect.Interface {
		(*ifaceType)(unsafe.Pointer(m.typ)).PkgPath = encode(pkg.Path, "", 0, 0)
	}
	return m.register(), nil
}

func roomFor(methods, ptrMethods int) [2]uint32 {
	return [2]uint32{uint32(methods), uint32(ptrMethods)}
}

func (m *made) register() reflect.Type {
	registryMu.Lock()
	defer registryMu.Unlock()
	registry[m.typ] = m
	return toType(m.typ)
}

var typeCount uint64 // number of types made so far, part of the hash of each

// describe creates the descriptors of T and *T, with a layout and a string.
func (m *made) describe(layout reflect.Type, text string) {
	m.typ = m.copyOf(layout, int(m.room[0]))
	m.ptr = m.copyOf(reflect.TypeFor[*int](), int(m.room[1])) // any pointer type; it leaves nothing behind
	for _, r := range []*rtype{m.typ, m.ptr} {
		r.Str = nameOffset("*"+text, "", false)
		r.PtrToThis = 0
	}
	m.typ.TFlag |= flagStar
	h := fnv.New32a()
	h.Write([]byte(text))
	registryMu.Lock()
	typeCount++
	binary.Write(h, binary.LittleEndian, typeCount)
	registryMu.Unlock()
	m.typ.Hash = h.Sum32()
	m.ptr.Hash = m.typ.Hash*16777619 ^ '*'
	(*elemType)(unsafe.Pointer(m.ptr)).Elem = m.typ
	m.typ.PtrToThis = typeOffset(m.ptr)
}

// copyOf returns a copy of a type's descriptor with room for methods.
func (m *made) copyOf(from reflect.Type, room int) *rtype {
	params := 0
	if from.Kind() == reflect.Func {
		params = from.NumIn() + from.NumOut()
	}
	if room > 0 {
		room = 1 << bits.Len(uint(room-1)) // few sizes, so that there are few types of this memory
	}
	mem := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "Kind", Type: kindType(from.Kind())},
		{Name: "Uncommon", Type: reflect.TypeFor[uncommon]()},
		{Name: "Params", Type: reflect.ArrayOf(params, reflect.TypeFor[*rtype]())},
		{Name: "Methods", Type: reflect.ArrayOf(room, reflect.TypeFor[entry]())},
	}))
	r := (*rtype)(mem.UnsafePointer())
	r.copyKind(from)
	r.TFlag |= flagUncommon
	u := r.uncommon()
	u.PkgPath = nameOffset(m.pkg.Path, "", false)
	u.Offset = uint32(unsafe.Sizeof(uncommon{}) + uintptr(params)*unsafe.Sizeof(uintptr(0)))
	return r
}

// copyKind copies the data specific to the kind of a descriptor.
func (r *rtype) copyKind(from reflect.Type) {
	kt := kindType(from.Kind())
	reflect.NewAt(kt, unsafe.Pointer(r)).Elem().Set(reflect.NewAt(kt, unsafe.Pointer(rtypeOf(from))).Elem())
	r.TFlag &^= flagUncommon | flagStar | flagNamed
	if from.Kind() == reflect.Func {
		params := (*funcType)(unsafe.Pointer(r)).params()
		for i := range from.NumIn() {
			params[i] = rtypeOf(from.In(i))
		}
		for i := range from.NumOut() {
			params[from.NumIn()+i] = rtypeOf(from.Out(i))
		}
	}
}

// Complete sets the underlying type of a type from New. It must not be an interface with methods and must have the
// layout passed to New.
func Complete(t, underlying reflect.Type) error {
	m := madeOf(t)
	if m == nil || !m.named {
		return fmt.Errorf("%v is no named type made at run time", t)
	}
	r, u := m.typ, rtypeOf(underlying)
	if underlying.Kind() == reflect.Func && r.kind() == reflect.Func &&
		(t.NumIn() != underlying.NumIn() || t.NumOut() != underlying.NumOut()) || !fits(r, u) {
		return fmt.Errorf("%v has not the layout with which %v was made, %v", underlying, t, m.layout)
	}
	if r.kind() == reflect.Interface && underlying.NumMethod() > 0 {
		return fmt.Errorf("%v: the methods of an interface are set one by one", t)
	}
	before := *r
	var pkgPath *byte
	if r.kind() == reflect.Interface {
		pkgPath = (*ifaceType)(unsafe.Pointer(r)).PkgPath
	}
	r.copyKind(underlying)
	r.TFlag |= before.TFlag & (flagUncommon | flagStar | flagNamed)
	r.Hash, r.Str, r.PtrToThis = before.Hash, before.Str, before.PtrToThis
	if r.kind() == reflect.Interface {
		(*ifaceType)(unsafe.Pointer(r)).PkgPath = pkgPath
	}
	return nil
}

// fits reports whether two types have the same memory layout for the garbage collector and for code that copies
// values.
func fits(a, b *rtype) bool {
	const flags = flagDirect | flagOnDemand
	if a.Kind != b.Kind || a.Size != b.Size || a.PtrBytes != b.PtrBytes || a.Align != b.Align || a.FieldAlign != b.FieldAlign ||
		(a.Equal == nil) != (b.Equal == nil) || (a.TFlag^b.TFlag)&flags != 0 {
		return false
	}
	if a.PtrBytes == 0 || a.TFlag&flagOnDemand != 0 {
		return true
	}
	word := unsafe.Sizeof(uintptr(0))
	n := a.PtrBytes / word
	ma, mb := unsafe.Slice(a.GCData, (n+7)/8), unsafe.Slice(b.GCData, (n+7)/8)
	for i := range n {
		if (ma[i/8]^mb[i/8])>>(i%8)&1 != 0 {
			return false
		}
	}
	return true
}
