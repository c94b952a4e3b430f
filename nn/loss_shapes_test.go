package nn_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestLossShapes compares (3, 1) with (3,): losses of numbers warn once that they broadcast, the others refuse.
func TestLossShapes(t *testing.T) {
	a, b, one := tensor.Full([]int{3, 1}, 0.5), tensor.Ones(3), tensor.Scalar(1)
	for name, loss := range map[string]func(x, y *tensor.Tensor){
		"mse_loss":             func(x, y *tensor.Tensor) { ops.MSELoss(x, y) },
		"l1_loss":              func(x, y *tensor.Tensor) { ops.L1Loss(x, y) },
		"huber_loss":           func(x, y *tensor.Tensor) { ops.HuberLoss(x, y) },
		"KLDivLoss":            func(x, y *tensor.Tensor) { nn.NewKLDivLoss().Call(x, y) },
		"gaussian_nll_loss":    func(x, y *tensor.Tensor) { nn.NewGaussianNLLLoss().Call(x, y, tensor.Ones(3, 1)) },
		"hinge_embedding_loss": func(x, y *tensor.Tensor) { nn.NewHingeEmbeddingLoss().Call(x, y) },
		"MSELoss":              func(x, y *tensor.Tensor) { nn.NewMSELoss().Call(x, y) },
		"L1Loss":               func(x, y *tensor.Tensor) { nn.NewL1Loss().Call(x, y) },
		"MAELoss":              func(x, y *tensor.Tensor) { nn.NewMAELoss().Call(x, y) },
		"RMSELoss":             func(x, y *tensor.Tensor) { nn.NewRMSELoss().Call(x, y) },
		"PoissonNLLLoss":       func(x, y *tensor.Tensor) { nn.NewPoissonNLLLoss().Call(x, y) },
	} {
		before := slog.Default()
		var log bytes.Buffer
		slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
		loss(a, a)
		loss(a, one)
		if log.Len() > 0 {
			t.Errorf("%s warns without a reason: %s", name, &log)
		}
		loss(a, b)
		loss(a, b)
		want := "For '" + name + "', the shape of the target, (3,), differs from that of the input, (3, 1), so both are broadcast to (3, 3)."
		if got := log.String(); strings.Count(got, "WARN") != 1 || !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want once %s", name, got, want)
		}
		slog.SetDefault(before)
	}
	for _, c := range []nn.Layer{nn.NewSmoothL1Loss(), nn.NewSoftMarginLoss(), nn.NewBCELoss(), nn.NewBCEWithLogitsLoss(), nn.NewDiceLoss()} {
		if err := tensor.Try(func() { c.CellBase().Call(a, b) }); err == nil || !strings.Contains(err.Error(), "(3, 1) and (3,)") {
			t.Errorf("%T: got %v", c, err)
		}
	}
}
