package train

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// InitialEpoch is the number of epochs trained before, for [Model.Train] and [Model.Fit] (initial_epoch). Passed
// among the callbacks, it makes epochs continue from there, and steps as well if the size of the dataset is known. A
// negative value, and one that leaves no epochs, raise ValueError.
type InitialEpoch int

// takeInitialEpoch removes InitialEpoch from the callbacks and returns its value.
func takeInitialEpoch(epochs int, callbacks []any) (before int, rest []any) {
	for _, c := range callbacks {
		if n, ok := c.(InitialEpoch); ok {
			before = int(n)
			continue
		}
		rest = append(rest, c)
	}
	if before < 0 {
		tensor.Throw("Model.train", tensor.ValueError, "For 'Model.train', the argument 'initial_epoch' must not be "+
			"negative, but got %d.", before)
	}
	if before > 0 && before >= epochs {
		tensor.Throw("Model.train", tensor.ValueError, "For 'Model.train', the parameter 'epoch' must bigger than parameter "+
			"'initial_epoch', but got the parameter 'epoch' is %d, 'initial_epoch' is %d.", epochs, before)
	}
	return before, rest
}

// statefulScaler is a loss scaler whose state is saved and restored.
type statefulScaler interface {
	Parameters() nn.ParameterList
	LoadParams(params *ckpt.ParamDict) (notLoaded py.Names)
}

const (
	scaleName   = "loss_scaler.scale_value"
	counterName = "loss_scaler.counter"
)

// Parameters returns the state of the scaler as a checkpoint has it: loss_scaler.scale_value, Float32, and
// loss_scaler.counter, Int32, both without axes. They are copies.
func (s *DynamicLossScaler) Parameters() nn.ParameterList {
	return nn.ParameterList{
		nn.NewParameter(tensor.New(s.ScaleValue, tensor.Float32), scaleName),
		nn.NewParameter(tensor.New(s.Counter, tensor.Int32), counterName),
	}
}

// LoadParams sets the state of the scaler from a checkpoint, see Parameters, and returns the names that are missing.
// A scale below 1, a negative counter, and values of several numbers raise ValueError.
func (s *DynamicLossScaler) LoadParams(params *ckpt.ParamDict) (notLoaded py.Names) {
	notLoaded = py.Names{}
	if params.Has(scaleName) {
		scale := params.Get(scaleName).Value().Float()
		checkScale("DynamicLossScaler", scale)
		s.ScaleValue = scale
	} else {
		notLoaded = append(notLoaded, scaleName)
	}
	if !params.Has(counterName) {
		return append(notLoaded, counterName)
	}
	counter := params.Get(counterName).Value().Int()
	if counter < 0 {
		tensor.Throw("DynamicLossScaler", tensor.ValueError, "For 'DynamicLossScaler', the counter must not be negative, "+
			"but got %d.", counter)
	}
	s.Counter = min(counter, s.ScaleWindow-1)
	return notLoaded
}

// LoadParams sets the network, the optimizer and a dynamic loss scale to the state that a [ModelCheckpoint] saved, as
// [ckpt.Load] returns it, so that training continues as if it had not stopped. It returns the names of the model that
// are missing from params, and the names in params that the model does not have. Mismatches are errors as in
// [ckpt.LoadInto].
//
// A checkpoint contains neither gradients that [Accumulate] has summed within an epoch nor the state of random
// streams: Shuffle and Dropout, for example, draw the numbers of the new program.
func (m *Model) LoadParams(params *ckpt.ParamDict) (notLoaded, notUsed py.Names) {
	notLoaded, notUsed = ckpt.LoadInto(m.net, params)
	used := map[string]bool{}
	for _, p := range m.net.CellBase().GetParameters().List() {
		used[p.Name()] = true
	}
	if m.step.opt != nil {
		missing, _ := ckpt.LoadInto(m.step.opt, params)
		notLoaded = append(notLoaded, missing...)
		for _, p := range m.step.opt.CellBase().GetParameters().List() {
			used[p.Name()] = true
		}
	}
	if k, ok := m.step.scaler.(statefulScaler); ok {
		notLoaded = append(notLoaded, k.LoadParams(params)...)
		used[scaleName], used[counterName] = true, true
	}
	rest := py.Names{}
	for _, name := range notUsed {
		if !used[name] {
			rest = append(rest, name)
		}
	}
	return notLoaded, rest
}
