package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// A pynativeCase is a fact about MindSpore's eager mode, read in its tests and source, that a program of ours shows
// too. Names and facts are those of the list that the tables in cases_*_test.go were made from; where a name here
// has a version, the fact is of that version.
type pynativeCase struct {
	name string
	got  func() any
	want string // the printed value; for errors its beginning
}

// elsewhere says of the facts that no program of ours can show why that is so, and where that is read.
var elsewhere = map[string]struct{ why, source string }{
	"bwhook-jit-error":       {"the expected error is that of a construct compiled by @jit; a session computes eagerly and compiles nothing", "r2.6:tests/st/pynative/hook/test_pynative_backward_hook.py; SPEC §5, jit-decorated"},
	"fw-graph-mode-ignored":  {"the fact is about GRAPH_MODE, which eager mode is not", "r2.6:tests/st/pynative/hook/test_pynative_forward_hook.py; SPEC §5, graph mode"},
	"thook-none-return-2.3":  {"the versions differ: in 2.6, which counts, None keeps the gradient", "r2.3:mindspore/ccsrc/pybind_api/ir/primitive_py.cc; SPEC §0 and §5"},
	"promo-str":              {"the Go compiler refuses a string as an operand", "the Go specification, Operators"},
	"cell-missing-attr":      {"a field that does not exist is an error of the Go compiler", "the Go specification, Selectors"},
	"cell-insert-param-type": {"the Go compiler refuses other types; nil, the one that it cannot, is a row", "the Go specification, Assignability"},
}

func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range [][]pynativeCase{hookCases, bpropCases, gradCases, cellCases, tensorCases} {
		for _, c := range table {
			if seen[c.name] {
				t.Errorf("%s is there twice", c.name)
			}
			seen[c.name] = true
			if got := shown(c.got); !strings.HasPrefix(got, c.want) || c.want == "" {
				t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
			}
		}
	}
	for name, e := range elsewhere {
		if e.why == "" || e.source == "" {
			t.Errorf("%s: no reason or no source", name)
		}
	}
	if n := len(seen) + len(elsewhere); n != 64+1 { // cell-insert-param-type is both
		t.Errorf("%d facts are shown or explained, of 64", n)
	}
}

// shown is what f returns, or the error that it raises.
func shown(f func() any) string {
	var v any
	if err := tensor.Try(func() { v = f() }); err != nil {
		return err.Error()
	}
	return fmt.Sprint(v)
}

// all is the printed form of several values.
func all(v ...any) string {
	s := make([]string, len(v))
	for i, x := range v {
		s[i] = fmt.Sprint(x)
	}
	return strings.Join(s, " ")
}
