package main

import (
	"fmt"
	"reflect"
	"strings"
)

type Gateway interface {
	Charge(user string, cents int) (id string, err error)
	Refund(id string) error
}

type call struct {
	method string
	args   []any
}

type mockGateway struct {
	calls   []call
	returns map[string][]any
}

func (m *mockGateway) record(method string, args ...any) []any {
	m.calls = append(m.calls, call{method, args})
	return m.returns[method]
}

func (m *mockGateway) Charge(user string, cents int) (string, error) {
	r := m.record("Charge", user, cents)
	err, _ := r[1].(error)
	return r[0].(string), err
}

func (m *mockGateway) Refund(id string) error {
	r := m.record("Refund", id)
	if len(r) == 0 || r[0] == nil {
		return nil
	}
	return r[0].(error)
}

type Shop struct{ gw Gateway }

func (s *Shop) Buy(user string, prices ...int) (id string, err error) {
	total := 0
	for _, p := range prices {
		if p < 0 {
			return "", fmt.Errorf("negative price %d", p)
		}
		total += p
	}
	if id, err = s.gw.Charge(user, total); err != nil {
		return "", fmt.Errorf("buy: %w", err)
	}
	if total > 1000 {
		if err := s.gw.Refund(id); err != nil {
			return id, err
		}
		id += "-refunded"
	}
	return
}

type T struct {
	name   string
	failed bool
	out    *strings.Builder
}

func (t *T) Errorf(format string, args ...any) {
	t.failed = true
	fmt.Fprintf(t.out, "    "+format+"\n", args...)
}

func Run(name string, out *strings.Builder, f func(t *T)) {
	t := &T{name: name, out: out}
	func() {
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("panicked: %v", r)
			}
		}()
		f(t)
	}()
	fmt.Fprintf(out, "%-4s %s\n", map[bool]string{true: "FAIL", false: "ok"}[t.failed], name)
}

func main() {
	var out strings.Builder
	cases := []struct {
		name    string
		prices  []int
		returns map[string][]any
		want    string
		calls   int
	}{
		{"small", []int{10, 20}, map[string][]any{"Charge": {"c1", nil}}, "c1", 1},
		{"large", []int{900, 200}, map[string][]any{"Charge": {"c2", nil}}, "c2-refunded", 2},
		{"declined", []int{5}, map[string][]any{"Charge": {"", fmt.Errorf("declined")}}, "", 1},
		{"negative", []int{5, -1}, nil, "", 0},
		{"unprepared", []int{5}, nil, "", 1},
		{"wrong expectation", nil, map[string][]any{"Charge": {"c3", nil}}, "zzz", 1},
	}
	for _, tc := range cases {
		Run(tc.name, &out, func(t *T) {
			m := &mockGateway{returns: tc.returns}
			id, err := (&Shop{m}).Buy("ann", tc.prices...)
			if id != tc.want {
				t.Errorf("id %q, want %q (%v)", id, tc.want, err)
			}
			if len(m.calls) != tc.calls {
				t.Errorf("%d calls", len(m.calls))
			}
			if len(m.calls) > 0 && !reflect.DeepEqual(m.calls[0].args[0], "ann") {
				t.Errorf("wrong user")
			}
		})
	}
	fmt.Print(out.String())
}
