package main

import (
	"fmt"
	"sort"
	"strings"
)

type Account struct {
	Owner   string
	Balance float64
	history []string
}

func (a *Account) Deposit(x float64)  { a.Balance += x; a.note("deposit", x) }
func (a *Account) Withdraw(x float64) { a.Balance -= x; a.note("withdraw", x) }
func (a Account) Summary() string     { return fmt.Sprintf("%s: %.2f", a.Owner, a.Balance) }

func (a *Account) note(kind string, args ...any) {
	a.history = append(a.history, kind+fmt.Sprint(args...))
}

type Op func(*Account, float64)

type Temp float64

func (t Temp) Above(limit Temp) bool { return t > limit }
func (t *Temp) Raise(by Temp) Temp   { *t += by; return *t }

type Text string

func (t Text) Words() []string { return strings.Fields(string(t)) }
func (t Text) Map(f func(string) string) Text {
	w := t.Words()
	for i := range w {
		w[i] = f(w[i])
	}
	return Text(strings.Join(w, " "))
}

func main() {
	acc := Account{Owner: "Ann"}
	deposit, summary := acc.Deposit, acc.Summary
	deposit(100)
	fmt.Println(acc.Summary(), "|", summary())

	ops := map[string]Op{"in": (*Account).Deposit, "out": (*Account).Withdraw}
	for _, k := range []string{"in", "out", "in"} {
		ops[k](&acc, 10)
	}
	show := Account.Summary
	fmt.Println(show(acc), acc.history)

	other := acc
	other.Deposit(1)
	fmt.Println(acc.Balance, other.Balance, len(acc.history), len(other.history))

	t := Temp(20)
	hot := t.Above
	raise := t.Raise
	raise(15)
	fmt.Println(t, hot(19), t.Above(30), Temp.Above(5, 6))
	fmt.Println((*Temp).Raise(&t, 5))

	funcs := []func(string) string{strings.ToUpper, strings.Title, func(s string) string { return Text(s).upperFirst() }}
	for _, f := range funcs {
		fmt.Println(Text("the quick fox").Map(f))
	}

	accounts := []*Account{{Owner: "b", Balance: 5}, {Owner: "a", Balance: 7}}
	var steps []func()
	for _, a := range accounts {
		steps = append(steps, func() { a.Deposit(float64(len(steps))) })
	}
	for _, s := range steps {
		s()
	}
	sort.Slice(accounts, func(i, j int) bool { return accounts[i].Summary() < accounts[j].Summary() })
	for _, a := range accounts {
		defer fmt.Println("bye", a.Summary())
		defer a.note("closed")
	}
}

func (t Text) first() rune { return []rune(t)[0] }

func (t Text) upperFirst() string { return strings.ToUpper(string(t.first())) + string(t)[1:] }
