package main

import "fmt"

type state int

const (
	locked state = iota
	unlocked
	broken
)

func (s state) String() string {
	switch s {
	case locked:
		return "locked"
	case unlocked:
		return "unlocked"
	}
	return fmt.Sprintf("state(%d)", int(s))
}

type event string

type transition struct {
	from state
	ev   event
}

type action func(t *turnstile) error

type turnstile struct {
	state state
	coins int
	table map[transition]struct {
		to state
		do action
	}
}

func newTurnstile() *turnstile {
	t := &turnstile{}
	t.table = map[transition]struct {
		to state
		do action
	}{
		{locked, "coin"}:   {unlocked, collect},
		{unlocked, "push"}: {to: locked},
		{unlocked, "coin"}: {unlocked, func(t *turnstile) error {
			fmt.Println("  thank you")
			return collect(t)
		}},
	}
	return t
}

func (t *turnstile) fire(ev event) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%v on %q: %w", t.state, ev, err)
		}
	}()
	next, ok := t.table[transition{t.state, ev}]
	if !ok {
		return errIgnored
	}
	if next.do != nil {
		if err := next.do(t); err != nil {
			return err
		}
	}
	old := t.state
	t.state = next.to
	fmt.Printf("%v -> %v\n", old, t.state)
	return nil
}

func collect(t *turnstile) error {
	if t.coins >= 3 {
		return fmt.Errorf("box full with %d coins", t.coins)
	}
	t.coins++
	return nil
}

var errIgnored = fmt.Errorf("ignored")

func main() {
	t := newTurnstile()
	for _, ev := range []event{"push", "coin", "push", "coin", "coin", "push", "coin"} {
		if err := t.fire(ev); err != nil {
			fmt.Println("error:", err, err == errIgnored)
		}
	}
	fmt.Println(t.state, t.coins, broken)
}
