package vm

import (
	"reflect"
	"unicode/utf8"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// MapType is how maps of one type are used.
type MapType struct {
	typ       reflect.Type
	word      unsafe.Pointer
	key, elem []Leaf
	keyType   unsafe.Pointer
	elemType  unsafe.Pointer
	fast      byte // 'i': 8-byte integers, 's': texts, 0: others
	one       bool // elements are one number of 8 bytes
}

// NewMapType describes maps of type t.
func NewMapType(t reflect.Type) *MapType {
	x := &MapType{
		typ: t, word: goabi.TypeWord(t), key: Leaves(t.Key()), elem: Leaves(t.Elem()),
		keyType: goabi.TypeWord(t.Key()), elemType: goabi.TypeWord(t.Elem()),
	}
	switch k := t.Key().Kind(); {
	case k == reflect.String:
		x.fast = 's'
	case k == reflect.Int || k == reflect.Int64 || k == reflect.Uint || k == reflect.Uint64 || k == reflect.Uintptr:
		x.fast = 'i'
	}
	x.one = len(x.elem) == 1 && t.Elem().Size() == 8 && !x.elem[0].Kind.Pointer()
	return x
}

// keyAt returns a pointer to the key in registers at.
func (x *MapType) keyAt(fp unsafe.Pointer, at []uint32) unsafe.Pointer {
	if x.fast != 0 {
		return unsafe.Add(fp, uintptr(at[0])) // as it is
	}
	p := goabi.New(x.keyType)
	Store(p, fp, at, x.key)
	return p
}

// Make returns the helper that makes a map.
func (x *MapType) Make(to, size uint32) *Helper {
	each := x.typ.Key().Size() + x.typ.Elem().Size() + 1
	return &Helper{"make a map", func(m *Machine, fp unsafe.Pointer) {
		n := 0
		if size != None {
			n = max(0, int(*num(fp, size)))
			m.host.room(int64(n), each)
		}
		*ptr(fp, to) = reflect.MakeMapWithSize(x.typ, n).UnsafePointer()
	}}
}

// Get returns the helper that looks a key up. With ok the last register says whether there is one.
func (x *MapType) Get(to []uint32, m uint32, key []uint32, ok bool) *Helper {
	n := len(x.elem)
	run := func(on *Machine, fp unsafe.Pointer) {
		g := on.host.readMap(*ptr(fp, m), readError)
		if g != nil {
			defer g.endRead()
		}
		p := goabi.MapGet(x.word, *ptr(fp, m), x.keyAt(fp, key))
		if p != nil {
			Load(fp, to[:n], p, x.elem)
		} else {
			Zero(fp, to[:n], x.elem)
		}
		if ok {
			*num(fp, to[n]) = b2i(p != nil)
		}
	}
	if x.one && x.fast == 'i' && !ok {
		run = func(on *Machine, fp unsafe.Pointer) {
			g := on.host.readMap(*ptr(fp, m), readError)
			*num(fp, to[0]) = (*(*map[int64]int64)(unsafe.Pointer(ptr(fp, m))))[*num(fp, key[0])]
			g.endRead()
		}
	}
	if x.one && x.fast == 's' && !ok {
		run = func(on *Machine, fp unsafe.Pointer) {
			g := on.host.readMap(*ptr(fp, m), readError)
			*num(fp, to[0]) = (*(*map[string]int64)(unsafe.Pointer(ptr(fp, m))))[*text(fp, key[0])]
			g.endRead()
		}
	}
	return &Helper{"look a key up", run}
}

// Assigns returns the helper that panics as an assignment does when a key cannot be hashed: m[k] += v of Go assigns at
// once, and what looks a key up in an empty map panics in other words.
func (x *MapType) Assigns(m uint32, key []uint32) *Helper {
	return &Helper{"check a key", func(_ *Machine, fp unsafe.Pointer) {
		if p := *ptr(fp, m); p != nil && len(*(*map[int]int)(unsafe.Pointer(ptr(fp, m)))) == 0 {
			goabi.MapSet(x.word, reflect.MakeMap(x.typ).UnsafePointer(), x.keyAt(fp, key), goabi.New(x.elemType))
		}
	}}
}

// Set returns the helper that stores an element.
func (x *MapType) Set(m uint32, key, from []uint32) *Helper {
	run := func(on *Machine, fp unsafe.Pointer) {
		p, k := goabi.New(x.elemType), x.keyAt(fp, key)
		Store(p, fp, from, x.elem)
		if g := on.host.writeMap(*ptr(fp, m)); g != nil {
			defer g.endWrite()
		}
		goabi.MapSet(x.word, *ptr(fp, m), k, p)
	}
	if x.one && x.fast == 'i' {
		run = func(on *Machine, fp unsafe.Pointer) {
			g := on.host.writeMap(*ptr(fp, m))
			(*(*map[int64]int64)(unsafe.Pointer(ptr(fp, m))))[*num(fp, key[0])] = *num(fp, from[0])
			g.endWrite()
		}
	}
	if x.one && x.fast == 's' {
		run = func(on *Machine, fp unsafe.Pointer) {
			g := on.host.writeMap(*ptr(fp, m))
			(*(*map[string]int64)(unsafe.Pointer(ptr(fp, m))))[*text(fp, key[0])] = *num(fp, from[0])
			g.endWrite()
		}
	}
	return &Helper{"store an element", run}
}

// Delete returns the helper that deletes an element.
func (x *MapType) Delete(m uint32, key []uint32) *Helper {
	return &Helper{"delete an element", func(on *Machine, fp unsafe.Pointer) {
		k := x.keyAt(fp, key)
		if g := on.host.writeMap(*ptr(fp, m)); g != nil {
			defer g.endWrite()
		}
		goabi.MapDelete(x.word, *ptr(fp, m), k)
	}}
}

// Len returns the helper that counts elements.
func (x *MapType) Len(to, m uint32) *Helper {
	return &Helper{"length of a map", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(len(*(*map[int]int)(unsafe.Pointer(ptr(fp, m)))))
	}}
}

// Clear returns the helper that deletes all elements.
func (x *MapType) Clear(m uint32) *Helper {
	return &Helper{"clear a map", func(on *Machine, fp unsafe.Pointer) {
		v := reflect.NewAt(x.typ, unsafe.Pointer(ptr(fp, m))).Elem()
		on.host.ChangeMap(v, v.Clear)
	}}
}

// mapRange is a range over a map.
type mapRange struct {
	of        unsafe.Pointer
	iter      *reflect.MapIter
	key, elem reflect.Value
}

// Range returns the helper that begins a range.
func (x *MapType) Range(to, m uint32) *Helper {
	return &Helper{"range over a map", func(_ *Machine, fp unsafe.Pointer) {
		p := *ptr(fp, m)
		v := reflect.NewAt(x.typ, unsafe.Pointer(&p)).Elem()
		r := &mapRange{p, v.MapRange(), reflect.New(x.typ.Key()).Elem(), reflect.New(x.typ.Elem()).Elem()}
		*ptr(fp, to) = unsafe.Pointer(r)
	}}
}

// Next returns the helper that goes on with a range: to gets whether there is an element, its key and itself. key
// and elem say which of them are wanted.
func (x *MapType) Next(iter uint32, to []uint32, key, elem bool) *Helper {
	return &Helper{"next element of a map", func(on *Machine, fp unsafe.Pointer) {
		r := (*mapRange)(*ptr(fp, iter))
		if g := on.host.readMap(r.of, rangeError); g != nil {
			defer g.endRead()
		}
		ok := r.iter.Next()
		*num(fp, to[0]) = b2i(ok)
		if !ok {
			return
		}
		at := to[1:]
		if key {
			r.key.SetIterKey(r.iter)
			Load(fp, at[:len(x.key)], r.key.Addr().UnsafePointer(), x.key)
			at = at[len(x.key):]
		}
		if elem {
			r.elem.SetIterValue(r.iter)
			Load(fp, at[:len(x.elem)], r.elem.Addr().UnsafePointer(), x.elem)
		}
	}}
}

// textRange is a range over a text.
type textRange struct {
	s  string
	at int
}

// RangeText returns the helper that begins a range over the text s.
func RangeText(to, s uint32) *Helper {
	return &Helper{"range over a text", func(_ *Machine, fp unsafe.Pointer) {
		*ptr(fp, to) = unsafe.Pointer(&textRange{s: *text(fp, s)})
	}}
}

// NextText returns the helper that goes on with it: to gets whether there is a character, where it begins, and
// itself.
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
