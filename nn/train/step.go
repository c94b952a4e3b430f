package train

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// stepper updates the parameters.
type stepper struct {
	opt    nn.Trainer
	scaler LossScaler // nil for none
	every  int        // batches per update
	clip   float64    // 0 for none

	sum     tensor.Tuple // of the gradients since the last update
	batches int          // number of batches in sum
}

// train runs one step with the loss that forward computes, and returns the loss.
func (s *stepper) train(forward func() *tensor.Tensor) *tensor.Tensor {
	var loss *tensor.Tensor
	scaled := func() *tensor.Tensor {
		loss = forward()
		if s.scaler == nil {
			return loss
		}
		return s.scaler.Scale(loss)
	}
	grads := grad.GradBy(scaled, s.opt.Trained())()
	if s.usable(grads) {
		s.add(grads)
		if s.batches == s.every {
			s.apply()
		}
	}
	return loss.Detach()
}

// usable passes the state of the gradients to the scaler and reports whether to use them. Gradients that are not
// finite are used only if the scaler never adjusts itself, like StaticLossScaler, and does not ask to skip them.
func (s *stepper) usable(grads tensor.Tuple) bool {
	if s.scaler == nil || scaledFor(s.scaler) {
		return true
	}
	finite := AllFinite(grads).Bool()
	copy(grads, s.scaler.Unscale(grads))
	adjusts := s.scaler.Adjust(finite)
	_, drops := s.scaler.(LossScaleManager)
	return finite || !adjusts && !drops
}

func (s *stepper) add(grads tensor.Tuple) {
	s.batches++
	if s.batches == 1 {
		s.sum = grads
		return
	}
	for i, g := range grads {
		s.sum[i] = s.sum[i].Add(g)
	}
}

// apply updates the parameters with the mean of the gradients, if there are any.
func (s *stepper) apply() {
	if s.batches == 0 {
		return
	}
	grads := s.sum
	if s.batches > 1 {
		for i, g := range grads {
			grads[i] = g.Div(tensor.Scalar(float64(s.batches)))
		}
	}
	if s.clip > 0 {
		grads = ops.ClipByGlobalNorm(grads, s.clip*s.left())
	}
	s.sum, s.batches = nil, 0
	s.opt.CellBase().Call(grads...)
}

// left returns the scale that the gradients still have when they are passed to the optimizer.
func (s *stepper) left() float64 {
	if m, ok := s.scaler.(LossScaleManager); ok && scaledFor(m) {
		return m.GetLossScale()
	}
	return 1
}
