package ckpt

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// value is the content of a Value of the file, before it is split into slices.
type value struct {
	tag     string
	dims    []int
	typ     string // MindSpore's name of the dtype, or str
	content []byte
}

// The fields of the three messages.
const (
	checkpointValue = 1
	valueTag        = 1
	valueTensor     = 2
	valueMapTensor  = 3
	tensorDims      = 1
	tensorType      = 2
	tensorContent   = 3
)

const textType = "str"

// header returns the encoding of a Value up to the content at its end. The lengths in it include the content.
func (v value) header(content int) []byte {
	var inner []byte // of the TensorProto
	for _, d := range v.dims {
		inner = protowire.AppendTag(inner, tensorDims, protowire.VarintType)
		inner = protowire.AppendVarint(inner, uint64(d))
	}
	inner = protowire.AppendTag(inner, tensorType, protowire.BytesType)
	inner = protowire.AppendString(inner, v.typ)
	inner = protowire.AppendTag(inner, tensorContent, protowire.BytesType)
	inner = protowire.AppendVarint(inner, uint64(content))

	var outer []byte // of the Value
	outer = protowire.AppendTag(outer, valueTag, protowire.BytesType)
	outer = protowire.AppendString(outer, v.tag)
	outer = protowire.AppendTag(outer, valueTensor, protowire.BytesType)
	outer = protowire.AppendVarint(outer, uint64(len(inner)+content))

	b := protowire.AppendTag(nil, checkpointValue, protowire.BytesType)
	b = protowire.AppendVarint(b, uint64(len(outer)+len(inner)+content))
	return append(append(b, outer...), inner...)
}

// write writes v in values of at most slice bytes.
func (v value) write(w io.Writer, slice int) error {
	for rest := v.content; ; {
		part := rest[:min(slice, len(rest))]
		rest = rest[len(part):]
		if _, err := w.Write(v.header(len(part))); err != nil {
			return err
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
		if len(rest) == 0 {
			return nil
		}
	}
}

// The checksum of a file follows its last message: crcMark, and the number in ten bytes, big-endian.
const (
	crcMark   = "crc_num"
	crcDigits = 10
	crcSize   = len(crcMark) + crcDigits
)

// writeAll writes the values, followed by the checksum if check is set.
func writeAll(w io.Writer, values []value, slice int, check bool) error {
	sum := crc32.NewIEEE()
	for _, v := range values {
		if err := v.write(io.MultiWriter(w, sum), slice); err != nil {
			return err
		}
	}
	if !check {
		return nil
	}
	number := make([]byte, crcDigits)
	binary.BigEndian.PutUint32(number[crcDigits-4:], sum.Sum32())
	_, err := w.Write(append([]byte(crcMark), number...))
	return err
}

// utf32 encodes s as numpy stores a str: four bytes per character, at least one character.
func utf32(s string) []byte {
	var b []byte
	for _, r := range s {
		b = binary.LittleEndian.AppendUint32(b, uint32(r))
	}
	if len(b) == 0 {
		b = make([]byte, 4)
	}
	return b
}
