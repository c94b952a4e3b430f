package main

import (
	"bufio"
	"fmt"
	"sort"
	"strings"
	"unicode"
)

const poem = `Twas brillig, and the slithy toves
Did gyre and gimble in the wabe:
All mimsy were the borogoves,
And the mome raths outgrabe.

"Beware the Jabberwock, my son!
The jaws that bite, the claws that catch!"`

type freq struct {
	word  string
	count int
	lines []int
}

type freqs []freq

func (f freqs) Len() int      { return len(f) }
func (f freqs) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f freqs) Less(i, j int) bool {
	if f[i].count == f[j].count {
		return f[i].word < f[j].word
	}
	return f[i].count > f[j].count
}

func splitWords(data []byte, atEOF bool) (advance int, token []byte, err error) {
	start := 0
	for start < len(data) && !unicode.IsLetter(rune(data[start])) {
		start++
	}
	for i := start; i < len(data); i++ {
		if !unicode.IsLetter(rune(data[i])) && data[i] != '\'' {
			return i + 1, data[start:i], nil
		}
	}
	if atEOF && len(data) > start {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}

func main() {
	counts := map[string]*freq{}
	total := 0
	for n, line := range strings.Split(poem, "\n") {
		sc := bufio.NewScanner(strings.NewReader(line))
		sc.Split(splitWords)
		for sc.Scan() {
			word := strings.ToLower(sc.Text())
			f, ok := counts[word]
			if !ok {
				f = &freq{word: word}
				counts[word] = f
			}
			f.count++
			total++
			if k := len(f.lines); k == 0 || f.lines[k-1] != n+1 {
				f.lines = append(f.lines, n+1)
			}
		}
	}
	var list freqs
	for _, f := range counts {
		list = append(list, *f)
	}
	sort.Sort(list)
	for i, f := range list[:8] {
		fmt.Printf("%d. %-10s %s %v\n", i+1, f.word, strings.Repeat("*", f.count), f.lines)
	}
	fmt.Printf("%d words, %d different\n", total, len(list))

	byLen := make(map[int][]string)
	for _, f := range list {
		byLen[len(f.word)] = append(byLen[len(f.word)], f.word)
	}
	longest := 0
	for n := range byLen {
		if n > longest {
			longest = n
		}
	}
	sort.Strings(byLen[longest])
	fmt.Println(longest, byLen[longest])
	letters := [26]int{}
	for _, r := range strings.ToLower(poem) {
		if r >= 'a' && r <= 'z' {
			letters[r-'a']++
		}
	}
	best := 0
	for i, n := range letters {
		if n > letters[best] {
			best = i
		}
	}
	fmt.Printf("%c %d\n", 'a'+best, letters[best])
}
