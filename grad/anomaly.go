package grad

import "github.com/msrepl/msrepl/tensor"

// AnomalyOption is an option of [Anomaly].
type AnomalyOption struct{ kind tensor.Anomaly }

// Inf makes [Anomaly] look for infinities besides.
func Inf() AnomalyOption { return AnomalyOption{tensor.NaNsOrInfs} }

// Anomaly makes the first op that makes a NaN of arguments without one raise RuntimeError from now on, or with false
// ends that: torch.autograd.set_detect_anomaly, which MindSpore lacks. On the way forward the message names the op,
// the shapes of its arguments and the line that applied it; on the way back the op whose gradient rule made the NaN,
// and the line that applied the op on the way forward. Lines are those of cells or of the caller's Go files, never
// of this module. With [Inf] an infinity counts too, when all arguments are finite.
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
