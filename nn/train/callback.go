package train

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// RunContext is the state of a training run that callbacks receive: mindspore.train.RunContext with its
// original_args. A callback is any value with some of the methods below. A method may return an error, which ends the
// training.
//
//	Begin(c *RunContext)       before the first epoch
//	EpochBegin(c *RunContext)
//	StepBegin(c *RunContext)
//	StepEnd(c *RunContext)     the loss of the step is c.NetOutputs
//	EpochEnd(c *RunContext)    with Fit the metrics are c.Metrics
//	End(c *RunContext)         after the last epoch
//
// Types declared in a cell work as well as compiled ones. [LambdaCallback] wraps functions.
type RunContext struct {
	Model       *Model
	EpochNum    int            // number of epochs to train
	CurEpochNum int            // current epoch, counted from 1
	BatchNum    int            // steps in an epoch; 0 in the first epoch of a dataset of unknown size
	CurStepNum  int            // current step, counted from 1 over all epochs
	NetOutputs  *tensor.Tensor // the loss of the last step
	Metrics     Results        // of the last evaluation

	evalLoss    float64 // the mean loss of the last evaluation of Fit
	stepInEpoch int
	stop        bool
	calls       map[string][]invoke.Func
}

// RequestStop ends the training once the callbacks have been called: RunContext.request_stop.
func (c *RunContext) RequestStop() { c.stop = true }

// StepInEpoch returns the current step, counted from 1 within its epoch.
func (c *RunContext) StepInEpoch() int { return c.stepInEpoch }

// Network returns the network being trained.
func (c *RunContext) Network() nn.Layer { return c.Model.net }

// Optimizer returns the optimizer.
func (c *RunContext) Optimizer() nn.Trainer { return c.Model.step.opt }

// Loss returns the loss of the last step as a number; the mean if it has several elements.
func (c *RunContext) Loss() float64 {
	if c.NetOutputs == nil {
		return 0
	}
	return c.NetOutputs.AsType(tensor.Float32).Mean().Float()
}

// events are the methods of callbacks.
var events = []string{"Begin", "EpochBegin", "StepBegin", "StepEnd", "EpochEnd", "End"}

// newCalls finds the methods of the callbacks. It raises TypeError for a value that is not a callback.
func newCalls(callbacks []any) map[string][]invoke.Func {
	calls := map[string][]invoke.Func{}
	for _, cb := range callbacks {
		found := false
		for _, e := range events {
			f, ok := invoke.Method(cb, e)
			if !ok {
				continue
			}
			if n, _ := f.Arity(); n != 1 || f.In(0) != reflect.TypeFor[*RunContext]() {
				tensor.Throw("Model", tensor.TypeError, "For 'Model', the method %s of a callback must take a *train.RunContext.", e)
			}
			calls[e] = append(calls[e], f)
			found = true
		}
		if !found {
			tensor.Throw("Model", tensor.TypeError, "For 'Model', a callback must have one of the methods %s, but got %s.",
				strings.Join(events, ", "), describe(cb))
		}
	}
	return calls
}

// describe returns a description of a value that is not a callback, for messages. If it is a struct whose pointer has
// the methods, it says so.
func describe(cb any) string {
	t := reflect.TypeOf(cb)
	name := invoke.TypeName(t)
	if t != nil && t.Kind() == reflect.Struct {
		for _, e := range events {
			if _, ok := reflect.PointerTo(t).MethodByName(e); ok {
				return name + ", whose pointer has: &" + name + "{…}"
			}
		}
	}
	return name
}

// fire calls a method of all callbacks that have it.
func (c *RunContext) fire(event string) error {
	for _, f := range c.calls[event] {
		for _, out := range f.Call(event, []any{c}) {
			if err, ok := out.(error); ok {
				return err
			}
		}
	}
	return nil
}

// LambdaCallback calls functions: mindspore.train.LambdaCallback. Functions that are nil are skipped.
type LambdaCallback struct {
	OnBegin      func(c *RunContext)
	OnEpochBegin func(c *RunContext)
	OnStepBegin  func(c *RunContext)
	OnStepEnd    func(c *RunContext)
	OnEpochEnd   func(c *RunContext)
	OnEnd        func(c *RunContext)
}

// Begin calls OnBegin.
func (l LambdaCallback) Begin(c *RunContext) { call(l.OnBegin, c) }

// EpochBegin calls OnEpochBegin.
func (l LambdaCallback) EpochBegin(c *RunContext) { call(l.OnEpochBegin, c) }

// StepBegin calls OnStepBegin.
func (l LambdaCallback) StepBegin(c *RunContext) { call(l.OnStepBegin, c) }

// StepEnd calls OnStepEnd.
func (l LambdaCallback) StepEnd(c *RunContext) { call(l.OnStepEnd, c) }

// EpochEnd calls OnEpochEnd.
func (l LambdaCallback) EpochEnd(c *RunContext) { call(l.OnEpochEnd, c) }

// End calls OnEnd.
func (l LambdaCallback) End(c *RunContext) { call(l.OnEnd, c) }

func call(f func(c *RunContext), c *RunContext) {
	if f != nil {
		f(c)
	}
}
