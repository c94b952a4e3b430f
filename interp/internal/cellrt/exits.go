package cellrt

import (
	"errors"
	"flag"
	"os"
	"runtime"
)

// Exit ends the program, in a session the cell that runs: no deferred function of a cell runs any more, and
// none can recover. stays says that a session survives it.
func (r *Runtime) Exit(code int, stays bool) {
	r.exiting.Store(true)
	if r.Exited != nil {
		r.Exited(code, stays)
	}
	runtime.Goexit()
}

// Exiting reports whether the program has ended, so that no deferred call runs any more.
func (r *Runtime) Exiting() bool { return r.exiting.Load() }

// fatal is a failure that ends a program: code cannot recover from it.
type fatal struct{ *Fault }

// Unrecoverable says so.
func (fatal) Unrecoverable() {}

// Fatal returns what a failure panics with that ends a program.
func (r *Runtime) Fatal(msg string) any {
	r.Dies()
	return fatal{&Fault{Kind: "RuntimeError", Msg: msg}}
}

// Dies notes a failure that ends a program. No deferred function of one runs then; in a session they do, as it goes on
// with what they put in order.
func (r *Runtime) Dies() {
	if r.Program {
		r.exiting.Store(true)
	}
}

// End ends goroutines of cells that wait, now or later, as the end of a program does: no deferred function runs.
func (r *Runtime) End() {
	r.exiting.Store(true)
	r.Interrupt()
}

// How a flag set that exits ends the program: after it was asked for help, and after a mistake.
const (
	helped  = 0
	misused = 2
)

// FlagsParse returns the Parse of a flag set.
func (r *Runtime) FlagsParse(set *flag.FlagSet) func(args []string) error {
	return func(args []string) error {
		if set.ErrorHandling() != flag.ExitOnError {
			return set.Parse(args)
		}
		set.Init(set.Name(), flag.ContinueOnError)
		err := set.Parse(args)
		set.Init(set.Name(), flag.ExitOnError)
		switch {
		case errors.Is(err, flag.ErrHelp):
			r.Exit(helped, true)
		case err != nil:
			r.Exit(misused, true)
		}
		return err
	}
}

// ParseCommandLine is flag.Parse.
func (r *Runtime) ParseCommandLine() {
	_ = r.FlagsParse(flag.CommandLine)(os.Args[1:]) // it exits where it fails
}
