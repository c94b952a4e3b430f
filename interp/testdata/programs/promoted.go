package main

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
)

type words []string

func (w words) Len() int           { return len(w) }
func (w words) Less(i, j int) bool { return w[i] < w[j] }
func (w words) Swap(i, j int)      { fmt.Print("."); w[i], w[j] = w[j], w[i] }

type byLen struct{ words }

func (b byLen) Less(i, j int) bool { return len(b.words[i]) < len(b.words[j]) }

type backwards struct{ sort.Interface }

func (r *backwards) Less(i, j int) bool           { return r.Interface.Less(j, i) }
func backwardsOf(i sort.Interface) sort.Interface { return &backwards{&backwards{i}} }

type locked struct {
	sync.Mutex
	bytes.Buffer
	*strings.Reader
}
type all interface {
	Lock()
	Unlock()
	WriteString(string) (int, error)
	Size() int64
}
type named struct{ name string }

func (n named) String() string   { return "named " + n.name }
func (n *named) rename(s string) { n.name = s }

type outer struct {
	*named
	io.Writer
}
type deep struct {
	outer
	n int
}

func main() {
	list := words{"pear", "fig", "banana", "kiwis"}
	for range 3 {
		sort.Sort(byLen{list})
		fmt.Println(list)
		sort.Sort(&backwards{list})
		fmt.Println(list)
	}
	two := words{"b", "a"}
	sort.Sort(byLen{two})
	sort.Sort(&backwards{two})
	fmt.Println(two)
	sort.Sort(backwardsOf(two))
	fmt.Println(two)
	var a all = &locked{Reader: strings.NewReader("12345")}
	for i := range 3 {
		a.Lock()
		a.WriteString(fmt.Sprint(i))
		a.Unlock()
	}
	fmt.Println(a.(*locked).Buffer.Len(), a.Size())
	try := func(f func()) { defer func() { fmt.Println(recover()) }(); f() }
	var none io.ReadWriter = struct{ io.ReadWriter }{}
	for range 2 {
		try(func() { none.Read(nil) })
		try(func() { fmt.Fprint(none) })
	}
	d := deep{outer{&named{"a"}, io.Discard}, 1}
	pd := &deep{}
	for range 2 {
		fmt.Println(d, &d)
		var s fmt.Stringer = d
		fmt.Println(s.String())
		s = &d
		fmt.Println(s.String())
		d.rename("b")
		s = pd
		try(func() { _ = s.String() })
		fmt.Println(s)
		s = (*deep)(nil)
		try(func() { _ = s.String() })
		fmt.Println(s)
		n, err := fmt.Fprint(d, "xyz")
		fmt.Println(n, err)
	}
}
