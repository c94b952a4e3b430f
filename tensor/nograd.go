package tensor

import "github.com/msrepl/msrepl/internal/session/gls"

// paused is true where ops are not recorded.
var paused gls.Var[bool]

// NoGrad calls f without recording its ops on this goroutine and on those that it starts: the results are constants
// to every tape. mindspore._no_grad, torch.no_grad.
func NoGrad(f func()) { paused.With(true, f) }

// InNoGrad reports whether the caller runs inside [NoGrad].
func InNoGrad() bool {
	p, _ := paused.Get()
	return p
}
