package apidoc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		path, name string
		in, out    []string
		doc        string // its beginning
	}{
		{"fmt", "", nil, nil, "Package fmt implements"},
		{"fmt", "Fprintf", []string{"w", "format", "a"}, []string{"n", "err"}, "Fprintf formats"},
		{"strings", "Builder.WriteRune", []string{"r rune"}, []string{"", ""}, "WriteRune appends"},
		{"bytes", "Equal", []string{"a []byte", "b []byte"}, nil, "Equal reports"},
		{"io", "ReadWriter.Read", []string{"p []byte"}, []string{"n", "err"}, ""},
		{"net/http", "Server.Addr", nil, nil, "Addr optionally specifies"},
		{"math", "Pi", nil, nil, "Mathematical constants"},
	}
	for _, tt := range tests {
		got, ok := Lookup(tt.path, tt.name)
		if !ok || !strings.HasPrefix(got.Doc(), tt.doc) {
			t.Errorf("Lookup(%q, %q): found %v, doc %q, want %q", tt.path, tt.name, ok, got.Doc(), tt.doc)
		}
		if diff := cmp.Diff([][]string{tt.in, tt.out}, [][]string{got.In, got.Out}); diff != "" {
			t.Errorf("Lookup(%q, %q): names (-want +got):\n%s", tt.path, tt.name, diff)
		}
	}
	if _, ok := Lookup("fmt", "NoSuch"); ok {
		t.Error("fmt.NoSuch found")
	}
	if _, ok := Lookup("no/such", ""); ok {
		t.Error("package no/such found")
	}
}

// TestFormer has deprecated names, and others.
func TestFormer(t *testing.T) {
	const nn = "github.com/msrepl/msrepl/nn"
	for _, c := range []struct{ path, name, want string }{
		{nn, "P", "DropProb or NormDegree"},
		{nn, "DropProb", ""},
		{nn, "NoSuch", ""},
		{"no/such", "F", ""},
		{"io/ioutil", "ReadAll", ""}, // the standard library has another format
	} {
		if got := Former(c.path, c.name); got != c.want {
			t.Errorf("%s.%s: got %q, want %q", c.path, c.name, got, c.want)
		}
	}
}

func TestTableIsWhole(t *testing.T) {
	if len(index()) < 100 {
		t.Fatalf("%d packages in the table", len(index()))
	}
	for path := range index() {
		if e, ok := Lookup(path, ""); !ok || e.Doc() == "" {
			t.Errorf("package %s: found %v, doc %q", path, ok, e.Doc())
		}
	}
}

// TestExamples checks that documentation has its examples, for functions, methods and packages of both tables.
func TestExamples(t *testing.T) {
	for _, c := range []struct{ path, name, want string }{
		{"strings", "Cut", "\n\nExample:\n\n\tshow := func(s, sep string) {\n\t\tbefore, after, found"},
		{"github.com/msrepl/msrepl/tensor", "Tensor.Reshape", "\n\t// Output:\n\t// [[0 1 2]"},
	} {
		if e, _ := Lookup(c.path, c.name); !strings.Contains(e.Doc(), c.want) {
			t.Errorf("%s.%s has no %q but\n%s", c.path, c.name, c.want, e.Doc())
		}
	}
}
