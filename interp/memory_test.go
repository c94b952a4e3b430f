package interp

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestMemoryPerCell: what stays of a cell is its text and what it defines. A compiler that keeps syntax trees would
// keep its syntax trees, 10 kB to 200 kB. NN is the number of a run.
func TestMemoryPerCell(t *testing.T) {
	const (
		net = "type N struct { nn.Cell; w *nn.Parameter }\n" +
			"func (n *N) Construct(x *Tensor) *Tensor {\n\tif n.w == nil {\n\t\treturn x\n\t}\n\treturn x*n.w + %s\n}"
		bprop = "\nfunc (n *N) Bprop(x, out, dout *Tensor) *Tensor { return dout * %s }"
		point = "type P struct { a, b int }\nfunc (p *P) Sum() int { return p.a + p.b + %s }"
		uses  = "\nnet := &N{w: nn.NewParameter(tensor.Ones(2), \"w\")}\nout := net(tensor.Ones(2))"
	)
	for _, c := range []struct {
		name, cell string
		most       int64 // beyond the text
	}{
		{"nothing new", "z = z + NN", 1 << 10},
		{"a variable", "vNN := 1", 5 << 9},
		{"a network", fmt.Sprintf(net, "1"), 2 << 10},
		{"a network that is edited", fmt.Sprintf(net, "NN"), 2 << 10},
		{"a network with a gradient of its own", fmt.Sprintf(net+bprop, "NN", "NN"), 2 << 10},
		{"a network and a use of it", fmt.Sprintf(net+uses, "NN"), 2 << 10},
		{"a struct with a method", fmt.Sprintf(point, "1"), 1 << 10},
		{"a struct with a method that is edited", fmt.Sprintf(point, "NN"), 1 << 10},
		{"a struct with a method and a value of it", fmt.Sprintf(point, "NN") + "\np := &P{1, 2}\ns := p.Sum()", 1 << 10},
		{"a type with a method", "type D float64\nfunc (d D) Twice() float64 { return NN * float64(d) }", 1 << 10},
		{"a function", "func f(x int) int { return x + 1 }", 1 << 10},
		{"a function that is edited", "func f(x int) int { return x + NN }", 1 << 10},
		{"a function that others use", "func z1(x int) int { return x + NN }\nfunc z2(x int) int { return z1(x) }\ny := z2(1)", 1 << 10},
		{"a cell with a mistake", "undefined + NN", 1 << 10},
		{"a cell that fails", "func() { panic(NN) }()", 1 << 10},
	} {
		t.Run(c.name, func(t *testing.T) { testMemoryPerCell(t, c.cell, c.most) })
	}
}

// testMemoryPerCell compares the live heap after 200 runs, when all that is made once is there, with that after
// 1,000.
func testMemoryPerCell(t *testing.T, cell string, most int64) {
	s := newSession(t, "z := 1")
	runs := 0
	run := func(n int) (heap int64) {
		for ; runs < n; runs++ {
			src := strings.ReplaceAll(cell, "NN", fmt.Sprint(1000+runs))
			if r := s.Eval(src); r.Err != nil && !strings.Contains(src, "undefined") && !strings.Contains(src, "panic") {
				t.Fatal(r.Err)
			}
		}
		var m runtime.MemStats
		for range 3 { // what the first one finds may have finalizers, also of the sessions of other tests
			runtime.GC()
			s.Eval("z") // what a cell has left is forgotten with the next
		}
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := run(200)
	per := (run(1000) - before) / 800
	if t.Logf("%d bytes", per); per > most+int64(len(cell)) {
		t.Errorf("%d bytes stay for each cell, more than %d beyond its text", per, most)
	}
	if r := s.Eval("z"); r.Value == nil {
		t.Errorf("%+v", r)
	}
}

// TestMemStats: runtime.ReadMemStats in cells does not count the reserve that the first large tensor allocates.
func TestMemStats(t *testing.T) {
	s := newSession(t, `import "runtime"
func inUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}`)
	r := s.Eval("x := tensor.Arange(1<<20) + 1.0\ninUse()")
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if n, err := strconv.Atoi(r.Value.Text()); err != nil || int(m.HeapAlloc)-n < 48<<20 {
		t.Errorf("%s bytes in use of %d", r.Value.Text(), m.HeapAlloc)
	}
}
