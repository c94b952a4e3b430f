package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

var ErrFormat = errors.New("bad run length encoding")

func Encode(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && runes[j] == runes[i] {
			j++
		}
		if n := j - i; n > 1 {
			b.WriteString(strconv.Itoa(n))
		}
		b.WriteRune(runes[i])
		i = j
	}
	return b.String()
}

func Decode(s string) (out string, err error) {
	defer func() {
		if err != nil {
			out = ""
			err = fmt.Errorf("%w: %q: %w", ErrFormat, s, err)
		}
	}()
	digits := ""
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits += string(r)
			continue
		}
		n := 1
		if digits != "" {
			if n, err = strconv.Atoi(digits); err != nil {
				return out, err
			}
			digits = ""
		}
		out += strings.Repeat(string(r), n)
	}
	if digits != "" {
		return out, errors.New("count without a letter")
	}
	return out, nil
}

func main() {
	for _, s := range []string{"", "abc", "aaabccdddd", "ééé世世", "zzzzzzzzzzzz"} {
		e := Encode(s)
		d, err := Decode(e)
		fmt.Printf("%q %q %t %v\n", s, e, d == s, err)
	}
	for _, s := range []string{"3", "99999999999999999999a", "2x0y1z"} {
		d, err := Decode(s)
		fmt.Printf("%q %v %t %t\n", d, err, errors.Is(err, ErrFormat), errors.Is(err, strconv.ErrRange))
	}
}
