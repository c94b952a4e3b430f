package train

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Model trains, evaluates and runs a network: mindspore.train.Model.
type Model struct {
	net     nn.Layer
	loss    func(args []any) []any // nil if the network itself returns the loss
	metrics []namedMetric
	step    stepper
	reduced bool // the network computes in half precision
}

// Option is a keyword argument of [NewModel], made by the function of that name.
type Option struct{ set func(m *Model) }

// Loss sets the loss (loss_fn): a layer or a function of the network's outputs and the label. Without it, the network
// must return the loss. Any other value raises TypeError.
func Loss(fn any) Option {
	if l, ok := fn.(nn.Layer); ok {
		return Option{func(m *Model) {
			m.loss = func(args []any) []any { return l.CellBase().Invoke(args...) }
		}}
	}
	f, ok := invoke.Of(fn)
	if !ok {
		tensor.Throw("Model", tensor.TypeError, "For 'Model', the argument 'loss_fn' must be a Cell or a function, but got %s.",
			invoke.TypeName(reflect.TypeOf(fn)))
	}
	return Option{func(m *Model) {
		m.loss = func(args []any) []any { return f.Call("the loss", args) }
	}}
}

// Optimizer sets the optimizer (optimizer). Only Eval and Predict work without one.
func Optimizer(opt nn.Trainer) Option { return Option{func(m *Model) { m.step.opt = opt }} }

// Metrics sets what Eval computes (metrics): names such as "accuracy" and "loss", metrics, which are named by their
// type, or [Named] for another name. A type declared in a session is a metric if it has the methods Clear(),
// Update(…) and Eval().
func Metrics(metrics ...any) Option {
	return Option{func(m *Model) {
		for _, x := range metrics {
			m.metrics = append(m.metrics, asMetric(x))
		}
	}}
}

// AMP sets the level of mixed precision (amp_level), see [AutoMixedPrecision].
func AMP(level string, dtype ...tensor.DType) Option {
	return Option{func(m *Model) {
		AutoMixedPrecision(m.net, level, dtype...)
		m.reduced = level != "O0"
	}}
}

// LossScale multiplies the loss, so that small gradients do not vanish in half precision, and divides the gradients
// (loss_scale_manager). A scaler that adjusts itself skips steps whose gradients overflow, and so does a manager,
// except a FixedLossScaleManager without drop.
func LossScale(scaler LossScaler) Option { return Option{func(m *Model) { m.step.scaler = scaler }} }

// Accumulate updates the parameters only after every n batches, by the mean of their gradients. Batches left over at
// the end of an epoch count as well. An n that is not positive raises ValueError.
func Accumulate(n int) Option {
	if n <= 0 {
		tensor.Throw("Model", tensor.ValueError, "For 'Accumulate', the number of batches must be positive, but got %d.", n)
	}
	return Option{func(m *Model) { m.step.every = n }}
}

// ClipNorm limits the Euclidean norm of all gradients together, as ops.ClipByGlobalNorm does.
func ClipNorm(norm float64) Option { return Option{func(m *Model) { m.step.clip = norm }} }

// NewModel returns a model of net. Options are [Loss], [Optimizer], [Metrics], [AMP], [LossScale], [Accumulate] and
// [ClipNorm].
func NewModel(net nn.Layer, opts ...Option) *Model {
	if net == nil {
		tensor.Throw("Model", tensor.TypeError, "For 'Model', the argument 'network' must be a Cell, but got None.")
	}
	m := &Model{net: net, step: stepper{every: 1}}
	for _, o := range opts {
		o.set(m)
	}
	return m
}

// Network returns the network: Model.predict_network.
func (m *Model) Network() nn.Layer { return m.net }

// forward runs the network and the loss on a row of data. Its last column is the label if there is a loss.
func (m *Model) forward(row []*tensor.Tensor) (loss *tensor.Tensor, outputs, labels []any) {
	args := pyrepr.Anys(row)
	if m.loss == nil {
		outputs = m.net.CellBase().Invoke(args...)
		return scalar(outputs), outputs, nil
	}
	if len(args) < 2 {
		tensor.Throw("Model", tensor.ValueError, "For 'Model', the dataset must have the columns data and label when there is a loss, but got %d.", len(args))
	}
	args, labels = args[:len(args)-1], args[len(args)-1:]
	outputs = m.widened(m.net.CellBase().Invoke(args...))
	return scalar(m.loss(slices.Concat(outputs, labels))), outputs, labels
}

// widened converts the outputs of a half-precision network to Float32, in which the loss is computed.
func (m *Model) widened(outputs []any) []any {
	if !m.reduced {
		return outputs
	}
	for i, o := range outputs {
		if x, ok := o.(*tensor.Tensor); ok && x.DType().IsFloat() {
			outputs[i] = x.AsType(tensor.Float32)
		}
	}
	return outputs
}

// scalar returns the loss: the first result of a network or loss function.
func scalar(outs []any) *tensor.Tensor {
	if len(outs) > 0 {
		if x, ok := invoke.AsTensor(outs[0]); ok {
			return x
		}
	}
	tensor.Throw("Model", tensor.TypeError, "For 'Model', the loss must be a Tensor, but got %d results that begin with none.", len(outs))
	return nil
}

// Predict runs the network on x in evaluation mode: Model.predict. It returns the only output; see nn.Cell.Invoke
// for networks with several.
func (m *Model) Predict(x ...*tensor.Tensor) *tensor.Tensor {
	defer m.mode(false)()
	return m.net.CellBase().Call(x...)
}

// mode switches the network to training or evaluation and returns a function that switches it back.
func (m *Model) mode(training bool) (back func()) {
	c := m.net.CellBase()
	was := c.Training()
	c.SetTrain(training)
	return func() { c.SetTrain(was) }
}

// String names the network.
func (m *Model) String() string { return "Model<" + m.net.CellBase().ClassName() + ">" }

// Repr is the same text as String.
func (m *Model) Repr() string { return m.String() }
