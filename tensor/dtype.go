package tensor

import "github.com/msrepl/msrepl/internal/compute/dtype"

// DType is the element type of a tensor; it prints as MindSpore's name, "Float32".
type DType = dtype.DType

// The element types, named as mindspore.float32 and so on.
const (
	Bool       = dtype.Bool
	Int8       = dtype.Int8
	UInt8      = dtype.UInt8
	Int16      = dtype.Int16
	UInt16     = dtype.UInt16
	Int32      = dtype.Int32
	UInt32     = dtype.UInt32
	Int64      = dtype.Int64
	UInt64     = dtype.UInt64
	Float16    = dtype.Float16
	BFloat16   = dtype.BFloat16
	Float32    = dtype.Float32
	Float64    = dtype.Float64
	Complex64  = dtype.Complex64
	Complex128 = dtype.Complex128
)
