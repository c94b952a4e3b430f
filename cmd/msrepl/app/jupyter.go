package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/msrepl/msrepl/kernel"
	"github.com/msrepl/msrepl/notebooks"
)

// kernelCommand runs the kernel; Jupyter starts it.
func kernelCommand(args []string, std stdio) int {
	fs := flagsFor("kernel")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() != 1 {
		return complain(std, "kernel takes one argument, a connection file")
	}
	if err := kernel.Run(context.Background(), fs.Arg(0), kernel.Options{Version: version()}); err != nil {
		return fail(std, err)
	}
	return 0
}

func installCommand(args []string, std stdio) int {
	return atKernelspec("install", "installed the kernel in", kernel.Install, args, std)
}

func uninstallCommand(args []string, std stdio) int {
	return atKernelspec("uninstall", "removed", kernel.Uninstall, args, std)
}

// atKernelspec runs act on the kernelspec that the flags select, and reports what was done.
func atKernelspec(name, did string, act func(kernel.InstallOptions) (string, error), args []string, std stdio) int {
	var o kernel.InstallOptions
	fs := flagsFor(name)
	fs.Bool("user", true, "install for this user")
	fs.Func("prefix", "use `DIR`/share/jupyter", func(s string) error {
		o.Prefix = s
		if s == "" { // for example, from an unset variable
			return errors.New("want a directory")
		}
		return nil
	})
	fs.BoolVar(&o.SysPrefix, "sys-prefix", false, "use the active virtual or conda environment")
	fs.StringVar(
		&o.Name, "name", "", "the kernel's name in Jupyter, as in jupyter console --kernel; the default is msrepl",
	)
	var g notebooks.GitOptions
	git := fs.Bool("git", false, "change git's settings for notebooks in this repository, not Jupyter's")
	fs.BoolVar(&g.Global, "global", false, "with --git: for all repositories of this user")
	if name == "install" {
		installFlags(fs, &o)
		fs.BoolVar(
			&g.KeepOutputs, "keep-outputs", false,
			"with --git: commit notebooks with their outputs; change only how diffs look",
		)
	}
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() > 0 {
		return complain(std, "%s takes flags only", name)
	}
	if *git {
		return atGit(name, g, std)
	}
	dir, err := act(o)
	if err != nil {
		return fail(std, err)
	}
	fmt.Fprintln(std.out, did, dir)
	return 0
}

// atGit configures git for notebooks, or undoes that.
func atGit(name string, g notebooks.GitOptions, std stdio) int {
	self, err := os.Executable()
	if err != nil {
		return fail(std, err)
	}
	g.Program = self
	act, did := notebooks.InstallGit, "git now shows notebooks as text and commits them without outputs; changed:"
	switch {
	case name == "uninstall":
		act, did = notebooks.UninstallGit, "removed the settings of install --git from"
	case g.KeepOutputs:
		did = "git now shows notebooks as text; changed:"
	}
	file, err := act(g)
	if err != nil {
		return fail(std, err)
	}
	fmt.Fprintln(std.out, did, file)
	return 0
}

// installFlags defines the flags for what is written, not where.
func installFlags(fs *flag.FlagSet, o *kernel.InstallOptions) {
	fs.StringVar(&o.DisplayName, "display-name", "", "the name that menus show")
	fs.Func("env", "set the environment variable `NAME=VALUE` for the kernel; may be repeated", func(s string) error {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return errors.New("want NAME=VALUE")
		}
		if o.Env == nil {
			o.Env = map[string]string{}
		}
		o.Env[name] = value
		return nil
	})
}

// kernelsCommand lists the installed kernelspecs.
func kernelsCommand(args []string, std stdio) int {
	if status, done := withoutArguments("kernels", args, std); done {
		return status
	}
	specs := kernel.List()
	for _, s := range specs {
		note := ""
		if s.Hidden != "" {
			note = "  (hidden by " + s.Hidden + ")"
		}
		fmt.Fprintf(std.out, "%-16s %s%s\n", s.Name, s.Dir, note)
	}
	if len(specs) == 0 {
		fmt.Fprintln(std.out, "none; run msrepl install to register the kernel with Jupyter")
	}
	return 0
}

// doctorCommand says what is wrong with the installation and how to fix it.
func doctorCommand(args []string, std stdio) int {
	if status, done := withoutArguments("doctor", args, std); done {
		return status
	}
	status := 0
	for _, f := range kernel.Doctor() {
		fmt.Fprintf(std.out, "%-8s %s\n", f.Level, f.What)
		for _, d := range f.Detail {
			fmt.Fprintf(std.out, "%-8s   %s\n", "", d)
		}
		if f.Fix != "" {
			fmt.Fprintf(std.out, "%-8s   to fix it: %s\n", "", f.Fix)
		}
		if f.Level == kernel.Fault {
			status = exitFailed
		}
	}
	return status
}

func replayCommand(args []string, std stdio) int {
	return notebooks.ReplayCommand(args, std.out, std.err)
}

func exportCommand(args []string, std stdio) int {
	return notebooks.ExportCommand(args, std.out, std.err)
}

func portCommand(args []string, std stdio) int {
	return notebooks.PortCommand(args, std.out, std.err)
}

func convertCommand(args []string, std stdio) int {
	return notebooks.ConvertCommand(args, std.out, std.err)
}

func stripCommand(args []string, std stdio) int {
	return notebooks.StripCommand(args, std.in, std.out, std.err)
}

func diffCommand(args []string, std stdio) int {
	return notebooks.DiffCommand(args, std.in, std.out, std.err)
}
