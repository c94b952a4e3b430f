package interp

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/passes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

func (s *Session) cmdHelp(c call) Result {
	if c.arg != "" {
		return s.helpOn(c)
	}
	text := HelpText(c.sign())
	if s.opts.Keys != "" {
		text += "\n" + c.sign() + "help keys lists the keys."
	}
	return s.say("%s", text)
}

// HelpText returns the list of commands, as printed by %help. sign is their prefix: % or a colon.
func HelpText(sign string) string {
	var b strings.Builder
	for _, cmd := range Commands() {
		fmt.Fprintf(&b, "%-34s %s\n", cmd.usage(sign), cmd.Help)
	}
	b.WriteString("Commands begin with % or :. A command with %% takes the lines below it. " +
		"?x shows the documentation of x, and !cmd runs a shell command.")
	return b.String()
}

// hint matches the suggestion of the checker for an undefined name.
var hint = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\((did you mean .*\?)\)$`) })

// NotKnown returns the message for an unknown name, or path such as tensor.MatMul, with a suggestion: a method of a
// type of that package, or the checker's suggestion.
func (s *Session) NotKnown(name string) string {
	msg := "no documentation found for " + name
	if pkg, member, ok := strings.Cut(name, "."); ok {
		src := pkg + "."
		for _, it := range s.Complete(src, len(src)).Items {
			method := src + it.Text + "." + member
			if it.Kind != "type" {
				continue
			}
			if _, ok := s.Inspect(method, len(method)); ok {
				return msg + "; did you mean " + method + "?"
			}
		}
	}
	if _, err := s.engine().front.TypeOf(&syntax.Cell{Name: "name", Src: name}); err != nil {
		if m := hint().FindStringSubmatch(err.Error()); m != nil {
			return msg + "; " + m[1]
		}
	}
	return msg
}

// usage returns the syntax of a command.
func (c Command) usage(sign string) string {
	switch {
	case c.Name == "!":
		sign = ""
	case c.Cell && c.run != nil && c.takes != goText:
		sign = "%%"
	}
	name := c.Name
	if name != "!" {
		name += " "
	}
	return strings.TrimSpace(sign + name + c.Arg)
}

// helpOn describes a command or a Go name.
func (s *Session) helpOn(c call) Result {
	name := strings.TrimLeft(c.arg, "%:")
	cmd, ok := find(name)
	switch {
	case name == "keys" && s.opts.Keys != "":
		return s.say("%s", s.opts.Keys)
	case name == "passes":
		return s.say("%s", passes.Lines())
	case !ok && name != c.arg:
		return s.failed("unknown command " + c.arg + suggestion(call{name: name, src: c.arg}))
	case !ok:
		return s.cmdDoc(c)
	}
	text := cmd.usage("%") + "\n\n" + cmd.Help
	if cmd.Cell {
		text += "\n\n%%" + cmd.Name + " takes the lines below it."
	}
	if len(cmd.Also) > 0 {
		text += "\n\nAlso called %" + strings.Join(cmd.Also, ", %") + "."
	}
	return s.say("%s", text)
}

func (s *Session) cmdDoc(c call) Result {
	if strings.ContainsAny(c.arg[:1], "%:") {
		return s.helpOn(c)
	}
	in, ok := s.Inspect(c.arg, len(c.arg))
	if !ok {
		return s.failed(s.NotKnown(c.arg))
	}
	text := in.Text
	if d, ok := s.assistant().Inspect(c.arg, len(c.arg)); ok && len(d.Members) > 0 {
		kind := "Methods"
		if strings.HasPrefix(d.Decl, "package ") {
			kind = "Names"
		}
		text += "\n\n" + kind + ": " + strings.Join(d.Members, ", ")
	}
	return s.say("%s", text)
}

// cmdSource prints the output of cmdDoc and the source of what a cell has defined.
func (s *Session) cmdSource(c call) Result {
	if strings.ContainsAny(c.arg[:1], "%:") {
		return s.helpOn(c)
	}
	in, ok := s.InspectSource(c.arg, len(c.arg))
	if !ok {
		return s.failed(s.NotKnown(c.arg))
	}
	return s.say("%s", in.Text)
}

func (s *Session) cmdType(c call) Result {
	cell := s.next(c.src)
	cell.Src, cell.Whole = c.goPart(), c.src
	t, err := s.engine().front.TypeOf(cell)
	if err != nil {
		return Result{N: s.count(), Err: s.compileError(err)}
	}
	return s.say("%s", t)
}

// strangers are commands of IPython that have no function here. Where a notebook loses nothing by continuing, they
// print that instead of failing.
func strangers() []Command {
	notes := []struct{ names, note string }{
		{"matplotlib pylab", "plots need no set-up: display.Plot shows one"},
		{"autoreload load_ext reload_ext unload_ext", "there are no extensions to load: packages are part of the program"},
		{"config precision", "there is nothing to configure; tensor.SetPrintOptions sets how numbers are printed"},
		{"pip conda mamba", "cells use Go packages, not Python packages, and import them by naming them"},
		{"colors xmode gui automagic autocall autoawait", "there is nothing to set"},
	}
	var all []Command
	for _, n := range notes {
		names := strings.Fields(n.names)
		all = append(all, Command{
			Name: names[0], Also: names[1:], Help: n.note, hidden: true,
			run: func(s *Session, c call) Result { return s.say("%%%s: %s", c.name, n.note) },
		})
	}
	return all
}
