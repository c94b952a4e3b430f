package tensor

import (
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/text/numtext"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// PrintOptions are the options of numpy.set_printoptions that [Tensor.String] uses: Precision (8 digits after the
// point), Threshold (1000 elements, above which a tensor is summarised), EdgeItems (3 at each end of a summarised
// axis), LineWidth (75 characters) and Suppress (no scientific notation for small numbers).
type PrintOptions numtext.Options

var printOptions atomic.Pointer[PrintOptions]

// GetPrintOptions returns the current options: numpy.get_printoptions.
func GetPrintOptions() PrintOptions {
	if o := printOptions.Load(); o != nil {
		return *o
	}
	return PrintOptions(numtext.Defaults())
}

// SetPrintOptions sets the options for all tensors: numpy.set_printoptions. Repr does not depend on them.
func SetPrintOptions(o PrintOptions) { printOptions.Store(&o) }

// String returns the text that print(t) shows, Tensor.__str__: numpy's. A Python number made by [Scalar]
// prints as one, "2.0".
func (t *Tensor) String() string {
	switch {
	case t == nil:
		return "None"
	case t.weak:
		return t.number()
	}
	return numtext.Str(t.array(), numtext.Options(GetPrintOptions()))
}

// Repr returns the text of t inside containers and as a notebook's output, Tensor.__repr__:
// "Tensor(shape=[1], dtype=Float32, value= [ 2.00000000e+00])".
func (t *Tensor) Repr() string {
	switch {
	case t == nil:
		return "None"
	case t.weak:
		return t.number()
	}
	return numtext.Repr(t.array())
}

// numpyRepr returns numpy's repr of an array: "array([1., 2.])".
func numpyRepr(t *Tensor) string {
	return numtext.NumpyRepr(t.array(), numtext.Options(GetPrintOptions()))
}

// number returns the text of the Python number t.
func (t *Tensor) number() string {
	text, _ := numtext.Python(t.element(0))
	return text
}

// array describes t, without copying, to the package that formats arrays.
func (t *Tensor) array() numtext.Array {
	whole := &layout{size: t.store.n, contig: true}
	return numtext.Array{
		Values:  t.header(whole, 0).elements(),
		Shape:   t.lay.shape,
		Strides: t.lay.strides,
		Offset:  t.off,
	}
}

// Repr returns v as Python's repr writes it inside a container: a tensor by its Repr method, nil as None, true as
// True, 2.0 as 2.0, "x" as 'x', a slice as a list, a map as a dict.
func Repr(v any) string { return pyrepr.Line(v) }
