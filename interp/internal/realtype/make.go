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

// Package is where a type is declared. The path decides which private methods and fields are the same; the name is
// what the type's text shows. A path that no compiled package has keeps the private names of a session its own.
type Package struct{ Path, Name string }

// made is what is known of a type made here. The collector follows what its descriptions refer to: they are in memory
// of their own types, and offsets are entries of a table of the runtime that keeps what is in it.
type made struct {
	typ, ptr *rtype // T and *T; ptr is nil for a view
	pkg      Package
	layout   reflect.Type
	room     [2]uint32 // for the methods of T and of *T
	named    bool
	methods  []given // nil until they are set
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

// New makes a named type of which the name and the layout are final, so that other types can mention it, and
// with room for the methods of T and of *T, those of T included. Complete or CompleteStruct or
// CompleteInterface gives it the underlying type and SetMethods the methods; until then there must be no value
// of it.
//
// layout has the kind of the underlying type; arrays and structs have its layout (see Layout), functions its
// number of parameters and results, interfaces methods if it has some (error is enough), and other kinds may
// have any elements.
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

var typeCount uint64 // types made so far, in the hash of each

// describe writes the descriptions of T and *T, of a layout and with a text.
func (m *made) describe(layout reflect.Type, text string) {
	m.typ = m.copyOf(layout, int(m.room[0]))
	m.ptr = m.copyOf(reflect.TypeFor[*int](), int(m.room[1])) // any pointer, as this leaves nothing behind
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

// copyOf returns a copy of a type's description with room for methods.
func (m *made) copyOf(from reflect.Type, room int) *rtype {
	params := 0
	if from.Kind() == reflect.Func {
		params = from.NumIn() + from.NumOut()
	}
	if room > 0 {
		room = 1 << bits.Len(uint(room-1)) // few sizes, so that the types of this memory are few as well
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

// copyKind copies what a kind's description has.
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

// Complete gives a type from New its underlying type, which is no interface with methods and has the layout
// that New got.
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

// fits reports whether the memory of two types looks the same to the collector and to code that copies it.
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
