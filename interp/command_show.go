package interp

import "github.com/msrepl/msrepl/display"

// showCommands returns the commands that display the lines below them, as something other than Go.
func showCommands() []Command {
	show := func(name, mime, what string) Command {
		return Command{Name: name, Help: "show the lines below as " + what, Cell: true, run: func(s *Session, c call) Result {
			if !c.cell {
				return s.failed("write %%" + name + ", and the text below it")
			}
			s.out.Display(display.Echo(display.Bundle{Data: map[string]any{"text/plain": c.body, mime: c.body}}))
			return Result{N: s.count()}
		}}
	}
	return []Command{
		show("html", "text/html", "HTML"),
		show("markdown", "text/markdown", "Markdown"),
		show("latex", "text/latex", "LaTeX"),
		show("svg", "image/svg+xml", "a picture in SVG"),
		show("javascript", "application/javascript", "JavaScript"),
	}
}
