package ops_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// TestDropoutShare: elements are dropped with probability p, and the mean remains the same.
func TestDropoutShare(t *testing.T) {
	SetSeed(5)
	const n = 100_000
	for _, p := range []float64{0.1, 0.5, 0.9} {
		y := ops.Dropout(Ones(n), p)
		zeros := y.Equal(Scalar(0)).AsType(Float64).Mean().Float()
		if sigma := math.Sqrt(p * (1 - p) / n); math.Abs(zeros-p) > 5*sigma {
			t.Errorf("p = %v: a share of %v is dropped", p, zeros)
		}
		if kept := y.Max().Float(); math.Abs(kept-1/(1-p)) > 1e-6/(1-p) {
			t.Errorf("p = %v: what stays is multiplied with %v", p, kept)
		}
	}
}

// TestDropoutChannels checks that channels are dropped as a whole.
func TestDropoutChannels(t *testing.T) {
	y := ops.Dropout2D(Ones(8, 16, 3, 3), 0.5)
	if !y.MaxAxes([]int{2, 3}, false).Equal(y.MinAxes([]int{2, 3}, false)).All().Bool() {
		t.Error("a channel is dropped in part")
	}
	if m := y.Mean().Float(); m < 0.5 || m > 1.5 { // 128 channels: five standard deviations are 0.44
		t.Errorf("the mean of ones became %v", m)
	}
}

// TestDropoutOfNumber: the result for a 0-d tensor is 0-d.
func TestDropoutOfNumber(t *testing.T) {
	for _, p := range []float64{0.5, 1} {
		if y := ops.Dropout(New(float32(3)), p); y.NDim() != 0 || y.Float() != 0 && y.Float() != 6 {
			t.Errorf("3, dropped with probability %v, became %v of shape %v", p, y, y.Shape())
		}
	}
}

// TestDropoutSeed: SetSeed repeats the sequence of masks; the option Seed repeats a single mask.
func TestDropoutSeed(t *testing.T) {
	x := Ones(50)
	draw := func(opts ...ops.Option) string { return ops.Dropout(x, 0.5, opts...).String() }
	SetSeed(1)
	a, b := draw(), draw()
	SetSeed(1)
	if c, d := draw(), draw(); a == b || a != c || b != d {
		t.Error("masks do not follow from the seed")
	}
	if e, f := draw(ops.Seed(2)), draw(ops.Seed(2)); e != f || e == draw(ops.Seed(3)) {
		t.Error("masks do not follow from the option Seed")
	}
}

// TestDropoutGradient: the gradient is nonzero only for elements that are kept.
func TestDropoutGradient(t *testing.T) {
	tape := NewTape()
	defer tape.Stop()
	x := tape.Watch(Ones(20))
	y := ops.Dropout(x, 0.5)
	tape.Stop()
	if g := tape.Gradient([]*Tensor{y}, nil, []*Tensor{x})[0]; g.String() != y.String() {
		t.Errorf("the gradient of %v is %v", y, g)
	}
}
