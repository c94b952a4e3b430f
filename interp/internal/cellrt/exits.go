package cellrt

import (
	"errors"
	"flag"
	"os"
	"runtime"
)

// Exit ends the program, in a session the running cell: deferred functions of cells no longer run, and nothing can
// recover. stays means that the session continues.
func (r *Runtime) Exit(code int, stays bool) {
	r.exiting.Store(true)
	if r.Exited != nil {
		r.Exited(code, stays)
	}
	runtime.Goexit()
}

// Exiting reports whether the program has ended, so that deferred calls no longer run.
func (r *Runtime) Exiting() bool { return r.exiting.Load() }

// fatal is a failure that ends a program: code cannot recover it.
type fatal struct{ *Fault }

// Unrecoverable marks the panic as one that code cannot recover.
func (fatal) Unrecoverable() {}

// Fatal returns the panic value for a failure that ends a program.
func (r *Runtime) Fatal(msg string) any {
	r.Dies()
	return fatal{&Fault{Kind: "RuntimeError", Msg: msg}}
}

// Dies records a failure that ends a program. Deferred functions of a program no longer run; in a session they do, as
// it continues with the state that they restore.
func (r *Runtime) Dies() {
	if r.Program {
		r.exiting.Store(true)
	}
}

// End ends waiting goroutines of cells, now or later, like the end of a program: deferred functions do not run.
func (r *Runtime) End() {
	r.exiting.Store(true)
	r.Interrupt()
}

// Exit codes of a flag set: after a request for help, and after an error.
const (
	helped  = 0
	misused = 2
)

// FlagsParse returns the replacement for the method Parse of a flag set.
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

// ParseCommandLine implements flag.Parse.
func (r *Runtime) ParseCommandLine() {
	_ = r.FlagsParse(flag.CommandLine)(os.Args[1:]) // it exits on errors
}
