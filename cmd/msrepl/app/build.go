package app

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/msrepl/msrepl/interp/custombuild"
)

// buildCommand builds a binary whose sessions can import additional packages.
func buildCommand(args []string, std stdio) int {
	var o custombuild.Options
	fs := flagsFor("build")
	fs.Func("with", "make `PACKAGE` available to cells: example.org/pkg@v1.2.3, example.org/pkg/..., "+
		"or ./folder; may be repeated", func(s string) error {
		o.With = append(o.With, s)
		return nil
	})
	fs.StringVar(&o.Output, "o", "", "write the binary to `FILE`; the default is mymsrepl")
	fs.StringVar(
		&o.Msrepl, "msrepl", "",
		"build from the source of msrepl in `DIR`; the default is the checkout around the working directory, or else "+
			"the version of this program",
	)
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() > 0 {
		return complain(std, "build takes flags only; -with %s names a package", fs.Arg(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := custombuild.Build(ctx, o)
	if err != nil {
		return fail(std, err)
	}
	for _, p := range r.Packages {
		fmt.Fprintln(std.out, "with", p)
	}
	for _, l := range r.Left {
		fmt.Fprintln(std.out, "without", l)
	}
	fmt.Fprintln(std.out, "wrote", r.Output)
	return 0
}
