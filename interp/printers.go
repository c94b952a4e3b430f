package interp

import (
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/py"
)

// printer returns py.Print for out. It supports lists and maps that contain themselves; other cyclic values are made
// finite first.
func printer(out *output) func(values ...any) {
	return func(values ...any) {
		finite := cellrt.FiniteAll(values)
		for i, v := range values {
			if k := reflect.ValueOf(v).Kind(); k == reflect.Slice || k == reflect.Map {
				finite[i] = v
			}
		}
		_, _ = io.WriteString(stdoutWriter{out}, py.Text(finite...))
	}
}

// printers returns replacements for the functions of package fmt that write to standard output or to a given file.
// Text for standard error must follow earlier text for standard output, and these are two pipes.
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
	stdout := stdoutWriter{out}
	return map[string]reflect.Value{
		"Print":    reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(stdout, a...) }),
		"Printf":   reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fprintf(stdout, f, a...) }),
		"Println":  reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(stdout, a...) }),
		"Fprint":   reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(to(w), a...) }),
		"Fprintf":  reflect.ValueOf(func(w io.Writer, f string, a ...any) (int, error) { return fmt.Fprintf(to(w), f, a...) }),
		"Fprintln": reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(to(w), a...) }),
	}
}
