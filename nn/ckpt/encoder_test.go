package ckpt

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// This is a second encoder, written from the description of the protobuf encoding alone
// (protobuf.dev/programming-guides/encoding) and the schema in checkpoint.proto, so that the tests do not compare
// the package with itself.

func varint(n uint64) (b []byte) {
	for ; n > 127; n /= 128 {
		b = append(b, byte(n%128)+128)
	}
	return append(b, byte(n))
}

func cat(parts ...[]byte) (b []byte) {
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// num is a field with a number, sub one with bytes or a message.
func num(field, v uint64) []byte { return cat(varint(field*8), varint(v)) }

func sub(field uint64, parts ...[]byte) []byte {
	b := cat(parts...)
	return cat(varint(field*8+2), varint(uint64(len(b))), b)
}

// val is a Checkpoint with one Value.
func val(tag, typ string, content []byte, dims ...uint64) []byte {
	var d []byte
	for _, n := range dims {
		d = append(d, num(1, n)...)
	}
	return sub(1, sub(1, []byte(tag)), sub(2, d, sub(2, []byte(typ)), sub(3, content)))
}

func f32(v ...float32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// crc is CRC-32 bit by bit.
func crc(b []byte) []byte {
	sum := ^uint32(0)
	for _, x := range b {
		sum ^= uint32(x)
		for range 8 {
			sum = sum>>1 ^ 0xedb88320*(sum&1)
		}
	}
	return cat([]byte("crc_num"), make([]byte, 6), binary.BigEndian.AppendUint32(nil, ^sum))
}

func TestCRC(t *testing.T) {
	// the check value of CRC-32
	if got := crc([]byte("123456789")); string(got) != "crc_num\x00\x00\x00\x00\x00\x00\xcb\xf4\x39\x26" {
		t.Errorf("crc of 123456789 is %x", got)
	}
}

// samples has each dtype with its bytes written by hand, and the tensor that they are.
var samples = []struct {
	name string
	data []byte
	want *tensor.Tensor
}{
	{"Bool", []byte{1, 0}, tensor.New([]bool{true, false})},
	{"Int8", []byte{255, 1}, tensor.New([]int8{-1, 1})},
	{"UInt8", []byte{255, 1}, tensor.New([]uint8{255, 1})},
	{"Int16", []byte{0xfe, 0xff, 1, 2}, tensor.New([]int16{-2, 513})},
	{"UInt16", []byte{0xfe, 0xff, 1, 2}, tensor.New([]uint16{65534, 513})},
	{"Int32", []byte{0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0}, tensor.New([]int32{-1, 256})},
	{"UInt32", []byte{0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0}, tensor.New([]uint32{math.MaxUint32, 256})},
	{"Int64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0, 0, 0, 0, 0}, tensor.New([]int64{-1, 256})},
	{"UInt64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0, 0, 0, 0, 0}, tensor.New([]uint64{math.MaxUint64, 256})},
	{"Float16", []byte{0x00, 0x3c, 0x00, 0xc1}, tensor.New([]float32{1, -2.5}, tensor.Float16)},
	{"BFloat16", []byte{0x80, 0x3f, 0x20, 0xc0}, tensor.New([]float32{1, -2.5}, tensor.BFloat16)},
	{"Float32", []byte{0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}, tensor.New([]float32{1, -2.5})},
	{"Float64", []byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 4, 0xc0}, tensor.New([]float64{1, -2.5})},
}

func param(name string, v *tensor.Tensor) *nn.Parameter {
	p := nn.NewParameter(0.0, name)
	p.Tensor = v
	return p
}

// dict returns the entries as a ParamDict, in which parameters go by their names and strings follow theirs.
func dict(entries ...any) *ParamDict {
	d := NewParamDict()
	for i := 0; i < len(entries); i++ {
		switch e := entries[i].(type) {
		case *nn.Parameter:
			d.Set(e.Name(), e)
		case string:
			d.Set(e, entries[i+1])
			i++
		}
	}
	return d
}

// values shows names with values.
func values(d *ParamDict) string {
	s := ""
	for _, n := range d.Keys() {
		s += n + "="
		if p, ok := d.values[n].(*nn.Parameter); ok {
			s += p.Value().Repr()
		} else {
			s += tensor.Repr(d.values[n])
		}
		s += "\n"
	}
	return s
}
