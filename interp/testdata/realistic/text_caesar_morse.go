package main

import (
	"fmt"
	"strings"
	"unicode"
)

type Cipher interface {
	Encode(string) string
	Decode(string) string
}

type Caesar int

func (c Caesar) shift(by int) func(rune) rune {
	return func(r rune) rune {
		var base rune
		switch {
		case unicode.IsLower(r):
			base = 'a'
		case unicode.IsUpper(r):
			base = 'A'
		default:
			return r
		}
		return base + (r-base+rune(by)+26)%26
	}
}

func (c Caesar) Encode(s string) string { return strings.Map(c.shift(int(c)), s) }
func (c Caesar) Decode(s string) string { return strings.Map(c.shift(-int(c)), s) }

type Vigenere string

func (v Vigenere) run(s string, sign int) string {
	i := 0
	return strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return -1
		}
		k := int(v[i%len(v)] - 'A')
		i++
		return 'A' + rune((int(r-'A')+sign*k+26)%26)
	}, strings.ToUpper(s))
}

func (v Vigenere) Encode(s string) string { return v.run(s, 1) }
func (v Vigenere) Decode(s string) string { return v.run(s, -1) }

type Morse map[rune]string

func (m Morse) Encode(s string) string {
	var words []string
	for _, w := range strings.Fields(strings.ToLower(s)) {
		var codes []string
		for _, r := range w {
			if c, ok := m[r]; ok {
				codes = append(codes, c)
			} else {
				codes = append(codes, "?")
			}
		}
		words = append(words, strings.Join(codes, " "))
	}
	return strings.Join(words, " / ")
}

func (m Morse) Decode(s string) string {
	back := map[string]rune{}
	for r, c := range m {
		back[c] = r
	}
	var b strings.Builder
	for _, c := range strings.Split(s, " ") {
		if c == "/" {
			b.WriteByte(' ')
		} else if r, ok := back[c]; ok {
			b.WriteRune(r)
		} else {
			b.WriteString("<" + c + ">")
		}
	}
	return b.String()
}

type chain []Cipher

func (c chain) Encode(s string) string {
	for _, x := range c {
		s = x.Encode(s)
	}
	return s
}

func (c chain) Decode(s string) string {
	for i := range c {
		s = c[len(c)-1-i].Decode(s)
	}
	return s
}

func main() {
	table := Morse{}
	for i, c := range strings.Fields(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..") {
		table['a'+rune(i)] = c
	}
	ciphers := []struct {
		name string
		Cipher
	}{
		{"rot13", Caesar(13)},
		{"vigenere", Vigenere("LEMON")},
		{"morse", table},
		{"chain", chain{Caesar(3), Caesar(5), Vigenere("B")}},
	}
	for _, c := range ciphers {
		secret := c.Encode("Attack at dawn!")
		fmt.Printf("%-9s %-60s %s\n", c.name, secret, c.Decode(secret))
	}
	fmt.Println(Caesar(3).Encode("xyz") == Caesar(29-26).Encode("xyz"), len(table))
	var zero chain
	fmt.Println(zero.Encode("same"))
}
