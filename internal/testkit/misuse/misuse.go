// Package misuse runs tables of misuse: calls that must raise, and the complete messages that they raise.
//
// A table is a text file. An unindented line is a call, a Go expression; the indented line below it is "Kind:
// message", where \n means a line break. Lines that begin with # are comments. The names in a call are those of the
// caller's env, dtypes, and dtypes as functions: Float32(2, 3) is a tensor of that shape whose elements are 1.
package misuse

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// row is a call and the error that it must raise.
type row struct {
	line       int
	call, want string
}

// Run calls every row of the table in file, with the functions and values of env.
func Run(t *testing.T, file string, env map[string]any) {
	t.Helper()
	rows, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		e := &evaluator{env: env}
		got := "nothing"
		if err := tensor.Try(func() { e.text(r.call) }); err != nil {
			got = strings.ReplaceAll(err.Error(), "\n", `\n`)
		}
		if e.err != nil {
			t.Errorf("%s:%d: %s: %v", file, r.line, r.call, e.err)
		} else if got != r.want {
			t.Errorf("%s:%d: %s raises\n  %s\nwant\n  %s", file, r.line, r.call, got, r.want)
		}
	}
}

func read(file string) (rows []row, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case line[0] == ' ' || line[0] == '\t':
			rows[len(rows)-1].want = strings.TrimSpace(line)
		default:
			rows = append(rows, row{line: n, call: line})
		}
	}
	return rows, lines.Err()
}
