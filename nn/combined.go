package nn

import "github.com/msrepl/msrepl/tensor"

// HasBN adds a batch normalization after the weights of [Conv2dBnAct] and [DenseBnAct] (has_bn).
func HasBN(on bool) Option { return Option{"HasBN", on} }

// combinedOptions are the options of [Conv2dBnAct] and [DenseBnAct] for the layers after the weights.
type combinedOptions struct {
	hasBN    bool    `default:"false"`
	momentum float64 `default:"0.9"`
	eps      float64 `default:"1e-5"`
	alpha    float64 `default:"0.2" doc:"0.2, the slope of the activation \"leakyrelu\""`
}

// newActivation returns the layer given by name or as a layer, or nil.
func (o combinedOptions) newActivation(act any) Layer {
	switch {
	case act == nil:
		return nil
	case act == "leakyrelu":
		return NewLeakyReLU(Alpha(o.alpha))
	}
	return activation(act)
}

// Conv2dBnAct is mindspore.nn.Conv2dBnAct: a [Conv2d], a [BatchNorm2d] and an activation.
//
//ms:layer layer.combined momentum=0.997
type Conv2dBnAct struct {
	Cell
	Conv       *Conv2d      `ms:"conv"`
	BatchNorm  *BatchNorm2d `ms:"batchnorm"`  // nil without
	Activation Layer        `ms:"activation"` // nil without
}

// convCombinedOptions are the options of [Conv2dBnAct].
type convCombinedOptions struct {
	convOptions
	combinedOptions
	activation any `default:""`
}

// The argument kernelSize is an int or a []int.
func (c *Conv2dBnAct) build(in, out int, kernelSize any, o convCombinedOptions) {
	c.Conv = NewConv2d(in, out, kernelSize, Stride(o.stride...), PadMode(o.padMode), Padding(o.padding...),
		Dilation(o.dilation...), Group(o.group), HasBias(o.hasBias), WeightInit(o.weightInit), BiasInit(o.biasInit),
		DType(o.dtype))
	if o.hasBN {
		c.BatchNorm = NewBatchNorm2d(out, Momentum(o.momentum), Eps(o.eps), DType(o.dtype))
	}
	c.Activation = o.newActivation(o.activation)
}

// Construct takes x of shape (N, in, H, W) and returns a result of shape (N, out, H', W').
func (c *Conv2dBnAct) Construct(x *tensor.Tensor) *tensor.Tensor {
	x = c.Conv.CellBase().Call(x)
	if c.BatchNorm != nil {
		x = c.BatchNorm.CellBase().Call(x)
	}
	return activated(x, c.Activation)
}

func activated(x *tensor.Tensor, act Layer) *tensor.Tensor {
	if act == nil {
		return x
	}
	return act.CellBase().Call(x)
}

// DenseBnAct is mindspore.nn.DenseBnAct: a [Dense], a [BatchNorm1d] and an activation.
//
//ms:layer layer.combined
type DenseBnAct struct {
	Cell
	Dense      *Dense       `ms:"dense"`
	BatchNorm  *BatchNorm1d `ms:"batchnorm"`  // nil without
	Activation Layer        `ms:"activation"` // nil without
}

// denseCombinedOptions are the options of [DenseBnAct].
type denseCombinedOptions struct {
	denseOptions
	combinedOptions
}

// Numbers of channels that are not positive raise ValueError.
func (d *DenseBnAct) build(in, out int, o denseCombinedOptions) {
	d.Dense = NewDense(in, out, HasBias(o.hasBias), WeightInit(o.weightInit), BiasInit(o.biasInit), DType(o.dtype))
	if o.hasBN {
		d.BatchNorm = NewBatchNorm1d(out, Momentum(o.momentum), Eps(o.eps), DType(o.dtype))
	}
	d.Activation = o.newActivation(o.activation)
}

// Construct takes x of shape (N, in) and returns a result of shape (N, out).
func (d *DenseBnAct) Construct(x *tensor.Tensor) *tensor.Tensor {
	x = d.Dense.CellBase().Call(x)
	if d.BatchNorm != nil {
		x = d.BatchNorm.CellBase().Call(x)
	}
	return activated(x, d.Activation)
}
