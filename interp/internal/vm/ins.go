// Package vm runs register code. It has stacks of typed slots, one interpreter loop, calls in both directions between
// code and compiled Go, panics, deferred calls and goroutines. Package compile generates the code; this package knows
// nothing of syntax.
//
// A register is a byte offset in a frame. A frame is a sequence of 16-byte slots {pointer, number}: what the garbage
// collector must see is in pointer halves, everything else in number halves, so frames are scanned precisely. A
// string takes one slot, as its two words are {pointer, length}. A slice has its capacity in a second slot. An
// interface keeps its type word, which is never freed, as a number. Slot 0 of a frame holds the running closure, if
// any, and the return address. Frames contain no pointers to frames, so a stack can move.
package vm

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

//go:generate go run ./gen

// Op is an opcode.
type Op uint32

func (o Op) String() string { return names[o] }

// Ins is an instruction. A, B and C are registers; in jumps, C is a distance in bytes.
type Ins struct {
	Op      Op
	A, B, C uint32
	Imm     int64
	Aux     unsafe.Pointer // further operands: a *Func, a type word, one of the Info types
}

const insSize = unsafe.Sizeof(Ins{})

// InsSize is the size of an instruction in bytes, the unit of jumps.
const InsSize = int(insSize)

// None is the register of an absent operand.
const None = ^uint32(0)

// Words is a list of registers that hold the words of one or several values.
type Words struct {
	At  []uint32
	Ptr []bool // by word: it is a pointer
}

// NewWords returns the registers at of the words of leaves.
func NewWords(at []uint32, leaves []layout.Leaf) *Words {
	w := &Words{At: at, Ptr: make([]bool, len(leaves))}
	for i, l := range leaves {
		w.Ptr[i] = l.Kind.Pointer()
	}
	return w
}

// shortText is the largest length of strings that the fast loop compares. That loop calls no functions.
const shortText = 128

// unaligned reports whether the processor can read numbers at any address.
const unaligned = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"

// Helper is an operation without its own instruction.
type Helper struct {
	Name string
	Run  func(m *Machine, fp unsafe.Pointer)
}

// AppendInfo is the operand of RESERVE and APPENDS.
type AppendInfo struct {
	Elem    unsafe.Pointer // type word
	Size    uintptr        // of an element
	Cap, To uint32         // registers of the capacities of operand and result
	Leaves  bool           // a replaced array has no other reference and contains no pointers
}

// SliceInfo is the operand of SLICE.
type SliceInfo struct {
	Of          SliceOf
	Lo, Hi, Max uint32 // None where the bound is omitted
	Cap, To     uint32 // registers of the capacities of operand and result
	Size        uintptr
	Len         int64             // of an array
	Signs       [3]unsafe.Pointer // of the three bounds: nil or Unsigned
}

// Unsigned is the Aux of an instruction whose index has an unsigned type.
var Unsigned = unsafe.Pointer(new(byte))

// SliceOf is the kind of the operand of SLICE.
type SliceOf uint8

// The kinds of operands of SLICE.
const (
	OfSlice SliceOf = iota
	OfString
	OfArray // behind a pointer
)

// IfaceInfo is the operand of IFACE.
type IfaceInfo struct {
	Type   unsafe.Pointer // type word of the value
	Word   unsafe.Pointer // first word of the interface: Type, or an itab
	From   []uint32
	Leaves []layout.Leaf
	Form   IfaceForm
}

// IfaceForm classifies values that convert to an interface by a fast path.
type IfaceForm uint8

// The fast paths of IFACE and of assertions.
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

// Accessors of registers.

func num(fp unsafe.Pointer, at uint32) *int64 { return (*int64)(unsafe.Add(fp, uintptr(at))) }

func ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, uintptr(at)))
}
func text(fp unsafe.Pointer, at uint32) *string { return (*string)(unsafe.Add(fp, uintptr(at))) }

// Ptr returns a register as a pointer, for use by helpers.
func Ptr(fp unsafe.Pointer, at uint32) *unsafe.Pointer { return ptr(fp, at) }

func b2i(b bool) int64 {
	var x int64
	if b {
		x = 1
	}
	return x
}
