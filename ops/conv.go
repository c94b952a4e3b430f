package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/gemm"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Conv1D returns the cross-correlation of x, of shape (N, C, L), with the kernels w, of shape (O, C/groups, K): a
// result of shape (N, O, L'). x and w must have the same floating-point dtype (TypeError). Options: Bias, Stride (1),
// PadMode ("valid"), Padding (0), Dilation (1), Groups (1).
//
//ms:op func=conv1d class= types=floats
func Conv1D(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor { return conv("Conv1D", 1, x, w, opts) }

// Conv2D returns the cross-correlation of x, of shape (N, C, H, W), with the kernels w, of shape (O, C/groups, KH,
// KW): a result of shape (N, O, H', W'). x and w must have the same floating-point dtype (TypeError). Options: Bias,
// Stride (1), PadMode ("valid"), Padding (0), Dilation (1), Groups (1).
//
//ms:op func=conv2d class=Conv2D types=floats
func Conv2D(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor { return conv("Conv2D", 2, x, w, opts) }

// Conv3D returns the cross-correlation of x, of shape (N, C, D, H, W), with the kernels w, of shape (O, C/groups, KD,
// KH, KW): a result of shape (N, O, D', H', W'). x and w must have the same floating-point dtype (TypeError).
// Options: Bias, Stride (1), PadMode ("valid"), Padding (0), Dilation (1), Groups (1).
//
//ms:op func=conv3d class=Conv3D types=floats
func Conv3D(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor { return conv("Conv3D", 3, x, w, opts) }

func conv(op string, axes int, x, w *tensor.Tensor, opts []Option) *tensor.Tensor {
	o := read(op, opts, "Bias", "Stride", "PadMode", "Padding", "Dilation", "Groups")
	checkRank(op, "x", x, axes+2)
	checkRank(op, "weight", w, axes+2)
	g := newGeometry(op, o, x.Shape(), w.Shape())
	b := kwargs.Get[*tensor.Tensor](o, "Bias", nil)
	if b == nil || b.DType() != x.DType() || b.DType() != tensor.Float32 && b.DType() != tensor.Float64 {
		return addBias(op, tensor.Apply(convOp{g}, x, w)[0], o)
	}
	checkBias(op, b, g.y)
	return tensor.Apply(convOp{g}, x, w, b)[0]
}

// addBias adds the option bias, a vector with one element per channel.
func addBias(op string, y *tensor.Tensor, o options) *tensor.Tensor {
	b := kwargs.Get[*tensor.Tensor](o, "Bias", nil)
	if b == nil {
		return y
	}
	checkBias(op, b, y.Shape())
	return BiasAdd(y, b)
}

func checkBias(op string, b *tensor.Tensor, y []int) {
	if b.NDim() != 1 || b.Size() != y[1] {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'bias' must be (%d,), but got %s; the output's shape is %s.",
			op, y[1], tupleText(b.Shape()), tupleText(y))
	}
}

// convGeometry relates an image x, kernels w and a result y of a convolution. Sum(y·conv(x, w)) is linear in each
// of the three; the three ops below are its gradients with respect to y, x and w, so the gradients of each one are
// the others.
type convGeometry struct {
	window
	groups  int
	x, w, y []int // shapes
}

func newGeometry(op string, o options, x, w []int) convGeometry {
	groups := positive(op, "Groups", []int{kwargs.Get(o, "Groups", 1)})[0]
	if x[1]%groups != 0 || w[0]%groups != 0 || x[1]/groups != w[1] {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input "+
			"'weight' shape: %d, but got 'C_in' of input 'x' shape: %d, and 'group': %d: x.shape = %s and weight.shape = %s.",
			op, w[1], x[1], groups, listText(x), listText(w))
	}
	g := convGeometry{window: newWindow(op, o, x[2:], w[2:], 1, "valid"), groups: groups, x: x, w: w}
	g.y = append([]int{x[0], w[0]}, g.out...)
	return g
}

// conv returns the geometry for the kernels of package gemm, which have three spatial axes.
func (g *convGeometry) conv() *gemm.Conv {
	one := [3]int{1, 1, 1}
	c := &gemm.Conv{N: g.x[0], C: g.x[1], O: g.w[0], Groups: g.groups, In: one, Kernel: one, Out: one, Stride: one, Dilation: one}
	skip := 3 - len(g.in)
	for i := range g.in {
		c.In[skip+i], c.Kernel[skip+i], c.Out[skip+i] = g.in[i], g.kernel[i], g.out[i]
		c.Stride[skip+i], c.Dilation[skip+i], c.Low[skip+i] = g.stride[i], g.dilation[i], g.low[i]
	}
	return c
}

// convolve computes one of x, w and y, with the given shape, from the other two; the half types are computed in
// Float32.
func (g *convGeometry) convolve(
	dims []int, a, b *tensor.Tensor, f32 func(g *gemm.Conv, a, b, to []float32), f64 func(g *gemm.Conv, a, b, to []float64),
) *tensor.Tensor {
	if product(dims) == 0 || a.Size() == 0 || b.Size() == 0 {
		return tensor.ZerosOf(a.DType(), dims...)
	}
	switch v := valuesOf(a).(type) {
	case []float32:
		y := tensor.EmptyOf(tensor.Float32, dims...)
		f32(g.conv(), v, valuesOf(b).([]float32), engine.Blank(y).([]float32))
		return y
	case []float64:
		y := tensor.EmptyOf(tensor.Float64, dims...)
		f64(g.conv(), v, valuesOf(b).([]float64), engine.Blank(y).([]float64))
		return y
	default:
		return g.convolve(dims, a.AsType(tensor.Float32), b.AsType(tensor.Float32), f32, f64).AsType(a.DType())
	}
}

func (g *convGeometry) infer(op string, names []string, in []tensor.Spec, want [2][]int, out []int) []tensor.Spec {
	checkFloat(op, names, in...)
	for i, s := range in {
		if !slices.Equal(s.Shape, want[i]) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the shape of '%s' must be %s, but got %s.", op, names[i], listText(want[i]), listText(s.Shape))
		}
	}
	return []tensor.Spec{{DType: in[0].DType, Shape: out}}
}

// convOp is (x, w) → y, or (x, w, b) → y with the bias b.
type convOp struct{ convGeometry }

func (o convOp) Name() string              { return o.op }
func (convOp) Keeps() (args, results bool) { return true, false }
func (convOp) PrivateGradients()           {}
func (o convOp) Infer(in []tensor.Spec) []tensor.Spec {
	return o.infer(o.op, []string{"x", "w"}, in[:2], [2][]int{o.x, o.w}, o.y)
}

func (o convOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	o.Infer([]tensor.Spec{specOf(in[0]), specOf(in[1])})
	x, w := engine.Operand(in[0]), engine.Operand(in[1])
	if len(in) == 2 {
		return []*tensor.Tensor{o.convolve(o.y, x, w, forward[float32](nil), forward[float64](nil))}
	}
	b := engine.Operand(in[2])
	switch v := valuesOf(b).(type) {
	case []float32:
		return []*tensor.Tensor{o.convolve(o.y, x, w, forward(v), nil)}
	case []float64:
		return []*tensor.Tensor{o.convolve(o.y, x, w, nil, forward(v))}
	default: // mixed precision made it a half type, which is rounded before the bias is added
		y := o.convolve(o.y, x, w, forward[float32](nil), nil)
		return []*tensor.Tensor{y.Add(perChannel(b, y.NDim()))}
	}
}

// forward returns the convolution with a bias, which may be nil.
func forward[T gemm.Float](bias []T) func(g *gemm.Conv, x, w, y []T) {
	return func(g *gemm.Conv, x, w, y []T) { gemm.ConvForward(g, x, w, bias, y) }
}

func (o convOp) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	return o.VJPFor([]bool{true, true, true}, in, out, grad)
}

// VJPFor omits the gradient with respect to the input in the first layer of a network.
func (o convOp) VJPFor(need []bool, in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	g := make([]*tensor.Tensor, len(in))
	if need[0] {
		g[0] = tensor.Apply(convInputOp(o), grad[0], in[1])[0]
	}
	if need[1] {
		g[1] = tensor.Apply(convFilterOp(o), in[0], grad[0])[0]
	}
	if len(in) == 3 && need[2] {
		others := []int{0}
		for i := 2; i < len(o.y); i++ {
			others = append(others, i)
		}
		g[2] = grad[0].SumAxes(others, false)
	}
	return g
}

// convInputOp is (y, w) → x: the gradient of a convolution with respect to its input, and the transposed
// convolution.
type convInputOp struct{ convGeometry }

func (o convInputOp) Name() string              { return o.op + "BackpropInput" }
func (convInputOp) Keeps() (args, results bool) { return true, false }
func (o convInputOp) Infer(in []tensor.Spec) []tensor.Spec {
	return o.infer(o.Name(), []string{"doutput", "w"}, in, [2][]int{o.y, o.w}, o.x)
}

func (o convInputOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	o.Infer([]tensor.Spec{specOf(in[0]), specOf(in[1])})
	y, w := engine.Operand(in[0]), engine.Operand(in[1])
	return []*tensor.Tensor{o.convolve(o.x, y, w, gemm.ConvInput[float32], gemm.ConvInput[float64])}
}

func (o convInputOp) VJP(in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{
		tensor.Apply(convOp(o), grad[0], in[1])[0],
		tensor.Apply(convFilterOp(o), grad[0], in[0])[0],
	}
}

// convFilterOp is (x, y) → w: the gradient of a convolution with respect to its kernels.
type convFilterOp struct{ convGeometry }

func (o convFilterOp) Name() string              { return o.op + "BackpropFilter" }
func (convFilterOp) Keeps() (args, results bool) { return true, false }
func (o convFilterOp) Infer(in []tensor.Spec) []tensor.Spec {
	return o.infer(o.Name(), []string{"x", "doutput"}, in, [2][]int{o.x, o.y}, o.w)
}

func (o convFilterOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	o.Infer([]tensor.Spec{specOf(in[0]), specOf(in[1])})
	x, y := engine.Operand(in[0]), engine.Operand(in[1])
	return []*tensor.Tensor{o.convolve(o.w, x, y, gemm.ConvFilter[float32], gemm.ConvFilter[float64])}
}

func (o convFilterOp) VJP(in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	return []*tensor.Tensor{
		tensor.Apply(convInputOp(o), in[1], grad[0])[0],
		tensor.Apply(convOp(o), in[0], grad[0])[0],
	}
}

// Conv2DBackpropInput returns the gradient of [Conv2D] with respect to its input, of shape xShape, given the gradient
// dout of its result and its kernels w. Options as for Conv2D, except Bias.
//
//ms:op func= class=Conv2DBackpropInput types=floats
func Conv2DBackpropInput(dout, w *tensor.Tensor, xShape []int, opts ...Option) *tensor.Tensor {
	g := backpropGeometry("Conv2D", xShape, w.Shape(), opts)
	return tensor.Apply(convInputOp{g}, dout, w)[0]
}

// Conv2DBackpropFilter returns the gradient of [Conv2D] with respect to its kernels, of shape wShape, given the
// gradient dout of its result and its input x. Options as for Conv2D, except Bias.
//
//ms:op func= class=Conv2DBackpropFilter types=floats
func Conv2DBackpropFilter(dout, x *tensor.Tensor, wShape []int, opts ...Option) *tensor.Tensor {
	g := backpropGeometry("Conv2D", x.Shape(), wShape, opts)
	return tensor.Apply(convFilterOp{g}, x, dout)[0]
}

func backpropGeometry(op string, x, w []int, opts []Option) convGeometry {
	o := read(op, opts, "Stride", "PadMode", "Padding", "Dilation", "Groups")
	if len(x) != 4 || len(w) != 4 {
		tensor.Throw(op, tensor.ValueError, "For '%s', input and kernels must have 4 axes, but got shapes %s and %s.", op, listText(x), listText(w))
	}
	return newGeometry(op, o, x, w)
}
