package rt

import (
	"errors"
	"flag"
	"log"
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

// Exiting says whether the program has ended, so that no deferred call runs any more.
func (r *Runtime) Exiting() bool { return r.exiting.Load() }

// End ends goroutines of cells that wait, now or later, as the end of a program does: no deferred function runs.
func (r *Runtime) End() {
	r.exiting.Store(true)
	r.Interrupt()
}

// Fatal returns the Fatal or Fatalln of package log, whose Print or Println print is.
func (r *Runtime) Fatal(print func(v ...any)) func(v ...any) {
	return func(v ...any) {
		print(v...)
		r.Exit(1, true)
	}
}

// Fatalf returns the Fatalf of package log, whose Printf printf is.
func (r *Runtime) Fatalf(printf func(format string, v ...any)) func(format string, v ...any) {
	return func(format string, v ...any) {
		printf(format, v...)
		r.Exit(1, true)
	}
}

// LoggerFatal returns the Fatal of a logger.
func (r *Runtime) LoggerFatal(l *log.Logger) func(v ...any) { return r.Fatal(l.Print) }

// LoggerFatalln returns the Fatalln of a logger.
func (r *Runtime) LoggerFatalln(l *log.Logger) func(v ...any) { return r.Fatal(l.Println) }

// LoggerFatalf returns the Fatalf of a logger.
func (r *Runtime) LoggerFatalf(l *log.Logger) func(format string, v ...any) {
	return r.Fatalf(l.Printf)
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
