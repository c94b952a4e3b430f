package py

import (
	"strings"
	"unicode"
)

// Find is text.find(part): the place of the first occurrence in characters, -1 when there is none.
func Find(text, part string) int {
	i := strings.Index(text, part)
	if i < 0 {
		return -1
	}
	return len([]rune(text[:i]))
}

// Capitalize is text.capitalize(): the first character is a capital, the others are small.
func Capitalize(text string) string {
	runes := []rune(strings.ToLower(text))
	if len(runes) > 0 {
		runes[0] = unicode.ToTitle(runes[0])
	}
	return string(runes)
}

// Title is text.title(): every letter behind something else than a letter is a capital, the others are small.
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

// ZFill is text.zfill(width): zeros behind a sign, or in front, make it width characters long.
func ZFill(text string, width int) string {
	sign := ""
	if text != "" && strings.ContainsRune("+-", rune(text[0])) {
		sign, text = text[:1], text[1:]
	}
	return sign + strings.Repeat("0", max(width-len(sign)-len([]rune(text)), 0)) + text
}
