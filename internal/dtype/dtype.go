// Package dtype names the element types of tensors and says how they promote.
package dtype

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
