package interp

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
)

// readers returns replacements for the functions that read standard input, by package. os.Stdin is a file, while the
// standard input of cells need not be one: a notebook prompts its user. So functions that are passed os.Stdin as a
// reader read stdin instead.
func readers(stdin io.Reader) map[string]map[string]reflect.Value {
	from := func(r io.Reader) io.Reader {
		if f, ok := r.(*os.File); ok && f == os.Stdin {
			return stdin
		}
		return r
	}
	return map[string]map[string]reflect.Value{
		"bufio/bufio": {
			"NewReader":     reflect.ValueOf(func(r io.Reader) *bufio.Reader { return bufio.NewReader(from(r)) }),
			"NewReaderSize": reflect.ValueOf(func(r io.Reader, n int) *bufio.Reader { return bufio.NewReaderSize(from(r), cellrt.Room(n, 1)) }),
			"NewScanner":    reflect.ValueOf(func(r io.Reader) *bufio.Scanner { return bufio.NewScanner(from(r)) }),
		},
		"fmt/fmt": {
			"Scan":    reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fscan(stdin, a...) }),
			"Scanf":   reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fscanf(stdin, f, a...) }),
			"Scanln":  reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fscanln(stdin, a...) }),
			"Fscan":   reflect.ValueOf(func(r io.Reader, a ...any) (int, error) { return fmt.Fscan(from(r), a...) }),
			"Fscanf":  reflect.ValueOf(func(r io.Reader, f string, a ...any) (int, error) { return fmt.Fscanf(from(r), f, a...) }),
			"Fscanln": reflect.ValueOf(func(r io.Reader, a ...any) (int, error) { return fmt.Fscanln(from(r), a...) }),
		},
		"io/io": {
			"ReadAll":  reflect.ValueOf(func(r io.Reader) ([]byte, error) { return io.ReadAll(from(r)) }),
			"ReadFull": reflect.ValueOf(func(r io.Reader, b []byte) (int, error) { return io.ReadFull(from(r), b) }),
			"Copy":     reflect.ValueOf(func(w io.Writer, r io.Reader) (int64, error) { return io.Copy(w, from(r)) }),
		},
	}
}
