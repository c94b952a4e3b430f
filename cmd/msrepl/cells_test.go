package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/interp"
)

func TestScriptCells(t *testing.T) {
	tests := []struct {
		name, text string
		want       []scriptCell
	}{
		{"one cell", "x := 1\nx\n", []scriptCell{{"x := 1\nx\n", 0}}},
		{"marks", "x := 1\n// %%\nx\n//%% title\ny := x\n", []scriptCell{{"x := 1\n", 0}, {"x\n", 2}, {"y := x\n", 4}}},
		{"prose and blanks", "// %% [markdown]\n// words\n// %%\n\n// %%\nx\n", []scriptCell{{"x\n", 5}}},
		{"program", "// doc\npackage main\n\nfunc main() {}\n", []scriptCell{
			{"      \n            \n\nfunc main() {}\n", 0}, {"main()", 4},
		}},
		{"program that runs itself", "#!/usr/bin/env -S msrepl run\nx\n", []scriptCell{{"///usr/bin/env -S msrepl run\nx\n", 0}}},
		{"library", "package other\n", []scriptCell{{"package other\n", 0}}},
		{"nothing", "\n\n", nil},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, scriptCells(test.text), cmp.AllowUnexported(scriptCell{})); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestCutter(t *testing.T) {
	// Complete means balanced braces here; a line with ! is hopeless.
	balanced := func(src string) (interp.Completeness, string) {
		switch {
		case strings.Contains(src, "!"):
			return interp.Invalid, ""
		case strings.Count(src, "{") > strings.Count(src, "}"):
			return interp.Incomplete, "\t"
		}
		return interp.Complete, ""
	}
	type cell struct {
		Src  string
		Line int
	}
	tests := []struct {
		text string
		want []cell
	}{
		{"", nil},
		{"a\nb\n", []cell{{"a\n", 0}, {"b\n", 1}}},
		{"\n\n  \na\n\n", []cell{{"a\n", 3}}},
		{"f {\n\n}\nb", []cell{{"f {\n\n}\n", 0}, {"b", 3}}},
		{"f {\n!\ng\n", []cell{{"f {\n!\n", 0}, {"g\n", 2}}},
		{"f {\n", []cell{{"f {", 0}}},
	}
	for _, test := range tests {
		c := cutter{in: bufio.NewReader(strings.NewReader(test.text)), complete: balanced}
		var got []cell
		for {
			src, at, err := c.next()
			if err != nil {
				t.Fatal(err)
			}
			if src == "" {
				break
			}
			got = append(got, cell{src, at.line})
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", test.text, diff)
		}
	}
}
