package main

import (
	"errors"
	"fmt"
	"sort"
)

type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%02d", sign, int64(m)/100, int64(m)%100)
}

type InsufficientFunds struct {
	Account string
	Have    Money
	Need    Money
}

func (e *InsufficientFunds) Error() string {
	return fmt.Sprintf("account %s: have %v, need %v", e.Account, e.Have, e.Need)
}

type UnknownAccount string

func (u UnknownAccount) Error() string { return "unknown account " + string(u) }

var ErrAmount = errors.New("amount must be positive")

type Bank struct {
	accounts map[string]Money
	journal  []string
}

func main() {
	b := &Bank{accounts: map[string]Money{"ann": 10050, "bob": 500}}
	for _, t := range []struct {
		from, to string
		amount   Money
	}{{"ann", "bob", 2525}, {"bob", "ann", 100000}, {"ann", "zoe", 1}, {"ann", "bob", -3}, {"eve", "bob", 3}} {
		err := b.Transfer(t.from, t.to, t.amount)
		var funds *InsufficientFunds
		var unknown UnknownAccount
		switch {
		case err == nil:
			fmt.Println("ok")
		case errors.As(err, &funds):
			fmt.Println("missing", funds.Need-funds.Have, "|", err)
		case errors.As(err, &unknown):
			fmt.Printf("unknown %q | %v\n", string(unknown), err)
		case errors.Is(err, ErrAmount):
			fmt.Println("amount |", err)
		}
	}
	names := make([]string, 0)
	for n := range b.accounts {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Printf("%-4s %8v\n", n, b.accounts[n])
	}
	fmt.Println(len(b.journal), b.journal)
}

// Transfer moves money and leaves everything as it was when it fails.
func (b *Bank) Transfer(from, to string, amount Money) (err error) {
	before := b.accounts[from]
	defer func() {
		if err != nil {
			if _, ok := b.accounts[from]; ok {
				b.accounts[from] = before
			}
			err = fmt.Errorf("transfer %s to %s: %w", from, to, err)
			return
		}
		b.journal = append(b.journal, fmt.Sprintf("%s>%s %v", from, to, amount))
	}()
	if amount <= 0 {
		return ErrAmount
	}
	if err := b.withdraw(from, amount); err != nil {
		return err
	}
	return b.deposit(to, amount)
}

func (b *Bank) withdraw(name string, amount Money) error {
	have, ok := b.accounts[name]
	if !ok {
		return UnknownAccount(name)
	}
	if have < amount {
		return &InsufficientFunds{name, have, amount}
	}
	b.accounts[name] -= amount
	return nil
}

func (b *Bank) deposit(name string, amount Money) error {
	if _, ok := b.accounts[name]; !ok {
		return UnknownAccount(name)
	}
	b.accounts[name] += amount
	return nil
}
