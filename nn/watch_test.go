package nn_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// someTime matches durations in reports.
var someTime = regexp.MustCompile(`\s*\d+\.\d{3} ms`)

func watched() *nn.SequentialCell {
	return nn.NewSequentialCellNamed(
		nn.Named{Name: "fc", Cell: nn.NewDense(2, 3, nn.WeightInit(tensor.New([][]float32{{1, 1}, {-1, -1}, {2, 0}})), nn.BiasInit("zeros"))},
		nn.Named{Name: "relu", Cell: nn.NewReLU()},
		nn.Named{Name: "out", Cell: nn.NewDense(3, 1, nn.WeightInit("ones"), nn.HasBias(false))},
	)
}

// TestWatchReport checks numbers that are worked out by hand: x = (1, 3) gives (4, -4, 2), (4, 0, 2), 6; the gradient
// 1 goes back as (1, 1, 1), (1, 0, 1).
func TestWatchReport(t *testing.T) {
	net := watched()
	w := nn.Watch(net)
	if got := w.Report().String(); !strings.HasPrefix(got, "not called yet\n") {
		t.Errorf("before the first call:\n%s", got)
	}
	x := tensor.New([][]float32{{1, 3}})
	grad.GradBy(net, net.TrainableParams())(x)
	const want = `step 1
layer  class           output  dtype      mean    std  min  max  zeros  NaN  Inf   |dy|   |dw|  forward  backward
─
(all)  SequentialCell  (1, 1)  Float32       6      0    6    6     0%    0    0      1      –  0 ms  0 ms
fc     Dense           (1, 3)  Float32  0.6667  3.399   -4    4     0%    0    0  1.414   4.69  0 ms  0 ms
relu   ReLU            (1, 3)  Float32       2  1.633    0    4    33%    0    0  1.732      –  0 ms  0 ms
out    Dense           (1, 1)  Float32       6      0    6    6     0%    0    0      1  4.472  0 ms  0 ms`
	got := someTime.ReplaceAllString(w.String(), "  0 ms")
	got = regexp.MustCompile(`─+`).ReplaceAllString(got, "─")
	got = regexp.MustCompile(` +forward +backward`).ReplaceAllString(got, "  forward  backward")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if fc := w.Report().Layer("fc"); fc.Forward <= 0 || fc.Backward <= 0 || fc.Calls != 1 {
		t.Errorf("fc: %+v", fc)
	}
	if h := w.HTML(); !strings.Contains(h, "<td") || strings.Contains(h, "background") {
		t.Errorf("HTML: %s", h)
	}
}

// TestWatchSteps checks that a watch changes no gradient, reports every step once, and is gone after Close.
func TestWatchSteps(t *testing.T) {
	net := watched()
	x := tensor.New([][]float32{{1, 3}})
	gradients := func() string {
		return fmt.Sprint(grad.New(net, grad.Position(0), grad.Weights(net.TrainableParams()))(x))
	}
	before := gradients()
	w := nn.Watch(net)
	var told []int
	w.OnStep(func(r nn.Report) { told = append(told, r.Step) })
	for range 3 {
		if got := gradients(); got != before {
			t.Errorf("watched\n%s\nunwatched\n%s", got, before)
		}
	}
	if fmt.Sprint(told) != "[1 2 3]" {
		t.Errorf("told of %v: each step ends with the gradient of the last parameter", told)
	}
	net.Call(x) // a step without gradient
	grad.Grad(net)(x)
	if fmt.Sprint(told) != "[1 2 3 4]" {
		t.Errorf("told of %v: the gradient of the input does not say that a step is over", told)
	}
	w.Close()
	w.Close()
	gradients()
	if fmt.Sprint(told) != "[1 2 3 4 5]" || len(w.History()) != 5 {
		t.Errorf("told of %v after Close, history of %d", told, len(w.History()))
	}
	if r := w.History()[3]; r.Layer("relu").OutputGrad.Known || r.Layer("relu").Calls != 1 {
		t.Errorf("step without gradient: %+v", r.Layer("relu"))
	}
	if r := w.History()[4]; !r.Layer("relu").OutputGrad.Known || r.Layer("fc").ParamGrad.Known {
		t.Errorf("step with the gradient of the input: %+v", r.Layer("fc"))
	}
}

// TestWatchEvery: only every n-th step is reported.
func TestWatchEvery(t *testing.T) {
	net := watched()
	w := nn.Watch(net).Every(2)
	for range 5 {
		grad.GradBy(net, net.TrainableParams())(tensor.Ones(1, 2))
	}
	var steps []int
	for _, r := range w.History() {
		steps = append(steps, r.Step)
	}
	if fmt.Sprint(steps) != "[1 3 5]" {
		t.Errorf("steps %v", steps)
	}
	if err := tensor.Try(func() { w.Every(0) }); err == nil {
		t.Error("Every(0) is an error")
	}
}

// TestWatchOddCells: elements that are not finite are counted and left out of the statistics. Cells with Bprop or two
// results, recomputed cells and a cell that panics are observed too.
func TestWatchOddCells(t *testing.T) {
	for _, c := range []struct {
		name string
		net  nn.Layer
		run  func(net nn.Layer)
		want string
	}{
		{"NaN and infinity", nn.NewReLU(), func(n nn.Layer) { n.CellBase().Call(vec(float32(nan()), 2, float32(1/zero()), 4)) }, "[(4,)] mean 3 NaN 1 Inf 1 calls 1 dy –"},
		{"Bprop", initialized(&cubic{}), func(n nn.Layer) { grad.Grad(n)(vec(2)) }, "[(1,)] mean 8 NaN 0 Inf 0 calls 1 dy 1"},
		{"two results", initialized(&pairNet{}), func(n nn.Layer) { n.CellBase().Invoke(vec(1), vec(3)) }, "[(1,) (1,)] mean 3.5 NaN 0 Inf 0 calls 1 dy –"},
		{"panic first", nn.NewDense(1, 1, nn.WeightInit("ones"), nn.BiasInit("zeros")), func(n nn.Layer) {
			_ = tensor.Try(func() { n.CellBase().Call(tensor.Ones(1, 2)) })
			n.CellBase().Call(tensor.Ones(1, 1))
		}, "[(1, 1)] mean 1 NaN 0 Inf 0 calls 1 dy –"},
		{"recomputed", nn.NewReLU(), func(n nn.Layer) {
			n.CellBase().Recompute()
			grad.Grad(n)(vec(2))
		}, "[(1,)] mean 2 NaN 0 Inf 0 calls 1 dy 1"},
	} {
		w := nn.Watch(c.net)
		c.run(c.net)
		l := w.Report().Layer("")
		got := fmt.Sprintf("%v mean %v NaN %d Inf %d calls %d dy %v", l.Shapes, l.Mean, l.NaNs, l.Infs, l.Calls, l.OutputGrad)
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		w.Close()
	}
}

func zero() float64 { return 0 }
func nan() float64  { return zero() / zero() }
