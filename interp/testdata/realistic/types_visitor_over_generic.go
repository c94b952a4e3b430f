package main

import "cmp"
import "encoding/json"
import "fmt"
import "strings"

type Tree[K cmp.Ordered, V any] struct {
	root *tnode[K, V]
	n    int
}
type tnode[K cmp.Ordered, V any] struct {
	k    K
	v    V
	l, r *tnode[K, V]
}
type Index = Tree[string, []int]

func (t *Tree[K, V]) Put(k K, v V) bool {
	p := &t.root
	for *p != nil {
		switch c := cmp.Compare(k, (*p).k); {
		case c < 0:
			p = &(*p).l
		case c > 0:
			p = &(*p).r
		default:
			(*p).v = v
			return false
		}
	}
	*p = &tnode[K, V]{k: k, v: v}
	t.n++
	return true
}
func (t Tree[K, V]) Walk(f func(K, V)) { t.root.walk(f) }
func (n *tnode[K, V]) walk(f func(K, V)) {
	if n != nil {
		n.l.walk(f)
		f(n.k, n.v)
		n.r.walk(f)
	}
}
func (t Tree[K, V]) MarshalJSON() ([]byte, error) {
	type pair struct {
		Key K `json:"k"`
		Val V `json:"v"`
	}
	var l []pair
	t.Walk(func(k K, v V) { l = append(l, pair{k, v}) })
	return json.Marshal(l)
}

func main() {
	var ix Index
	for i, w := range strings.Fields("the quick the lazy dog") {
		ix.Put(w, []int{i})
	}
	b, err := json.Marshal(ix)
	fmt.Println(string(b), err, ix.n)
	t2 := &Tree[float64, struct{ A any }]{}
	t2.Put(2.5, struct{ A any }{ix})
	b, err = json.Marshal(map[string]any{"t": t2})
	fmt.Println(string(b), err)
	fmt.Printf("%T %T %T\n", ix, t2, t2.root)
}
