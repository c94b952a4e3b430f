package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

func putUvarint(w io.ByteWriter, v uint64) (n int, err error) {
	for ; v >= 0x80; v >>= 7 {
		if err = w.WriteByte(byte(v) | 0x80); err != nil {
			return
		}
		n++
	}
	return n + 1, w.WriteByte(byte(v))
}

func readUvarint(r io.ByteReader) (v uint64, err error) {
	for shift := uint(0); ; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			if shift > 0 && errors.Is(err, io.EOF) {
				return 0, io.ErrUnexpectedEOF
			}
			return 0, err
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
}

func zigzag(n int64) uint64   { return uint64(n<<1) ^ uint64(n>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

func main() {
	var buf bytes.Buffer
	values := []uint64{0, 1, 127, 128, 300, 1 << 20, math.MaxUint64}
	for _, v := range values {
		n, err := putUvarint(&buf, v)
		fmt.Print(n, " ", err, "; ")
	}
	fmt.Printf("\n%x\n", buf.Bytes())
	std := binary.AppendUvarint(nil, 300)
	fmt.Printf("%x %v\n", std, bytes.Contains(buf.Bytes(), std))
	for {
		v, err := readUvarint(&buf)
		if err == io.EOF {
			break
		}
		fmt.Print(v, " ")
	}
	fmt.Println()
	_, err := readUvarint(bytes.NewReader([]byte{0x80}))
	fmt.Println(err, err == io.ErrUnexpectedEOF)
	for _, n := range []int64{0, -1, 1, -2, math.MinInt64, math.MaxInt64} {
		fmt.Print(zigzag(n), ":", unzigzag(zigzag(n)) == n, " ")
	}
	fmt.Println()
	b := make([]byte, 8)
	binary.BigEndian.PutUint32(b, 0xdeadbeef)
	binary.LittleEndian.PutUint16(b[4:], 0x1234)
	fmt.Printf("% x %d\n", b, binary.BigEndian.Uint16(b[4:6]))
}
