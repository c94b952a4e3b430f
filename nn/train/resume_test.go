package train_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// waves are batches of points of a sine.
func waves(n int) *data.Dataset {
	return data.FromFunc(n, func(i int) ([][]float32, [][]float32) {
		x := float64(i%7) / 3
		return [][]float32{{float32(x), 1}, {float32(-x), 0.5}}, [][]float32{{float32(math.Sin(x))}, {-1}}
	}, "x", "y")
}

// anew is a network with a loss, an optimizer and a scaler, as a program makes them anew after a stop.
func anew(
	opt func(l nn.ParameterList) nn.Trainer, scaler train.LossScaler, level string,
) (*nn.SequentialCell, nn.Trainer, *train.Model) {
	tensor.SetSeed(3)
	net := nn.NewSequentialCell(nn.NewDense(2, 5), nn.NewBatchNorm1d(5), nn.NewTanh(), nn.NewDense(5, 1))
	o := opt(net.TrainableParams())
	opts := []train.Option{train.Loss(nn.NewMSELoss()), train.Optimizer(o), train.AMP(level), train.Accumulate(2)}
	if scaler != nil {
		opts = append(opts, train.LossScale(scaler))
	}
	return net, o, train.NewModel(net, opts...)
}

// state is everything that changes, as text of all digits.
func state(net, opt nn.Layer) (out []string) {
	for _, c := range []nn.Layer{net, opt} {
		for _, p := range c.CellBase().ParametersAndNames() {
			x := p.Param.Value()
			out = append(out, p.Param.Name()+" "+tensor.Repr(x.Float64s()))
		}
	}
	return out
}

// TestResume trains for five epochs, and for two and then, as another program would, for three: the bits must be
// equal. The scale begins where Float16 overflows, so that steps are left out, and grows within the epochs.
func TestResume(t *testing.T) {
	rates := func() any {
		return []float64{
			0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.05, 0.06, 0.07, 0.08, 0.09, 0.01, 0.02, 0.03,
			0.04, 0.05,
		}
	}
	for name, opt := range map[string]func(l nn.ParameterList) nn.Trainer{
		"SGD":             func(l nn.ParameterList) nn.Trainer { return optim.NewSGD(l, rates(), optim.MomentumFactor(0.9)) },
		"Momentum":        func(l nn.ParameterList) nn.Trainer { return optim.NewMomentum(l, 0.05, 0.9) },
		"Adam":            func(l nn.ParameterList) nn.Trainer { return optim.NewAdam(l, rates(), optim.WeightDecay(0.01)) },
		"AdamWeightDecay": func(l nn.ParameterList) nn.Trainer { return optim.NewAdamWeightDecay(l, 0.01) },
		"AdaMax":          func(l nn.ParameterList) nn.Trainer { return optim.NewAdaMax(l, 0.01) },
		"Adadelta":        func(l nn.ParameterList) nn.Trainer { return optim.NewAdadelta(l, 0.5) },
		"Adagrad":         func(l nn.ParameterList) nn.Trainer { return optim.NewAdagrad(l, 0.1) },
		"ASGD":            func(l nn.ParameterList) nn.Trainer { return optim.NewASGD(l, 0.1) },
		"FTRL":            func(l nn.ParameterList) nn.Trainer { return optim.NewFTRL(l, 0.1) },
		"Lamb":            func(l nn.ParameterList) nn.Trainer { return optim.NewLamb(l, 0.1) },
		"LARS":            func(l nn.ParameterList) nn.Trainer { return optim.NewLARS(optim.NewMomentum(l, 0.1, 0.9)) },
		"LazyAdam":        func(l nn.ParameterList) nn.Trainer { return optim.NewLazyAdam(l, 0.1) },
		"ProximalAdagrad": func(l nn.ParameterList) nn.Trainer { return optim.NewProximalAdagrad(l, 0.1) },
		"RMSProp":         func(l nn.ParameterList) nn.Trainer { return optim.NewRMSProp(l, 0.01, optim.Centered(true)) },
		"Rprop":           func(l nn.ParameterList) nn.Trainer { return optim.NewRprop(l, 0.01) },
	} {
		for _, level := range []string{"O0", "O2"} {
			for _, format := range []string{"ckpt", "safetensors"} {
				scaler := func() *train.DynamicLossScaler { return train.NewDynamicLossScaler(1<<20, 2, 3) }
				whole := scaler()
				net, o, m := anew(opt, whole, level)
				if err := m.Train(5, waves(7)); err != nil {
					t.Fatal(err)
				}
				want := state(net, o)

				dir := t.TempDir()
				_, _, m = anew(opt, scaler(), level)
				save := train.NewModelCheckpoint("net", dir, train.CheckpointConfig{SaveCheckpointSteps: 1000, Format: format})
				if err := m.Train(2, waves(7), save); err != nil {
					t.Fatal(err)
				}
				params, err := ckpt.Load(filepath.Join(dir, "net-2_7."+format))
				if err != nil {
					t.Fatal(err)
				}
				s := scaler()
				net, o, m = anew(opt, s, level)
				if missing, unused := m.LoadParams(params); len(missing)+len(unused) != 0 {
					t.Errorf("%s: not loaded %v, not used %v", name, missing, unused)
				}
				if err := m.Train(5, waves(7), train.InitialEpoch(2)); err != nil {
					t.Fatal(err)
				}
				if got := state(net, o); !slices.Equal(got, want) || *s != *whole {
					t.Errorf("%s, %s, %s: scale %v, want %v;\n%v, want\n%v", name, level, format, *s, *whole, got, want)
				}
			}
		}
	}
}

// TestResumeCounts looks at the epochs and steps that callbacks see after InitialEpoch.
func TestResumeCounts(t *testing.T) {
	dir := t.TempDir()
	_, m := line(0.125)
	var seen [][2]int
	note := train.LambdaCallback{OnStepEnd: func(c *train.RunContext) {
		seen = append(seen, [2]int{c.CurEpochNum, c.CurStepNum})
	}}
	save := train.NewModelCheckpoint("net", dir, train.CheckpointConfig{SaveCheckpointSteps: 2})
	got := printed(t, func() {
		if err := m.Train(4, points(3), train.InitialEpoch(2), note, train.NewLossMonitor(4), save); err != nil {
			t.Error(err)
		}
	})
	// steps 7 to 12, of which the monitor prints those that 4 divides; files after 8, 10 and 12
	if want := [][2]int{{3, 7}, {3, 8}, {3, 9}, {4, 10}, {4, 11}, {4, 12}}; !slices.Equal(seen, want) {
		t.Errorf("%v, want %v", seen, want)
	}
	lines := strings.Split(got, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "epoch: 3 step: 2, loss is ") ||
		!strings.HasPrefix(lines[1], "epoch: 4 step: 3,") {
		t.Errorf("printed %q", got)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	if want := []string{"net-3_2.ckpt", "net-4_1.ckpt", "net-4_3.ckpt"}; !slices.Equal(files, want) {
		t.Errorf("%v, want %v", files, want)
	}
}

func TestResumeMisuse(t *testing.T) {
	_, m := line(0.125, train.LossScale(train.NewDynamicLossScaler(8, 2, 3)))
	holds := func(name string, v any, dt tensor.DType) *ckpt.ParamDict {
		d := ckpt.NewParamDict()
		d.Set(name, nn.NewParameter(tensor.New(v, dt), name))
		return d
	}
	missing, unused := m.LoadParams(holds("x", 1, tensor.Float32))
	if !slices.Contains(missing, "weight") || !slices.Contains(missing, "loss_scaler.counter") ||
		!slices.Equal(unused, []string{"x"}) {
		t.Error(missing, unused)
	}
	s := train.NewDynamicLossScaler(8, 2, 3)
	missing = s.LoadParams(holds("loss_scaler.counter", 7, tensor.Int32))
	if len(missing) != 1 || s.Counter != 2 || s.ScaleValue != 8 {
		t.Error(missing, *s) // a counter of a longer window
	}
	for _, c := range []struct {
		want string
		call func()
	}{
		{
			"ValueError: For 'Model.train', the argument 'initial_epoch' must not be negative, but got -1.",
			func() { _ = m.Train(2, points(1), train.InitialEpoch(-1)) },
		},
		{
			"ValueError: For 'Model.train', the parameter 'epoch' must bigger than parameter 'initial_epoch', " +
				"but got the parameter 'epoch' is 2, 'initial_epoch' is 2.",
			func() { _ = m.Train(2, points(1), train.InitialEpoch(2)) },
		},
		{
			"ValueError: For 'DynamicLossScaler', the argument 'scale_value' must be at least 1, but got 0.5.",
			func() { s.LoadParams(holds("loss_scaler.scale_value", 0.5, tensor.Float32)) },
		},
		{
			"ValueError: For 'DynamicLossScaler', the counter must not be negative, but got -2.",
			func() { s.LoadParams(holds("loss_scaler.counter", -2, tensor.Int32)) },
		},
		{"TypeError: the ParamDict is nil", func() { m.LoadParams(nil) }},
	} {
		err := tensor.Try(c.call)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) &&
			!strings.Contains(err.Error(), "None: nothing was loaded") {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
