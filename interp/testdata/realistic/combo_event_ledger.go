package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Cents is an amount that overflows loudly.
type Cents int32

type overflow struct{ a, b Cents }

func (o overflow) Error() string { return fmt.Sprintf("%v+%v does not fit", o.a, o.b) }

func (c Cents) String() string {
	sign := ""
	u := uint32(c)
	if c < 0 {
		sign, u = "-", -u
	}
	return fmt.Sprintf("%s%d.%02d", sign, u/100, u%100)
}

func (c Cents) Plus(d Cents) Cents {
	if s := c + d; (s > c) == (d > 0) {
		return s
	}
	panic(overflow{c, d})
}

type Event interface {
	Apply(*Ledger) error
	at() time.Time
}

type stamp struct{ At time.Time }

func (s stamp) at() time.Time { return s.At }

type (
	Deposit struct {
		stamp
		To     string
		Amount Cents
	}
	Transfer struct {
		stamp
		From, To string
		Amount   Cents
	}
	Batch struct {
		stamp
		Events []Event
	}
)

type Ledger struct {
	accounts map[string]Cents
	history  []string
}

var ErrFunds = errors.New("not enough")

func (d Deposit) Apply(l *Ledger) error {
	l.accounts[d.To] = l.accounts[d.To].Plus(d.Amount)
	return nil
}

func (t *Transfer) Apply(l *Ledger) error {
	if have := l.accounts[t.From]; have < t.Amount {
		return fmt.Errorf("%s has %v: %w", t.From, have, ErrFunds)
	}
	l.accounts[t.From], l.accounts[t.To] = l.accounts[t.From]-t.Amount, l.accounts[t.To].Plus(t.Amount)
	return nil
}

func (b Batch) Apply(l *Ledger) (err error) {
	saved := maps.Clone(l.accounts)
	defer func() {
		if r := recover(); r != nil {
			o, ok := r.(overflow)
			if !ok {
				panic(r)
			}
			err = errors.Join(err, o)
		}
		if err != nil {
			l.accounts = saved
			err = fmt.Errorf("batch of %d: %w", len(b.Events), err)
		}
	}()
	for i, e := range b.Events {
		if e := e.Apply(l); e != nil {
			err = errors.Join(err, fmt.Errorf("#%d %w", i, e))
		}
	}
	return err
}

func (l *Ledger) Run(events ...Event) {
	slices.SortStableFunc(events, func(a, b Event) int { return a.at().Compare(b.at()) })
	for _, e := range events {
		err := e.Apply(l)
		l.history = append(l.history, fmt.Sprintf("%T %v", e, strings.ReplaceAll(fmt.Sprint(err), "\n", "; ")))
		var o overflow
		if errors.As(err, &o) {
			l.history = append(l.history, "overflow of "+o.a.String())
		}
	}
}

func day(n int) stamp { return stamp{time.Date(2024, 2, 27+n, 0, 0, 0, 0, time.UTC)} }

func main() {
	l := &Ledger{accounts: map[string]Cents{}}
	l.Run(
		Batch{day(4), []Event{Deposit{day(4), "bob", 1}, &Transfer{day(4), "bob", "eve", 500}, Deposit{Amount: 1}}},
		&Transfer{day(2), "ann", "bob", 2550},
		Deposit{day(1), "ann", 10_000},
		Batch{day(3), []Event{Deposit{day(3), "bob", 1 << 30}, Deposit{To: "bob", Amount: 1<<30 - 1}}},
		&Transfer{day(5), "bob", "ann", 50},
	)
	for _, h := range l.history {
		fmt.Println(h)
	}
	for _, k := range slices.SortedFunc(maps.Keys(l.accounts), func(a, b string) int {
		return cmp.Or(cmp.Compare(l.accounts[b], l.accounts[a]), strings.Compare(a, b))
	}) {
		fmt.Println(k, l.accounts[k], -l.accounts[k], Cents(-1<<31))
	}
	text, err := json.Marshal(Batch{day(1), []Event{Deposit{day(2), "x", -5}, &Transfer{Amount: 7}}})
	fmt.Println(string(text), err)
}
