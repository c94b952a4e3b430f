package main

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

type CorruptByte struct {
	Pos int
	B   byte
}

func (c CorruptByte) Error() string { return fmt.Sprintf("corrupt byte %q at %d", c.B, c.Pos) }

func encode(data []byte) string {
	var out []byte
	var buf uint32
	bits := 0
	for _, b := range data {
		buf = buf<<8 | uint32(b)
		bits += 8
		for bits >= 5 {
			bits -= 5
			out = append(out, alphabet[buf>>bits&31])
		}
	}
	if bits > 0 {
		out = append(out, alphabet[buf<<(5-bits)&31])
	}
	return string(out)
}

func decode(s string) (data []byte, err error) {
	var reverse [256]int8
	for i := range reverse {
		reverse[i] = -1
	}
	for i := range alphabet {
		reverse[alphabet[i]] = int8(i)
	}
	var buf uint32
	var bits int
	for i := 0; i < len(s); i++ {
		v := reverse[s[i]]
		if v < 0 {
			return data, CorruptByte{i, s[i]}
		}
		buf, bits = buf<<5|uint32(v), bits+5
		if bits >= 8 {
			bits -= 8
			data = append(data, byte(buf>>bits))
		}
	}
	return
}

func main() {
	std := base32.StdEncoding.WithPadding(base32.NoPadding)
	for _, s := range []string{"", "f", "fo", "foo", "foobar", "héllo"} {
		e := encode([]byte(s))
		d, err := decode(e)
		fmt.Println(e, e == std.EncodeToString([]byte(s)), string(d), err)
	}
	_, err := decode("MZX0")
	var c CorruptByte
	if errors.As(err, &c) {
		fmt.Println(err, c.Pos, string(c.B))
	}
	fmt.Println(hex.EncodeToString([]byte("Go!")), base64.URLEncoding.EncodeToString([]byte{0xfb, 0xff, 0x01}))
	_, err = hex.DecodeString("zz")
	fmt.Println(err)
	fmt.Print(hex.Dump([]byte("0123456789abcdefXYZ")))
}
