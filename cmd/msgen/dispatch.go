package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// dispatchTemplate contains the functions of package tensor that select a loop of a kernel table, or the instance of
// a generic function, by dtype. Functions that return a bool report whether there is one.
var dispatchTemplate = template.Must(template.New("dispatch").Parse(`package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// run1 computes y = k(x); both are contiguous and of one dtype. They may be the same tensor.
func run1(k *kernels.Unary, y, x *Tensor) bool {
	switch x.dtype { {{range .Numbers}}
	case {{.DType}}:{{if eq .Slot "F32"}}
		if y.store.room == uncached && k.F32Past != nil {
			return loop1(k.F32Past, y, x)
		}{{end}}
		return loop1(k.{{.Slot}}, y, x){{end}}
	case Float16, BFloat16:
		return run1Wide(k.F32, y, x)
	}
	return false
}

// run2 computes rows of y = k(a, b); all three have one dtype.
func run2(k *kernels.Binary, y, a, b *Tensor, s span2) bool {
	switch a.dtype { {{range .Numbers}}
	case {{.DType}}:{{if .Past}}
		if y.store.room == uncached && k.{{.Slot}}Past != nil {
			return loop2(k.{{.Slot}}Past, y, a, b, s)
		}{{end}}
		return loop2(k.{{.Slot}}, y, a, b, s){{end}}
	case Bool:
		return loop2(k.U8, y, a, b, s)
	}
	return false
}

// runCompare computes rows of y = k(a, b) where y is Bool.
func runCompare(k *kernels.Compare, y, a, b *Tensor, s span2) bool {
	switch a.dtype { {{range .Numbers}}
	case {{.DType}}:
		return loop2(k.{{.Slot}}, y, a, b, s){{end}}
	case Bool:
		return loop2(k.U8, y, a, b, s)
	}
	return false
}

// runReduce reduces x, or its bands, to y along the rows of w, see reduction.
func runReduce(k *kernels.Reduce, join *kernels.Binary, y, x *Tensor, cut *bands, w *shape.Walk) bool {
	switch x.dtype { {{range .Numbers}}
	case {{.DType}}{{if eq .Slot "F32"}}, Float16, BFloat16{{end}}:
		return reduceLoop(k.{{.Slot}}, join.{{.Slot}}, y, x, cut, w){{end}}
	case Bool:
		return reduceLoop(k.U8, join.U8, y, x, cut, w)
	}
	return false
}

// runArg writes k of each row of n elements of x, which is contiguous, to y.
func runArg(k *kernels.Arg, y []int64, x *Tensor, n int) bool {
	switch x.dtype { {{range .Reals}}
	case {{.DType}}:
		return argLoop(k.{{.Slot}}, y, x, n){{end}}
	case Bool:
		return argLoop(k.U8, y, x, n)
	}
	return false
}

// runRows computes y = k(x) for each row of n elements; both are contiguous.
func runRows(k *kernels.Unary, y, x *Tensor, n int) bool {
	switch x.dtype { {{range .Numbers}}
	case {{.DType}}:{{if eq .Slot "F32"}}
		if k.F32Rows != nil && n > 0 {
			manyRows(k.F32Rows, flat[float32](y), flat[float32](x), n)
			return true
		}{{end}}
		return rowLoop(k.{{.Slot}}, y, x, n){{end}}
	}
	return false
}

// runOrder writes the order of each row of n elements of x, which is contiguous, to y, or the first of each.
func runOrder(k *kernels.Order, y []int32, x *Tensor, n int, descending bool) bool {
	switch x.dtype { {{range .Reals}}
	case {{.DType}}:
		return orderLoop(k.{{.Slot}}, y, x, n, descending){{end}}
	case Bool:
		return orderLoop(k.U8, y, x, n, descending)
	}
	return false
}

// addBlocks adds the blocks of a selection to t in place. The half types add in Float32; Bool is or.
func (t *Tensor) addBlocks(op string, block *Tensor, p plan) {
	switch t.dtype { {{range .Numbers}}
	case {{.DType}}:
		addBlocks(t, block, p, kernels.Add.{{.Slot}}){{end}}
	case Bool:
		t.throughWide(UInt8, op, block, p)
	default:
		t.throughWide(Float32, op, block, p)
	}
}

func (s matrixStack) run(y, a, b *Tensor, batch []int) {
	switch y.dtype { {{range .Numbers}}
	case {{.DType}}:
		matMulStack[{{.Go}}](s, y, a, b, batch){{end}}
	}
}

// elements returns the elements of t, which must be contiguous, as a typed slice without copying.
func (t *Tensor) elements() any {
	switch t.dtype { {{range .Elements}}
	case {{.DType}}:
		return flat[{{.Go}}](t){{end}}
	}
	Throw("Tensor", TypeError, "For 'Tensor', %d is no dtype; dtypes have names, such as tensor.Float32.", uint8(t.dtype))
	return nil
}

// element returns the i-th element in row-major order as a Go value.
func (t *Tensor) element(i int) any {
	switch t = t.rowMajor(); t.dtype { {{range .Elements}}
	case {{.DType}}:
		return flat[{{.Go}}](t)[i]{{end}}
	}
	return t.elements()
}
`))

// element is a dtype: its name, the Go type of its elements, and the field of loop tables for it.
type element struct{ DType, Go, Slot string }

// Past reports whether tables of two arguments have a loop for results that do not fit in the caches.
func (e element) Past() bool { return strings.Contains("F32 F64 I64 I32", e.Slot) }

// dispatch writes zz_dispatch.go.
func dispatch(dir string) error {
	names := map[string]string{}
	for _, d := range dtype.All() {
		names[d.NumpyName()] = d.String()
	}
	var numbers []element
	for _, s := range slots {
		numbers = append(numbers, element{names[s[1]], s[1], s[0]})
	}
	reals := numbers[:classes["real"].hi]
	all := append(numbers, element{DType: "Bool", Go: "bool"}, element{DType: "Float16", Go: "dtype.Half"},
		element{DType: "BFloat16", Go: "dtype.BF16"})
	b := bytes.NewBufferString(header)
	lists := map[string][]element{"Numbers": numbers, "Reals": reals, "Elements": all}
	if err := dispatchTemplate.Execute(b, lists); err != nil {
		return err
	}
	return writeGo(filepath.Join(dir, "zz_dispatch.go"), b.Bytes())
}
