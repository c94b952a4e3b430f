package grad

import "github.com/msrepl/msrepl/tensor"

// AnomalyOption is an option of [Anomaly].
type AnomalyOption struct{ kind tensor.Anomaly }

// Inf makes [Anomaly] also check for infinities.
func Inf() AnomalyOption { return AnomalyOption{tensor.NaNsOrInfs} }

// Anomaly turns anomaly detection on or off: while it is on, an op that produces a NaN from arguments without NaN
// raises RuntimeError, like torch.autograd.set_detect_anomaly, which MindSpore lacks. In the forward pass the message
// names the op, the shapes of its arguments and the line that applied it; in the backward pass the op whose gradient
// rule produced the NaN, and the line that applied the op in the forward pass. Lines are those of cells or of the
// caller's Go files, never of this module. With [Inf] the same holds for an infinity from finite arguments.
//
// Every result is checked, so computations take several times as long; when it is off, the default, it has no cost.
// It applies to all goroutines. A composed op is checked as a whole: NaNs that do not leave it raise nothing.
func Anomaly(on bool, opts ...AnomalyOption) {
	kind := tensor.NoAnomaly
	if on {
		kind = tensor.NaNs
		for _, o := range opts {
			kind = max(kind, o.kind)
		}
	}
	tensor.DetectAnomaly(kind)
}
