package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Several implementations of one function against one table.

type impl struct {
	name string
	f    func(string) string
}

func reverseRunes(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func reverseBytes(s string) string {
	b := make([]byte, len(s))
	for i := 0; i < len(s); i++ {
		b[len(s)-1-i] = s[i]
	}
	return string(b)
}

func reverseDecode(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		b.WriteRune(r)
		s = s[:len(s)-n]
	}
	return b.String()
}

func reverseRecursive(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return reverseRecursive(s[n:]) + string(r)
}

func reverseDefer(s string) (out string) {
	for _, r := range s {
		defer func() { out += string(r) }()
	}
	return ""
}

func reverseStack(s string) string {
	stack := []string{}
	for i, r := range s {
		stack = append(stack, s[i:i+utf8.RuneLen(r)])
	}
	var out []string
	for n := len(stack); n > 0; n = len(stack) {
		out = append(out, stack[n-1])
		stack = stack[:n-1]
	}
	return strings.Join(out, "")
}

func main() {
	cases := map[string]struct {
		in, want string
		ascii    bool
	}{
		"ascii":      {in: "hello", want: "olleh", ascii: true},
		"empty":      {ascii: true},
		"umlauts":    {"grüße", "eßürg", false},
		"mixed":      {"a世b界", "界b世a", false},
		"palindrome": {"level", "level", true},
	}
	impls := [...]impl{
		{"runes", reverseRunes},
		{"bytes", reverseBytes},
		{"decode", reverseDecode},
		{"recursive", reverseRecursive},
		{"defer", reverseDefer},
		{"stack", reverseStack},
		{"inline", func(s string) (out string) {
			for _, r := range s {
				out = string(r) + out
			}
			return
		}},
	}
	order := []string{"ascii", "empty", "umlauts", "mixed", "palindrome"}
	score := map[string]int{}
	for _, im := range impls {
		fmt.Printf("%-10s", im.name)
		for _, name := range order {
			c := cases[name]
			switch got := im.f(c.in); {
			case got == c.want:
				fmt.Print(" pass")
				score[im.name]++
			case !c.ascii && im.name == "bytes":
				fmt.Print(" n/a ", utf8.ValidString(got))
			default:
				fmt.Printf(" FAIL(%q)", got)
			}
		}
		fmt.Println()
	}
	best := 0
	for _, n := range score {
		best = max(best, n)
	}
	for _, im := range impls[:2] {
		fmt.Println(im.name, score[im.name], "of", best)
	}
}
