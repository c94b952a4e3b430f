package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

type command struct {
	name, short string
	flags       *flag.FlagSet
	run         func(args []string, out io.Writer) int
}

type app struct {
	name     string
	commands map[string]*command
	err      io.Writer
}

func (a *app) add(name, short string, setup func(fs *flag.FlagSet) func([]string, io.Writer) int) {
	fs := flag.NewFlagSet(a.name+" "+name, flag.ContinueOnError)
	fs.SetOutput(a.err)
	if a.commands == nil {
		a.commands = map[string]*command{}
	}
	a.commands[name] = &command{name, short, fs, setup(fs)}
}

func (a *app) usage() {
	fmt.Fprintf(a.err, "usage: %s COMMAND\n", a.name)
	var names []string
	for n := range a.commands {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(a.err, "  %-8s %s\n", n, a.commands[n].short)
	}
}

func (a *app) main(args []string, out io.Writer) (status int) {
	if len(args) == 0 {
		a.usage()
		return 2
	}
	c, ok := a.commands[args[0]]
	if !ok {
		fmt.Fprintf(a.err, "%s: unknown command %q\n", a.name, args[0])
		return 2
	}
	switch err := c.flags.Parse(args[1:]); err {
	case nil:
		return c.run(c.flags.Args(), out)
	case flag.ErrHelp:
		return 0
	default:
		return 2
	}
}

func build() *app {
	a := &app{name: "calc", err: os.Stdout}
	a.add("sum", "add numbers", func(fs *flag.FlagSet) func([]string, io.Writer) int {
		scale := fs.Float64("scale", 1, "multiply by this")
		return func(args []string, out io.Writer) int {
			total := 0.0
			for _, s := range args {
				var x float64
				if _, err := fmt.Sscan(s, &x); err != nil {
					fmt.Fprintf(out, "bad number %q\n", s)
					return 1
				}
				total += x
			}
			fmt.Fprintln(out, total**scale)
			return 0
		}
	})
	a.add("join", "join words", func(fs *flag.FlagSet) func([]string, io.Writer) int {
		var sep string
		var upper bool
		fs.StringVar(&sep, "sep", " ", "between words")
		fs.BoolVar(&upper, "upper", false, "in capitals")
		return func(args []string, out io.Writer) int {
			s := strings.Join(args, sep)
			if upper {
				s = strings.ToUpper(s)
			}
			_, err := io.WriteString(out, s+"\n")
			if err != nil {
				return 1
			}
			return 0
		}
	})
	return a
}

func main() {
	last := 0
	for _, line := range []string{
		"",
		"sum 1 2 3.5",
		"sum -scale 2 1 x",
		"sum -scale=0.5 10 -4",
		"join -sep + -upper a b c",
		"join -nosuch",
		"join -h",
		"divide 1 2",
	} {
		fmt.Println("$ calc", line)
		if status := build().main(strings.Fields(line), os.Stdout); status != 0 {
			fmt.Println("status", status)
			last = status
		}
	}
	os.Exit(last)
}
