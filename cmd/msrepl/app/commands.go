package app

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/msrepl/msrepl/interp"
)

// command is a subcommand: one row feeds dispatch and help.
type command struct {
	name  string
	args  string // arguments in the synopsis
	short string // one-line description
	run   func(args []string, std stdio) int
}

// commands lists the subcommands in the order of the help text.
func commands() []command {
	return []command{
		{"repl", "", "start the terminal session (the default); run piped input", replCommand},
		{
			"run", "FILE [ARGUMENT...]",
			"run a script of cells (cut at lines that start with // %%), a program or a notebook; - reads standard input",
			runCommand,
		},
		{"kernel", "CONNECTION_FILE", "run the kernel; Jupyter starts it with this command", kernelCommand},
		{
			"install", "[--prefix DIR | --git] [FLAG...]", "register the kernel with Jupyter, or set up git for notebooks",
			installCommand,
		},
		{"uninstall", "[--prefix DIR | --git] [--name N]", "undo install", uninstallCommand},
		{"kernels", "", "list where the kernel is installed", kernelsCommand},
		{"doctor", "", "check the installation, start the kernel, and say how to fix problems", doctorCommand},
		{
			"replay", "[--update] [--kernel] NOTEBOOK...", "run notebooks and compare the outputs with the recorded ones",
			replayCommand,
		},
		{"export", "FILE [-o FILE]", "print a notebook or a script of cells as a plain Go program", exportCommand},
		{
			"convert", "[--outputs] [--update] FILE [-o FILE]",
			"convert a notebook to a script of cells, or a script to a notebook", convertCommand,
		},
		{"strip", "[--check] NOTEBOOK...", "remove outputs and execution counts from notebooks", stripCommand},
		{"diff", "[--sources] OLD NEW", "compare two notebooks in readable form", diffCommand},
		{"port", "NOTEBOOK [-o FILE]", "translate a notebook from Python to Go and compare the outputs", portCommand},
		{"build", "-with PACKAGE[@VERSION]... [-o FILE]", "build a msrepl with more packages", buildCommand},
		{"version", "", "print the version", versionCommand},
		{"help", "[COMMAND]", "print this text, or the usage of a command", helpCommand},
	}
}

// dispatch runs the subcommand called name.
func dispatch(name string, args []string, std stdio) int {
	for _, c := range commands() {
		if c.name == name {
			return c.run(args, std)
		}
	}
	if ext := filepath.Ext(name); ext == ".go" || ext == ".ipynb" {
		return runCommand(append([]string{name}, args...), std)
	}
	return complain(std, "unknown command %q", name)
}

// flagsFor returns an empty flag set for the subcommand called name. Its usage text comes from the table.
func flagsFor(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.Usage = func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(fs.Output(), "usage: %s\n\n%s\n", synopsis(c), c.short)
			}
		}
		fs.PrintDefaults()
	}
	return fs
}

func synopsis(c command) string { return strings.TrimSpace("msrepl " + c.name + " " + c.args) }

// usage prints the help text.
func usage(w io.Writer) {
	fmt.Fprint(w, "msrepl runs Go cells in MindSpore's eager style.\n\n",
		"usage: msrepl [FLAG...]\n       msrepl COMMAND [ARGUMENT...]\n       msrepl FILE.go|FILE.ipynb [ARGUMENT...]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-48s %s\n", strings.TrimPrefix(synopsis(c), "msrepl "), c.short)
	}
	fmt.Fprintln(w)
	topFlags(new([]string), new(bool)).VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %-48s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), text)
	})
	fmt.Fprint(w, "\nIn a session, :help lists its commands.\n")
}

func helpCommand(args []string, std stdio) int {
	if len(args) == 0 || args[0] == "help" {
		usage(std.out)
		return 0
	}
	std.err = std.out // requested help is not a failure
	return dispatch(args[0], []string{"-h"}, std)
}

func versionCommand(args []string, std stdio) int {
	if status, done := withoutArguments("version", args, std); done {
		return status
	}
	fmt.Fprintf(std.out, "msrepl %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, path := range interp.Added() {
		fmt.Fprintln(std.out, "with", path)
	}
	return 0
}

// commit is the commit of the binary. The Makefile sets it, because the go command stamps none with -buildvcs=false.
var commit string

// version returns the module's version, or "devel" with the commit if that is known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info, commit)
}

// versionOf returns the module version that the go command stamped into the binary; a custom binary has msrepl among
// its dependencies. A binary without a version is identified by its commit: the one that the go command stamped, or
// else the one passed to the linker.
func versionOf(info *debug.BuildInfo, commit string) string {
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == "github.com/msrepl/msrepl" && m.Replace == nil && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" && info.Main.Path == "github.com/msrepl/msrepl" {
		commit = revision[:min(12, len(revision))]
		if settings["vcs.modified"] == "true" {
			commit += "-dirty"
		}
	}
	if commit == "" {
		return "devel"
	}
	return "devel-" + commit
}
