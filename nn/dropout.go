package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// P sets the probability that an element is dropped (p), or the exponent of a norm.
func P(p float64) Option { return Option{"p", p} }

// KeepProb sets the probability that an element stays (keep_prob), what MindSpore had before p.
func KeepProb(p float64) Option { return Option{"keep_prob", p} }

// Dropout is mindspore.nn.Dropout: in training each element of x is zero with probability p and the
// others are multiplied with 1/(1-p); else x is returned.
type Dropout struct {
	Cell
	p    float64
	text string
}

// NewDropout returns a Dropout layer. Options are [P], in [0, 1), or [KeepProb], in (0, 1], by default
// 0.5 (ValueError).
func NewDropout(opts ...Option) *Dropout {
	o := readOptions("Dropout", opts, "p", "keep_prob")
	keep := option(o, "keep_prob", 0.5)
	d := &Dropout{p: 1 - keep, text: "keep_prob=" + tensor.Repr(keep)}
	if p, ok := passed[float64](o, "p"); ok {
		d.p, d.text = p, "p="+tensor.Repr(p)
		if p < 0 || p >= 1 {
			tensor.Throw("Dropout", tensor.ValueError, "For 'Dropout', the 'p' must be a number in range [0, 1), but got %s.", tensor.Repr(p))
		}
	} else if keep <= 0 || keep > 1 {
		tensor.Throw("Dropout", tensor.ValueError, "For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got %s.", tensor.Repr(keep))
	}
	d.Init(d)
	return d
}

// Construct takes x of any shape and returns the same shape.
func (d *Dropout) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Dropout(x, d.p, ops.Training(d.training))
}

// ExtendRepr is the text of the settings.
func (d *Dropout) ExtendRepr() string { return d.text }

// dropProbability reads the option P of the layers that drop channels.
func dropProbability(layer string, opts []Option) float64 {
	p := option(readOptions(layer, opts, "p"), "p", 0.5)
	if p < 0 || p > 1 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'p' must be a number in range [0, 1], but got %s.", layer, tensor.Repr(p))
	}
	return p
}

// Dropout1d is mindspore.nn.Dropout1d: in training each channel of x, of shape (N, C, L) or (C, L), is
// zero with probability p; see [Dropout].
type Dropout1d struct {
	Cell
	p float64
}

// NewDropout1d returns a Dropout1d layer. Its option is [P], in [0, 1], by default 0.5 (ValueError).
func NewDropout1d(opts ...Option) *Dropout1d {
	d := &Dropout1d{p: dropProbability("Dropout1d", opts)}
	d.Init(d)
	return d
}

// Construct takes x of shape (N, C, L) or (C, L) and returns the same shape.
func (d *Dropout1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Dropout1D(x, d.p, ops.Training(d.training))
}

// ExtendRepr is the text of the settings.
func (d *Dropout1d) ExtendRepr() string { return "p=" + tensor.Repr(d.p) }

// Dropout2d is mindspore.nn.Dropout2d: in training each channel of x, of shape (N, C, H, W), is
// zero with probability p; see [Dropout].
type Dropout2d struct {
	Cell
	p float64
}

// NewDropout2d returns a Dropout2d layer. Its option is [P], in [0, 1], by default 0.5 (ValueError).
func NewDropout2d(opts ...Option) *Dropout2d {
	d := &Dropout2d{p: dropProbability("Dropout2d", opts)}
	d.Init(d)
	return d
}

// Construct takes x of shape (N, C, H, W) and returns the same shape.
func (d *Dropout2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Dropout2D(x, d.p, ops.Training(d.training))
}

// ExtendRepr is the text of the settings.
func (d *Dropout2d) ExtendRepr() string { return "p=" + tensor.Repr(d.p) }

// Dropout3d is mindspore.nn.Dropout3d: in training each channel of x, of shape (N, C, D, H, W), is
// zero with probability p; see [Dropout].
type Dropout3d struct {
	Cell
	p float64
}

// NewDropout3d returns a Dropout3d layer. Its option is [P], in [0, 1], by default 0.5 (ValueError).
func NewDropout3d(opts ...Option) *Dropout3d {
	d := &Dropout3d{p: dropProbability("Dropout3d", opts)}
	d.Init(d)
	return d
}

// Construct takes x of shape (N, C, D, H, W) and returns the same shape.
func (d *Dropout3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Dropout3D(x, d.p, ops.Training(d.training))
}

// ExtendRepr is the text of the settings.
func (d *Dropout3d) ExtendRepr() string { return "p=" + tensor.Repr(d.p) }
