package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%02d", sign, int64(m)/100, int64(m)%100)
}

type Event interface{ apply(l *Ledger) error }

type (
	Deposit struct {
		To  string
		Sum Money
	}
	Withdraw struct {
		From string
		Sum  Money
	}
	Transfer struct {
		Withdraw
		To string
	}
)

var ErrNoAccount = errors.New("no such account")

type InsufficientError struct {
	Account       string
	Have, Missing Money
}

func (e *InsufficientError) Error() string {
	return fmt.Sprintf("account %q has %v, %v short", e.Account, e.Have, e.Missing)
}

type Ledger struct {
	balance map[string]Money
	log     []string
	hooks   []func(kind string, m Money)
}

func (l *Ledger) need(name string) (bal Money, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("lookup %s: %w", name, err)
		}
	}()
	b, ok := l.balance[name]
	if !ok {
		return 0, ErrNoAccount
	}
	return b, nil
}

func (d Deposit) apply(l *Ledger) error {
	l.balance[d.To] += d.Sum
	l.fire("deposit", d.Sum)
	return nil
}

func (w Withdraw) apply(l *Ledger) error {
	have, err := l.need(w.From)
	if err != nil {
		return err
	}
	if have < w.Sum {
		return &InsufficientError{w.From, have, w.Sum - have}
	}
	l.balance[w.From] -= w.Sum
	l.fire("withdraw", w.Sum)
	return nil
}

func (t Transfer) apply(l *Ledger) (err error) {
	if _, err := l.need(t.To); err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	if err = t.Withdraw.apply(l); err != nil {
		return
	}
	return Deposit{To: t.To, Sum: t.Sum}.apply(l)
}

func (l *Ledger) fire(kind string, m Money) {
	for _, h := range l.hooks {
		h(kind, m)
	}
}

func (l *Ledger) Run(events ...Event) (errs error) {
	for i, e := range events {
		if err := e.apply(l); err != nil {
			errs = errors.Join(errs, fmt.Errorf("event %d (%T): %w", i, e, err))
			continue
		}
		l.log = append(l.log, fmt.Sprintf("%T%+v", e, e))
	}
	return
}

func main() {
	l := &Ledger{balance: map[string]Money{}}
	totals := map[string]Money{}
	l.hooks = append(l.hooks, func(k string, m Money) { totals[k] += m })
	count := 0
	l.hooks = append(l.hooks, func(string, Money) { count++ })
	err := l.Run(
		Deposit{"ann", 10050},
		Deposit{To: "bob"},
		Withdraw{"ann", 50},
		Transfer{Withdraw{"ann", 2500}, "bob"},
		Transfer{Withdraw{"bob", 99999}, "ann"},
		Transfer{To: "zoe", Withdraw: Withdraw{"ann", 1}},
		Withdraw{"tim", 5},
	)
	fmt.Println(err)
	var short *InsufficientError
	fmt.Println(errors.As(err, &short), short.Missing, errors.Is(err, ErrNoAccount))
	for _, name := range slices.Sorted(maps.Keys(l.balance)) {
		fmt.Printf("%-5s|%10v|\n", name, l.balance[name])
	}
	fmt.Println(totals, count)
	kinds := slices.SortedFunc(maps.Keys(totals), func(a, b string) int { return cmp.Compare(totals[b], totals[a]) })
	fmt.Println(kinds, strings.Join(l.log, "\n"))
	fmt.Printf("%v %+v %d\n", short, *short, Money(-305))
}
