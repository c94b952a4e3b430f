package main

import "fmt"

type Coin int

const (
	Nickel  Coin = 5
	Dime    Coin = 10
	Quarter Coin = 25
)

type State interface {
	Insert(m *Machine, c Coin) State
	Select(m *Machine, slot string) (State, error)
}

type Machine struct {
	State
	credit int
	stock  map[string]int
	prices map[string]int
	out    []string
}

type (
	idle    struct{}
	ready   struct{ since int }
	soldOut struct{}
)

func (idle) Insert(m *Machine, c Coin) State { m.credit += int(c); return &ready{1} }
func (idle) Select(*Machine, string) (State, error) {
	return idle{}, fmt.Errorf("insert a coin first")
}

func (r *ready) Insert(m *Machine, c Coin) State { m.credit += int(c); r.since++; return r }

func (r *ready) Select(m *Machine, slot string) (s State, err error) {
	s = r
	price, ok := m.prices[slot]
	if !ok {
		err = fmt.Errorf("no slot %q", slot)
		return
	}
	if m.credit < price {
		return s, fmt.Errorf("%s costs %d, have %d", slot, price, m.credit)
	}
	if m.stock[slot] == 0 {
		return s, fmt.Errorf("%s is sold out", slot)
	}
	m.stock[slot]--
	m.out = append(m.out, slot)
	m.credit -= price
	defer m.refund()
	for _, n := range m.stock {
		if n > 0 {
			return idle{}, nil
		}
	}
	return soldOut{}, nil
}

func (soldOut) Insert(m *Machine, c Coin) State        { m.credit += int(c); m.refund(); return soldOut{} }
func (soldOut) Select(*Machine, string) (State, error) { return soldOut{}, fmt.Errorf("empty") }

func (m *Machine) refund() {
	for _, c := range []Coin{Quarter, Dime, Nickel} {
		for m.credit >= int(c) {
			m.credit -= int(c)
			m.out = append(m.out, fmt.Sprintf("%dc", c))
		}
	}
}

func main() {
	m := &Machine{State: idle{}, stock: map[string]int{"gum": 1, "bar": 1}, prices: map[string]int{"gum": 15, "bar": 40}}
	choose := func(slot string) {
		next, err := m.Select(m, slot)
		m.State = next
		fmt.Printf("%-4s -> %-14T credit %d out %v err %v\n", slot, m.State, m.credit, m.out, err)
	}
	choose("gum")
	m.State = m.Insert(m, Dime)
	choose("gum")
	m.State = m.Insert(m, Quarter)
	choose("zzz")
	choose("gum")
	for range 2 {
		m.State = m.Insert(m, Quarter)
	}
	choose("gum")
	choose("bar")
	m.State = m.Insert(m, Nickel)
	choose("bar")
}
