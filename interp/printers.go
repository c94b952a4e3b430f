package interp

import (
	"fmt"
	"io"
	"os"
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
)

// printers are the functions of package fmt that write to a given file. What goes to standard error
// must come after what went to standard output before it, and these are two pipes.
func printers(out *output) map[string]reflect.Value {
	to := func(w io.Writer) io.Writer {
		switch f, _ := w.(*os.File); f {
		case out.stdout.w:
			return stdoutWriter{out}
		case out.stderr.w:
			return stderrWriter{out}
		}
		return w
	}
	return map[string]reflect.Value{
		"Fprint":   reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(to(w), a...) }),
		"Fprintf":  reflect.ValueOf(func(w io.Writer, f string, a ...any) (int, error) { return fmt.Fprintf(to(w), f, a...) }),
		"Fprintln": reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(to(w), a...) }),
	}
}

// stringers tells the interpreter that arguments of the given functions of package fmt keep their
// String and Error methods, as it knows of the originals.
func stringers(funcs map[string]reflect.Value) yaegi.Exports {
	originals, ok := stdlib.Symbols["."]["MapTypes"].Interface().(map[reflect.Value][]reflect.Type)
	if !ok {
		return nil
	}
	wraps := map[reflect.Value][]reflect.Type{}
	for name, f := range funcs {
		if w := originals[stdlib.Symbols["fmt/fmt"][name]]; w != nil {
			wraps[f] = w
		}
	}
	return yaegi.Exports{".": {"MapTypes": reflect.ValueOf(wraps)}}
}
