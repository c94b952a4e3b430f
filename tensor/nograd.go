package tensor

import "github.com/msrepl/msrepl/internal/session/gls"

// paused is true where ops are not recorded.
var paused gls.Var[bool]

// NoGrad calls f without recording what it computes on this goroutine and on those that it starts: the results are
// constants to every tape. mindspore._no_grad, torch.no_grad.
func NoGrad(f func()) { paused.With(true, f) }

// InNoGrad says whether the caller runs inside of [NoGrad].
func InNoGrad() bool {
	p, _ := paused.Get()
	return p
}
