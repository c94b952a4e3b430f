// Package lebytes moves the elements of tensors to and from bytes in little-endian order, the order of npy and
// safetensors files.
package lebytes

import (
	"encoding/binary"
	"io"
	"reflect"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// bigEndian says whether this machine stores the high byte first.
var bigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

var elements = map[dtype.DType]reflect.Type{
	dtype.Bool: reflect.TypeFor[bool](), dtype.Int8: reflect.TypeFor[int8](), dtype.UInt8: reflect.TypeFor[uint8](),
	dtype.Int16: reflect.TypeFor[int16](), dtype.UInt16: reflect.TypeFor[uint16](),
	dtype.Int32: reflect.TypeFor[int32](), dtype.UInt32: reflect.TypeFor[uint32](),
	dtype.Int64: reflect.TypeFor[int64](), dtype.UInt64: reflect.TypeFor[uint64](),
	dtype.Float16: reflect.TypeFor[dtype.Half](), dtype.BFloat16: reflect.TypeFor[dtype.BF16](),
	dtype.Float32: reflect.TypeFor[float32](), dtype.Float64: reflect.TypeFor[float64](),
	dtype.Complex64: reflect.TypeFor[complex64](), dtype.Complex128: reflect.TypeFor[complex128](),
}

// Make returns a zeroed slice of n elements of the Go type of dt.
func Make(dt dtype.DType, n int) any {
	return reflect.MakeSlice(reflect.SliceOf(elements[dt]), n, n).Interface()
}

// memory returns the bytes that the elements of v, a slice of an element type, occupy.
func memory(v any) []byte {
	r := reflect.ValueOf(v)
	return unsafe.Slice((*byte)(r.UnsafePointer()), r.Len()*int(r.Type().Elem().Size()))
}

// Bytes returns the elements of v in little-endian order: v's own memory where the machine stores them so,
// to be treated as read-only.
func Bytes(v any) []byte {
	b := memory(v)
	if bigEndian {
		b = slices.Clone(b)
		Swap(b, wordSize(dtype.Of(v)))
	}
	return b
}

// Swap reverses the bytes of each word of the given size.
func Swap(b []byte, size int) {
	for ; len(b) >= size && size > 1; b = b[size:] {
		slices.Reverse(b[:size])
	}
}

// wordSize returns the bytes that are swapped together: a complex number is two words.
func wordSize(dt dtype.DType) int {
	if dt.IsComplex() {
		return dt.Size() / 2
	}
	return dt.Size()
}

// chunk is how many bytes are allocated before the first of them were seen.
const chunk = 1 << 20

// Read reads n elements in the given byte order. sure is the number of bytes that r is known to hold; beyond it the
// slice grows with the data that arrives, so that a header that promises more than there is costs
// nothing. The error is then io.ErrUnexpectedEOF.
func Read(r io.Reader, dt dtype.DType, n int, order binary.ByteOrder, sure int64) (any, error) {
	have := min(n, int(max(sure, chunk))/dt.Size())
	v := Make(dt, have)
	for done := 0; ; {
		if err := readFull(r, memory(v)[done*dt.Size():]); err != nil {
			return nil, err
		}
		if done = have; done == n {
			break
		}
		have = min(n, 2*have)
		wider := Make(dt, have)
		copy(memory(wider), memory(v))
		v = wider
	}
	b := memory(v)
	if (order == binary.BigEndian) != bigEndian {
		Swap(b, wordSize(dt))
	}
	if dt == dtype.Bool {
		for i, x := range b { // any other byte would not be a Go bool
			if x != 0 {
				b[i] = 1
			}
		}
	}
	return v, nil
}

func readFull(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Count returns the product of the lengths in shape, and whether all are at least zero and that many
// elements of dt could be in memory at all.
func Count(dt dtype.DType, shape []int) (n int, ok bool) {
	n = 1
	for _, d := range shape {
		if d == 0 {
			n = 0
		}
	}
	const most = 1 << 48
	for _, d := range shape {
		if d < 0 || d > most || n > 0 && d > most/n {
			return 0, false
		}
		n *= d
	}
	return n, n <= most/max(1, dt.Size())
}
