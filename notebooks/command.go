package notebooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// The exit statuses of the commands, as those of diff: 0 when all is well, 1 for differences, 2 for trouble.
const (
	exitDiffers = 1
	exitTrouble = 2
)

// replayer is what the flags of `msrepl replay` say.
type replayer struct {
	update, kernel, verbose bool
	timeout                 time.Duration
	python                  string
	stdout, stderr          io.Writer
}

// ReplayCommand is `msrepl replay`: it replays the named notebooks, prints a diff for every cell that differs and
// a summary line per notebook, and returns the exit status: 0 when all agree, 1 when a cell differs, 2 when a
// notebook could not be read or replayed.
func ReplayCommand(args []string, stdout, stderr io.Writer) int {
	r := replayer{stdout: stdout, stderr: stderr}
	fs := newFlagSet("replay", "[flags] NOTEBOOK...", "Runs notebooks again and compares what they put out with what they record.", stderr)
	fs.BoolVar(&r.update, "update", false, "record what differs instead of printing a diff")
	fs.BoolVar(&r.kernel, "kernel", false, "run the cells through a Jupyter kernel of msrepl and a real client")
	fs.BoolVar(&r.verbose, "v", false, "list every cell")
	fs.DurationVar(&r.timeout, "timeout", 2*time.Minute, "the longest `time` that one cell may take, 0 for no limit")
	fs.StringVar(&r.python, "python", "", "the `program` that has nbclient, for --kernel (default /usr/bin/python3, then python3)")
	names, status := parseInterspersed(fs, args)
	if names == nil {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	worst := 0
	for _, name := range names {
		status, err := r.replay(ctx, name)
		if err != nil {
			fmt.Fprintf(stderr, "msrepl replay: %v\n", err)
			status = exitTrouble
		}
		worst = max(worst, status)
	}
	return worst
}

// replay replays one notebook and reports on it.
func (r *replayer) replay(ctx context.Context, name string) (int, error) {
	nb, err := ReadFile(name)
	if err != nil {
		return 0, err
	}
	rep, err := r.run(ctx, nb, filepath.Dir(name))
	if r.verbose {
		rep.WriteCells(r.stdout)
	}
	if err != nil {
		rep.WriteDiffs(r.stdout, name)
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if r.update {
		return r.record(nb, rep, name)
	}
	rep.WriteDiffs(r.stdout, name)
	verdict, status := "ok", 0
	if rep.Count(Differs) > 0 {
		verdict, status = "FAIL", exitDiffers
	}
	fmt.Fprintf(r.stdout, "%-4s  %s: %s\n", verdict, name, rep.Summary())
	return status, nil
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
	return Replay(ctx, nb, runner, r.timeout)
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

// record writes the notebook if anything in it changed. A cell that breaks the promise of a tag stays a failure.
func (r *replayer) record(nb *Notebook, rep *Report, name string) (int, error) {
	changed, status := rep.Record(), 0
	for _, c := range rep.Cells {
		if c.Broken != "" {
			fmt.Fprintf(r.stdout, "%s cell %d: %s\n", name, c.Number, c.Broken)
			status = exitDiffers
		}
	}
	nb.keepWidgets(rep.widgets)
	if changed == 0 {
		fmt.Fprintf(r.stdout, "ok    %s: nothing changed (%s)\n", name, plural(len(rep.Cells), "cell"))
		return status, nil
	}
	fmt.Fprintf(r.stdout, "wrote %s: %s recorded anew, of %d\n", name, plural(changed, "cell"), len(rep.Cells))
	return status, nb.WriteFile(name)
}
