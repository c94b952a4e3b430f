package optim

import (
	"log/slog"
	"reflect"
	"strconv"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

const rateName = "learning_rate"

// groupRateName returns the name of the learning rate of group i.
func groupRateName(i int) string { return rateName + "_group_" + strconv.Itoa(i) }

// newRate returns a learning rate in the optimizer's form: a Parameter called name for a constant one, else a cell
// that is called with the step. It raises TypeError for anything else.
func newRate(class string, lr any, name string) any {
	if x, ok := invoke.AsTensor(lr); ok {
		return tensorRate(x.AsType(tensor.Float32), name)
	}
	switch v := lr.(type) {
	case float64:
		return fixedRate(class, v, name)
	case float32:
		return fixedRate(class, float64(v), name)
	case int:
		return fixedRate(class, float64(v), name)
	case Rates:
		return tensorRate(tensor.New([]float64(v), tensor.Float32), name)
	case []float64, []float32, []int, []any:
		return tensorRate(tensor.New(v, tensor.Float32), name)
	case nn.Layer:
		return v
	}
	tensor.Throw("Optimizer", tensor.TypeError, "For 'Optimizer', the argument 'learning_rate' must be int, float, Tensor, Iterable or "+
		"LearningRateSchedule, but got %s.", invoke.TypeName(reflect.TypeOf(lr)))
	return nil
}

func fixedRate(class string, lr float64, name string) any {
	checkFloat(class, "learning rate", lr, lr >= 0, ">=")
	return nn.NewParameter(tensor.New(lr, tensor.Float32), name)
}

func tensorRate(x *tensor.Tensor, name string) any {
	switch x.NDim() {
	case 0:
		return nn.NewParameter(x, name)
	case 1:
		if x.Size() < 2 {
			slog.Warn("For 'Optimizer', if use 'Tensor' type dynamic learning rate, please make sure that the number " +
				"of elements in the tensor is greater than 1, but got " + strconv.Itoa(x.Size()) + ".")
		}
		return newListRate(x, name)
	}
	tensor.Throw("Optimizer", tensor.ValueError, "For 'Optimizer', if 'learning_rate' is Tensor type, then the dimension of it should "+
		"be 0 or 1, but got %d.", x.NDim())
	return nil
}

// listRate takes the learning rate from a list: MindSpore's _IteratorLearningRate.
type listRate struct {
	nn.Cell
	rates *nn.Parameter `ms:"learning_rate"`
}

func newListRate(x *tensor.Tensor, name string) *listRate {
	l := &listRate{rates: nn.NewParameter(x, name)}
	l.Init(l)
	return l
}

// Construct returns the rate of a step. It raises IndexError after the last one.
func (l *listRate) Construct(step *tensor.Tensor) *tensor.Tensor {
	i := step.Int()
	if i < 0 || i >= l.rates.Size() {
		tensor.Throw("Optimizer", tensor.IndexError, "For 'Optimizer', the learning rates are those of %d steps, but this is step %d.",
			l.rates.Size(), i)
	}
	return l.rates.At(i)
}

// String returns MindSpore's text for such a rate.
func (*listRate) String() string { return "_IteratorLearningRate<>" }

// at returns the value of a constant or changing setting at a step.
func at(setting any, step *tensor.Tensor) float64 {
	switch s := setting.(type) {
	case float64:
		return s
	case *nn.Parameter:
		return s.Float()
	}
	return setting.(nn.Layer).CellBase().Call(step).Float()
}
