package py

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Find is text.find(part): the index of the first occurrence in characters, or -1 for none.
func Find(text, part string) int {
	i := strings.Index(text, part)
	if i < 0 {
		return -1
	}
	return len([]rune(text[:i]))
}

// Capitalize is text.capitalize(): the first character is uppercase, the others lowercase.
func Capitalize(text string) string {
	runes := []rune(strings.ToLower(text))
	if len(runes) > 0 {
		runes[0] = unicode.ToTitle(runes[0])
	}
	return string(runes)
}

// Title is text.title(): the first letter of every word is uppercase, the others lowercase.
func Title(text string) string {
	inWord := false
	return strings.Map(func(r rune) rune {
		was := inWord
		if inWord = unicode.IsLetter(r); !inWord {
			return r
		}
		if was {
			return unicode.ToLower(r)
		}
		return unicode.ToTitle(r)
	}, text)
}

// Center returns the text in the middle of width characters, with fill, one character, around it: str.center. An odd
// character is on the left if width is odd, too.
func Center(text string, width int, fill string) string {
	n := max(width-utf8.RuneCountInString(text), 0)
	left := n/2 + n&width&1
	return strings.Repeat(fill, left) + text + strings.Repeat(fill, n-left)
}

// ZFill is text.zfill(width): text padded to width characters with zeros at the beginning or after a sign.
func ZFill(text string, width int) string {
	sign := ""
	if text != "" && strings.ContainsRune("+-", rune(text[0])) {
		sign, text = text[:1], text[1:]
	}
	return sign + strings.Repeat("0", max(width-len(sign)-len([]rune(text)), 0)) + text
}
