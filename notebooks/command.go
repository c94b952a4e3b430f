package notebooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// The exit statuses of the commands, like those of diff: 0 for success, 1 for differences, 2 for trouble.
const (
	exitDiffers = 1
	exitTrouble = 2
)

// replayer holds the flags of `msrepl replay`.
type replayer struct {
	update, kernel, verbose, keepGoing bool
	timeout                            time.Duration
	python                             string

	json, github bool
	junit        string
	parallel     int
}

// ReplayCommand implements `msrepl replay`: it replays the named notebooks, prints a diff for every cell that differs
// and a summary line per notebook, and returns the exit status: 0 if all agree, 1 if a cell differs, 2 if a notebook
// could not be read or replayed.
func ReplayCommand(args []string, stdout, stderr io.Writer) int {
	var r replayer
	fs := newFlagSet(
		"replay", "[FLAG...] NOTEBOOK...", "run notebooks and compare their outputs with the recorded ones", stderr,
	)
	fs.BoolVar(&r.update, "update", false, "record what differs instead of printing a diff")
	fs.BoolVar(&r.kernel, "kernel", false, "run the cells with nbclient in a msrepl kernel")
	fs.BoolVar(&r.verbose, "v", false, "list every cell")
	fs.BoolVar(&r.keepGoing, "keep-going", false, "after a cell that takes too long, run the next one")
	fs.DurationVar(&r.timeout, "timeout", 2*time.Minute, "the longest `time` that one cell may take, 0 for no limit")
	fs.StringVar(
		&r.python, "python", "",
		"the Python `program` that has nbclient, for --kernel (default /usr/bin/python3, then python3)",
	)
	fs.BoolVar(&r.json, "json", false, "print the results as JSON instead of text")
	fs.BoolVar(&r.github, "github", false, "also print a GitHub annotation for every cell that differs")
	fs.StringVar(&r.junit, "junit", "", "also write a report in JUnit's XML format to this `file`")
	fs.IntVar(&r.parallel, "parallel", 1, "replay this many `notebooks` at once, each in its own process")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	if r.parallel < 1 {
		fmt.Fprintln(stderr, "msrepl replay: --parallel must be 1 or more")
		return exitTrouble
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	replay := r.replay
	if r.parallel > 1 {
		replay = r.replayElsewhere
	}
	all := inOrder(names, r.parallel, func(name string) *outcome { return replay(ctx, name) }, func(o *outcome) {
		if !r.json {
			o.print(stdout, stderr, r.github)
		}
	})
	if err := r.report(all, stdout); err != nil {
		fmt.Fprintf(stderr, "msrepl replay: %v\n", err)
		return exitTrouble
	}
	worst := 0
	for _, o := range all {
		worst = max(worst, o.Status)
	}
	return worst
}

// replay replays one notebook.
func (r *replayer) replay(ctx context.Context, name string) *outcome {
	o := &outcome{Notebook: name}
	if err := r.replayInto(ctx, o); err != nil {
		o.Error, o.Status = err.Error(), exitTrouble
	}
	return o
}

func (r *replayer) replayInto(ctx context.Context, o *outcome) error {
	text, err := os.ReadFile(o.Notebook)
	if err != nil {
		return err
	}
	nb, err := Decode(text)
	if err != nil {
		return fmt.Errorf("%s: %w", o.Notebook, err)
	}
	rep, err := r.run(ctx, nb, filepath.Dir(o.Notebook))
	o.enter(rep, cellLines(text))
	var said strings.Builder
	defer func() { o.Text = said.String() }()
	if r.verbose {
		rep.WriteCells(&said)
	}
	if err != nil {
		rep.WriteDiffs(&said, o.Notebook)
		return fmt.Errorf("%s: %w", o.Notebook, err)
	}
	if r.update {
		o.Status, err = r.record(nb, rep, o.Notebook, &said)
		return err
	}
	rep.WriteDiffs(&said, o.Notebook)
	verdict := "ok"
	if rep.Count(Differs) > 0 {
		verdict, o.Status = "FAIL", exitDiffers
	}
	fmt.Fprintf(&said, "%-4s  %s: %s\n", verdict, o.Notebook, rep.Summary())
	return nil
}

// run replays the notebook in its own directory, as Jupyter does.
func (r *replayer) run(ctx context.Context, nb *Notebook, dir string) (rep *Report, err error) {
	rep = &Report{}
	back, err := os.Getwd()
	if err != nil {
		return rep, err
	}
	if err := os.Chdir(dir); err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, os.Chdir(back)) }()
	runner, err := r.newRunner()
	if err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, runner.Close()) }()
	return replay(ctx, nb, runner, r.timeout, r.keepGoing)
}

func (r *replayer) newRunner() (Runner, error) {
	if !r.kernel {
		return NewSessionRunner()
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	pythons := []string{"/usr/bin/python3", "python3"}
	if r.python != "" {
		pythons = []string{r.python}
	}
	return NewJupyterRunner(pythons, []string{self, "kernel"})
}

// record writes the notebook if anything in it changed. A cell that violates one of its tags remains a failure.
func (r *replayer) record(nb *Notebook, rep *Report, name string, said io.Writer) (int, error) {
	changed, status := rep.Record(), 0
	for _, c := range rep.Cells {
		if c.Broken != "" {
			fmt.Fprintf(said, "%s cell %d: %s\n", name, c.Number, c.Broken)
			status = exitDiffers
		}
	}
	nb.keepWidgets(rep.widgets)
	if changed == 0 {
		fmt.Fprintf(said, "ok    %s: nothing changed (%s)\n", name, cellCount(len(rep.Cells)))
		return status, nil
	}
	fmt.Fprintf(said, "wrote %s: %s recorded again, of %d\n", name, cellCount(changed), len(rep.Cells))
	return status, nb.WriteFile(name)
}
