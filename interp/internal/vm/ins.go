// Package vm runs register code: a stack of typed slots, one loop of instructions, calls in both directions between
// code and compiled Go, panics, deferred calls and goroutines. Package compile makes the code; this package knows
// nothing of syntax.
//
// A register is a byte offset in a frame. A frame is a row of 16-byte slots {pointer, number}: what the collector
// must see is in pointer halves, all else in number halves, so frames are exact. A text is one slot, as its two
// words are {pointer, length}; a slice has its capacity in another slot; an interface keeps its type word, which is
// never freed, as a number. Slot 0 of a frame holds the closure that runs, if any, and the return address. Frames
// hold no pointers to frames, so a stack can move.
package vm

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

//go:generate go run ./gen

// Op is the code of an instruction.
type Op uint32

func (o Op) String() string { return names[o] }

// Ins is an instruction. A, B and C are registers, or C is the distance of a jump in bytes.
type Ins struct {
	Op      Op
	A, B, C uint32
	Imm     int64
	Aux     unsafe.Pointer // what else it needs: a *Func, a type word, one of the Info types
}

const insSize = unsafe.Sizeof(Ins{})

// InsSize is the distance of two instructions in bytes, as jumps count.
const InsSize = int(insSize)

// None is the register of an operand that is not there.
const None = ^uint32(0)

// Words are registers of the words of a value, or of several.
type Words struct {
	At  []uint32
	Ptr []bool // by word: whether it is a pointer
}

// NewWords returns the registers at of the words of leaves.
func NewWords(at []uint32, leaves []layout.Leaf) *Words {
	w := &Words{At: at, Ptr: make([]bool, len(leaves))}
	for i, l := range leaves {
		w.Ptr[i] = l.Kind.Pointer()
	}
	return w
}

// shortText is how long texts may be that the loop compares which calls nothing.
const shortText = 128

// unaligned says whether numbers may be read from anywhere.
const unaligned = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"

// Helper is an operation that has no instruction of its own.
type Helper struct {
	Name string
	Run  func(m *Machine, fp unsafe.Pointer)
}

// AppendInfo belongs to RESERVE and APPENDS.
type AppendInfo struct {
	Elem    unsafe.Pointer // type word
	Size    uintptr        // of an element
	Cap, To uint32         // places of the capacities of operand and result
	Leaves  bool           // nobody has the array that is left for a larger one, and it holds no pointers
}

// SliceInfo belongs to SLICE.
type SliceInfo struct {
	Of          SliceOf
	Lo, Hi, Max uint32 // None where the bound is not written
	Cap, To     uint32 // places of the capacities of operand and result
	Size        uintptr
	Len         int64             // of an array
	Signs       [3]unsafe.Pointer // of the three bounds: nil or Unsigned
}

// Unsigned is what Aux of an instruction is whose index has an unsigned type.
var Unsigned = unsafe.Pointer(new(byte))

// SliceOf says what is sliced.
type SliceOf uint8

// What SLICE takes parts of.
const (
	OfSlice SliceOf = iota
	OfString
	OfArray // behind a pointer
)

// IfaceInfo belongs to IFACE.
type IfaceInfo struct {
	Type   unsafe.Pointer // type word of the value
	Word   unsafe.Pointer // first word of the interface: Type, or an itab
	From   []uint32
	Leaves []layout.Leaf
	Form   IfaceForm
}

// IfaceForm says which values have a short way behind an interface.
type IfaceForm uint8

// What IFACE and assertions have short ways for.
const (
	AnyForm   IfaceForm = iota
	OneNumber           // of 8 bytes
	OneText
)

// FormOf returns the form of values of type t.
func FormOf(t reflect.Type) IfaceForm {
	l := layout.Leaves(t)
	switch {
	case t.Kind() == reflect.String:
		return OneText
	case t.Size() == 8 && len(l) == 1 && !l[0].Kind.Pointer() && !l[0].Kind.Narrow():
		return OneNumber
	}
	return AnyForm
}

// The accessors of registers.

func num(fp unsafe.Pointer, at uint32) *int64 { return (*int64)(unsafe.Add(fp, uintptr(at))) }

func ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, uintptr(at)))
}
func text(fp unsafe.Pointer, at uint32) *string { return (*string)(unsafe.Add(fp, uintptr(at))) }

// Ptr returns a register as a pointer, for helpers.
func Ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer { return ptr(fp, at) }

func b2i(b bool) int64 {
	var x int64
	if b {
		x = 1
	}
	return x
}
