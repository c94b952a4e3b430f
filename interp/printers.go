package interp

import (
	"fmt"
	"io"
	"os"
	"reflect"
)

// printers are the functions of package fmt that write to standard output or to a given file. What goes to standard
// error must come after what went to standard output before it, and these are two pipes.
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
