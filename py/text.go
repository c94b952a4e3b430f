package py

import (
	"strings"
	"unicode"
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

// ZFill is text.zfill(width): text padded to width characters with zeros at the beginning or after a sign.
func ZFill(text string, width int) string {
	sign := ""
	if text != "" && strings.ContainsRune("+-", rune(text[0])) {
		sign, text = text[:1], text[1:]
	}
	return sign + strings.Repeat("0", max(width-len(sign)-len([]rune(text)), 0)) + text
}
