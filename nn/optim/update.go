package optim

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// kernel updates one parameter w and its state by its gradient g, which it does not write. O is the optimizer.
type kernel[O any, T float32 | float64] func(o O, w, g []T, state [][]T, at place)

// place has the data of a parameter that a kernel needs: Float32 values, as in MindSpore.
type place struct {
	i     int // index of the parameter
	lr    float64
	decay float64 // only for kernels that decay the weight themselves, else 0
}

// scratch holds modified gradients; it is reused in each step.
type scratch struct {
	f32 []float32
	f64 []float64
}

// step makes one step with a kernel that does not apply the weight decay, which is added to the gradient. The kernel
// is called for each parameter with its gradient and its element of each of the states, nil if there is none.
func step[O based](
	opt O, f32 kernel[O, float32], f64 kernel[O, float64], grads []*tensor.Tensor, states ...nn.ParameterTuple,
) *tensor.Tensor {
	return apply(opt, f32, f64, false, grads, states)
}

// decayStep is step with a kernel that applies the weight decay itself.
func decayStep[O based](
	opt O, f32 kernel[O, float32], f64 kernel[O, float64], grads []*tensor.Tensor, states ...nn.ParameterTuple,
) *tensor.Tensor {
	return apply(opt, f32, f64, true, grads, states)
}

func apply[O based](
	opt O, f32 kernel[O, float32], f64 kernel[O, float64], ownDecay bool, grads []*tensor.Tensor, states []nn.ParameterTuple,
) *tensor.Tensor {
	o := opt.Base()
	o.checkGradients(grads)
	for i, p := range o.Parameters {
		to := place{i: i, lr: float64(float32(at(o.rates[i], o.GlobalStep.Value())))}
		decay := 0.0
		if o.decayed[i] {
			decay = o.decay(i)
		}
		if ownDecay {
			to.decay, decay = decay, 0
		}
		if p.DType() == tensor.Float64 {
			w := p.Writable().([]float64)
			g := engine.Elements(grads[i], tensor.Float64).([]float64)
			f64(opt, w, prepare(o, &o.scratch.f64, i, w, g, decay), writable[float64](states, i), to)
			continue
		}
		f, g := newFloats(p, i, states), engine.Elements(grads[i], tensor.Float32).([]float32)
		f32(opt, f.w, prepare(o, &o.scratch.f32, i, f.w, g, decay), f.state, to)
		f.store(p, i, states)
	}
	o.NextStep()
	return tensor.New(true)
}

func (o *Optimizer) checkGradients(grads []*tensor.Tensor) {
	if len(grads) != len(o.Parameters) {
		tensor.Throw(o.class, tensor.ValueError, "For '%s', the number of gradients must be that of the parameters, %d, but got %d.",
			o.class, len(o.Parameters), len(grads))
	}
	for i, p := range o.Parameters {
		if grads[i] == nil {
			tensor.Throw(o.class, tensor.TypeError, "For '%s', the gradient of parameter %s must be Tensor, but got None.", o.class, p.Name())
		}
		if !slices.Equal(grads[i].Shape(), p.Shape()) {
			tensor.Throw(o.class, tensor.ValueError, "For '%s', the shape of the gradient must be that of parameter %s, %s, but got %s.",
				o.class, p.Name(), shape.Tuple(p.Shape()), shape.Tuple(grads[i].Shape()))
		}
		if !p.DType().IsFloat() {
			tensor.Throw(o.class, tensor.TypeError, "For '%s', the dtype of parameter %s must be float, but got %s.", o.class, p.Name(), p.DType())
		}
	}
}

// writable returns the memory of element i of each of the states.
func writable[T float32 | float64](states []nn.ParameterTuple, i int) [][]T {
	out := make([][]T, len(states))
	for j, s := range states {
		if s[i] != nil {
			out[j] = s[i].Writable().([]T)
		}
	}
	return out
}

// floats has a parameter and its state in Float32: the memory itself, or converted copies of half types.
type floats struct {
	w     []float32
	state [][]float32
	half  bool
}

func newFloats(p *nn.Parameter, i int, states []nn.ParameterTuple) floats {
	if p.DType() == tensor.Float32 {
		return floats{w: p.Writable().([]float32), state: writable[float32](states, i)}
	}
	f := floats{w: p.Float32s(), half: true}
	for _, s := range states {
		f.state = append(f.state, wide(s[i]))
	}
	return f
}

// wide returns the elements of a state in Float32, nil if the state is nil.
func wide(state *nn.Parameter) []float32 {
	if state == nil {
		return nil
	}
	return state.Float32s()
}

// store rounds the copies and writes them back.
func (f floats) store(p *nn.Parameter, i int, states []nn.ParameterTuple) {
	if !f.half {
		return
	}
	p.Assign(tensor.Share(f.w, p.Shape()...))
	for j, s := range states {
		if s[i] != nil {
			s[i].Assign(tensor.Share(f.state[j], p.Shape()...))
		}
	}
}

// prepare returns gradient g of parameter i, whose value is w, decayed, centralized and unscaled, in this order as
// in MindSpore. It returns g itself if nothing changes.
func prepare[T float32 | float64](o *Optimizer, buf *[]T, i int, w, g []T, decay float64) []T {
	dims := o.Parameters[i].Shape()
	centralize := o.centralize[i] && len(dims) > 1 && dims[1]%16 == 0 // MindSpore does not centralize other gradients
	if decay == 0 && o.lossScale == 1 && !centralize {
		return g
	}
	*buf = slices.Grow((*buf)[:0], len(g))[:len(g)]
	out := *buf
	copy(out, g)
	if d := T(decay); d != 0 {
		for j, x := range out {
			out[j] = x + T(w[j]*d)
		}
	}
	if centralize {
		center(out, dims[0])
	}
	if o.lossScale != 1 {
		inverse := T(float32(1 / o.lossScale))
		for j := range out {
			out[j] *= inverse
		}
	}
	return out
}

// center subtracts from each row its mean.
func center[T float32 | float64](g []T, rows int) {
	n := len(g) / max(rows, 1)
	for r := range rows {
		row := g[r*n : (r+1)*n]
		sum := 0.0
		for _, x := range row {
			sum += float64(x)
		}
		mean := T(sum / float64(n))
		for j := range row {
			row[j] -= mean
		}
	}
}

// clones creates a state for each parameter, with the initial value init, named prefix.name.
func (o *Optimizer) clones(prefix string, init any) nn.ParameterTuple {
	return o.Parameters.Clone(prefix, init)
}
