package session

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// cellRows measures the overhead of a cell.
func cellRows() []row {
	start := median(times(5, func(int) { session("1+1").Close() }))
	s := session("total := 1")
	defer s.Close()
	statement := median(times(1000, func(int) { run(s, "total = total*3 + 7") }))
	variable := median(times(1000, func(i int) { run(s, fmt.Sprintf("v%d := total + %d", i, i)) }))
	tensors := session("x := tensor.Ones(2, 3)")
	defer tensors.Close()
	op := median(times(1000, func(int) { run(tensors, "y := 2*x + 1") }))
	long := median(times(100, func(i int) { run(s, fiftyLines(i)) }))
	longer := median(times(100, func(i int) {
		run(s, fiftyLines(1000+4*i)+"\n"+fiftyLines(1001+4*i)+"\n"+fiftyLines(1002+4*i)+"\n"+fiftyLines(1003+4*i))
	}))
	return []row{
		{"a session starts and runs its first cell", ms(start), "ms", 0, ""},
		{"a cell of one line: a statement", ms(statement), "ms", 0.15, ""},
		{"a cell of one line: a new variable", ms(variable), "ms", 0.15, ""},
		{"a cell of one line: two ops on tensors", ms(op), "ms", 0.15, ""},
		{"a cell of 50 lines: a function and a call of it", ms(long), "ms", 3, ""},
		{"a cell of 200 lines: four of them", ms(longer), "ms", 5, ""},
	}
}

// fiftyLines returns a typical cell: a function with loops and conditions, and a call of it.
func fiftyLines(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func work%d(n int) (sum int) {\n", n)
	for i := range 9 {
		fmt.Fprintf(&b, "\tfor i := 0; i < n; i++ {\n\t\tif i%%%d == 0 {\n\t\t\tsum += i\n\t\t}\n\t}\n", i+2)
	}
	fmt.Fprintf(&b, "\treturn sum\n}\nr%d := work%d(3)", n, n)
	return b.String()
}

// growthRows measures a session of more cells than a user runs in a day.
func growthRows() []row {
	const cells, sample = 10_000, 100
	s := session()
	defer s.Close()
	took := times(cells, func(i int) { run(s, growing(i)) })
	heap := heap()
	first, last := median(rounds(took[sample:2*sample])), median(rounds(took[cells-sample:]))
	defer runtime.KeepAlive(s)
	return append([]row{
		{fmt.Sprintf("the last %d of %d cells, beside the second %d", sample, cells, sample), float64(last) / float64(first), "×", 1.3, ""},
		{fmt.Sprintf("live memory after %d cells", cells), float64(heap) / (1 << 20), "MB", 150, ""},
	}, rerunRows()...)
}

// rerunRows measures cells that are run repeatedly with a changed number.
func rerunRows() (rows []row) {
	const net = "type Net struct { nn.Cell; w *nn.Parameter }\nfunc (n *Net) Construct(x *Tensor) *Tensor { return x*n.w + %d }"
	for _, c := range []struct {
		what, cell string
		target     float64
	}{
		{"a network", net, 2},
		{"a network with a gradient", net + "\nfunc (n *Net) Bprop(x, out, dout *Tensor) *Tensor { return 2 * dout }", 2},
		{"a struct with a method", "type P struct { a, b int }\nfunc (p *P) Sum() int { return p.a + p.b + %d }", 1},
		{"a function", "func f(x int) int { return x + %d }", 1},
	} {
		const first, last = 200, 1000
		s, before := session(), uint64(0)
		for i := range last {
			if i == first {
				before = heap()
			}
			run(s, fmt.Sprintf(c.cell, i))
		}
		left := float64(heap()) - float64(before)
		rows = append(rows, row{"live memory after each edit of " + c.what, left / (last - first) / 1024, "kB", c.target, ""})
		s.Close()
	}
	return rows
}

// rounds adds up the times of the four kinds of cells that growing returns.
func rounds(took []time.Duration) (sums []time.Duration) {
	for four := range slices.Chunk(took, 4) {
		sums = append(sums, four[0]+four[1]+four[2]+four[3])
	}
	return sums
}

// growing returns a cell that defines something, calls a function of an earlier cell, or changes a variable.
func growing(i int) string {
	switch i % 4 {
	case 0:
		return fmt.Sprintf("f%d := func(x int) int { return x + %d }", i%200, i)
	case 1:
		return fmt.Sprintf("v%d := %d", i%100, i)
	case 2:
		return fmt.Sprintf("func g%d(x int) int { return x * %d }", i%50, i)
	}
	return fmt.Sprintf("v%d = g%d(f%d(v%d))", (i-2)%100, (i-1)%50, (i-3)%200, (i-2)%100)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	gctune.ReadMemStats(&m)
	return m.HeapAlloc
}
