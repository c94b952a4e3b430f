package main

import (
	"errors"
	"fmt"
	"strings"
)

type Entry struct {
	Debit, Credit string
	Amount        int
}

type Ledger struct {
	entries []Entry
	closed  bool
}

type UnbalancedError struct{ Diff int }

func (e UnbalancedError) Error() string { return fmt.Sprintf("ledger is off by %d", e.Diff) }

type EntryError struct {
	Index int
	Entry
	Cause error
}

func (e *EntryError) Error() string {
	return fmt.Sprintf("entry %d (%s to %s): %v", e.Index, e.Debit, e.Credit, e.Cause)
}
func (e *EntryError) Unwrap() error { return e.Cause }

var (
	ErrClosed = errors.New("ledger is closed")
	ErrSelf   = errors.New("same account")
	errAmount = errors.New("amount not positive")
)

func (l *Ledger) Post(entries ...Entry) (n int, err error) {
	mark := len(l.entries)
	defer func() {
		if err != nil {
			l.entries = l.entries[:mark]
			n = 0
		}
	}()
	if l.closed {
		return 0, ErrClosed
	}
	for i, e := range entries {
		if err := check(e); err != nil {
			return n, &EntryError{i, e, err}
		}
		l.entries = append(l.entries, e)
		n++
	}
	return
}

func check(e Entry) (err error) {
	switch {
	case e.Debit == e.Credit:
		err = ErrSelf
	case e.Amount <= 0:
		err = fmt.Errorf("%w: %d", errAmount, e.Amount)
	}
	return
}

func (l Ledger) Balance(account string) (sum int) {
	for _, e := range l.entries {
		if e.Debit == account {
			sum += e.Amount
		}
		if e.Credit == account {
			sum -= e.Amount
		}
	}
	return
}

func (l *Ledger) Close(accounts ...string) error {
	total := 0
	for _, a := range accounts {
		total += l.Balance(a)
	}
	if total != 0 {
		return UnbalancedError{total}
	}
	l.closed = true
	return nil
}

func main() {
	l := new(Ledger)
	for _, batch := range [][]Entry{
		{{"cash", "sales", 120}, {"rent", "cash", 80}},
		{{"cash", "sales", 5}, {"cash", "cash", 1}},
		{{"stock", "cash", -3}},
		{},
	} {
		n, err := l.Post(batch...)
		var ee *EntryError
		fmt.Print(n, " ", err)
		if errors.As(err, &ee) {
			fmt.Print(" | index ", ee.Index, " amount ", ee.Amount)
		}
		fmt.Println(" |", errors.Is(err, ErrSelf), errors.Is(err, errAmount), len(l.entries))
	}
	err := l.Close("cash", "sales")
	var u UnbalancedError
	fmt.Println(err, errors.As(err, &u), u.Diff)
	fmt.Println(l.Close(strings.Fields("cash sales rent")...))
	_, err = l.Post(Entry{"a", "b", 1})
	fmt.Println(err == ErrClosed, l.Balance("cash"), l.Balance("nothing"))
}
