package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

const session = `
set name World
echo Hello, $name!
repeat 3 echo ab
upper echo quiet
set n
count one two three
help me
# a comment
echo "$name" costs \$5
exit
echo never
`

type shell struct {
	out  io.Writer
	vars map[string]string
	cmds map[string]command
	line int
}

type command struct {
	usage string
	run   func(sh *shell, args []string) error
}

type usageError string

func (u usageError) Error() string { return "usage: " + string(u) }

func (sh *shell) register() {
	sh.cmds = map[string]command{
		"set": {"set NAME VALUE", (*shell).set},
		"echo": {"echo TEXT...", func(sh *shell, args []string) error {
			_, err := fmt.Fprintln(sh.out, strings.Join(args, " "))
			return err
		}},
		"repeat": {"repeat N COMMAND", repeat},
		"upper": {"upper COMMAND", func(sh *shell, args []string) error {
			var b strings.Builder
			saved := sh.out
			sh.out = &b
			defer func() {
				sh.out = saved
				io.WriteString(sh.out, strings.ToUpper(b.String()))
			}()
			return sh.dispatch(args)
		}},
		"count": {"count WORDS...", func(sh *shell, args []string) error {
			_, err := fmt.Fprintf(sh.out, "%d words, longest %q\n", len(args), longest(args...))
			return err
		}},
		"exit": {"exit", func(*shell, []string) error { return io.EOF }},
	}
}

func longest(words ...string) (best string) {
	for _, w := range words {
		if len(w) > len(best) {
			best = w
		}
	}
	return
}

func (sh *shell) set(args []string) error {
	if len(args) != 2 {
		return usageError(sh.cmds["set"].usage)
	}
	sh.vars[args[0]] = args[1]
	return nil
}

func repeat(sh *shell, args []string) error {
	var n int
	if len(args) < 2 {
		return usageError(sh.cmds["repeat"].usage)
	}
	if _, err := fmt.Sscanf(args[0], "%d", &n); err != nil {
		return err
	}
	for range n {
		if err := sh.dispatch(args[1:]); err != nil {
			return err
		}
	}
	return nil
}

func (sh *shell) dispatch(args []string) error {
	c, ok := sh.cmds[args[0]]
	if !ok {
		return fmt.Errorf("%s: no such command", args[0])
	}
	return c.run(sh, args[1:])
}

func (sh *shell) expand(word string) string {
	if rest, ok := strings.CutPrefix(word, `\$`); ok {
		return "$" + rest
	}
	return os.Expand(strings.Trim(word, `"`), func(name string) string { return sh.vars[name] })
}

func (sh *shell) run(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		text, err := in.ReadString('\n')
		sh.line++
		if text = strings.TrimSpace(text); text != "" && text[0] != '#' {
			args := strings.Fields(text)
			for i := range args {
				args[i] = sh.expand(args[i])
			}
			switch err := sh.dispatch(args); e := err.(type) {
			case nil:
			case usageError:
				fmt.Fprintf(sh.out, "line %d: %s\n", sh.line, string(e))
			default:
				if err == io.EOF {
					return nil
				}
				fmt.Fprintf(sh.out, "line %d: %v\n", sh.line, err)
			}
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	sh := &shell{out: os.Stdout, vars: map[string]string{}}
	sh.register()
	fmt.Println(sh.run(strings.NewReader(session)), sh.line)
	fmt.Println(sh.run(strings.NewReader("echo last")))
}
