package train_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// course is a metric that has been computed before.
type course struct{ values []float64 }

func (c *course) Clear()        {}
func (c *course) Update(...any) {}

func (c *course) Eval() any {
	v := c.values[0]
	c.values = c.values[1:]
	return v
}

// TestReduceLROnPlateau compares the rates behind the epochs with those of MindSpore's rule in numpy.
func TestReduceLROnPlateau(t *testing.T) {
	figures := []float64{.5, .6, .6, .6, .6, .7, .7, .7, .7, .7, .7}
	patient, half := train.Patience(2), train.Factor(0.5)
	for _, c := range []struct {
		name string
		opts []train.PlateauOption
		want []float64
	}{
		{
			"two epochs",
			[]train.PlateauOption{patient, half},
			[]float64{.5, .5, .5, .25, .25, .25, .25, .125, .125, .0625, .0625},
		},
		{
			"with rest",
			[]train.PlateauOption{patient, half, train.Cooldown(2)},
			[]float64{.5, .5, .5, .25, .25, .25, .25, .125, .125, .125, .0625},
		},
		{
			"not below",
			[]train.PlateauOption{train.Patience(1), train.Factor(0.25), train.MinLR(0.0625)},
			[]float64{.5, .5, .125, .0625, .0625, .0625, .0625, .0625, .0625, .0625, .0625},
		},
		{
			"falling",
			[]train.PlateauOption{patient, half, train.Mode("min")},
			[]float64{.5, .5, .25, .25, .125, .125, .0625, .0625, .03125, .03125, .015625},
		},
		{
			"much better",
			[]train.PlateauOption{patient, half, train.MinDelta(0.15)},
			[]float64{.5, .5, .25, .25, .125, .125, .125, .0625, .0625, .03125, .03125},
		},
		{
			"at once",
			[]train.PlateauOption{train.Patience(0), half},
			[]float64{.5, .5, .25, .125, .0625, .0625, .03125, .015625, .0078125, .00390625, .001953125},
		},
		{"defaults", nil, slices.Repeat([]float64{.5}, 11)},
	} {
		net := nn.NewDense(1, 1)
		opt := optim.NewSGD(net.TrainableParams(), 0.5)
		m := train.NewModel(net, train.Loss(halfSquared), train.Optimizer(opt),
			train.Metrics(train.NamedMetric("figure", &course{slices.Clone(figures)})))
		var got []float64
		note := train.LambdaCallback{OnEpochEnd: func(*train.RunContext) {
			got = append(got, opt.LearningRate.(*nn.Parameter).Float())
		}}
		reduce := train.NewReduceLROnPlateau(append([]train.PlateauOption{train.Monitor("figure")}, c.opts...)...)
		if err := m.Fit(len(figures), points(1), points(1), reduce, note); err != nil {
			t.Error(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: rates %v, want %v", c.name, got, c.want)
		}
	}
}

// TestReduceLROnPlateauSays lets the loss grow, as the rate is too high at first: 1/2, then 9/2.
func TestReduceLROnPlateauSays(t *testing.T) {
	_, m := line(1)
	text := printed(t, func() {
		r := train.NewReduceLROnPlateau(train.Monitor("loss"), train.Patience(1), train.Factor(0.25), train.Verbose(true))
		if err := m.Train(2, points(1), r); err != nil {
			t.Error(err)
		}
	})
	if want := "Epoch 00002: ReduceLROnPlateau reducing learning rate to 0.25.\n"; text != want {
		t.Errorf("printed %s, want %s", text, want)
	}
	net := nn.NewDense(1, 1)
	listed := train.NewModel(net, train.Loss(halfSquared),
		train.Optimizer(optim.NewSGD(net.TrainableParams(), []float64{0.1, 0.1})))
	for want, f := range map[string]func(){
		"ValueError: For 'ReduceLROnPlateau', the 'factor' must be within (0.0, 1.0)": func() {
			train.NewReduceLROnPlateau(train.Factor(1))
		},
		"'patience' and 'cooldown' must not be negative, but got 0.1, -1 and 0": func() {
			train.NewReduceLROnPlateau(train.Patience(-1))
		},
		"ValueError: mode should be 'auto', 'min' or 'max', but got up": func() {
			_ = m.Train(1, points(1), train.NewReduceLROnPlateau(train.Mode("up")))
		},
		"ValueError: For 'ReduceLROnPlateau', the optimizer must have a fixed learning rate": func() {
			_ = listed.Train(1, points(1), train.NewReduceLROnPlateau(train.Monitor("loss")))
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
