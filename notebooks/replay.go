package notebooks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Runner runs the code cells of one notebook, in order, in a new session.
type Runner interface {
	// Run runs one cell and returns its outputs; the failure of a cell is an output. A non-nil error means that the
	// session is lost: it has ended, or ctx ended before the cell did.
	Run(ctx context.Context, code string) ([]Output, error)
	Close() error
}

// Verdict is the result of replaying a cell.
type Verdict int

// The verdicts of Replay.
const (
	Same    Verdict = iota // output equals the recorded output
	Differs                // output differs, or the cell violated a tag
	Ignored                // ran, but its output does not count
	Skipped                // did not run: tagged so, or blank
)

func (v Verdict) String() string { return [...]string{"same", "different", "ignored", "skipped"}[v] }

// CellReport is the result of one code cell.
type CellReport struct {
	Cell    *Cell
	Number  int // 1 for the first code cell
	Verdict Verdict
	Count   int           // execution count of the cell; 0 if it did not run
	Outputs []Output      // its outputs
	Broken  string        // the tag that the cell violated; recording again does not fix this
	Took    time.Duration // running time
}

// Report is the result of a notebook: one entry for each code cell that Replay reached.
type Report struct {
	Cells []CellReport
	Took  time.Duration

	widgets map[string]any // their states at the end
}

// stopped is the error of a cell that was interrupted in time, so that the session can continue.
type stopped struct{ error }

func (s stopped) Unwrap() error { return s.error }

// Replay runs the code cells of the notebook in r and compares their outputs with the recorded ones, without changing
// the notebook. timeout limits each cell; 0 means no limit. If the session is lost, Replay returns an error, and the
// report ends with the cell before.
func Replay(ctx context.Context, nb *Notebook, r Runner, timeout time.Duration) (*Report, error) {
	return replay(ctx, nb, r, timeout, false)
}

// replay implements Replay. With keepGoing, a cell that takes too long differs and the next one runs; cells that
// cannot run because the session is lost differ as well, and the report has all cells.
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

// judge compares the outputs of the cell with the recorded ones, according to its tags.
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

// texts returns the texts to compare: of the recorded outputs and of those of the replay.
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

// Count returns the number of cells with the verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, c := range r.Cells {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// Record writes the outputs of the differing cells into the notebook and returns the number of these cells. Other
// cells keep their recorded outputs unchanged, so that recording again changes nothing.
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
