package app

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
		want       []cell
	}{
		{"one cell", "x := 1\nx\n", []cell{{src: "x := 1\nx\n"}}},
		{"marks", "x := 1\n// %%\nx\n//%% title\ny := x\n", []cell{
			{src: "x := 1\n"}, {src: "x\n", line: 2}, {src: "y := x\n", line: 4},
		}},
		{"prose and blanks", "// %% [markdown]\n// words\n// %%\n\n// %%\nx\n", []cell{{src: "x\n", line: 5}}},
		{"script that runs itself", "#!/usr/bin/env -S msrepl run\nx\n", []cell{{src: "///usr/bin/env -S msrepl run\nx\n"}}},
		{"library", "package other\n", []cell{{src: "package other\n"}}},
		{"nothing", "\n\n", nil},
		{"program", "// doc\npackage main\n\nfunc main() {}\n", []cell{
			{src: "      \n            \n\nfunc main() {}\n", program: true}, {src: "main()", program: true, hidden: true},
		}},
		{"program below letters of several bytes", "// © 2016\npackage main\nfunc main() {}\n", []cell{
			{src: "          \n            \nfunc main() {}\n", program: true}, {src: "main()", program: true, hidden: true},
		}},
	}
	for _, test := range tests {
		for i := range test.want {
			test.want[i].file = "f.go"
		}
		if diff := cmp.Diff(test.want, scriptCells("f.go", test.text), cmp.AllowUnexported(cell{})); diff != "" {
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
	tests := []struct {
		text string
		want []cell
	}{
		{"", nil},
		{"a\nb\n", []cell{{src: "a\n"}, {src: "b\n", line: 1}}},
		{"\n\n  \na\n\n", []cell{{src: "a\n", line: 3}}},
		{"f {\n\n}\nb", []cell{{src: "f {\n\n}\n"}, {src: "b", line: 3}}},
		{"f {\n!\ng\n", []cell{{src: "f {\n!\n"}, {src: "g\n", line: 2}}},
		{"f {\n", []cell{{src: "f {"}}},
		{"// doc\n\npackage main\n\nf { g }\ng {\n}\n", []cell{
			{src: "// doc\n"}, {src: "package main\n\nf { g }\ng {\n}\n", line: 2},
		}},
		{"package p\na\n", []cell{{src: "package p\n"}, {src: "a\n", line: 1}}},
	}
	for _, test := range tests {
		c := cutter{in: bufio.NewReader(strings.NewReader(test.text)), complete: balanced}
		var got []cell
		for {
			next, err := c.next()
			if err != nil {
				t.Fatal(err)
			}
			if next.src == "" {
				break
			}
			next.file = ""
			got = append(got, next)
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(cell{})); diff != "" {
			t.Errorf("%q: -want +got:\n%s", test.text, diff)
		}
	}
}
