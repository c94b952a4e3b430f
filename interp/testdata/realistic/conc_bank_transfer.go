package main

import (
	"fmt"
	"math/rand"
	"sync"
)

type Account struct {
	mu      sync.Mutex
	id      int
	balance int
	log     []string
}

func (a *Account) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

// Transfer locks both in the order of their numbers.
func Transfer(from, to *Account, n int) (err error) {
	if from == to {
		return fmt.Errorf("account %d to itself", from.id)
	}
	first, second := from, to
	if first.id > second.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.balance < n {
		return fmt.Errorf("account %d has %d, not %d", from.id, from.balance, n)
	}
	from.balance -= n
	to.balance += n
	return nil
}

func main() {
	var accounts []*Account
	for i := range 5 {
		a := &Account{id: i + 1}
		a.Deposit(100 * (i + 1))
		accounts = append(accounts, a)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	failures := map[bool]int{}
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r := rand.New(rand.NewSource(int64(g)))
			for range 50 {
				from, to := accounts[r.Intn(len(accounts))], accounts[r.Intn(len(accounts))]
				err := Transfer(from, to, r.Intn(80))
				mu.Lock()
				failures[err != nil]++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	total := 0
	negative := false
	for _, a := range accounts {
		total += a.balance
		negative = negative || a.balance < 0
	}
	fmt.Println("total", total, "negative", negative, "transfers", failures[true]+failures[false])

	a, b := &Account{id: 10, balance: 30}, &Account{id: 9, balance: 1}
	for _, n := range []int{10, 25, 20} {
		if err := Transfer(a, b, n); err != nil {
			fmt.Println("refused:", err)
			continue
		}
		fmt.Println(a.balance, b.balance)
	}
	fmt.Println(Transfer(a, a, 0))
}
