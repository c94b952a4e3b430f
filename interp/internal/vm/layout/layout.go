// Package layout defines how values are kept in registers: the words of a value, their places in memory, and how to
// copy them between memory and registers.
package layout

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// SlotSize is the size of a slot of a frame in bytes. A slot is a pointer and a number.
const SlotSize = uint32(unsafe.Sizeof(struct {
	p unsafe.Pointer
	n uint64
}{}))

// Accessors of registers.

func num(fp unsafe.Pointer, at uint32) *int64 { return (*int64)(unsafe.Add(fp, uintptr(at))) }

func ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, uintptr(at)))
}

// A Leaf is one word of a value: how it is kept in a register, and its place in the memory of the value.
type Leaf struct {
	Kind Kind
	Off  uintptr
	Pair bool           // shares its slot with the next leaf: the pointer and length of strings and slices
	Type unsafe.Pointer // type word of a Box
}

// Kind is the representation of a word. Integers are sign-extended to the size of a register.
type Kind uint8

// The kinds of words.
const (
	I8 Kind = iota
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F32
	F64
	Pointer
	Box // a pointer to a copy of the value that never changes: arrays, and structs of many words or with arrays
)

// Pointer reports whether words of the kind are in pointer halves of slots.
func (k Kind) Pointer() bool { return k >= Pointer }

// Narrow reports whether a number of the kind is smaller than a register.
func (k Kind) Narrow() bool { return k != I64 && k != U64 && k != F64 }

// Size returns the size in bytes of a word of the kind in memory.
func (k Kind) Size() uintptr {
	switch k {
	case I8, U8:
		return 1
	case I16, U16:
		return 2
	case I32, U32, F32:
		return 4
	}
	return 8
}

// little reports whether the processor is little-endian.
var little = func() bool { n := uint16(1); return *(*byte)(unsafe.Pointer(&n)) == 1 }()

// Whole reports whether the registers of a value are identical to its memory: one word, or the two of a string.
func Whole(t reflect.Type, leaves []Leaf) bool {
	switch len(leaves) {
	case 1:
		k := leaves[0].Kind
		return t.Size() == k.Size() && k != Box && (k == Pointer || !k.Narrow() || little)
	case 2:
		return t.Kind() == reflect.String
	}
	return false
}

// maxFlat is the largest number of words of a struct in registers; none of them may be a box.
const maxFlat = 8

// Leaves returns the words of values of type t.
func Leaves(t reflect.Type) []Leaf { return appendLeaves(nil, t, 0) }

var leafKinds = map[reflect.Kind]Kind{
	reflect.Bool: U8, reflect.Int8: I8, reflect.Int16: I16, reflect.Int32: I32, reflect.Int64: I64, reflect.Int: I64,
	reflect.Uint8: U8, reflect.Uint16: U16, reflect.Uint32: U32, reflect.Uint64: U64, reflect.Uint: U64, reflect.Uintptr: U64,
	reflect.Float32: F32, reflect.Float64: F64, reflect.Pointer: Pointer, reflect.Map: Pointer, reflect.Chan: Pointer,
	reflect.Func: Pointer, reflect.UnsafePointer: Pointer,
}

const word = unsafe.Sizeof(uintptr(0))

func appendLeaves(l []Leaf, t reflect.Type, off uintptr) []Leaf {
	if k, ok := leafKinds[t.Kind()]; ok {
		return append(l, Leaf{Kind: k, Off: off})
	}
	switch t.Kind() {
	case reflect.String:
		return append(l, Leaf{Kind: Pointer, Off: off, Pair: true}, Leaf{Kind: I64, Off: off + word})
	case reflect.Slice:
		return append(l, Leaf{Kind: Pointer, Off: off, Pair: true}, Leaf{Kind: I64, Off: off + word}, Leaf{Kind: I64, Off: off + 2*word})
	case reflect.Interface:
		return append(l, Leaf{Kind: U64, Off: off}, Leaf{Kind: Pointer, Off: off + word})
	case reflect.Complex64:
		return append(l, Leaf{Kind: F32, Off: off}, Leaf{Kind: F32, Off: off + 4})
	case reflect.Complex128:
		return append(l, Leaf{Kind: F64, Off: off}, Leaf{Kind: F64, Off: off + 8})
	case reflect.Struct:
		flat := l
		for i := range t.NumField() {
			f := t.Field(i)
			flat = appendLeaves(flat, f.Type, off+f.Offset)
			if n := len(flat); n-len(l) > maxFlat || n > len(l) && flat[n-1].Kind == Box {
				return append(l, Leaf{Kind: Box, Off: off, Type: goabi.TypeWord(t)})
			}
		}
		return flat
	}
	if t.Size() == 0 {
		return l // an array of length 0
	}
	return append(l, Leaf{Kind: Box, Off: off, Type: goabi.TypeWord(t)})
}

// A Place allocates the halves of slots, beginning with the first free ones.
type Place struct{ P, N uint32 } // slots

// Add allocates a register for each leaf.
func (c *Place) Add(leaves []Leaf) []uint32 {
	at := make([]uint32, 0, len(leaves))
	for i := 0; i < len(leaves); i++ {
		switch {
		case leaves[i].Pair:
			s := max(c.P, c.N)
			c.P, c.N = s+1, s+1
			at = append(at, s*SlotSize, s*SlotSize+8)
			i++
		case leaves[i].Kind.Pointer():
			at = append(at, c.P*SlotSize)
			c.P++
		default:
			at = append(at, c.N*SlotSize+8)
			c.N++
		}
	}
	return at
}

// Store copies the words in registers from to the value at p. Type words of interfaces are written as numbers: what
// they point to is never freed, so they need no write barrier.
func Store(p, fp unsafe.Pointer, from []uint32, leaves []Leaf) {
	for i, l := range leaves {
		q := unsafe.Add(p, l.Off)
		switch l.Kind {
		case I8, U8:
			*(*int8)(q) = int8(*num(fp, from[i]))
		case I16, U16:
			*(*int16)(q) = int16(*num(fp, from[i]))
		case I32, U32, F32:
			*(*int32)(q) = int32(*num(fp, from[i]))
		case Pointer:
			*(*unsafe.Pointer)(q) = *ptr(fp, from[i])
		case Box:
			goabi.Move(l.Type, q, *ptr(fp, from[i]))
		default:
			*(*int64)(q) = *num(fp, from[i])
		}
	}
}

// Load copies the value at p to registers.
func Load(fp unsafe.Pointer, to []uint32, p unsafe.Pointer, leaves []Leaf) {
	for i, l := range leaves {
		q := unsafe.Add(p, l.Off)
		switch l.Kind {
		case Pointer:
			*ptr(fp, to[i]) = *(*unsafe.Pointer)(q)
		case Box:
			n := goabi.New(l.Type)
			goabi.Move(l.Type, n, q)
			*ptr(fp, to[i]) = n
		default:
			*num(fp, to[i]) = LoadNumber(l.Kind, q)
		}
	}
}

// LoadNumber reads a number from memory as it is kept in a register.
func LoadNumber(k Kind, q unsafe.Pointer) int64 {
	switch k {
	case I8:
		return int64(*(*int8)(q))
	case U8:
		return int64(*(*uint8)(q))
	case I16:
		return int64(*(*int16)(q))
	case U16:
		return int64(*(*uint16)(q))
	case I32:
		return int64(*(*int32)(q))
	case U32, F32:
		return int64(*(*uint32)(q))
	}
	return *(*int64)(q)
}

// Extend extends a number whose high bits are arbitrary to a register.
func (k Kind) Extend(n uint64) int64 {
	switch k {
	case I8:
		return int64(int8(n))
	case U8:
		return int64(uint8(n))
	case I16:
		return int64(int16(n))
	case U16:
		return int64(uint16(n))
	case I32:
		return int64(int32(n))
	case U32, F32:
		return int64(uint32(n))
	}
	return int64(n)
}

// Zero sets registers to the zero value of their leaves.
func Zero(fp unsafe.Pointer, at []uint32, leaves []Leaf) {
	for i, l := range leaves {
		switch {
		case l.Kind == Box:
			*ptr(fp, at[i]) = goabi.New(l.Type)
		case l.Kind == Pointer:
			*ptr(fp, at[i]) = nil
		default:
			*num(fp, at[i]) = 0
		}
	}
}
