package notebooks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Runner runs the code cells of one notebook, one after the other, in one fresh session.
type Runner interface {
	// Run runs one cell and returns what it put out; a cell that fails puts out an error. The error
	// result says that the session is of no further use: it is gone, or ctx ended before the cell did.
	Run(ctx context.Context, code string) ([]Output, error)
	Close() error
}

// Verdict is what replaying a cell came to.
type Verdict int

// The verdicts of Replay.
const (
	Same    Verdict = iota // put out what is recorded
	Differs                // put out something else, or broke the promise of a tag
	Ignored                // ran, its output does not count
	Skipped                // did not run: tagged so, or blank
)

func (v Verdict) String() string { return [...]string{"same", "different", "ignored", "skipped"}[v] }

// CellReport is the outcome of one code cell.
type CellReport struct {
	Cell    *Cell
	Number  int // 1 for the first code cell
	Verdict Verdict
	Count   int           // the execution count the cell got, 0 when it did not run
	Outputs []Output      // what it put out
	Broken  string        // the promise of a tag that the cell broke, recording anew does not mend it
	Took    time.Duration // how long it ran
}

// Report is the outcome of a notebook: one entry per code cell that Replay came to.
type Report struct {
	Cells []CellReport
	Took  time.Duration

	widgets map[string]any // their states at the end
}

// stopped says that a cell was ended in its time, and that the session goes on.
type stopped struct{ error }

func (s stopped) Unwrap() error { return s.error }

// Replay runs the code cells of the notebook in r and compares what they put out with what is recorded,
// without changing the notebook. timeout bounds each cell, 0 means no bound. When the session is lost,
// the error says so and the report ends with the cell before.
func Replay(ctx context.Context, nb *Notebook, r Runner, timeout time.Duration) (*Report, error) {
	return replay(ctx, nb, r, timeout, false)
}

// replay is Replay. If it keeps going, a cell that takes too long differs and the next one runs; cells that cannot run
// because the session is lost differ as well, and the report has all cells.
func replay(ctx context.Context, nb *Notebook, r Runner, timeout time.Duration, keepGoing bool) (*Report, error) {
	rep := &Report{}
	start := time.Now()
	defer func() { rep.Took = time.Since(start) }()
	executed, lost := 0, false
	for i, c := range nb.CodeCells() {
		cr := CellReport{Cell: c, Number: i + 1, Verdict: Skipped}
		switch {
		case c.HasTag(TagSkip) || strings.TrimSpace(c.Source) == "":
		case lost:
			cr.Verdict, cr.Broken = Differs, "did not run, as the session was lost"
		default:
			executed++
			cr.Count = executed
			err := cr.run(ctx, r, timeout)
			switch {
			case err == nil:
				cr.judge()
			case keepGoing && ctx.Err() == nil:
				cr.Verdict, cr.Broken = Differs, err.Error()
				lost = !errors.As(err, new(stopped))
			default:
				return rep, fmt.Errorf("cell %d: %w", cr.Number, err)
			}
		}
		rep.Cells = append(rep.Cells, cr)
	}
	if w, ok := r.(interface{ Widgets() map[string]any }); ok {
		rep.widgets = w.Widgets()
	}
	return rep, nil
}

func (cr *CellReport) run(ctx context.Context, r Runner, timeout time.Duration) error {
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, timeout, fmt.Errorf("still running after %v", timeout))
		defer cancel()
	}
	start := time.Now()
	outs, err := r.Run(ctx, cr.Cell.Source)
	cr.Outputs, cr.Took = outs, time.Since(start)
	if cause := context.Cause(ctx); err != nil && cause != nil && errors.Is(err, ctx.Err()) {
		if errors.As(err, new(stopped)) {
			return stopped{cause}
		}
		return cause
	}
	return err
}

// judge compares what the cell put out with what is recorded, as its tags want.
func (cr *CellReport) judge() {
	failed := false
	for _, o := range cr.Outputs {
		failed = failed || o.Type == ErrorOutput
	}
	switch c := cr.Cell; {
	case c.HasTag(TagRaises) && !failed:
		cr.Verdict, cr.Broken = Differs, "tagged "+TagRaises+", but it did not fail"
	case c.HasTag(TagIgnore) && failed && !c.HasTag(TagRaises):
		cr.Verdict, cr.Broken = Differs, "tagged "+TagIgnore+", but it failed"
	case c.HasTag(TagIgnore):
		cr.Verdict = Ignored
	default:
		recorded, replayed := cr.texts()
		cr.Verdict = Same
		if recorded != replayed {
			cr.Verdict = Differs
		}
	}
}

// texts returns what is compared: the recorded outputs and those of the replay.
func (cr *CellReport) texts() (recorded, replayed string) {
	text := outputText
	switch {
	case cr.Cell.HasTag(TagVaries):
		text = kindText
	case cr.Cell.HasTag(TagRandom):
		text = randomOutputText
	}
	return text(cr.Cell.Outputs), text(cr.Outputs)
}

// Count returns how many cells got the verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, c := range r.Cells {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// Record writes what the differing cells put out into the notebook and returns how many there were. Cells that
// agree with what is recorded keep it as it is, so that recording again changes nothing.
func (r *Report) Record() int {
	changed := 0
	for i := range r.Cells {
		cr := &r.Cells[i]
		if cr.Verdict != Differs {
			continue
		}
		changed++
		n := cr.Count
		cr.Cell.ExecutionCount, cr.Cell.Outputs = &n, cr.Outputs
		for j := range cr.Outputs {
			if cr.Outputs[j].Type == ResultOutput {
				cr.Outputs[j].ExecutionCount = &n
			}
		}
	}
	return changed
}
