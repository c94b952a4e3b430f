// Package dtype defines the element types of tensors and their promotion.
package dtype

import (
	"fmt"
	"strings"

	"github.com/x448/float16"
)

// DType is the element type of a tensor. Its String is MindSpore's name ("Float32").
type DType uint8

// The element types, in MindSpore's order of implicit conversion.
const (
	Invalid DType = iota
	Bool
	Int8
	UInt8
	Int16
	UInt16
	Int32
	UInt32
	Int64
	UInt64
	Float16
	BFloat16
	Float32
	Float64
	Complex64
	Complex128
)

// Half is the Go type of a Float16 element.
type Half = float16.Float16

// kind groups the element types that follow the same rules.
type kind uint8

const (
	noKind kind = iota
	boolKind
	intKind
	uintKind
	floatKind
	complexKind
)

// info describes each element type.
var info = [...]struct {
	name string // as MindSpore prints it
	np   string // as numpy prints it
	size int    // bytes
	kind kind
}{
	Invalid:    {"Invalid", "invalid", 0, noKind},
	Bool:       {"Bool", "bool", 1, boolKind},
	Int8:       {"Int8", "int8", 1, intKind},
	UInt8:      {"UInt8", "uint8", 1, uintKind},
	Int16:      {"Int16", "int16", 2, intKind},
	UInt16:     {"UInt16", "uint16", 2, uintKind},
	Int32:      {"Int32", "int32", 4, intKind},
	UInt32:     {"UInt32", "uint32", 4, uintKind},
	Int64:      {"Int64", "int64", 8, intKind},
	UInt64:     {"UInt64", "uint64", 8, uintKind},
	Float16:    {"Float16", "float16", 2, floatKind},
	BFloat16:   {"BFloat16", "bfloat16", 2, floatKind},
	Float32:    {"Float32", "float32", 4, floatKind},
	Float64:    {"Float64", "float64", 8, floatKind},
	Complex64:  {"Complex64", "complex64", 8, complexKind},
	Complex128: {"Complex128", "complex128", 16, complexKind},
}

// aliases are the other names that Tensor.astype accepts, with the meaning that numpy.dtype gives them.
var aliases = map[string]DType{
	"int": Int64, "float": Float64, "bool_": Bool,
	"byte": Int8, "short": Int16, "intc": Int32, "intp": Int64,
	"ubyte": UInt8, "ushort": UInt16, "uintc": UInt32, "uintp": UInt64,
	"half": Float16, "single": Float32, "double": Float64,
}

// All lists the fifteen element types in order.
func All() []DType {
	all := make([]DType, 0, len(info)-1)
	for d := Bool; d <= Complex128; d++ {
		all = append(all, d)
	}
	return all
}

// String returns MindSpore's name of d, "Float32".
func (d DType) String() string { return info[d.known()].name }

// Repr returns Python's repr of d, "mindspore.float32": what a notebook shows and a container holds.
func (d DType) Repr() string {
	if d == Bool {
		return "mindspore.bool_"
	}
	return "mindspore." + d.NumpyName()
}

// NumpyName returns numpy's name of d, "float32".
func (d DType) NumpyName() string { return info[d.known()].np }

// Size returns the size of an element in bytes.
func (d DType) Size() int { return info[d.known()].size }

// IsBool reports whether d is Bool.
func (d DType) IsBool() bool { return d == Bool }

// IsInt reports whether d is a signed or unsigned integer type.
func (d DType) IsInt() bool {
	k := info[d.known()].kind
	return k == intKind || k == uintKind
}

// IsUint reports whether d is an unsigned integer type.
func (d DType) IsUint() bool { return info[d.known()].kind == uintKind }

// IsFloat reports whether d is a real floating point type.
func (d DType) IsFloat() bool { return info[d.known()].kind == floatKind }

// IsComplex reports whether d is a complex type.
func (d DType) IsComplex() bool { return info[d.known()].kind == complexKind }

func (d DType) known() DType {
	if int(d) >= len(info) {
		return Invalid
	}
	return d
}

// Parse returns the type called name: MindSpore's or numpy's name in any case, or one of the aliases of Tensor.astype
// ("int", "float", "half", …). It returns false for any other name.
func Parse(name string) (DType, bool) {
	name = strings.TrimPrefix(strings.ToLower(name), "mindspore.")
	for _, d := range All() {
		if info[d].np == name {
			return d, true
		}
	}
	d, ok := aliases[name]
	return d, ok
}

// MarshalText returns the name of d, for JSON and the like.
func (d DType) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText accepts the names that [Parse] accepts; any other is an error.
func (d *DType) UnmarshalText(text []byte) error {
	known, ok := Parse(string(text))
	if !ok {
		return fmt.Errorf("%q is no dtype", text)
	}
	*d = known
	return nil
}

// Of returns the element type of v, a Go value of an element type or a slice of them, and Invalid for anything else.
// Go's int and uint are Int64 and UInt64.
func Of(v any) DType {
	switch v.(type) {
	case bool, []bool:
		return Bool
	case int8, []int8:
		return Int8
	case uint8, []uint8:
		return UInt8
	case int16, []int16:
		return Int16
	case uint16, []uint16:
		return UInt16
	case int32, []int32:
		return Int32
	case uint32, []uint32:
		return UInt32
	case int64, []int64, int, []int:
		return Int64
	case uint64, []uint64, uint, []uint:
		return UInt64
	case Half, []Half:
		return Float16
	case BF16, []BF16:
		return BFloat16
	case float32, []float32:
		return Float32
	case float64, []float64:
		return Float64
	case complex64, []complex64:
		return Complex64
	case complex128, []complex128:
		return Complex128
	}
	return Invalid
}
