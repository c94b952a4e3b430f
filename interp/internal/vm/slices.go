package vm

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// sliceCall implements a function of package slices on arguments and results in registers.
type sliceCall func(fp unsafe.Pointer, args [][]uint32, to []uint32)

// sliceCalls lists the functions of package slices that have compiled forms for slices of numbers and strings, by the
// kind of the elements. As code, they take ten times as long per element.
var sliceCalls = map[reflect.Kind]map[string]sliceCall{
	reflect.Int: sliceCallsOf[int](), reflect.Int8: sliceCallsOf[int8](), reflect.Int16: sliceCallsOf[int16](),
	reflect.Int32: sliceCallsOf[int32](), reflect.Int64: sliceCallsOf[int64](), reflect.Uint: sliceCallsOf[uint](),
	reflect.Uint8: sliceCallsOf[uint8](), reflect.Uint16: sliceCallsOf[uint16](), reflect.Uint32: sliceCallsOf[uint32](),
	reflect.Uint64: sliceCallsOf[uint64](), reflect.Float32: sliceCallsOf[float32](),
	reflect.Float64: sliceCallsOf[float64](), reflect.String: sliceCallsOf[string](),
}

func sliceCallsOf[E cmp.Ordered]() map[string]sliceCall {
	k := copierOf(reflect.TypeFor[E]())
	list := func(fp unsafe.Pointer, at []uint32) []E {
		return unsafe.Slice((*E)(*ptr(fp, at[0])), *num(fp, at[1]))
	}
	one := func(fp unsafe.Pointer, at []uint32) (e E) {
		k.store(unsafe.Pointer(&e), fp, at)
		return e
	}
	return map[string]sliceCall{
		"slices.Index": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			*num(fp, to[0]) = int64(slices.Index(list(fp, args[0]), one(fp, args[1])))
		},
		"slices.Contains": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			*num(fp, to[0]) = b2i(slices.Contains(list(fp, args[0]), one(fp, args[1])))
		},
		"slices.Max": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			e := slices.Max(list(fp, args[0]))
			k.load(fp, to, unsafe.Pointer(&e))
		},
		"slices.Min": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			e := slices.Min(list(fp, args[0]))
			k.load(fp, to, unsafe.Pointer(&e))
		},
		"slices.Reverse": func(fp unsafe.Pointer, args [][]uint32, _ []uint32) { slices.Reverse(list(fp, args[0])) },
		"slices.Sort":    func(fp unsafe.Pointer, args [][]uint32, _ []uint32) { slices.Sort(list(fp, args[0])) },
		"slices.IsSorted": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			*num(fp, to[0]) = b2i(slices.IsSorted(list(fp, args[0])))
		},
		"slices.Equal": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			*num(fp, to[0]) = b2i(slices.Equal(list(fp, args[0]), list(fp, args[1])))
		},
		"slices.Compare": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			*num(fp, to[0]) = int64(slices.Compare(list(fp, args[0]), list(fp, args[1])))
		},
		"slices.BinarySearch": func(fp unsafe.Pointer, args [][]uint32, to []uint32) {
			i, ok := slices.BinarySearch(list(fp, args[0]), one(fp, args[1]))
			*num(fp, to[0]), *num(fp, to[1]) = int64(i), b2i(ok)
		},
	}
}

// CallSlices returns the helper that calls a function of package slices with slices whose elements have kind elem, or
// nil if it has no compiled form.
func CallSlices(name string, elem reflect.Kind, args [][]uint32, to []uint32) *Helper {
	call := sliceCalls[elem][name]
	if call == nil {
		return nil
	}
	return &Helper{name, func(_ *Machine, fp unsafe.Pointer) { call(fp, args, to) }}
}
