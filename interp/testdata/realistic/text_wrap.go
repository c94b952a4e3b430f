package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

type Align int

const (
	Left Align = iota
	Right
	Center
	Justify
)

func (a Align) String() string { return []string{"left", "right", "center", "justify"}[a] }

func wrap(text string, width int) (lines [][]string) {
	var line []string
	used := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > width {
			lines = append(lines, line)
			line, used = nil, 0
		}
		if used > 0 {
			used++
		}
		line = append(line, word)
		used += n
	}
	if line != nil {
		lines = append(lines, line)
	}
	return
}

func format(words []string, width int, a Align, last bool) string {
	s := strings.Join(words, " ")
	pad := width - utf8.RuneCountInString(s)
	if pad < 0 {
		pad = 0
	}
	switch a {
	case Right:
		return strings.Repeat(" ", pad) + s
	case Center:
		return strings.Repeat(" ", pad/2) + s + strings.Repeat(" ", pad-pad/2)
	case Justify:
		if last || len(words) == 1 {
			break
		}
		var b strings.Builder
		gaps := len(words) - 1
		for i, w := range words {
			b.WriteString(w)
			if i == gaps {
				continue
			}
			n := 1 + pad/gaps
			if i < pad%gaps {
				n++
			}
			b.WriteString(strings.Repeat(" ", n))
		}
		return b.String()
	}
	return s + strings.Repeat(" ", pad)
}

func box(text string, width int, a Align) {
	lines := wrap(text, width)
	fmt.Printf("┌%s┐ %v\n", strings.Repeat("─", width), a)
	for i, words := range lines {
		fmt.Printf("│%s│\n", format(words, width, a, i == len(lines)-1))
	}
	fmt.Printf("└%s┘\n", strings.Repeat("─", width))
}

func main() {
	text := "Ein Text mit Umlauten (äöü) und ein paar kurzen wie auch außergewöhnlichen Wörtern."
	for a := Left; a <= Justify; a++ {
		box(text, 24, a)
	}
	box("", 5, Left)
	box("unzertrennlich", 8, Center)
}
