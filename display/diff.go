package display

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// Diff shows where two tensors of the same shape differ: how many elements differ, the greatest absolute and relative
// differences and their positions, how the differences are distributed, and the worst ones. The relative difference
// is |a-b| / |b|. Two NaN at the same position are equal, and so are two equal infinities. Integers are compared
// exactly, complex numbers by the magnitude of their difference. For tensors of different shapes it shows only the
// shapes.
func Diff(a, b any) Bundle {
	x, y := tensorOf("Diff", a), tensorOf("Diff", b)
	head := fmt.Sprintf("%v %s and %v %s", x.DType(), x.Shape(), y.DType(), y.Shape())
	if !slices.Equal(x.Shape(), y.Shape()) {
		return headOnly(head + ": the shapes differ")
	}
	d := compare(x, y)
	head += ": " + d.summary(x.Shape())
	if len(d.worst) == 0 {
		return headOnly(head)
	}
	t := d.table(x.Shape())
	h := histogram(d.sizes, 30)
	h.head = "absolute differences"
	if h.empty() {
		return Bundle{Data: map[string]any{"text/plain": head + "\n" + t.String(), "text/html": framed(head, t.HTML())}}
	}
	return Bundle{Data: map[string]any{
		"text/plain": head + "\n" + t.String() + "\n" + h.text(),
		"text/html":  framed(head, t.HTML()) + framed(h.head+h.note(), h.draw().SVG().Inline()),
	}}
}

// difference is the difference of two tensors.
type difference struct {
	n, differ  int
	sizes      []float64 // absolute differences of all elements
	worst      []apart
	abs, rel   apart // the largest
	meanAbs    float64
	incomplete int // positions where only one is a number
	a, b       func(i int) string
}

// apart is one element that differs.
type apart struct {
	at       int
	abs, rel float64
}

// maxWorst is the number of largest differences that are listed.
const maxWorst = 10

func compare(x, y *tensor.Tensor) (d difference) {
	d.n, d.a, d.b = x.Size(), longText(x), longText(y)
	distance, size := measures(x, y)
	var sum float64
	for i := range d.n {
		p := apart{at: i, abs: distance(i)}
		p.rel = p.abs / size(i)
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

// measures returns functions for the distance of two elements and the size of the second. 64-bit integers have more
// digits than float64, so they are subtracted as integers.
func measures(x, y *tensor.Tensor) (distance, size func(i int) float64) {
	if complexType(x.DType()) || complexType(y.DType()) {
		a, b := complexes(x), complexes(y)
		return func(i int) float64 { return distanceOf(a[i], b[i], cmplx.Abs(a[i]-b[i]), cmplx.IsNaN) },
			func(i int) float64 { return cmplx.Abs(b[i]) }
	}
	v, w := x.Float64s(), y.Float64s()
	size = func(i int) float64 { return math.Abs(w[i]) }
	if a, ok := x.Values().([]int64); ok {
		if b, ok := y.Values().([]int64); ok {
			return func(i int) float64 { return float64(uint64(max(a[i], b[i])) - uint64(min(a[i], b[i]))) }, size
		}
	}
	if a, ok := x.Values().([]uint64); ok {
		if b, ok := y.Values().([]uint64); ok {
			return func(i int) float64 { return float64(max(a[i], b[i]) - min(a[i], b[i])) }, size
		}
	}
	return func(i int) float64 { return distanceOf(v[i], w[i], math.Abs(v[i]-w[i]), math.IsNaN) }, size
}

func complexType(d tensor.DType) bool { return d == tensor.Complex64 || d == tensor.Complex128 }

func complexes(t *tensor.Tensor) []complex128 {
	v, _ := t.AsType(tensor.Complex128).Values().([]complex128)
	return v
}

// distanceOf returns the distance, or 0 if both elements are NaN or the same infinity.
func distanceOf[T float64 | complex128](a, b T, distance float64, isNaN func(T) bool) float64 {
	if a == b || isNaN(a) && isNaN(b) {
		return 0
	}
	return distance
}

// keep inserts p into worst, which is sorted.
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
		t.Rows = append(t.Rows, []string{indexAt(p.at, shape), d.a(p.at), d.b(p.at), number(p.abs), number(p.rel)})
	}
	return t
}

// longText returns a function that formats an element; floats have as many digits as float32 needs.
func longText(t *tensor.Tensor) func(i int) string {
	if t.DType().IsFloat() {
		v := t.Float64s()
		return func(i int) string { return strconv.FormatFloat(v[i], 'g', 8, 64) }
	}
	flat := t.Reshape(t.Size())
	return func(i int) string { return fmt.Sprint(flat.At(i).Item()) }
}

// indexAt returns the index of the k-th element in row-major order, as text.
func indexAt(k int, dims []int) string { return pyrepr.Line(shape.Index(k, dims)) }
