package main

import (
	"context"
	"fmt"

	"github.com/msrepl/msrepl/kernel"
	"github.com/msrepl/msrepl/notebooks"
)

// kernelCommand is what Jupyter starts.
func kernelCommand(args []string, std stdio) int {
	fs := flagsFor("kernel")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() != 1 {
		return complain(std, "kernel takes one connection file")
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

// atKernelspec runs act where the flags say that the kernelspec is, and tells what was done.
func atKernelspec(name, did string, act func(kernel.InstallOptions) (string, error), args []string, std stdio) int {
	var o kernel.InstallOptions
	fs := flagsFor(name)
	fs.Bool("user", true, "for this user; the default")
	fs.StringVar(&o.Prefix, "prefix", "", "below `DIR`/share/jupyter")
	fs.BoolVar(&o.SysPrefix, "sys-prefix", false, "for the active virtual or conda environment")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() > 0 {
		return complain(std, "%s takes flags only", name)
	}
	dir, err := act(o)
	if err != nil {
		return fail(std, err)
	}
	fmt.Fprintln(std.out, did, dir)
	return 0
}

func replayCommand(args []string, std stdio) int {
	return notebooks.ReplayCommand(args, std.out, std.err)
}

func exportCommand(args []string, std stdio) int {
	return notebooks.ExportCommand(args, std.out, std.err)
}
