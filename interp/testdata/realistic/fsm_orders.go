package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

type State uint8

const (
	New State = 1 << iota
	Paid
	Shipped
	Cancelled
	final = Shipped | Cancelled
)

var stateNames = map[State]string{New: "new", Paid: "paid", Shipped: "shipped", Cancelled: "cancelled"}

func (s State) String() string {
	var parts []string
	for b := New; b <= Cancelled; b <<= 1 {
		if s&b != 0 {
			parts = append(parts, stateNames[b])
		}
	}
	if len(parts) == 0 {
		return fmt.Sprintf("State(%d)", uint8(s))
	}
	return strings.Join(parts, "|")
}

func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

type (
	Order struct {
		ID    string
		State State
		Log   []Change
		Card  Secret
		mu    sync.Mutex
	}
	Change struct {
		From, To State
		At       time.Duration
	}
	Secret string
	guard  func(*Order) error
	edge   struct{ from, to State }
)

func (s Secret) LogValue() slog.Value { return slog.StringValue(strings.Repeat("*", len(s))) }
func (s Secret) GoString() string     { return "Secret(…)" }

type TransitionError struct {
	edge
	Reason error
}

func (t *TransitionError) Error() string {
	return fmt.Sprintf("%v → %v: %v", t.from, t.to, t.Reason)
}
func (t *TransitionError) Unwrap() error { return t.Reason }

var ErrForbidden = errors.New("forbidden")

type Machine struct {
	edges map[edge][]guard
	on    map[State][]func(*Order)
	clock func() time.Duration
	log   *slog.Logger
}

func (m *Machine) Allow(from, to State, g ...guard) *Machine {
	for b := New; b <= Cancelled; b <<= 1 {
		if from&b != 0 {
			m.edges[edge{b, to}] = append([]guard{}, g...)
		}
	}
	return m
}

func (m *Machine) Move(o *Order, to State) (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	from := o.State
	defer func() {
		l := m.log.With("order", o.ID).WithGroup("move")
		if err != nil {
			err = &TransitionError{edge{from, to}, err}
			l.Error("refused", "err", err, slog.Any("card", o.Card))
			return
		}
		l.Info("ok", "from", from, "to", o.State, slog.Group("card", "no", o.Card))
		for _, f := range m.on[to] {
			defer f(o)
		}
	}()
	guards, ok := m.edges[edge{from, to}]
	if !ok {
		return ErrForbidden
	}
	for i, g := range guards {
		if err := g(o); err != nil {
			return fmt.Errorf("guard %d: %w", i, err)
		}
	}
	o.Log = append(o.Log, Change{from, to, m.clock()})
	o.State = to
	return
}

func main() {
	now := time.Duration(0)
	m := &Machine{edges: map[edge][]guard{}, on: map[State][]func(*Order){}, clock: func() time.Duration { now += 1500 * time.Millisecond; return now }}
	m.log = slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		return a
	}}))
	hasCard := func(o *Order) error {
		if o.Card == "" {
			return errors.New("no card")
		}
		return nil
	}
	m.Allow(New, Paid, hasCard).Allow(Paid, Shipped).Allow(New|Paid, Cancelled, func(o *Order) error { return nil }, hasCard)
	counts := map[State]int{}
	for _, s := range []State{Paid, Shipped, Cancelled} {
		m.on[s] = append(m.on[s], func(*Order) { counts[s]++ }, func(o *Order) { fmt.Println(o.ID, "is", s, s&final != 0) })
	}
	orders := []*Order{{ID: "a", State: New, Card: "1234"}, {ID: "b", State: New}}
	for _, step := range []struct {
		o  int
		to State
	}{{0, Paid}, {1, Paid}, {0, New}, {0, Shipped}, {0, Cancelled}, {1, Cancelled}} {
		err := m.Move(orders[step.o], step.to)
		var te *TransitionError
		if errors.As(err, &te) {
			fmt.Println(te, te.from, errors.Is(err, ErrForbidden))
		}
	}
	fmt.Printf("%v %v %#v\n", orders[0].Log, final, orders[0].Card)
	var keys []State
	for s := range counts {
		keys = append(keys, s)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] > keys[j] })
	fmt.Println(keys, counts, State(0), State(19))
}
