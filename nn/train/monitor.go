package train

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/tensor"
)

// LossMonitor prints the loss: mindspore.train.LossMonitor. A loss that is NaN or infinite ends the training with
// ValueError.
type LossMonitor struct {
	every int
	last  int // the last step printed
}

// NewLossMonitor returns a LossMonitor that prints after that many steps (per_print_times), 1 by default; 0 prints no
// steps. A negative number raises ValueError.
func NewLossMonitor(every ...int) *LossMonitor {
	n := 1
	if len(every) > 0 {
		n = every[0]
	}
	if n < 0 {
		tensor.Throw("LossMonitor", tensor.ValueError, "The argument 'per_print_times' must be int and >= 0, but got %d", n)
	}
	return &LossMonitor{every: n}
}

// Begin resets the monitor, except for the steps counted by an [InitialEpoch].
func (m *LossMonitor) Begin(c *RunContext) { m.last = c.CurStepNum - c.CurStepNum%max(m.every, 1) }

// StepEnd prints the loss of the step.
func (m *LossMonitor) StepEnd(c *RunContext) {
	loss := c.Loss()
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		tensor.Throw("LossMonitor", tensor.ValueError, "In epoch: %d step: %d, loss is NAN or INF, training process cannot continue, terminating training.",
			c.CurEpochNum, c.StepInEpoch())
	}
	if m.every > 0 && c.CurStepNum-m.last >= m.every {
		m.last = c.CurStepNum
		fmt.Fprintf(display.Stdout(), "epoch: %d step: %d, loss is %s\n", c.CurEpochNum, c.StepInEpoch(), tensor.Repr(loss))
	}
}

// EpochEnd prints the metrics that Fit has computed.
func (m *LossMonitor) EpochEnd(c *RunContext) {
	if c.Metrics.Len() > 0 {
		fmt.Fprintf(display.Stdout(), "Eval result: epoch %d, metrics: %s\n", c.CurEpochNum, c.Metrics)
	}
}

// TimeMonitor prints the time of each epoch and the mean time of a step: mindspore.train.TimeMonitor.
type TimeMonitor struct{ began time.Time }

// NewTimeMonitor returns a TimeMonitor.
func NewTimeMonitor() *TimeMonitor { return &TimeMonitor{} }

// EpochBegin records the time.
func (m *TimeMonitor) EpochBegin(*RunContext) { m.began = time.Now() }

// EpochEnd prints the elapsed time.
func (m *TimeMonitor) EpochEnd(c *RunContext) {
	took := float64(time.Since(m.began)) / float64(time.Millisecond)
	fmt.Fprintf(display.Stdout(), "Train epoch time: %5.3f ms, per step time: %5.3f ms\n", took, took/float64(max(c.BatchNum, 1)))
}

// ProgressBar shows the progress of an epoch, and its loss, in a terminal or a notebook.
type ProgressBar struct{ bar *display.Bar }

// NewProgressBar returns a ProgressBar.
func NewProgressBar() *ProgressBar { return &ProgressBar{} }

// EpochBegin shows an empty bar.
func (p *ProgressBar) EpochBegin(c *RunContext) {
	p.bar = display.Progress(c.BatchNum, fmt.Sprintf("epoch %d/%d", c.CurEpochNum, c.EpochNum))
}

// StepEnd advances the bar.
func (p *ProgressBar) StepEnd(c *RunContext) {
	p.bar.Add(1)
	p.bar.Note("loss " + strconv.FormatFloat(c.Loss(), 'g', 4, 64))
}

// EpochEnd completes the bar and adds the metrics, if any.
func (p *ProgressBar) EpochEnd(c *RunContext) {
	if c.Metrics.Len() > 0 {
		p.bar.Note(fmt.Sprintf("loss %.4g, %s", c.Loss(), c.Metrics))
	}
	p.bar.Done()
}
