// Package layout says how values are kept in registers: of which words they are, where each is in the memory of the
// value, and how they get from there to there.
package layout

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// SlotSize is the distance of two slots of a frame in bytes. A slot is a pointer and a number.
const SlotSize = uint32(unsafe.Sizeof(struct {
	p unsafe.Pointer
	n uint64
}{}))

// The accessors of registers.

func num(fp unsafe.Pointer, at uint32) *int64 { return (*int64)(unsafe.Add(fp, uintptr(at))) }

func ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, uintptr(at)))
}

// A Leaf is one word of a value: how it is kept in a register, and where it is in the value's memory.
type Leaf struct {
	Kind Kind
	Off  uintptr
	Pair bool           // shares its slot with the next leaf: the pointer and length of texts and slices
	Type unsafe.Pointer // type word of a Box
}

// Kind is how a word is kept. Integers fill their register by their sign.
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

// Pointer says whether such words are in pointer halves of slots.
func (k Kind) Pointer() bool { return k >= Pointer }

// Narrow says whether a number takes only a part of its register.
func (k Kind) Narrow() bool { return k != I64 && k != U64 && k != F64 }

// Size returns how many bytes a word of a kind takes in memory.
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

// little says whether the low bytes of a number come first in memory.
var little = func() bool { n := uint16(1); return *(*byte)(unsafe.Pointer(&n)) == 1 }()

// Whole says whether the registers of a value are what it is in memory: one word, or the two of a text.
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

// maxFlat is how many words a struct may have in registers, none of them a box.
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
		return l // an array of nothing
	}
	return append(l, Leaf{Kind: Box, Off: off, Type: goabi.TypeWord(t)})
}

// A Place hands out the halves of slots, from its first free ones on.
type Place struct{ P, N uint32 } // slots

// Add gives each leaf a register.
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

// Store writes the words in registers from to the value's memory at p. Type words of interfaces are written as
// numbers: what they point to is never freed, so the collector need not be told.
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

// Load reads the value's memory at p into registers.
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

// LoadNumber reads a number of memory as a register keeps it.
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

// Extend fills a register from a number whose high bits are arbitrary.
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
