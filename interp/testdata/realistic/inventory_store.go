package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Cents int64

func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, c/100, c%100)
}

type Item struct {
	SKU   string
	Name  string
	Price Cents
	Qty   int
	Tags  []string
}

type StockError struct {
	SKU        string
	Want, Have int
}

func (e *StockError) Error() string {
	return fmt.Sprintf("%s: want %d, have %d", e.SKU, e.Want, e.Have)
}

var ErrUnknown = errors.New("unknown item")

type Inventory struct {
	items   map[string]*Item
	history []func()
}

func (inv *Inventory) Add(items ...Item) *Inventory {
	if inv.items == nil {
		inv.items = map[string]*Item{}
	}
	for _, it := range items {
		inv.items[it.SKU] = &it
	}
	return inv
}

func (inv *Inventory) Remove(sku string, n int) (total Cents, err error) {
	it, ok := inv.items[sku]
	if !ok {
		return 0, fmt.Errorf("remove %s: %w", sku, ErrUnknown)
	}
	if it.Qty < n {
		return 0, fmt.Errorf("remove: %w", &StockError{sku, n, it.Qty})
	}
	it.Qty -= n
	inv.history = append(inv.history, func() { it.Qty += n })
	return it.Price * Cents(n), nil
}

// Order takes all lines or none.
func (inv *Inventory) Order(lines map[string]int) (sum Cents, err error) {
	mark := len(inv.history)
	defer func() {
		if err == nil {
			return
		}
		for _, undo := range inv.history[mark:] {
			undo()
		}
		inv.history = inv.history[:mark]
		sum = 0
	}()
	skus := make([]string, 0, len(lines))
	for sku := range lines {
		skus = append(skus, sku)
	}
	sort.Strings(skus)
	for _, sku := range skus {
		price, err := inv.Remove(sku, lines[sku])
		if err != nil {
			return sum, err
		}
		sum += price
	}
	return sum, nil
}

func (inv *Inventory) ByTag() map[string][]Item {
	m := make(map[string][]Item)
	for _, it := range inv.items {
		for _, tag := range it.Tags {
			m[tag] = append(m[tag], *it)
		}
	}
	for _, list := range m {
		sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	}
	return m
}

func main() {
	inv := new(Inventory)
	inv.Add(
		Item{"A1", "anvil", 12999, 3, []string{"iron", "heavy"}},
		Item{"B2", "bolt", 35, 400, []string{"iron"}},
		Item{SKU: "C3", Name: "cushion", Price: 1550, Qty: 12, Tags: []string{"soft"}},
	).Add(Item{SKU: "Z9", Name: "sample"})

	for _, order := range []map[string]int{
		{"A1": 1, "B2": 100},
		{"B2": 50, "C3": 20},
		{"B2": 10, "X0": 1},
		{},
	} {
		sum, err := inv.Order(order)
		var se *StockError
		if errors.As(err, &se) {
			fmt.Printf("short of %s by %d (%v)\n", se.SKU, se.Want-se.Have, err)
		} else if errors.Is(err, ErrUnknown) {
			fmt.Println("unknown:", err, sum)
		} else {
			fmt.Println("sold for", sum)
		}
	}
	tags := inv.ByTag()
	for _, tag := range []string{"heavy", "iron", "soft", "none"} {
		var names []string
		for _, it := range tags[tag] {
			names = append(names, fmt.Sprintf("%s×%d", it.Name, it.Qty))
		}
		fmt.Printf("%-6s %s\n", tag, strings.Join(names, ", "))
	}
	fmt.Println(Cents(-5), Cents(100), []Cents{1, 250}, len(inv.history))
}
