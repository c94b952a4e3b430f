package display

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/pyrepr"
	"github.com/msrepl/msrepl/internal/table"
)

// Diff shows where two tensors of one shape part: how many elements differ, the greatest absolute and relative difference
// and where it is, how the differences are distributed, and the worst ones. The relative difference is |a-b| / |b|. Two NaN at
// one place are no difference, nor are two equal infinities. Tensors of different shapes show only these.
func Diff(a, b any) Bundle {
	x, y := tensorOf("Diff", a), tensorOf("Diff", b)
	head := fmt.Sprintf("%v %s and %v %s", x.DType(), pyrepr.Shape(x.Shape()), y.DType(), pyrepr.Shape(y.Shape()))
	if !slices.Equal(x.Shape(), y.Shape()) {
		text := head + ": the shapes differ"
		return headOnly(text)
	}
	d := compare(reals("Diff", x), reals("Diff", y))
	head += ": " + d.summary(x.Shape())
	if len(d.worst) == 0 {
		return headOnly(head)
	}
	t := d.table(x.Shape())
	h := histogram(d.sizes, 30)
	h.head = "absolute differences"
	return Bundle{Data: map[string]any{
		"text/plain": head + "\n" + t.String() + "\n" + h.text(),
		"text/html":  framed(head, t.HTML()) + framed(h.head+h.note(), h.draw().Inline()),
	}}
}

// difference is that of two slices of numbers.
type difference struct {
	n, differ  int
	sizes      []float64 // absolute differences of all elements
	worst      []apart
	abs, rel   apart // the greatest
	meanAbs    float64
	incomplete int // places where only one is a number
}

// apart is one element that differs.
type apart struct {
	at       int
	a, b     float64
	abs, rel float64
}

// maxWorst is how many of the worst differences are listed.
const maxWorst = 10

func compare(a, b []float64) (d difference) {
	d.n = len(a)
	var sum float64
	for i := range a {
		p := apart{i, a[i], b[i], distance(a[i], b[i]), 0}
		p.rel = p.abs / math.Abs(b[i])
		d.sizes = append(d.sizes, p.abs)
		if p.abs == 0 {
			continue
		}
		d.differ++
		if math.IsNaN(p.abs) || math.IsInf(p.abs, 0) {
			d.incomplete++
			p.abs, p.rel = math.Inf(1), math.Inf(1)
		} else {
			sum += p.abs
		}
		if p.abs > d.abs.abs {
			d.abs = p
		}
		if p.rel > d.rel.rel {
			d.rel = p
		}
		d.keep(p)
	}
	d.meanAbs = sum / float64(max(1, d.n-d.incomplete))
	return d
}

// distance is |a-b|, 0 where both are the same, be it NaN or infinite.
func distance(a, b float64) float64 {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return 0
	}
	return math.Abs(a - b)
}

// keep puts p among the worst in their order.
func (d *difference) keep(p apart) {
	i, _ := slices.BinarySearchFunc(d.worst, p, func(e, p apart) int {
		if e.abs >= p.abs {
			return -1
		}
		return 1
	})
	if i < maxWorst {
		d.worst = slices.Insert(d.worst, i, p)
		d.worst = d.worst[:min(len(d.worst), maxWorst)]
	}
}

func (d *difference) summary(shape []int) string {
	if d.differ == 0 {
		return "equal"
	}
	s := fmt.Sprintf("%d of %d elements differ, max |a-b| %s at %s, max |a-b|/|b| %s at %s, mean |a-b| %s", d.differ, d.n,
		number(d.abs.abs), indexAt(d.abs.at, shape), number(d.rel.rel), indexAt(d.rel.at, shape), number(d.meanAbs))
	if d.incomplete > 0 {
		s += fmt.Sprintf(", %d without a number on one side", d.incomplete)
	}
	return s
}

func (d *difference) table(shape []int) table.Table {
	t := table.Table{Head: []string{"at", "a", "b", "|a-b|", "|a-b|/|b|"}, Left: 1}
	for _, p := range d.worst {
		t.Rows = append(t.Rows, []string{indexAt(p.at, shape), long(p.a), long(p.b), number(p.abs), number(p.rel)})
	}
	return t
}

func long(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

// indexAt writes the index of the k-th element in row-major order.
func indexAt(k int, shape []int) string {
	at := make([]string, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		at[i] = strconv.Itoa(k % shape[i])
		k /= shape[i]
	}
	return "[" + strings.Join(at, ", ") + "]"
}
