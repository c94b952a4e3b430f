package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// DropProb sets the probability that an element is dropped (p).
func DropProb(p float64) Option { return Option{"DropProb", p} }

// KeepProb sets the probability that an element is kept (keep_prob), MindSpore's option before p.
func KeepProb(p float64) Option { return Option{"KeepProb", p} }

// Dropout is mindspore.nn.Dropout: in training each element of x is zero with probability p and the
// others are multiplied with 1/(1-p); else x is returned.
//
//ms:layer layer.basic
type Dropout struct {
	Cell
	p    float64
	text string
}

// dropoutOptions are the options of [Dropout].
type dropoutOptions struct {
	p        *float64 `default:"" option:"DropProb" doc:"in [0, 1)"`
	keepProb float64  `default:"0.5" doc:"in (0, 1], 0.5 where neither is given"`
}

// A probability outside of its range raises ValueError.
func (d *Dropout) build(o dropoutOptions) {
	keep := o.keepProb
	d.p, d.text = 1-keep, "keep_prob="+tensor.Repr(keep)
	if o.p != nil {
		d.p, d.text = *o.p, "p="+tensor.Repr(*o.p)
		if d.p < 0 || d.p >= 1 {
			tensor.Throw("Dropout", tensor.ValueError,
				"For 'Dropout', the 'p' must be a number in range [0, 1), but got %s.", tensor.Repr(d.p))
		}
	} else if keep <= 0 || keep > 1 {
		tensor.Throw("Dropout", tensor.ValueError,
			"For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got %s.", tensor.Repr(keep))
	}
}

// Construct takes x of any shape and returns the same shape.
func (d *Dropout) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Dropout(x, d.p, ops.Training(d.training))
}

// ExtendRepr is the text of the settings.
func (d *Dropout) ExtendRepr() string { return d.text }

// dropsChannels has the ops by number of axes.
var dropsChannels = [...]func(*tensor.Tensor, float64, ...ops.Option) *tensor.Tensor{
	1: ops.Dropout1D, ops.Dropout2D, ops.Dropout3D,
}

// Dropout{N}d is mindspore.nn.Dropout{N}d: in training each channel of x, of shape (N, C, {spatial}) or (C, {spatial}),
// is zero with probability p; see [Dropout].
//
//ms:layer layer.basic dims=1,2,3
//ms:text p={p}
type dropout struct {
	Cell
	p    float64 `default:"0.5" option:"DropProb" doc:"in [0, 1], by default 0.5; else ValueError" check:"probability"`
	dims int
}

func (d *dropout) build(of family) { d.dims = of.dims }

// probability raises ValueError unless p is a probability.
func probability(layer, arg string, p float64) {
	if p < 0 || p > 1 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be a number in range [0, 1], but got %s.",
			layer, arg, tensor.Repr(p))
	}
}

// Construct takes x of shape (N, C, {spatial}) or (C, {spatial}) and returns the same shape.
func (d *dropout) Construct(x *tensor.Tensor) *tensor.Tensor {
	return dropsChannels[d.dims](x, d.p, ops.Training(d.training))
}
