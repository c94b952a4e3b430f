// Package kernels provides the data kernels: loops over typed slices, independent of shapes, gradients and tensors.
//
// A scalar function such as sigmoid is written once, below a directive that names its arity and element types; one of
// package math, such as exp, only has its name in a list. From it, go generate makes a loop per arity and a table of
// loops per element type (Exp). In these tables, vector code replaces plain loops. Callers select a loop once per
// tensor; the loop itself calls no func value and no interface method.
//
// Binary loops take operands of len(dst) elements or of one element, which is repeated. Functions of rows (sum,
// softmax) contain their own loop; only the table is generated.
package kernels

//go:generate go run ../../../cmd/msgen loops

// Int is the integer element types.
type Int interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// Float is the element types with IEEE arithmetic in hardware. The half types are computed in float32.
type Float interface{ float32 | float64 }

// Real is the ordered element types.
type Real interface{ Int | Float }

// Complex is the complex element types.
type Complex interface{ complex64 | complex128 }

// Number is every element type with arithmetic; bool and the half types are passed as unsigned integers of their
// size.
type Number interface{ Real | Complex }

// Unary is a function of one argument: a loop per element type, nil where it is not defined.
type Unary struct {
	I8   func(dst, x []int8)
	U8   func(dst, x []uint8)
	I16  func(dst, x []int16)
	U16  func(dst, x []uint16)
	I32  func(dst, x []int32)
	U32  func(dst, x []uint32)
	I64  func(dst, x []int64)
	U64  func(dst, x []uint64)
	F32  func(dst, x []float32)
	F64  func(dst, x []float64)
	C64  func(dst, x []complex64)
	C128 func(dst, x []complex128)

	// F32Rows is F32 of each row of n elements, if processing many at once is faster.
	F32Rows func(dst, x []float32, n int)

	// f32Columns is F32 of each column, for at least least columns, if there is such a loop.
	f32Columns func(dst, x []float32, c columns)
	least      int

	// F32Past is F32 for a result in memory that no cache holds, if there is such a loop.
	F32Past func(dst, x []float32)
}

// Binary is a function of two arguments of one type with a result of that type.
type Binary struct {
	I8   func(dst, a, b []int8)
	U8   func(dst, a, b []uint8)
	I16  func(dst, a, b []int16)
	U16  func(dst, a, b []uint16)
	I32  func(dst, a, b []int32)
	U32  func(dst, a, b []uint32)
	I64  func(dst, a, b []int64)
	U64  func(dst, a, b []uint64)
	F32  func(dst, a, b []float32)
	F64  func(dst, a, b []float64)
	C64  func(dst, a, b []complex64)
	C128 func(dst, a, b []complex128)

	// F32Past is F32 for a result in memory that no cache holds, if there is such a loop; likewise the others.
	F32Past func(dst, a, b []float32)
	F64Past func(dst, a, b []float64)
	I32Past func(dst, a, b []int32)
	I64Past func(dst, a, b []int64)

	// f32Rows combines rows of the length of dst, which begin apart elements apart, into dst: vector code.
	f32Rows func(dst, x []float32, rows, apart int)
}

// Compare is a predicate of two arguments of one type.
type Compare struct {
	I8   func(dst []bool, a, b []int8)
	U8   func(dst []bool, a, b []uint8)
	I16  func(dst []bool, a, b []int16)
	U16  func(dst []bool, a, b []uint16)
	I32  func(dst []bool, a, b []int32)
	U32  func(dst []bool, a, b []uint32)
	I64  func(dst []bool, a, b []int64)
	U64  func(dst []bool, a, b []uint64)
	F32  func(dst []bool, a, b []float32)
	F64  func(dst []bool, a, b []float64)
	C64  func(dst []bool, a, b []complex64)
	C128 func(dst []bool, a, b []complex128)
}

// Test is a predicate of one argument.
type Test struct {
	F32 func(dst []bool, x []float32)
	F64 func(dst []bool, x []float64)
}

// Part is a function of a complex number with a real number as result.
type Part struct {
	C64  func(dst []float32, x []complex64)
	C128 func(dst []float64, x []complex128)
}

// Reduce is a function of a row with one element as result.
type Reduce struct {
	I8   func(x []int8) int8
	U8   func(x []uint8) uint8
	I16  func(x []int16) int16
	U16  func(x []uint16) uint16
	I32  func(x []int32) int32
	U32  func(x []uint32) uint32
	I64  func(x []int64) int64
	U64  func(x []uint64) uint64
	F32  func(x []float32) float32
	F64  func(x []float64) float64
	C64  func(x []complex64) complex64
	C128 func(x []complex128) complex128

	// F32Rows is F32 of each row of n elements, if processing many at once is faster.
	F32Rows func(dst, x []float32, n int)
}

// Arg is a function of a row with an index as result.
type Arg struct {
	I8  func(x []int8) int
	U8  func(x []uint8) int
	I16 func(x []int16) int
	U16 func(x []uint16) int
	I32 func(x []int32) int
	U32 func(x []uint32) int
	I64 func(x []int64) int
	U64 func(x []uint64) int
	F32 func(x []float32) int
	F64 func(x []float64) int
}

// Order is a function that sorts a row: it writes the indices of x in order to dst.
type Order struct {
	I8  func(dst []int32, x []int8, descending bool)
	U8  func(dst []int32, x []uint8, descending bool)
	I16 func(dst []int32, x []int16, descending bool)
	U16 func(dst []int32, x []uint16, descending bool)
	I32 func(dst []int32, x []int32, descending bool)
	U32 func(dst []int32, x []uint32, descending bool)
	I64 func(dst []int32, x []int64, descending bool)
	U64 func(dst []int32, x []uint64, descending bool)
	F32 func(dst []int32, x []float32, descending bool)
	F64 func(dst []int32, x []float64, descending bool)
}
