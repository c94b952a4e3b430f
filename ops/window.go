package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// window describes how a kernel moves over the spatial axes of an image, with one number per axis.
type window struct {
	op                           string
	in, kernel, stride, dilation []int
	low, high                    []int // cells of padding before and after the axis
	out                          []int
	ceil                         bool // the last window may extend past the end
}

// newWindow parses the options of a window: Stride, PadMode, Padding, Dilation and CeilMode. The defaults of the
// first two are given; a stride of 0 means the kernel.
func newWindow(op string, o options, in, kernel []int, stride int, mode string) window {
	n := len(in)
	w := window{
		op: op, in: in, kernel: positive(op, "KernelSize", kernel), stride: kernel,
		ceil: kwargs.Get(o, "CeilMode", false),
	}
	if kwargs.Passed[[]int](o, "Stride") != nil || stride != 0 {
		w.stride = positive(op, "Stride", ints(op, o, "Stride", n, stride))
	}
	w.dilation = positive(op, "Dilation", ints(op, o, "Dilation", n, 1))
	w.pad(o, kwargs.Get(o, "PadMode", mode))
	w.out = make([]int, n)
	for i := range w.out {
		if w.out[i] = w.outSize(i); w.out[i] <= 0 {
			tensor.Throw(op, tensor.ValueError, "For '%s', the output shape must be positive, but the kernel %s with dilation %s does not fit "+
				"into the input's spatial shape %s with padding %s and %s.", op, tupleText(kernel), tupleText(w.dilation), tupleText(in),
				tupleText(w.low), tupleText(w.high))
		}
	}
	return w
}

// pad sets low and high by a pad mode: "same" splits the padding that preserves the shape, with the larger half
// after the axis.
func (w *window) pad(o options, mode string) {
	n := len(w.in)
	given := kwargs.Get[[]int](o, "Padding", nil)
	w.low, w.high = make([]int, n), make([]int, n)
	switch mode {
	case "pad", "PAD":
		w.explicit(given)
		return
	case "same", "SAME":
		for i, k := range w.kernel {
			outputs := (w.in[i] + w.stride[i] - 1) / w.stride[i]
			total := max(0, (outputs-1)*w.stride[i]+(k-1)*w.dilation[i]+1-w.in[i])
			w.low[i], w.high[i] = total/2, total-total/2
		}
	case "valid", "VALID":
	default:
		tensor.Throw(w.op, tensor.ValueError, "For '%s', the 'pad_mode' must be one of 'same', 'valid' or 'pad', but got '%s'.", w.op, mode)
	}
	if slices.ContainsFunc(given, func(p int) bool { return p != 0 }) {
		tensor.Throw(w.op, tensor.ValueError, "For '%s', the 'pad' must be zero when 'pad_mode' is not 'pad', but got 'pad': %s and 'pad_mode': %s.",
			w.op, tupleText(given), mode)
	}
}

// explicit sets low and high to given numbers.
func (w *window) explicit(given []int) {
	if n := len(w.in); len(given) == 2*n {
		for i := range n {
			w.low[i], w.high[i] = given[2*i], given[2*i+1]
		}
	} else if len(given) > 0 {
		w.low = perAxis(w.op, "Padding", given, n)
		w.high = w.low
	}
	for _, p := range slices.Concat(w.low, w.high) {
		if p < 0 {
			tensor.Throw(w.op, tensor.ValueError, "For '%s', the 'padding' must be greater than or equal to 0, but got %s.", w.op, tupleText(given))
		}
	}
}

// outSize returns the number of windows along axis i. With ceil_mode the last may extend past the end, but must not
// start in the padding.
func (w *window) outSize(i int) int {
	span := w.in[i] + w.low[i] + w.high[i] - w.dilation[i]*(w.kernel[i]-1) - 1
	if span < 0 {
		if w.ceil && span > -w.stride[i] { // a single window may extend past the end: PyTorch and MindSpore round up
			return 1
		}
		return 0
	}
	out := span/w.stride[i] + 1
	if w.ceil && span%w.stride[i] != 0 && out*w.stride[i] < w.in[i]+w.low[i] {
		out++
	}
	return out
}

// taps returns the windows as a map of planes.
func (w *window) taps() shape.Taps { return axesTaps(w.out, w.axis) }

func (w *window) axis(i int) shape.Taps {
	return shape.Windows(w.in[i], w.out[i], w.kernel[i], w.stride[i], w.dilation[i], w.low[i])
}

// product returns the number of elements of a shape.
func product(dims []int) int { return shape.Size(dims) }

// checkFloat raises TypeError unless all tensors have one dtype, which is floating point. Names are MindSpore's for
// the arguments.
func checkFloat(op string, names []string, in ...tensor.Spec) {
	for i, s := range in {
		if !s.DType.IsFloat() {
			tensor.Throw(op, tensor.TypeError, "For primitive[%s], the input argument[%s] must be a type of {Tensor[Float16], Tensor[BFloat16], "+
				"Tensor[Float32], Tensor[Float64]}, but got Tensor[%s].", op, names[i], s.DType)
		}
		if s.DType != in[0].DType {
			tensor.Throw(op, tensor.TypeError, "For primitive[%s], the input type must be same.\nname:[%s]:Tensor[%s].\nname:[%s]:Tensor[%s].\n",
				op, names[i], s.DType, names[0], in[0].DType)
		}
	}
}

// specOf describes x as ops take it.
func specOf(x *tensor.Tensor) tensor.Spec {
	return tensor.Spec{DType: engine.TakenAs(x), Shape: x.Shape(), Weak: x.IsWeak()}
}

// checkRank raises ValueError unless x has rank axes.
func checkRank(op, name string, x *tensor.Tensor, rank ...int) {
	if !slices.Contains(rank, x.NDim()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension of '%s' must be %s, but got %d: %s.shape = %s.",
			op, name, oneOf(rank), x.NDim(), name, listText(x.Shape()))
	}
}

// oneOf formats the numbers as "4", or "3 or 4".
func oneOf(n []int) string {
	if len(n) == 1 {
		return joinInts(n)
	}
	return joinInts(n[:len(n)-1]) + " or " + joinInts(n[len(n)-1:])
}
