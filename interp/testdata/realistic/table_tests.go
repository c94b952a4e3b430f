package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
)

// T is a small package testing.
type T struct {
	name   string
	failed bool
	log    []string
	depth  int
	parent *T
}

type skipped string

func (t *T) Errorf(format string, args ...any) {
	for p := t; p != nil; p = p.parent {
		p.failed = true
	}
	t.log = append(t.log, fmt.Sprintf(format, args...))
}

func (t *T) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(t)
}

func (t *T) Skip(why string) { panic(skipped(why)) }

func (t *T) Run(name string, f func(t *T)) bool {
	sub := &T{name: name, depth: t.depth + 1, parent: t}
	status := "ok"
	func() {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case skipped:
				status = "skip (" + string(v) + ")"
			case *T:
				if v != sub {
					panic(v)
				}
			default:
				sub.Errorf("panic: %v", v)
			}
		}()
		f(sub)
	}()
	if sub.failed {
		status = "FAIL"
	}
	indent := strings.Repeat("  ", t.depth)
	fmt.Printf("%s%s: %s\n", indent, name, status)
	for _, l := range sub.log {
		fmt.Printf("%s    %s\n", indent, l)
	}
	return !sub.failed
}

var errNegative = errors.New("negative")

func parseInts(s string) (out []int, err error) {
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, errNegative
		}
		out = append(out, n)
	}
	return out, nil
}

func testParse(t *T) {
	tests := []struct {
		name, in string
		want     []int
		wantErr  error
	}{
		{"empty", "", nil, nil},
		{"one", "7", []int{7}, nil},
		{"many", "1, 2,3  4", []int{1, 2, 3, 4}, nil},
		{name: "negative", in: "1 -2", wantErr: errNegative},
		{name: "syntax", in: "1 x", wantErr: strconv.ErrSyntax},
		{name: "wrong on purpose", in: "5", want: []int{6}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *T) {
			got, err := parseInts(tc.in)
			if !errors.Is(err, tc.wantErr) {
				t.Fatalf("error %v, want %v", err, tc.wantErr)
			}
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func testUpper(t *T) {
	for in, want := range map[string]string{"": ""} {
		t.Run(fmt.Sprintf("%q", in), func(t *T) {
			if got := strings.ToUpper(in); got != want {
				t.Errorf("%q", got)
			}
		})
	}
	t.Run("skipped", func(t *T) { t.Skip("not today"); t.Errorf("unreachable") })
	t.Run("panics", func(t *T) {
		var xs []int
		_ = xs[len(t.name)]
	})
}

func main() {
	root := &T{name: "main"}
	passed := 0
	tests := []struct {
		name string
		f    func(*T)
	}{{"parse", testParse}, {"upper", testUpper}, {"trivial", func(*T) {}}}
	for _, tt := range tests {
		if root.Run(tt.name, tt.f) {
			passed++
		}
	}
	fmt.Printf("%d of %d passed\n", passed, len(tests))
	if root.failed {
		os.Exit(1)
	}
}
