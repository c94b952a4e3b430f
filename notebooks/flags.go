package notebooks

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// newFlagSet returns the flag set of a subcommand. Its help includes does, the description.
func newFlagSet(name, arguments, does string, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("msrepl "+name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "usage: msrepl %s %s\n\n%s\n\n", name, arguments, does)
		fs.PrintDefaults()
	}
	return fs
}

// parseInterspersed parses flags that may be before, between and after the file names, and returns the names. If
// there are none, the command must end with the status: 0 after -h, 2 after an error.
func parseInterspersed(fs *flag.FlagSet, args []string) (names []string, status int) {
	for {
		switch err := fs.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return nil, 0
		case err != nil:
			return nil, exitTrouble
		}
		if fs.NArg() == 0 {
			break
		}
		names, args = append(names, fs.Arg(0)), fs.Args()[1:]
	}
	if names == nil {
		fs.Usage()
	}
	return names, exitTrouble
}

// checkOut rejects an output file whose loss would be a mistake: the input file, or a notebook that would be
// overwritten with Go code.
func checkOut(in, out string, isGo bool) error {
	if isGo && filepath.Ext(out) == ".ipynb" {
		return fmt.Errorf("-o %s: the output is Go code, not a notebook", out)
	}
	read, err := os.Stat(in)
	if err != nil {
		return err
	}
	if written, err := os.Stat(out); err == nil && os.SameFile(read, written) {
		return fmt.Errorf("-o %s: this is the input file", out)
	}
	return nil
}
