package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

type byRune []rune

func (r byRune) Len() int           { return len(r) }
func (r byRune) Less(i, j int) bool { return r[i] < r[j] }
func (r byRune) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func key(word string) string {
	r := byRune(word)
	sort.Sort(r)
	return string(r)
}

type trie struct {
	next map[rune]*trie
	end  bool
}

func (t *trie) insert(word string) {
	for _, r := range word {
		if t.next == nil {
			t.next = make(map[rune]*trie)
		}
		child := t.next[r]
		if child == nil {
			child = new(trie)
			t.next[r] = child
		}
		t = child
	}
	t.end = true
}

func (t *trie) walk(prefix string, visit func(string) bool) bool {
	if t.end && !visit(prefix) {
		return false
	}
	keys := make([]rune, 0, len(t.next))
	for r := range t.next {
		keys = append(keys, r)
	}
	slices.Sort(keys)
	for _, r := range keys {
		if !t.next[r].walk(prefix+string(r), visit) {
			return false
		}
	}
	return true
}

func (t *trie) complete(prefix string, max int) (words []string) {
	for _, r := range prefix {
		if t = t.next[r]; t == nil {
			return nil
		}
	}
	t.walk(prefix, func(w string) bool {
		words = append(words, w)
		return len(words) < max
	})
	return words
}

func permutations(s []rune) func(func(string) bool) {
	return func(yield func(string) bool) {
		var rec func(int) bool
		rec = func(i int) bool {
			if i == len(s) {
				return yield(string(s))
			}
			for j := i; j < len(s); j++ {
				s[i], s[j] = s[j], s[i]
				ok := rec(i + 1)
				s[i], s[j] = s[j], s[i]
				if !ok {
					return false
				}
			}
			return true
		}
		rec(0)
	}
}

func main() {
	words := strings.Fields("listen silent enlist google elbow below state taste tinsel asset été tée ant tan nat")
	groups := map[string][]string{}
	dict := &trie{}
	for _, w := range words {
		groups[key(w)] = append(groups[key(w)], w)
		dict.insert(w)
	}
	var lists [][]string
	for _, g := range groups {
		if len(g) > 1 {
			lists = append(lists, g)
		}
	}
	sort.Slice(lists, func(i, j int) bool {
		if len(lists[i]) != len(lists[j]) {
			return len(lists[i]) > len(lists[j])
		}
		return lists[i][0] < lists[j][0]
	})
	for _, g := range lists {
		fmt.Println(g)
	}
	fmt.Println(dict.complete("ta", 5), dict.complete("", 3), dict.complete("x", 1) == nil)
	var real []string
	tried := 0
	for p := range permutations([]rune("nat")) {
		tried++
		if got := dict.complete(p, 1); len(got) == 1 && got[0] == p {
			real = append(real, p)
		}
	}
	fmt.Println(real, tried)
	for p := range permutations([]rune("abcdef")) {
		if strings.HasPrefix(p, "b") {
			fmt.Println("first with b:", p)
			break
		}
	}
}
