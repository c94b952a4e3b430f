package train

import (
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/tensor"
)

// EarlyStopping ends the training when a monitored value stops improving: mindspore.train.EarlyStopping.
type EarlyStopping struct {
	Monitor            string  // "loss", "eval_loss" with Fit, or the name of a metric; "eval_loss" when empty
	MinDelta           float64 // smallest change that counts as an improvement
	Patience           int     // number of epochs without improvement that end the training, at least one
	Mode               string  // "min", "max", or "auto", the default: by the name of the value
	Baseline           float64 // unless 0, a value that must be improved on as well
	RestoreBestWeights bool    // restore the parameters of the best epoch at the end
	Verbose            bool    // print what happens

	best    float64
	wait    int
	stopped int // the epoch
	weights []*tensor.Tensor
}

// smallerIsBetter lists the values that improve by falling (_smaller_better_metrics).
var smallerIsBetter = map[string]bool{
	"hausdorff_distance": true, "mae": true, "mse": true, "loss": true, "perplexity": true,
	"mean_surface_distance": true, "root_mean_square_distance": true, "eval_loss": true,
}

// Begin resets the callback. An unknown Mode raises ValueError.
func (s *EarlyStopping) Begin(*RunContext) { s.begin("EarlyStopping") }

func (s *EarlyStopping) begin(callback string) {
	if s.Monitor == "" {
		s.Monitor = "eval_loss"
	}
	switch s.Mode {
	case "", "auto", "min", "max":
	default:
		tensor.Throw(callback, tensor.ValueError, "mode should be 'auto', 'min' or 'max', but got %s.", s.Mode)
	}
	s.best, s.wait, s.stopped, s.weights = math.Inf(s.direction()), 0, 0, nil
}

// direction returns 1 if lower values are better, and -1 if higher ones are.
func (s *EarlyStopping) direction() int {
	if s.Mode == "min" || s.Mode != "max" && smallerIsBetter[s.Monitor] {
		return 1
	}
	return -1
}

func (s *EarlyStopping) better(a, b float64) bool {
	if s.direction() > 0 {
		return a < b-math.Abs(s.MinDelta)
	}
	return a > b+math.Abs(s.MinDelta)
}

// EpochEnd checks the monitored value.
func (s *EarlyStopping) EpochEnd(c *RunContext) {
	now, ok := s.figure(c, "Early stopping")
	if !ok {
		return
	}
	if s.RestoreBestWeights && s.weights == nil {
		s.keep(c)
	}
	s.wait++
	if s.better(now, s.best) {
		s.best = now
		if s.RestoreBestWeights {
			s.keep(c)
		}
		if s.Baseline == 0 || s.better(now, s.Baseline) {
			s.wait = 0
		}
	}
	if s.wait >= max(s.Patience, 1) {
		s.stopped = c.CurEpochNum
		c.RequestStop()
		s.restore(c)
	}
}

// figure returns the monitored value of the epoch. If there is none, it warns about what depends on it.
func (s *EarlyStopping) figure(c *RunContext, what string) (float64, bool) {
	now, ok := monitored(c, s.Monitor)
	if !ok {
		choices := []string{"loss"}
		if c.Metrics.Len() > 0 {
			choices = append(choices, "eval_loss")
		}
		slog.Warn(what + " is conditioned on " + s.Monitor + ", which is not available. Available choices are: " +
			strings.Join(append(choices, c.Metrics.Keys()...), ", "))
	}
	return now, ok
}

// monitored returns a value of the epoch by name.
func monitored(c *RunContext, name string) (float64, bool) {
	if name == "loss" {
		return c.Loss(), true
	}
	if name == "eval_loss" && !c.Metrics.Has(name) && c.Metrics.Len() > 0 {
		return c.evalLoss, true // which Fit computes even if no metric is the loss
	}
	if !c.Metrics.Has(name) {
		return 0, false
	}
	return c.Metrics.Float(name), true
}

// keep copies the parameters.
func (s *EarlyStopping) keep(c *RunContext) {
	s.weights = s.weights[:0]
	for _, p := range c.Network().CellBase().ParametersAndNames() {
		s.weights = append(s.weights, p.Param.Value().Detach().Clone())
	}
}

func (s *EarlyStopping) restore(c *RunContext) {
	if !s.RestoreBestWeights {
		return
	}
	if s.Verbose {
		fmt.Fprintln(display.Stdout(), "Restoring model weights from the end of the best epoch.")
	}
	for i, p := range c.Network().CellBase().ParametersAndNames() {
		p.Param.SetData(s.weights[i])
	}
}

// End prints the epoch at which the training was stopped.
func (s *EarlyStopping) End(*RunContext) {
	if s.stopped > 0 && s.Verbose {
		fmt.Fprintf(display.Stdout(), "Epoch %05d: early stopping\n", s.stopped)
	}
}

// LearningRateScheduler changes the learning rate after every step: mindspore.train.LearningRateScheduler.
type LearningRateScheduler struct {
	rate func(lr float64, step int) float64
}

// NewLearningRateScheduler returns a LearningRateScheduler; rate takes the current learning rate and the number of
// the step.
func NewLearningRateScheduler(rate func(lr float64, step int) float64) *LearningRateScheduler {
	return &LearningRateScheduler{rate}
}

// StepEnd sets the learning rate of all parameters. An optimizer whose rate is not a single fixed number raises
// TypeError.
func (s *LearningRateScheduler) StepEnd(c *RunContext) {
	lr := fixedRate("LearningRateScheduler", tensor.TypeError, c)
	lr.SetData(tensor.New(s.rate(lr.Float(), c.CurStepNum), tensor.Float32))
}

// History records the loss, and with Fit the metrics, of every epoch: mindspore.train.History. As the last value of a
// cell it is displayed as curves.
type History struct {
	Epoch   []int                // numbers of the epochs
	History map[string][]float64 // "loss" and the metrics that are numbers, by epoch
}

// NewHistory returns an empty History.
func NewHistory() *History { return &History{} }

// Begin discards the data of an earlier training.
func (h *History) Begin(*RunContext) { h.Epoch, h.History = nil, map[string][]float64{} }

// EpochEnd records the last loss of the epoch and the metrics. A metric called "loss" is recorded as "eval_loss".
func (h *History) EpochEnd(c *RunContext) {
	h.Epoch = append(h.Epoch, c.CurEpochNum)
	h.History["loss"] = append(h.History["loss"], c.Loss())
	for _, name := range c.Metrics.Keys() {
		v, ok := c.Metrics.Get(name).(float64)
		if name == "loss" {
			name = "eval_loss"
		}
		if ok {
			h.History[name] = append(h.History[name], v)
		}
	}
}

// Plot returns a figure of the curves over the epochs: losses on the left axis and, where there are others, metrics on
// the right one.
func (h *History) Plot() *display.Figure {
	p := display.NewPlot("").XLabel("epoch").YLabel("loss")
	names := slices.SortedFunc(maps.Keys(h.History), func(a, b string) int {
		switch "loss" { // drawn first
		case a:
			return -1
		case b:
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		v := h.History[name]
		epochs := h.Epoch[max(len(h.Epoch)-len(v), 0):]
		side := p
		if !strings.Contains(name, "loss") {
			side = p.TwinX().YLabel("metrics")
		}
		side.Line(name, epochs, v, display.Style{Marker: "."})
	}
	return p
}

// Display shows the curves as a cell's last expression.
func (h *History) Display() display.Bundle { return h.Plot().Display() }
