package dtype

// Promote returns the common type of two tensors in an op (MindSpore's implicit conversion,
// ccsrc/utils/convert_utils.cc); ok is false for pairs that MindSpore rejects. It is symmetric.
func Promote(a, b DType) (out DType, ok bool) {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == Invalid:
		return Invalid, false
	case a == b, a == Bool:
		return b, true
	case a.isWideUint() || b.isWideUint():
		return Invalid, false // UInt16, UInt32 and UInt64 combine only with themselves and Bool
	case b.IsComplex():
		return promoteComplex(a, b), true
	case a == Float16 && b == BFloat16:
		return Float32, true
	case a == Int8 && b == UInt8:
		return Int16, true
	case a == UInt8 && b.IsInt():
		return b, true
	}
	return b, true // types are declared in order of conversion
}

// promoteComplex returns the common type of a and the complex type b ≥ a.
func promoteComplex(a, b DType) DType {
	if a == Float64 {
		return Complex128
	}
	return b
}

// PromoteScalar returns the type of an op on a tensor and a Python number: Bool for a bool, Int64 for
// an int, Float32 for a float, Complex128 for a complex. The number only changes the type of a
// tensor of a lower kind: an int that of a Bool tensor, a float that of Bool and integer tensors.
func PromoteScalar(tensor, scalar DType) (out DType, ok bool) {
	switch {
	case tensor == Invalid || scalar == Invalid:
		return Invalid, false
	case scalar == Bool:
		return tensor, true
	case tensor.isWideUint():
		return Invalid, false
	case scalar.IsInt() && tensor == Bool:
		return Int64, true
	case scalar.IsFloat() && (tensor == Bool || tensor.IsInt()):
		return Float32, true
	case scalar.IsComplex() && tensor == Float64:
		return Complex128, true
	case scalar.IsComplex() && !tensor.IsComplex():
		return Complex64, true
	}
	return tensor, true
}

func (d DType) isWideUint() bool { return d == UInt16 || d == UInt32 || d == UInt64 }
