package main

import (
	"bytes"
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

type node struct {
	sym    byte
	weight int
	kids   *[2]node
}

type nodes []node

func (n nodes) Len() int { return len(n) }
func (n nodes) Less(i, j int) bool {
	return cmp.Or(n[i].weight-n[j].weight, int(n[i].sym)-int(n[j].sym)) < 0
}
func (n nodes) Swap(i, j int) { n[i], n[j] = n[j], n[i] }
func (n *nodes) Push(x any)   { *n = append(*n, x.(node)) }
func (n *nodes) Pop() any     { l := len(*n) - 1; x := (*n)[l]; *n = (*n)[:l]; return x }

type code struct {
	bits uint16
	n    uint8
}

func (c code) String() string { return fmt.Sprintf("%0*b", c.n, c.bits) }

func (n node) codes(prefix code, out map[byte]code) map[byte]code {
	if n.kids == nil {
		out[n.sym] = prefix
		return out
	}
	for i, k := range n.kids {
		k.codes(code{prefix.bits<<1 | uint16(i), prefix.n + 1}, out)
	}
	return out
}

type bitWriter struct {
	bytes.Buffer
	acc  uint8
	free uint8
}

func (w *bitWriter) put(c code) {
	for i := c.n; i > 0; i-- {
		if w.free == 0 {
			w.free = 8
		}
		w.free--
		w.acc |= uint8(c.bits>>(i-1)&1) << w.free
		if w.free == 0 {
			w.WriteByte(w.acc)
			w.acc = 0
		}
	}
}

func (w *bitWriter) close() (n int) {
	if w.free > 0 {
		w.WriteByte(w.acc)
	}
	return w.Len()
}

func build(text string) node {
	weights := map[byte]int{}
	for i := range len(text) {
		weights[text[i]]++
	}
	var h nodes
	for s, w := range weights {
		h = append(h, node{sym: s, weight: w})
	}
	heap.Init(&h)
	for h.Len() > 1 {
		a, b := heap.Pop(&h).(node), heap.Pop(&h).(node)
		heap.Push(&h, node{min(a.sym, b.sym), a.weight + b.weight, &[2]node{a, b}})
	}
	return h[0]
}

func decode(root node, r io.ByteReader, n int) (out []byte, err error) {
	at := &root
	for len(out) < n {
		b, err := r.ReadByte()
		if err != nil {
			return out, fmt.Errorf("after %d: %w", len(out), err)
		}
		for bit := uint8(1 << 7); bit != 0 && len(out) < n; bit >>= 1 {
			i := 0
			if b&bit != 0 {
				i = 1
			}
			if at = &at.kids[i]; at.kids == nil {
				out = append(out, at.sym)
				at = &root
			}
		}
	}
	return
}

func main() {
	text := strings.Repeat("abracadabra, ", 3) + "hocus pocus"
	root := build(text)
	table := root.codes(code{}, map[byte]code{})
	for _, s := range slices.SortedFunc(maps.Keys(table), func(a, b byte) int {
		return cmp.Or(cmp.Compare(table[a].n, table[b].n), cmp.Compare(a, b))
	}) {
		fmt.Printf("%q=%v ", s, table[s])
	}
	var w bitWriter
	for _, b := range []byte(text) {
		w.put(table[b])
	}
	fmt.Println(w.close(), len(text), root.weight)
	fmt.Printf("%x\n", w.Bytes())
	packed := bytes.Clone(w.Bytes())
	out, err := decode(root, &w.Buffer, len(text))
	fmt.Println(string(out) == text, err)
	out, err = decode(root, bytes.NewReader(packed[:5]), len(text))
	fmt.Println(string(out), err, errors.Is(err, io.EOF))
}
