// What packages write to os.Stdout and os.Stderr themselves comes in order with what the program writes, and follows
// an assignment to these variables.
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"os"
	"strings"
	"testing"
	"text/scanner"
)

// captured returns what f and the packages that it calls write to *stream.
func captured(stream **os.File, f func() error) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	old := *stream
	*stream = w
	err = f()
	*stream = old
	text, failed := io.ReadAll(closing(r, w))
	return string(text), errors.Join(err, failed)
}

// closing closes w and returns r.
func closing(r io.Reader, w io.Closer) io.Reader {
	w.Close()
	return r
}

func parse(args ...string) error {
	fs := flag.NewFlagSet("copy", flag.ContinueOnError)
	fs.Int("depth", 3, "how many `levels` to copy")
	return fs.Parse(args)
}

func scan() error {
	var s scanner.Scanner
	s.Init(strings.NewReader("x = \"never ended\n"))
	s.Filename = "input"
	for s.Scan() != scanner.EOF {
	}
	if s.ErrorCount > 0 {
		return fmt.Errorf("%d errors", s.ErrorCount)
	}
	return nil
}

func main() {
	flags := func(args ...string) func() error { return func() error { return parse(args...) } }
	for _, c := range []struct {
		name   string
		stream **os.File
		f      func() error
	}{
		{"an unknown flag", &os.Stderr, flags("-deep")},
		{"a wrong value", &os.Stderr, flags("-depth", "many")},
		{"help", &os.Stderr, flags("-h")},
		{"a right value", &os.Stderr, flags("-depth", "2")},
		{"an error of a scanner", &os.Stderr, scan},
		{"a tree", &os.Stdout, func() error { return ast.Print(token.NewFileSet(), ast.NewIdent("x")) }},
		{"texts", &os.Stdout, func() error {
			fmt.Print(1, "\n")
			os.Stdout.WriteString("2\n")
			fmt.Fprintf(os.Stdout, "%d\n", 3)
			return nil
		}},
		{"another stream", &os.Stderr, func() error { fmt.Println("not captured"); return nil }},
	} {
		text, err := captured(c.stream, c.f)
		fmt.Printf("%s: %q, %v\n", c.name, text, err)
	}

	testing.Init()
	match := func(_, _ string) (bool, error) { return true, nil }
	for i := range 20 {
		fmt.Fprintln(os.Stdout, "first", i)
		os.Stdout.WriteString("second\n")
		ast.Print(nil, ast.NewIdent("third"))
		fmt.Println("fourth")
	}
	os.Stdout.WriteString("before the test\n")
	ok := testing.RunTests(match, []testing.InternalTest{{Name: "TestSum", F: func(t *testing.T) {
		if 1+1 != 2 {
			t.Error("sums are wrong")
		}
	}}})
	fmt.Println("passed:", ok)
}
