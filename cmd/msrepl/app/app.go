// Package app implements the command msrepl as a library. The command itself and the custom binaries that msrepl
// build produces only call it.
package app

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/heapprofile"
	"github.com/msrepl/msrepl/internal/session/inner"
	"github.com/msrepl/msrepl/internal/session/lastwords"
	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/kernel"
)

// Exit statuses other than 0.
const (
	exitFailed      = 1   // a cell, or the requested action, failed
	exitUsage       = 2   // the command line is invalid
	exitFatal       = 2   // a panic or a deadlock ended the main function of a program, as Go's runtime ends it
	exitInterrupted = 130 // what shells report for a program that Ctrl-C ended
)

// stdio holds the standard streams of a command.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// Main runs the command line of the process and exits.
func Main() {
	lastwords.Main(sayLast)
	gctune.Relax()
	heapprofile.Off()
	inner.Get[func()]("interp.OwnProcess")()
	os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// sayLast runs in a child process and reports why its parent died.
func sayLast(words lastwords.Words, note []byte, fds []int) {
	if len(note) > 0 {
		kernel.LastWords(words, note, fds)
		return
	}
	fmt.Fprintf(os.Stderr, "\nmsrepl: the session has died: %s\n", words)
}

// Run runs one command line and returns the exit status.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	std := stdio{stdin, stdout, stderr}
	if err := setMemoryLimit(cmp.Or(os.Getenv("MSREPL_MEMORY_LIMIT"), "80%")); err != nil {
		return fail(std, err)
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return dispatch(args[0], args[1:], std)
	}
	return topLevel(args, std)
}

// topLevel runs a command line without a subcommand: flags only, or nothing.
func topLevel(args []string, std stdio) int {
	var codes []string
	var version bool
	fs := topFlags(&codes, &version)
	fs.Usage = func() { usage(fs.Output()) }
	if status, done := parse(fs, args, std); done {
		return status
	}
	switch {
	case version:
		return versionCommand(nil, std)
	case fs.NArg() > 0:
		return complain(std, "unexpected argument %q", fs.Arg(0))
	case len(codes) > 0:
		return evalCodes(codes, std)
	}
	return replCommand(nil, std)
}

// topFlags returns the flags that no subcommand has.
func topFlags(codes *[]string, version *bool) *flag.FlagSet {
	fs := flag.NewFlagSet("msrepl", flag.ContinueOnError)
	fs.Func("e", "run `CODE`, print its last value and exit; may be repeated", func(s string) error {
		*codes = append(*codes, s)
		return nil
	})
	fs.Func("memory-limit", "fail cells that hold more memory than `SIZE`: 4GB, "+
		"80% of the machine's memory (the default), or off",
		setMemoryLimit)
	fs.BoolVar(version, "version", false, "print the version and exit")
	return fs
}

// setMemoryLimit sets the soft limit of the program's memory.
func setMemoryLimit(text string) error {
	bytes, err := memlimit.Parse(text)
	if err == nil {
		memlimit.SetLimit(bytes)
	}
	return err
}

// parse parses flags into fs. If done, nothing more is to do and status is the exit status: requested help goes to
// standard output and is not a failure.
func parse(fs *flag.FlagSet, args []string, std stdio) (status int, done bool) {
	var text strings.Builder
	fs.SetOutput(&text)
	switch err := fs.Parse(args); {
	case err == nil:
		return 0, false
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(std.out, text.String())
		return 0, true
	}
	fmt.Fprint(std.err, "msrepl: ", text.String())
	return exitUsage, true
}

// withoutArguments is parse for the subcommand called name, which accepts neither flags nor arguments.
func withoutArguments(name string, args []string, std stdio) (status int, done bool) {
	fs := flagsFor(name)
	if status, done = parse(fs, args, std); !done && fs.NArg() > 0 {
		return complain(std, "%s takes no arguments", name), true
	}
	return status, done
}

// complain reports an invalid command line.
func complain(std stdio, format string, args ...any) int {
	fmt.Fprintf(std.err, "msrepl: "+format+"\nTry 'msrepl help'.\n", args...)
	return exitUsage
}

// fail reports an error that does not come from a cell.
func fail(std stdio, err error) int {
	fmt.Fprintln(std.err, "msrepl:", err)
	return exitFailed
}
