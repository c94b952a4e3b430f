package main

import (
	"fmt"
	"sort"
	"strings"
)

type Trie struct {
	kids map[rune]*Trie
	end  bool
	n    int
}

func (t *Trie) Insert(words ...string) {
	for _, w := range words {
		at := t
		for _, r := range w {
			if at.kids == nil {
				at.kids = make(map[rune]*Trie)
			}
			next, ok := at.kids[r]
			if !ok {
				next = &Trie{}
				at.kids[r] = next
			}
			next.n++
			at = next
		}
		at.end = true
	}
}

func (t *Trie) find(prefix string) *Trie {
	for _, r := range prefix {
		if t = t.kids[r]; t == nil {
			return nil
		}
	}
	return t
}

func (t *Trie) Has(w string) bool {
	n := t.find(w)
	return n != nil && n.end
}

func (t *Trie) Complete(prefix string, limit int) (out []string) {
	start := t.find(prefix)
	if start == nil {
		return nil
	}
	var walk func(n *Trie, word []rune)
	walk = func(n *Trie, word []rune) {
		if len(out) == limit {
			return
		}
		if n.end {
			out = append(out, prefix+string(word))
		}
		keys := make([]rune, 0, len(n.kids))
		for r := range n.kids {
			keys = append(keys, r)
		}
		sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
		for _, r := range keys {
			walk(n.kids[r], append(word, r))
		}
	}
	walk(start, nil)
	return out
}

func (t *Trie) Match(pattern string) (n int) {
	if pattern == "" {
		if t.end {
			return 1
		}
		return 0
	}
	r := []rune(pattern)
	for k, kid := range t.kids {
		if r[0] == '?' || r[0] == k {
			n += kid.Match(string(r[1:]))
		}
	}
	return n
}

func main() {
	var t Trie
	t.Insert(strings.Fields("car card care cat dog do über übel")...)
	fmt.Println(t.Has("car"), t.Has("ca"), t.Has("cart"), t.Has("do"), (&Trie{}).Has("x"))
	fmt.Println(t.Complete("car", 10), t.Complete("", 3), t.Complete("ü", 5), t.Complete("z", 1) == nil)
	fmt.Println(t.Match("ca?"), t.Match("???"), t.Match("?o"), t.find("ca").n)
	anagrams := map[string][]string{}
	for _, w := range strings.Fields("tea eat ate tan nat bat") {
		r := []byte(w)
		sort.Slice(r, func(i, j int) bool { return r[i] < r[j] })
		anagrams[string(r)] = append(anagrams[string(r)], w)
	}
	fmt.Println(len(anagrams), anagrams["aet"], anagrams["ant"])
}
