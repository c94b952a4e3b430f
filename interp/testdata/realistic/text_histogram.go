package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

const poem = `Two roads diverged in a yellow wood,
And sorry I could not travel both
And be one traveler, long I stood
And looked down one as far as I could`

type freq struct {
	word string
	n    int
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

func count(list []string) (out []freq) {
	at := make(map[string]int)
	for _, w := range list {
		i, ok := at[w]
		if !ok {
			i = len(out)
			at[w] = i
			out = append(out, freq{word: w})
		}
		out[i].n++
	}
	slices.SortStableFunc(out, func(a, b freq) int { return b.n - a.n })
	return
}

func bar(n, most, width int) string {
	full := n * width * 8 / most
	s := strings.Repeat("█", full/8)
	if rest := full % 8; rest > 0 {
		s += string(rune('█' + 8 - rest))
	}
	return s
}

func wrap(text string, width int) (lines []string) {
	var line []string
	length := 0
	flush := func() {
		if len(line) > 0 {
			lines = append(lines, strings.Join(line, " "))
		}
		line, length = nil, 0
	}
	for _, w := range strings.Fields(text) {
		if length+len(line)+len(w) > width {
			flush()
		}
		line = append(line, w)
		length += len(w)
	}
	flush()
	return lines
}

func main() {
	fs := count(words(poem))
	for _, f := range fs[:6] {
		fmt.Printf("%-8s %2d %s\n", f.word, f.n, bar(f.n, fs[0].n, 5))
	}
	fmt.Println(len(fs), "different words")
	for i, l := range wrap(poem, 24) {
		fmt.Printf("%d|%-24s|\n", i, l)
	}
	letters := [26]int{}
	for _, r := range poem {
		if unicode.IsLetter(r) {
			letters[unicode.ToLower(r)-'a']++
		}
	}
	most := slices.Max(letters[:])
	fmt.Printf("%c %d %v\n", 'a'+slices.Index(letters[:], most), most, letters[:5])
}
