package front_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TestEarlierTypes checks cells that build on types of earlier ones. The last cell of a case fails
// with the words of wrong, or not at all.
func TestEarlierTypes(t *testing.T) {
	tests := []struct {
		cells []string
		wrong string
	}{
		{[]string{"type A struct{ X int }", "type B A", "B{X: 1}"}, ""},
		{[]string{"type A struct{ X int }", "type B = A", "func (b B) M() int { return b.X }"}, ""},
		{[]string{"type A struct{ X int }", "type L []A\ntype M map[string]L", `M{"a": {A{1}}}`}, ""},
		{[]string{"type A struct{ X int }", "type B struct{ a A }", "type A struct{ Y int }", "type B struct{ a A }", "B{A{Y: 1}}"}, ""},
		{[]string{"type I interface{ M() }", "func (i I) N() {}"}, "invalid receiver type I"},
		{[]string{"type D = time.Duration", "func (d D) N() {}"}, "cannot define new methods on non-local type"},
		{[]string{"func g() {}", "println(g())"}, "g() (no value) used as value"},
		{[]string{"func g() {}", "x := min(g(), 1)"}, "g() (no value) used as value"},
	}
	for _, tt := range tests {
		last := len(tt.cells) - 1
		f := newFront(t)
		for i, src := range tt.cells {
			p, err := f.Compile(syntax.NewCell(i+1, src), nil)
			if i == last && tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Errorf("%s: error %v, want %s", src, err, tt.wrong)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", src, err)
				break
			}
			for u := range p.Units {
				f.Commit(p, u, -1)
			}
		}
	}
}

func newFront(t *testing.T) *front.Front {
	t.Helper()
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	f, err := front.New(world, token.NewFileSet(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
