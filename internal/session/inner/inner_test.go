package inner

import (
	"strings"
	"testing"
)

func TestGet(t *testing.T) {
	Set("p.Double", func(x int) int { return 2 * x })
	if got := Get[func(int) int]("p.Double")(21); got != 42 {
		t.Errorf("got %d", got)
	}
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"another type", func() { Get[func(string)]("p.Double") }, "p.Double is a func(int) int, not a func(string)"},
		{"unknown", func() { Get[func()]("p.Half") }, "p.Half is a <nil>, not a func()"},
		{"twice", func() { Set("p.Double", 1) }, "p.Double is set twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if got, _ := recover().(string); !strings.HasSuffix(got, c.want) {
					t.Errorf("panics with %q, want %q", got, c.want)
				}
			}()
			c.f()
		})
	}
}
