package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"
)

type Prefix [2]string

func (p *Prefix) shift(word string) {
	copy(p[:], p[1:])
	p[len(p)-1] = word
}

func (p Prefix) String() string { return strings.Join(p[:], "_") }

type Chain struct {
	next   map[Prefix][]string
	starts []Prefix
}

func (c *Chain) Build(r io.Reader) (words int, err error) {
	if c.next == nil {
		c.next = make(map[Prefix][]string)
	}
	sc := bufio.NewScanner(r)
	sc.Split(bufio.ScanWords)
	var p Prefix
	for ; sc.Scan(); words++ {
		w := sc.Text()
		c.next[p] = append(c.next[p], w)
		if p[0] != "" && strings.HasSuffix(p[1], ".") {
			start := p
			c.starts = append(c.starts, start)
		}
		p.shift(w)
	}
	return words, sc.Err()
}

type picker func(options []string) string

func (c *Chain) Generate(n int, pick picker) string {
	var p Prefix
	var out []string
	for len(out) < n {
		options := c.next[p]
		if len(options) == 0 {
			break
		}
		w := pick(options)
		out = append(out, w)
		p.shift(w)
	}
	return strings.Join(out, " ")
}

func main() {
	text := `I am not a number. I am a free man. I am what I am.
A man is not a number. A free man is a man.`
	var c Chain
	n, err := c.Build(strings.NewReader(text))
	fmt.Println(n, err, len(c.next), len(c.starts))
	first := func(o []string) string { return o[0] }
	last := func(o []string) string { return o[len(o)-1] }
	longest := func(o []string) string {
		return slices.MaxFunc(o, func(a, b string) int { return len(a) - len(b) })
	}
	for _, pick := range []picker{first, last, longest} {
		fmt.Println(c.Generate(12, pick))
	}
	r := rand.New(rand.NewSource(1))
	s := c.Generate(40, func(o []string) string { return o[r.Intn(len(o))] })
	fmt.Println(strings.HasPrefix(s, "I am"), len(strings.Fields(s)) <= 40)
	var keys []Prefix
	for k, v := range c.next {
		if len(v) > 2 {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b Prefix) int { return strings.Compare(a.String(), b.String()) })
	for _, k := range keys {
		fmt.Println(k, c.next[k])
	}
	p := Prefix{"a", "b"}
	q := p
	q.shift("c")
	fmt.Println(p, q, p == Prefix{"a", "b"})
}
