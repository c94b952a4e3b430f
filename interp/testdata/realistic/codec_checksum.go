package main

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
)

type luhnError struct {
	number string
	check  int
}

func (e luhnError) Error() string {
	return fmt.Sprintf("%s: check digit is off by %d", e.number, e.check)
}

func luhn(number string) error {
	sum, double := 0, false
	for i := len(number) - 1; i >= 0; i-- {
		c := number[i]
		if c == ' ' {
			continue
		}
		if c < '0' || c > '9' {
			return fmt.Errorf("%q: digit %q", number, c)
		}
		d := int(c - '0')
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	if r := sum % 10; r != 0 {
		return luhnError{number, r}
	}
	return nil
}

type adler struct{ a, b uint32 }

func newAdler() hash.Hash32 { d := &adler{}; d.Reset(); return d }

func (d *adler) Reset()         { d.a, d.b = 1, 0 }
func (d *adler) Size() int      { return 4 }
func (d *adler) BlockSize() int { return 1 }
func (d *adler) Sum32() uint32  { return d.b<<16 | d.a }
func (d *adler) Sum(in []byte) []byte {
	s := d.Sum32()
	return append(in, byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
}

func (d *adler) Write(p []byte) (int, error) {
	for _, c := range p {
		d.a = (d.a + uint32(c)) % 65521
		d.b = (d.b + d.a) % 65521
	}
	return len(p), nil
}

func main() {
	for _, n := range []string{"4539 1488 0343 6467", "8273 1232 7352 0569", "49927398717", "12a"} {
		err := luhn(n)
		var le luhnError
		fmt.Println(err, errors.As(err, &le), le.check)
	}
	for _, h := range []hash.Hash{newAdler(), md5.New(), sha256.New()} {
		n, err := io.Copy(h, io.TeeReader(strings.NewReader("Wikipedia"), io.Discard))
		sum := hex.EncodeToString(h.Sum(nil))
		fmt.Printf("%d %v %d %.16s %T\n", n, err, h.Size(), sum, n)
	}
	h := newAdler()
	fmt.Fprintf(h, "%s%d", "a", 1)
	before := h.Sum32()
	h.Reset()
	h.Write([]byte("a1"))
	fmt.Printf("%08x %t %x\n", before, before == h.Sum32(), h.Sum([]byte{0xff}))
}
