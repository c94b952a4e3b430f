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
// caller's Go files, never of this module. With [Inf] an infinity counts too, when all arguments are finite.
//
// Every result is looked through, so that computing takes several times as long; switched off, the default, it
// costs nothing. It holds for all goroutines. What is computed as one op is judged as one: NaNs that stay inside
// raise nothing.
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
