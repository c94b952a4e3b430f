package vm

import (
	"reflect"
	"unicode/utf8"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
	"github.com/msrepl/msrepl/interp/internal/vm/mapsize"
)

// MapType describes how to use maps of one type.
type MapType struct {
	typ       reflect.Type
	word      unsafe.Pointer
	key, elem copier
	text      bool // keys are strings, for which Go has special functions
	number    bool // keys are integers of 8 bytes
	half      bool // keys are integers of 4 bytes
	// Int64, Int32 or String: Go has special functions for these keys, and elements are one number of 8 bytes
	fast reflect.Kind
}

// copier describes how to copy keys or elements of a map between registers and memory.
type copier struct {
	word   unsafe.Pointer // type word
	leaves []layout.Leaf
	whole  bool // the registers are the value
	word8  bool // the value is one number of 8 bytes
	text   bool // the value is a string
	number bool // the value is another number
	ptr    bool // the value is a pointer
	none   bool // the value has no words
	small  bool // the value fits in a scratch
}

// load copies the value at p to registers.
func (k *copier) load(fp unsafe.Pointer, to []uint32, p unsafe.Pointer) {
	switch {
	case k.word8:
		*num(fp, to[0]) = *(*int64)(p)
	case k.text:
		*text(fp, to[0]) = *(*string)(p)
	case k.number:
		*num(fp, to[0]) = layout.LoadNumber(k.leaves[0].Kind, p)
	case k.ptr:
		*ptr(fp, to[0]) = *(*unsafe.Pointer)(p)
	case k.none:
	default:
		layout.Load(fp, to, p, k.leaves)
	}
}

// store copies the value in registers to p.
func (k *copier) store(p, fp unsafe.Pointer, from []uint32) {
	switch {
	case k.word8:
		*(*int64)(p) = *num(fp, from[0])
	case k.text:
		*(*string)(p) = *text(fp, from[0])
	case k.ptr:
		*(*unsafe.Pointer)(p) = *ptr(fp, from[0])
	case k.none:
	default:
		layout.Store(p, fp, from, k.leaves)
	}
}

// scratch is memory on the goroutine's stack for a value that is copied immediately. Registers keep its referents
// alive.
type scratch [8]uint64

func copierOf(t reflect.Type) copier {
	l := layout.Leaves(t)
	as, one := layout.Whole(t, l), len(l) == 1
	return copier{
		word: goabi.TypeWord(t), leaves: l, whole: as, word8: as && FormOf(t) == OneNumber,
		text: as && FormOf(t) == OneText, number: one && !l[0].Kind.Pointer(), ptr: one && l[0].Kind == layout.Pointer,
		none: len(l) == 0, small: t.Size() <= unsafe.Sizeof(scratch{}),
	}
}

// at returns a pointer to the value in registers at.
func (k *copier) at(fp unsafe.Pointer, at []uint32, s *scratch) unsafe.Pointer {
	if k.whole {
		return unsafe.Add(fp, uintptr(at[0]))
	}
	p := unsafe.Pointer(s)
	if !k.small {
		p = goabi.New(k.word)
	}
	layout.Store(p, fp, at, k.leaves)
	return p
}

// NewMapType describes maps of type t.
func NewMapType(t reflect.Type) *MapType {
	x := &MapType{
		typ: t, word: goabi.TypeWord(t), key: copierOf(t.Key()), elem: copierOf(t.Elem()), text: goabi.HasTextKeys(t),
		number: goabi.HasNumberKeys(t), half: goabi.HasHalfKeys(t),
	}
	if FormOf(t.Elem()) != OneNumber {
		return x
	}
	switch k := t.Key().Kind(); k {
	case reflect.String:
		x.fast = reflect.String
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr:
		x.fast = reflect.Int64
	case reflect.Int32, reflect.Uint32:
		x.fast = reflect.Int32
	}
	return x
}

// Make returns the helper that makes a map.
func (x *MapType) Make(to, size uint32) *Helper {
	each := x.typ.Key().Size() + x.typ.Elem().Size() + 1
	sizes := &mapsize.Sizes{}
	return &Helper{"make a map", func(m *Machine, fp unsafe.Pointer) {
		n := sizes.Foreseen()
		if size != None {
			n = max(n, int(*num(fp, size)))
			m.host.room(int64(n), each)
		}
		p := goabi.NewMap(x.word, n)
		if m.host.running.Load() <= 1 { // other goroutines may write existing maps
			sizes.Note(p)
		}
		*ptr(fp, to) = p
	}}
}

// Get returns the helper that looks up a key. With ok, the last register of to reports whether it is present. If at
// is a register, it receives the address of the element.
func (x *MapType) Get(to []uint32, m uint32, key []uint32, ok bool, at uint32) *Helper {
	n := len(x.elem.leaves)
	run := func(on *Machine, fp unsafe.Pointer) {
		g := on.host.readMap(*ptr(fp, m), readError)
		if g != nil {
			defer g.EndRead()
		}
		p := x.lookUp(*ptr(fp, m), fp, key)
		if p != nil {
			x.elem.load(fp, to[:n], p)
		} else {
			layout.Zero(fp, to[:n], x.elem.leaves)
		}
		if ok {
			*num(fp, to[n]) = b2i(p != nil)
		}
		if at != None {
			*ptr(fp, at) = p
		}
	}
	if x.fast != 0 && !ok && at == None {
		run = x.getFast(to[0], m, key[0])
	}
	return &Helper{"look a key up", run}
}

// lookUp returns the address of the element for the key in registers, or nil if there is none.
func (x *MapType) lookUp(m, fp unsafe.Pointer, key []uint32) unsafe.Pointer {
	switch {
	case x.text:
		return goabi.MapGetText(x.word, m, *text(fp, key[0]))
	case x.number:
		return goabi.MapGetNumber(x.word, m, uint64(*num(fp, key[0])))
	case x.half:
		return goabi.MapGetHalf(x.word, m, uint32(*num(fp, key[0])))
	}
	if x.key.whole {
		return goabi.MapGet(x.word, m, unsafe.Add(fp, uintptr(key[0])))
	}
	return x.lookUpCopy(m, fp, key)
}

func (x *MapType) lookUpCopy(m, fp unsafe.Pointer, key []uint32) unsafe.Pointer {
	var s scratch
	return goabi.MapGet(x.word, m, x.key.at(fp, key, &s))
}

// getFast looks up a key in a map that Go has special functions for.
func (x *MapType) getFast(to, m, key uint32) func(*Machine, unsafe.Pointer) {
	switch x.fast {
	case reflect.Int64:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.readMap(*ptr(fp, m), readError)
			*num(fp, to) = (*(*map[int64]int64)(unsafe.Pointer(ptr(fp, m))))[*num(fp, key)]
			g.EndRead()
		}
	case reflect.Int32:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.readMap(*ptr(fp, m), readError)
			*num(fp, to) = (*(*map[int32]int64)(unsafe.Pointer(ptr(fp, m))))[int32(*num(fp, key))]
			g.EndRead()
		}
	case reflect.String:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.readMap(*ptr(fp, m), readError)
			*num(fp, to) = (*(*map[string]int64)(unsafe.Pointer(ptr(fp, m))))[*text(fp, key)]
			g.EndRead()
		}
	}
	return nil
}

// setFast stores an element in a map that Go has special functions for.
func (x *MapType) setFast(m, key, from uint32) func(*Machine, unsafe.Pointer) {
	switch x.fast {
	case reflect.Int64:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.writeMap(*ptr(fp, m))
			(*(*map[int64]int64)(unsafe.Pointer(ptr(fp, m))))[*num(fp, key)] = *num(fp, from)
			g.EndWrite()
		}
	case reflect.Int32:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.writeMap(*ptr(fp, m))
			(*(*map[int32]int64)(unsafe.Pointer(ptr(fp, m))))[int32(*num(fp, key))] = *num(fp, from)
			g.EndWrite()
		}
	case reflect.String:
		return func(on *Machine, fp unsafe.Pointer) {
			g := on.host.writeMap(*ptr(fp, m))
			(*(*map[string]int64)(unsafe.Pointer(ptr(fp, m))))[*text(fp, key)] = *num(fp, from)
			g.EndWrite()
		}
	}
	return nil
}

// setPlaced stores an element under a key that Go has special functions for.
func (x *MapType) setPlaced(m, key uint32, from []uint32) func(*Machine, unsafe.Pointer) {
	return func(on *Machine, fp unsafe.Pointer) {
		if g := on.host.writeMap(*ptr(fp, m)); g != nil {
			defer g.EndWrite()
		}
		var p unsafe.Pointer
		switch {
		case x.text:
			p = goabi.MapPlaceText(x.word, *ptr(fp, m), *text(fp, key))
		case x.number:
			p = goabi.MapPlaceNumber(x.word, *ptr(fp, m), uint64(*num(fp, key)))
		default:
			p = goabi.MapPlaceHalf(x.word, *ptr(fp, m), uint32(*num(fp, key)))
		}
		x.elem.store(p, fp, from)
	}
}

// Assigns returns the helper that panics as an assignment does if a key cannot be hashed: in Go, m[k] += v is a
// single assignment, and a lookup in an empty map panics with another message.
func (x *MapType) Assigns(m uint32, key []uint32) *Helper {
	return &Helper{"check a key", func(_ *Machine, fp unsafe.Pointer) {
		if p := *ptr(fp, m); p != nil && mapsize.Len(p) == 0 {
			x.try(fp, key)
		}
	}}
}

// try assigns to a temporary map.
func (x *MapType) try(fp unsafe.Pointer, key []uint32) {
	var s scratch
	goabi.MapSet(x.word, reflect.MakeMap(x.typ).UnsafePointer(), x.key.at(fp, key, &s), goabi.New(x.elem.word))
}

// Set returns the helper that stores an element. If at is a register, Get has stored the address of the element
// there.
func (x *MapType) Set(m uint32, key, from []uint32, at uint32) *Helper {
	run := func(on *Machine, fp unsafe.Pointer) {
		var s, t scratch
		p, k := x.elem.at(fp, from, &s), x.key.at(fp, key, &t)
		if g := on.host.writeMap(*ptr(fp, m)); g != nil {
			defer g.EndWrite()
		}
		goabi.MapSet(x.word, *ptr(fp, m), k, p)
	}
	switch {
	case x.fast != 0:
		run = x.setFast(m, key[0], from[0])
	case x.text, x.number, x.half:
		run = x.setPlaced(m, key[0], from)
	}
	if at == None {
		return &Helper{"store an element", run}
	}
	return &Helper{"store an element again", func(on *Machine, fp unsafe.Pointer) {
		p := *ptr(fp, at)
		if p == nil {
			run(on, fp)
			return
		}
		g := on.host.writeMap(*ptr(fp, m))
		x.elem.store(p, fp, from)
		g.EndWrite()
		*ptr(fp, at) = nil
	}}
}

// Delete returns the helper that deletes a key.
func (x *MapType) Delete(m uint32, key []uint32) *Helper {
	return &Helper{"delete an element", func(on *Machine, fp unsafe.Pointer) {
		var s scratch
		k := x.key.at(fp, key, &s)
		if g := on.host.writeMap(*ptr(fp, m)); g != nil {
			defer g.EndWrite()
		}
		goabi.MapDelete(x.word, *ptr(fp, m), k)
	}}
}

// Len returns the helper for the length of a map.
func (x *MapType) Len(to, m uint32) *Helper {
	return &Helper{"length of a map", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(mapsize.Len(*ptr(fp, m)))
	}}
}

// Clear returns the helper that clears a map.
func (x *MapType) Clear(m uint32) *Helper {
	return &Helper{"clear a map", func(on *Machine, fp unsafe.Pointer) {
		v := reflect.NewAt(x.typ, unsafe.Pointer(ptr(fp, m))).Elem()
		on.host.ChangeMap(v, v.Clear)
	}}
}

// mapRange is an iteration over a map. A finished one is reused.
type mapRange struct {
	of   unsafe.Pointer // nil if there are no elements
	it   goabi.MapIter
	free *mapRange // the next one to reuse
}

// Range returns the helper that begins an iteration over a map.
func (x *MapType) Range(to, m uint32) *Helper {
	return &Helper{"range over a map", func(on *Machine, fp unsafe.Pointer) {
		p := *ptr(fp, m)
		if p == nil || mapsize.Len(p) == 0 {
			*ptr(fp, to) = unsafe.Pointer(&emptyRange)
			return
		}
		r := on.ranges
		if r == nil {
			r = &mapRange{}
		} else {
			on.ranges, r.free = r.free, nil
		}
		r.of = p
		r.it.Reset(reflect.NewAt(x.typ, unsafe.Pointer(&r.of)).Elem())
		*ptr(fp, to) = unsafe.Pointer(r)
	}}
}

// emptyRange is the iteration over an empty map. It is never written to.
var emptyRange mapRange

// Next returns the helper that advances an iteration: to receives whether there is an element, its key and the
// element. key and elem report which of these are used.
func (x *MapType) Next(iter uint32, to []uint32, key, elem bool) *Helper {
	keys, elems := to[1:], to[1:]
	if key {
		keys, elems = keys[:len(x.key.leaves)], keys[len(x.key.leaves):]
	}
	return &Helper{"next element of a map", func(on *Machine, fp unsafe.Pointer) {
		r := (*mapRange)(*ptr(fp, iter))
		if r.of == nil {
			*num(fp, to[0]) = 0
			return
		}
		g := on.host.readMap(r.of, rangeError)
		ok := r.it.Next()
		*num(fp, to[0]) = b2i(ok)
		if ok && (key || elem) {
			k, e := r.it.At()
			if key {
				x.key.load(fp, keys, k)
			}
			if elem {
				x.elem.load(fp, elems, e)
			}
		}
		g.EndRead()
		if !ok {
			*ptr(fp, iter) = unsafe.Pointer(&emptyRange)
			r.of = nil
			r.it.Reset(reflect.Value{})
			r.free, on.ranges = on.ranges, r
		}
	}}
}

// textRange is an iteration over a string.
type textRange struct {
	s  string
	at int
}

// RangeText returns the helper that begins an iteration over the string s.
func RangeText(to, s uint32) *Helper {
	return &Helper{"range over a text", func(_ *Machine, fp unsafe.Pointer) {
		*ptr(fp, to) = unsafe.Pointer(&textRange{s: *text(fp, s)})
	}}
}

// NextText returns the helper that advances the iteration: ok receives whether there is a character, index its
// offset, and char the character.
func NextText(iter uint32, ok, index, char uint32) *Helper {
	return &Helper{"next character", func(_ *Machine, fp unsafe.Pointer) {
		r := (*textRange)(*ptr(fp, iter))
		*num(fp, ok) = b2i(r.at < len(r.s))
		if r.at >= len(r.s) {
			return
		}
		c, n := utf8.DecodeRuneInString(r.s[r.at:])
		if index != None {
			*num(fp, index) = int64(r.at)
		}
		if char != None {
			*num(fp, char) = int64(c)
		}
		r.at += n
	}}
}
