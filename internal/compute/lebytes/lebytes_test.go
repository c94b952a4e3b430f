package lebytes

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"reflect"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// bits lists little-endian bytes with the elements they represent, written out by hand from the formats.
var bits = []struct {
	bytes []byte
	want  any
}{
	{[]byte{0, 1}, []bool{false, true}},
	{[]byte{0xff, 2}, []int8{-1, 2}},
	{[]byte{0xff, 2}, []uint8{255, 2}},
	{[]byte{0x02, 0x01, 0xff, 0xff}, []int16{0x102, -1}},
	{[]byte{0x02, 0x01}, []uint16{0x102}},
	{[]byte{4, 3, 2, 1}, []int32{0x1020304}},
	{[]byte{4, 3, 2, 1}, []uint32{0x1020304}},
	{[]byte{8, 7, 6, 5, 4, 3, 2, 1}, []int64{0x102030405060708}},
	{[]byte{8, 7, 6, 5, 4, 3, 2, 1}, []uint64{0x102030405060708}},
	{[]byte{0x00, 0x3c, 0x00, 0xc0}, []dtype.Half{0x3c00, 0xc000}},
	{[]byte{0x80, 0x3f}, []dtype.BF16{0x3f80}},
	{[]byte{0, 0, 0x80, 0x3f}, []float32{1}},
	{[]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x7f}, []float64{math.Inf(1)}},
	{[]byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}, []complex64{1 + 2i}},
	{[]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40}, []complex128{1 + 2i}},
}

func TestBytes(t *testing.T) {
	for _, c := range bits {
		dt := dtype.Of(c.want)
		n := reflect.ValueOf(c.want).Len()
		if got := Bytes(c.want); !bytes.Equal(got, c.bytes) {
			t.Errorf("Bytes(%T %v) = %v, want %v", c.want, c.want, got, c.bytes)
		}
		got, err := Read(bytes.NewReader(c.bytes), dt, n, binary.LittleEndian, 0)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Read of %v = %v, %v", dt, got, err)
		}
		big := bytes.Clone(c.bytes)
		Swap(big, wordSize(dt))
		got, err = Read(bytes.NewReader(big), dt, n, binary.BigEndian, 0)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("big-endian Read of %v = %v, %v", dt, got, err)
		}
		if _, err := Read(bytes.NewReader(c.bytes[1:]), dt, n, binary.LittleEndian, 0); err != io.ErrUnexpectedEOF {
			t.Errorf("short Read of %v: %v", dt, err)
		}
	}
}

// TestReadGrows reads past the first allocation, and then what is not there.
func TestReadGrows(t *testing.T) {
	data := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 3*chunk/8)
	for _, sure := range []int64{0, 5 * chunk} {
		v, err := Read(bytes.NewReader(data), dtype.Int64, len(data)/8, binary.LittleEndian, sure)
		if err != nil || !bytes.Equal(Bytes(v), data) {
			t.Errorf("a long Read differs from its data (%v)", err)
		}
	}
	// 2^40 elements could not be allocated, so that growing is what makes this an error
	if _, err := Read(bytes.NewReader(data), dtype.Int64, 1<<40, binary.LittleEndian, 0); err != io.ErrUnexpectedEOF {
		t.Errorf("too much promised: %v", err)
	}
}

func TestBoolsAreNormalized(t *testing.T) {
	v, err := Read(bytes.NewReader([]byte{2, 0, 255}), dtype.Bool, 3, binary.LittleEndian, 0)
	if err != nil || !bytes.Equal(Bytes(v), []byte{1, 0, 1}) {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		shape []int
		n     int
		ok    bool
	}{
		{nil, 1, true},
		{[]int{2, 3}, 6, true},
		{[]int{1 << 40, 0}, 0, true},
		{[]int{-1}, 0, false},
		{[]int{-1, 0}, 0, false},
		{[]int{1 << 31, 1 << 31}, 0, false},
		{[]int{1 << 62, 4}, 0, false},
		{[]int{math.MaxInt}, 0, false},
	} {
		if n, ok := Count(dtype.Float32, c.shape); n != c.n || ok != c.ok {
			t.Errorf("Count(%v) = %d, %v", c.shape, n, ok)
		}
	}
}
