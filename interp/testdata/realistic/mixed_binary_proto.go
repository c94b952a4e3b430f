package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"reflect"
	"strings"
)

type Kind uint8

const (
	KInt Kind = iota + 1
	KStr
	KList
)

//go:generate stringer
func (k Kind) String() string { return map[Kind]string{KInt: "int", KStr: "str", KList: "list"}[k] }

type (
	Value interface{ encode(w io.Writer) error }
	Int   int64
	Str   string
	List  []Value
)

type errKind struct {
	k   Kind
	off int64
}

func (e *errKind) Error() string { return fmt.Sprintf("unknown kind %d at %d", e.k, e.off) }

func (i Int) encode(w io.Writer) error {
	b := binary.AppendVarint([]byte{byte(KInt)}, int64(i))
	_, err := w.Write(b)
	return err
}

func (s Str) encode(w io.Writer) error {
	if err := binary.Write(w, binary.BigEndian, struct {
		K Kind
		N uint16
	}{KStr, uint16(len(s))}); err != nil {
		return err
	}
	_, err := io.WriteString(w, string(s))
	return err
}

func (l List) encode(w io.Writer) (err error) {
	if err = binary.Write(w, binary.LittleEndian, []uint8{uint8(KList), uint8(len(l))}); err != nil {
		return
	}
	for i, v := range l {
		if err := v.encode(w); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	return
}

type reader struct {
	*bufio.Reader
	off int64
}

func (r *reader) ReadByte() (byte, error) {
	b, err := r.Reader.ReadByte()
	if err == nil {
		r.off++
	}
	return b, err
}

func decode(r *reader) (v Value, err error) {
	k, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	switch k := Kind(k); k {
	case KInt:
		n, err := binary.ReadVarint(r)
		return Int(n), err
	case KStr:
		var n uint16
		if err := binary.Read(r, binary.BigEndian, &n); err != nil {
			return nil, fmt.Errorf("len: %w", err)
		}
		b := make([]byte, n)
		m, err := io.ReadFull(r, b)
		r.off += int64(m) + 2
		return Str(b), err
	case KList:
		n, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		l := List{}
		for range n {
			v, err := decode(r)
			if err != nil {
				return l, err
			}
			l = append(l, v)
		}
		return l, nil
	default:
		return nil, &errKind{k, r.off}
	}
}

type limited struct{ n int }

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func main() {
	var buf bytes.Buffer
	in := List{Int(-5), Str("héllo"), List{Int(1 << 40), List{}}}
	fmt.Println(in.encode(&buf), buf.Len(), hex.EncodeToString(buf.Bytes()))
	data := bytes.Clone(buf.Bytes())
	out, err := decode(&reader{Reader: bufio.NewReader(&buf)})
	fmt.Printf("%v %v %T %t\n", out, err, out.(List)[1], reflect.DeepEqual(in, out))
	for _, n := range []int{0, 1, 3, 6, 9, len(data) - 1} {
		v, err := decode(&reader{Reader: bufio.NewReader(bytes.NewReader(data[:n]))})
		fmt.Println(n, v, err, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF))
	}
	_, err = decode(&reader{Reader: bufio.NewReader(strings.NewReader("\x03\x02\x01\x02\x09"))})
	var ek *errKind
	fmt.Println(err, errors.As(err, &ek), KList, Kind(7))
	fmt.Println(in.encode(&limited{6}))
	fmt.Print(hex.Dump(data[:20]))
	var hdr struct {
		Magic [4]byte
		V     uint32
		F     float32
		Flags [2]bool
	}
	n, err := binary.Decode([]byte("GOBJ\x01\x00\x00\x00\x00\x00\x80\x3f\x01\x00tail"), binary.LittleEndian, &hdr)
	fmt.Println(n, err, string(hdr.Magic[:]), hdr.V, hdr.F, hdr.Flags, binary.Size(hdr))
	b, err := binary.Append(nil, binary.BigEndian, hdr)
	fmt.Println(b, err, binary.Write(io.Discard, binary.BigEndian, 5), crc32.ChecksumIEEE(b))
	fmt.Println(base64.URLEncoding.EncodeToString(data[:7]), base64.RawStdEncoding.EncodeToString([]byte{255}))
	_, err = base64.StdEncoding.DecodeString("a$b=")
	fmt.Println(err)
	_, err = hex.DecodeString("0g")
	fmt.Println(err, binary.BigEndian.Uint32(data), binary.LittleEndian.AppendUint16(nil, 258))
	u, sz := binary.Uvarint([]byte{0x80, 0x80})
	fmt.Println(u, sz, binary.PutUvarint(make([]byte, 10), 300))
}
