package train_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// printed returns what f prints.
func printed(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = w
	defer func() { os.Stdout = stdout }()
	f()
	_ = w.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// halfSquared is half the squared error, summed, so that gradients are easy numbers.
func halfSquared(y, label *tensor.Tensor) *tensor.Tensor {
	return y.Sub(label).Square().Sum().Mul(tensor.Scalar(0.5))
}

// line is y = w·x with w = 0, trained at the rate lr.
func line(lr float64, opts ...train.Option) (*nn.Dense, *train.Model) {
	net := nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit("zeros"))
	opts = append([]train.Option{train.Loss(halfSquared), train.Optimizer(optim.NewSGD(net.TrainableParams(), lr))}, opts...)
	return net, train.NewModel(net, opts...)
}

// points are batches of one sample, x = 2 and y = 1.
func points(n int) *data.Dataset {
	return data.FromFunc(n, func(int) ([][]float32, [][]float32) { return [][]float32{{2}}, [][]float32{{1}} }, "x", "y")
}

// TestTrain makes steps towards w = 0.5 whose numbers are worked out by hand: w += 0.125·2·(1-2w).
func TestTrain(t *testing.T) {
	net, m := line(0.125)
	got := printed(t, func() {
		if err := m.Train(2, points(2), train.NewLossMonitor()); err != nil {
			t.Error(err)
		}
	})
	want := "epoch: 1 step: 1, loss is 0.5\nepoch: 1 step: 2, loss is 0.125\nepoch: 2 step: 1, loss is 0.03125\nepoch: 2 step: 2, loss is 0.0078125\n"
	if got != want {
		t.Errorf("printed\n%s, want\n%s", got, want)
	}
	if w := net.Weight.Value().String(); w != "[[0.46875]]" {
		t.Errorf("w = %s", w)
	}
	if y := m.Predict(tensor.New([][]float32{{2}})).String(); y != "[[0.9375]]" || net.Training() {
		t.Errorf("predicts %s", y)
	}
}

// TestSteps compares what the options make of two batches from w = 0, whose gradients are -2 each.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, want string
		opts       []train.Option
	}{
		{"plain", "[[0.375]]", nil},
		{"accumulated", "[[0.25]]", []train.Option{train.Accumulate(2)}},
		{"left over", "[[0.25]]", []train.Option{train.Accumulate(5)}},
		{"clipped", "[[0.25]]", []train.Option{train.ClipNorm(1)}},
		{"static scale", "[[0.375]]", []train.Option{train.LossScale(train.NewStaticLossScaler(1024))}},
		{"dynamic scale", "[[0.375]]", []train.Option{train.LossScale(train.NewDynamicLossScaler(1<<24, 2, 2000))}},
		{"half precision", "[[0.375]]", []train.Option{train.AMP("O3")}},
		{"bfloat16", "[[0.375]]", []train.Option{train.AMP("O2", tensor.BFloat16)}},
		{"all together", "[[0.125]]", []train.Option{
			train.AMP("O1"), train.LossScale(train.NewDynamicLossScaler(1024, 2, 1)), train.Accumulate(2), train.ClipNorm(1),
		}},
	} {
		net, m := line(0.125, c.opts...)
		if err := m.Train(1, points(2)); err != nil {
			t.Error(err)
		}
		if w := net.Weight.Value(); w.String() != c.want || w.DType() != tensor.Float32 {
			t.Errorf("%s: w = %s, want %s", c.name, w, c.want)
		}
	}
}

// TestOverflow scales by more than Float16 holds: the first steps are left out until the scale has come down.
func TestOverflow(t *testing.T) {
	scaler := train.NewDynamicLossScaler(1<<18, 2, 100)
	net, m := line(0.125, train.AMP("O3"), train.LossScale(scaler))
	var weights []float64
	note := train.LambdaCallback{OnStepEnd: func(*train.RunContext) { weights = append(weights, net.Weight.Value().Float()) }}
	if err := m.Train(1, points(6), note); err != nil {
		t.Fatal(err)
	}
	if weights[0] != 0 || weights[5] <= 0 || scaler.ScaleValue >= 1<<18 {
		t.Errorf("weights %v, scale %v", weights, scaler.ScaleValue)
	}
}

// TestEval counts a classifier's hits: the class of a number is whether it is positive.
func TestEval(t *testing.T) {
	net := nn.NewDense(1, 2, nn.HasBias(false), nn.WeightInit(tensor.New([][]float32{{-1}, {1}})))
	m := train.NewModel(net, train.Loss(nn.NewCrossEntropyLoss()),
		train.Metrics("accuracy", "loss", train.NamedMetric("matrix", train.NewConfusionMatrix(2)), train.NewRecall()))
	ds := data.Slices([][]float32{{1}, {-1}, {2}, {3}}, []int32{1, 0, 0, 1}).Batch(2)
	r, err := m.Eval(ds)
	if err != nil {
		t.Fatal(err)
	}
	// the losses are ln(1+e^-2), the same, ln(1+e^4) and ln(1+e^-6)
	loss := (2*math.Log1p(math.Exp(-2)) + math.Log1p(math.Exp(4)) + math.Log1p(math.Exp(-6))) / 4
	if math.Abs(r.Float("loss")-loss) > 1e-6 || r.Float("accuracy") != 0.75 {
		t.Errorf("%v, want the loss %v", r, loss)
	}
	if got := fmt.Sprint(r.Keys(), r.Get("matrix"), r.Get("recall")); got != "dict_keys(['accuracy', 'loss', 'matrix', 'recall']) [[1. 1.]\n [0. 2.]] [0.5 1. ]" {
		t.Error(got)
	}
	if s := r.String(); !strings.HasPrefix(s, "{'accuracy': 0.75, 'loss': 1.06") {
		t.Error(s)
	}
	if s, err := json.Marshal(r); err != nil || !strings.HasSuffix(string(s), `,"matrix":[[1.0,1.0],[0.0,2.0]],"recall":[0.5,1.0]}`) {
		t.Errorf("%s, %v", s, err)
	}
}

// counter is a callback that notes what is called.
type counter struct{ calls []string }

func (c *counter) Begin(x *train.RunContext)      { c.note("B", x) }
func (c *counter) EpochBegin(x *train.RunContext) { c.note("e", x) }
func (c *counter) StepBegin(x *train.RunContext)  { c.note("s", x) }
func (c *counter) StepEnd(x *train.RunContext)    { c.note("S", x) }
func (c *counter) EpochEnd(x *train.RunContext)   { c.note("E", x) }
func (c *counter) End(x *train.RunContext)        { c.note("X", x) }
func (c *counter) note(what string, x *train.RunContext) {
	c.calls = append(c.calls, fmt.Sprintf("%s%d.%d", what, x.CurEpochNum, x.CurStepNum))
	if x.CurStepNum == 3 && what == "S" {
		x.RequestStop()
	}
}

type stopper struct{ err error }

func (s stopper) StepEnd(*train.RunContext) error { return s.err }

func TestCallbacks(t *testing.T) {
	_, m := line(0.125)
	c := &counter{}
	if err := m.Train(9, points(2), c); err != nil {
		t.Fatal(err)
	}
	want := "B0.0 e1.0 s1.1 S1.1 s1.2 S1.2 E1.2 e2.2 s2.3 S2.3 E2.3 X2.3"
	if got := strings.Join(c.calls, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	bad := errors.New("bad")
	if err := m.Train(1, points(2), stopper{bad}); !errors.Is(err, bad) {
		t.Error(err)
	}
	failing := data.FromFunc(2, func(int) (float32, float32, error) { return 0, 0, bad }, "x", "y")
	if err := m.Train(1, failing); !errors.Is(err, bad) {
		t.Error(err)
	}
	if text := printed(t, func() { _ = m.Train(1, points(1), train.NewTimeMonitor(), train.NewProgressBar()) }); !strings.HasPrefix(text, "Train epoch time: ") {
		t.Error(text)
	}
}

// TestFit prints the metrics of every epoch, and History keeps them.
func TestFit(t *testing.T) {
	_, m := line(0.125, train.Metrics("mse", "loss"))
	h := train.NewHistory()
	text := printed(t, func() {
		if err := m.Fit(2, points(1), points(1), train.NewLossMonitor(0), h); err != nil {
			t.Error(err)
		}
	})
	if want := "Eval result: epoch 1, metrics: {'mse': 0.25, 'loss': 0.125}\nEval result: epoch 2, metrics: {'mse': 0.0625, 'loss': 0.03125}\n"; text != want {
		t.Errorf("printed %s, want %s", text, want)
	}
	if got := fmt.Sprint(h.Epoch, h.History); got != "[1 2] map[eval_loss:[0.125 0.03125] loss:[0.5 0.125] mse:[0.25 0.0625]]" {
		t.Error(got)
	}
	// the metrics are on the right axis
	if got, _, _ := strings.Cut(display.Echo(h).Text(), "\n"); got != "loss, eval_loss, mse" {
		t.Errorf("its curves are %s", got)
	}
	if page, _ := display.Echo(h).Data["text/html"].(string); strings.Count(page, "<polyline") != 3 || !strings.Contains(page, ">metrics<") {
		t.Errorf("drawn as %s", page)
	}
}

// TestEarlyStopping lets w jump over its goal at a rate that is too high: the loss grows ninefold at each step.
func TestEarlyStopping(t *testing.T) {
	net, m := line(1, train.Metrics("loss"))
	s := &train.EarlyStopping{Patience: 2, RestoreBestWeights: true, Verbose: true}
	h := train.NewHistory()
	text := printed(t, func() {
		if err := m.Fit(9, points(1), points(1), s, h); err != nil {
			t.Error(err)
		}
	})
	if want := "Restoring model weights from the end of the best epoch.\nEpoch 00003: early stopping\n"; text != want {
		t.Errorf("printed %s, want %s", text, want)
	}
	if w := net.Weight.Value().String(); w != "[[2.]]" || len(h.Epoch) != 3 {
		t.Errorf("w = %s after %v", w, h.Epoch)
	}
}

// TestEarlyStoppingMonitors stops at the loss of the evaluation also where no metric is the loss.
func TestEarlyStoppingMonitors(t *testing.T) {
	for _, metrics := range [][]any{{"loss"}, {"mse"}, {"mae", "mse"}} {
		_, m := line(1, train.Metrics(metrics...))
		h := train.NewHistory()
		if err := m.Fit(9, points(1), points(1), &train.EarlyStopping{Patience: 2}, h); err != nil {
			t.Error(err)
		}
		if len(h.Epoch) != 3 {
			t.Errorf("with %v it ends after %v", metrics, h.Epoch)
		}
	}
}

func TestLearningRateScheduler(t *testing.T) {
	net, m := line(0.125)
	halve := train.NewLearningRateScheduler(func(lr float64, step int) float64 { return lr / 2 })
	if err := m.Train(1, points(2), halve); err != nil {
		t.Fatal(err)
	}
	if w := net.Weight.Value().String(); w != "[[0.3125]]" { // 0.25, then 0.0625·2·0.5 more
		t.Error(w)
	}
	for _, lr := range []any{[]float64{0.1, 0.1}, optim.NewWarmUpLR(0.1, 2), nil} {
		net := nn.NewDense(1, 1)
		var params any = net.TrainableParams()
		if lr == nil { // groups with rates of their own, of which one would be changed
			params = []optim.Group{{Params: net.TrainableParams()[:1], LR: 0.5}, {Params: net.TrainableParams()[1:]}}
		}
		m := train.NewModel(net, train.Loss(nn.NewMSELoss()), train.Optimizer(optim.NewSGD(params, lr)))
		err := tensor.Try(func() { m.Train(1, points(1), halve) })
		if err == nil || !strings.Contains(err.Error(), "the optimizer must have a fixed learning rate") {
			t.Errorf("rates %v: %v", lr, err)
		}
	}
}

func TestModelCheckpoint(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	net, m := line(0.125)
	for _, c := range []struct {
		config train.CheckpointConfig
		want   string
	}{
		{train.CheckpointConfig{SaveCheckpointSteps: 2, KeepCheckpointMax: 2}, "net-1_4.ckpt net-2_1.ckpt"},
		{train.CheckpointConfig{SaveCheckpointSteps: 4, KeepCheckpointMax: -1}, "net-1_4.ckpt net-2_1.ckpt net_1-1_4.ckpt net_1-2_3.ckpt net_1-2_5.ckpt"},
	} {
		cb := train.NewModelCheckpoint("net", dir, c.config)
		epochs := points(5)
		stop := train.LambdaCallback{OnStepEnd: func(x *train.RunContext) {
			if c.config.SaveCheckpointSteps == 2 && x.CurStepNum == 6 {
				x.RequestStop()
			}
		}}
		if err := m.Train(2, epochs, cb, stop); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for i, f := range files {
			files[i] = filepath.Base(f)
		}
		if got := strings.Join(files, " "); got != c.want {
			t.Errorf("files %s, want %s", got, c.want)
		}
		p, err := ckpt.Load(cb.LatestFile())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Keys(), " "); got != "weight global_step learning_rate momentum accum.weight stat.weight" {
			t.Error(got)
		}
		if !ops.Equal(p.Get("weight").Value(), net.Weight.Value()).Bool() {
			t.Error("another weight was saved")
		}
	}
}

func TestMisuse(t *testing.T) {
	net, m := line(0.1)
	bare := train.NewModel(net)
	nan := data.FromFunc(1, func(int) ([][]float64, [][]float64) { return [][]float64{{1}}, [][]float64{{math.NaN()}} }, "x", "y")
	for _, c := range []struct {
		want string
		call func()
	}{
		{"TypeError: For 'Model', the argument 'network' must be a Cell", func() { train.NewModel(nil) }},
		{"TypeError: For 'Model', the argument 'loss_fn' must be", func() { train.Loss(3) }},
		{"ValueError: There is no valid data in dataset", func() { _ = m.Train(1, points(1).Batch(2, true)) }},
		{"ValueError: For 'Model.train', the model needs an optimizer", func() { _ = bare.Train(1, points(1)) }},
		{"ValueError: For 'Model.train', the 'epoch' must be int and must > 0, but got '0'", func() { _ = m.Train(0, points(1)) }},
		{"ValueError: There is no valid data in dataset", func() { // it does not know its size
			_ = m.Train(1, points(1).Filter(func(x, y *tensor.Tensor) bool { return false }))
		}},
		{"ValueError: For Model.eval, the model argument 'metrics'", func() { _, _ = m.Eval(points(1)) }},
		{"ValueError: For Model.fit, the model argument 'metrics'", func() { _ = m.Fit(1, points(1), points(1)) }},
		{
			"TypeError: For 'Model', a callback must have one of the methods Begin, EpochBegin, StepBegin, StepEnd, EpochEnd, End, " +
				"but got train.EarlyStopping, whose pointer has: &train.EarlyStopping{…}.",
			func() { _ = m.Train(1, points(1), train.EarlyStopping{}) },
		},
		{"TypeError: For 'Model', a callback must have one of the methods Begin", func() { _ = m.Train(1, points(1), 3) }},
		{"KeyError: For 'Model', there is no metric 'acuracy'; the names are F1, acc, accuracy", func() { train.NewModel(net, train.Metrics("acuracy")) }},
		{"TypeError: For 'Model', a metric must be a name", func() { train.NewModel(net, train.Metrics(3)) }},
		{"ValueError: For 'Model', the dataset must have the columns data and label", func() { _ = m.Train(1, data.Slices([]float32{1})) }},
		{"ValueError: The amp level O4 is not supported", func() { train.NewModel(net, train.AMP("O4")) }},
		{"ValueError: For 'Accumulate'", func() { train.Accumulate(0) }},
		{"ValueError: For 'StaticLossScaler', the argument 'scale_value'", func() { train.NewStaticLossScaler(0.5) }},
		{"ValueError: For 'DynamicLossScaler', the arguments", func() { train.NewDynamicLossScaler(2, 0, 1) }},
		{"ValueError: mode should be 'auto', 'min' or 'max', but got up.", func() { _ = m.Train(1, points(1), &train.EarlyStopping{Mode: "up"}) }},
		{"ValueError: For 'ModelCheckpoint', the argument 'prefix'", func() { train.NewModelCheckpoint("a/b", ".") }},
		{"ValueError: For 'CheckpointConfig', the 'format'", func() { train.NewModelCheckpoint("a", ".", train.CheckpointConfig{Format: "onnx"}) }},
		{"ValueError: In epoch: 1 step: 1, loss is NAN or INF, training process cannot continue, terminating training.", func() {
			_ = m.Train(1, nan.Map(func(x, y *tensor.Tensor) (a, b *tensor.Tensor) {
				return x.AsType(tensor.Float32), y.AsType(tensor.Float32)
			}), train.NewLossMonitor())
		}},
	} {
		if err := tensor.Try(c.call); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// away is the distance of the outputs from the labels: a metric of a user's, which is no pointer.
type away struct{ sum *float64 }

func (a away) Clear() { *a.sum = 0 }

func (a away) Update(y, label *tensor.Tensor) { *a.sum += y.Sub(label).Abs().Sum().Float() }

func (a away) Eval() float64 { return *a.sum }

func TestMetricOfOwn(t *testing.T) {
	_, m := line(0.125, train.Metrics(away{new(float64)}))
	got, err := m.Eval(points(2))
	if err != nil || fmt.Sprint(got) != "{'away': 2.0}" {
		t.Errorf("%v, %v", got, err)
	}
}
