package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

type Cipher interface {
	Encrypt(string) string
	Decrypt(string) string
}

type caesar struct{ shift int }

func (c caesar) rotate(by int) func(rune) rune {
	return func(r rune) rune {
		base := 'a'
		switch {
		case unicode.IsUpper(r) && r < 128:
			base = 'A'
		case !unicode.IsLower(r) || r >= 128:
			return r
		}
		return base + (r-base+rune(by)+26)%26
	}
}

func (c caesar) Encrypt(s string) string { return strings.Map(c.rotate(c.shift), s) }
func (c caesar) Decrypt(s string) string { return strings.Map(c.rotate(-c.shift), s) }

type vigenere string

func (v vigenere) apply(s string, sign int) string {
	i := 0
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return r
		}
		k := int(v[i%len(v)]-'a') * sign
		i++
		return caesar{k}.rotate(k)(r)
	}, s)
}

func (v vigenere) Encrypt(s string) string { return v.apply(s, 1) }
func (v vigenere) Decrypt(s string) string { return v.apply(s, -1) }

type chain []Cipher

func (c chain) Encrypt(s string) string {
	for _, x := range c {
		s = x.Encrypt(s)
	}
	return s
}

func (c chain) Decrypt(s string) string {
	for i := range c {
		s = c[len(c)-1-i].Decrypt(s)
	}
	return s
}

type reader struct {
	io.Reader
	c Cipher
}

func (r reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	copy(p, r.c.Encrypt(string(p[:n])))
	return n, err
}

func main() {
	for _, c := range []Cipher{caesar{3}, caesar{13}, vigenere("lemon"), chain{caesar{1}, vigenere("key"), caesar{-5}}} {
		e := c.Encrypt("Attack at Dawn! ö")
		fmt.Printf("%-20s %s %T\n", e, c.Decrypt(e), c)
	}
	sc := bufio.NewScanner(reader{strings.NewReader("uryyb\njbeyq\n"), caesar{13}})
	for n := 1; sc.Scan(); n++ {
		fmt.Fprintln(os.Stdout, n, sc.Text())
	}
}
