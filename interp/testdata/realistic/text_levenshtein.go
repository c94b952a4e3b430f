package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	prev := make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, r := range s {
		cur := []int{i + 1}
		for j, q := range t {
			cost := 1
			if r == q {
				cost = 0
			}
			cur = append(cur, min(prev[j]+cost, prev[j+1]+1, cur[j]+1))
		}
		prev = cur
	}
	return prev[len(t)]
}

type Speller struct {
	words map[string]int
	max   int
}

type suggestion struct {
	Word string
	Dist int
	rank int
}

func (s *Speller) Suggest(word string) (list []suggestion) {
	for w, rank := range s.words {
		if d := distance(word, w); d <= s.max {
			list = append(list, suggestion{w, d, rank})
		}
	}
	slices.SortFunc(list, func(a, b suggestion) int {
		return cmp.Or(cmp.Compare(a.Dist, b.Dist), -cmp.Compare(a.rank, b.rank), strings.Compare(a.Word, b.Word))
	})
	return list
}

func (s *Speller) Fix(text string) (fixed string, changes int) {
	words := strings.Fields(text)
	for i, w := range words {
		if _, ok := s.words[w]; ok {
			continue
		}
		if list := s.Suggest(w); len(list) > 0 {
			words[i] = list[0].Word
			changes++
			continue
		}
		words[i] = "[" + w + "]"
	}
	return strings.Join(words, " "), changes
}

type bkNode struct {
	word string
	kids map[int]*bkNode
}

func (n *bkNode) add(w string) *bkNode {
	if n == nil {
		return &bkNode{word: w, kids: map[int]*bkNode{}}
	}
	d := distance(n.word, w)
	if d > 0 {
		n.kids[d] = n.kids[d].add(w)
	}
	return n
}

func (n *bkNode) find(w string, max int, visit func(string, int)) {
	if n == nil {
		return
	}
	d := distance(n.word, w)
	if d <= max {
		visit(n.word, d)
	}
	for k := d - max; k <= d+max; k++ {
		n.kids[k].find(w, max, visit)
	}
}

func main() {
	for _, p := range [][2]string{{"kitten", "sitting"}, {"", "abc"}, {"größe", "grosse"}, {"same", "same"}} {
		fmt.Printf("%q %q %d\n", p[0], p[1], distance(p[0], p[1]))
	}
	s := &Speller{max: 2, words: map[string]int{"the": 100, "quick": 10, "brown": 9, "crown": 3, "fox": 5, "box": 7, "jumps": 2}}
	fmt.Println(s.Suggest("rown"))
	fmt.Println(s.Fix("teh quikc brwn ox jumpps zyxwvut"))
	var root *bkNode
	for _, w := range strings.Fields("book books cake boo cape cart boon cook") {
		root = root.add(w)
	}
	var found []string
	root.find("bool", 1, func(w string, d int) { found = append(found, fmt.Sprint(w, d)) })
	slices.Sort(found)
	fmt.Println(found)
}
