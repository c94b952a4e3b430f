package interp

import (
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/py"
)

// printer returns py.Print for cells whose os.Stdout is *stdout. It supports lists and maps that contain themselves;
// other cyclic values are made finite first.
func printer(out *output, stdout **os.File) func(values ...any) {
	return func(values ...any) {
		finite := cellrt.FiniteAll(values)
		for i, v := range values {
			if k := reflect.ValueOf(v).Kind(); k == reflect.Slice || k == reflect.Map {
				finite[i] = v
			}
		}
		_, _ = io.WriteString(out.inOrder(*stdout), py.Text(finite...))
	}
}

// inOrder returns a writer to a file of cells. What it writes to the standard files follows earlier output, which may
// be in the other of the two pipes.
func (o *output) inOrder(w io.Writer) io.Writer {
	switch f, _ := w.(*os.File); f {
	case o.stdout.w:
		return stdoutWriter{o}
	case o.stderr.w:
		return stderrWriter{o}
	}
	return w
}

// printers returns replacements for the functions of package fmt that write to standard output or to a given file.
// *stdout is os.Stdout of cells, which may assign another file to it.
func printers(out *output, stdout **os.File) map[string]reflect.Value {
	to := out.inOrder
	return map[string]reflect.Value{
		"Print":    reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(to(*stdout), a...) }),
		"Printf":   reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fprintf(to(*stdout), f, a...) }),
		"Println":  reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(to(*stdout), a...) }),
		"Fprint":   reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprint(to(w), a...) }),
		"Fprintf":  reflect.ValueOf(func(w io.Writer, f string, a ...any) (int, error) { return fmt.Fprintf(to(w), f, a...) }),
		"Fprintln": reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(to(w), a...) }),
	}
}
