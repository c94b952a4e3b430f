package py

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestFormat compares with what Python has recorded, see testdata/format.py.
func TestFormat(t *testing.T) {
	text, err := os.ReadFile("testdata/format.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		var v any
		switch f[0] {
		case "int":
			v, err = strconv.Atoi(f[1])
		case "float":
			v, err = strconv.ParseFloat(f[1], 64)
		case "bool":
			v, err = strconv.ParseBool(f[1])
		default:
			v = f[1]
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := formatOrError(v, f[2]); got != f[3] {
			t.Errorf("%s %s with %q is %q, want %q", f[0], f[1], f[2], got, f[3])
		}
	}
}

func TestFormatMap(t *testing.T) {
	d := NewDict("x", 1.5, "y", "b", "z", true)
	if got := FormatMap("{{{x}}} {x:.2f}-{y:>4} {z} {y!r:>5}", d); got != "{1.5} 1.50-   b True   'b'" {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"{x", "x}", "{x:{y}}", "{none}"} {
		if err := tensor.Try(func() { FormatMap(text, d) }); err == nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFormatTensor formats a tensor of one element as its number.
func TestFormatTensor(t *testing.T) {
	if got := Format(tensor.New(2.5), "6.2f"); got != "  2.50" {
		t.Errorf("got %q", got)
	}
}

func formatOrError(v any, spec string) (text string) {
	defer func() {
		if e := recover(); e != nil {
			text, _, _ = strings.Cut(fmt.Sprint(e), ":")
		}
	}()
	return "=" + Format(v, spec)
}
