package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

type Item struct {
	SKU      string
	Quantity int
	Price    float64
}

type RowError struct {
	Line int
	Err  error
}

func (e *RowError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *RowError) Unwrap() error { return e.Err }

func parseRow(rec []string) (it Item, err error) {
	if len(rec) != 3 {
		return it, fmt.Errorf("%d fields", len(rec))
	}
	it.SKU = rec[0]
	if it.Quantity, err = strconv.Atoi(rec[1]); err != nil {
		return Item{}, err
	}
	it.Price, err = strconv.ParseFloat(rec[2], 64)
	return
}

func load(r io.Reader) (items []Item, errs []error) {
	cr := csv.NewReader(r)
	cr.FieldsPerRecord = -1
	cr.Comment = '#'
	for line := 1; ; line++ {
		rec, err := cr.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		it, err := parseRow(rec)
		if err != nil {
			errs = append(errs, &RowError{line, err})
			continue
		}
		items = append(items, it)
	}
}

func totals(items []Item) map[string]*Item {
	m := make(map[string]*Item)
	for _, it := range items {
		t, ok := m[it.SKU]
		if !ok {
			t = &Item{SKU: it.SKU, Price: it.Price}
			m[it.SKU] = t
		}
		t.Quantity += it.Quantity
		t.Price = max(t.Price, it.Price)
	}
	return m
}

const data = `# stock
A-1,10,2.50
B-2,x,1
"C, large",3,9.99
A-1,5,2.75
D-4,1
B-2,7,0.5
`

func main() {
	items, errs := load(strings.NewReader(data))
	fmt.Println(len(items), len(errs))
	for _, err := range errs {
		var re *RowError
		fmt.Println(err, errors.As(err, &re) && re.Line > 4, errors.Is(err, strconv.ErrSyntax))
	}
	t := totals(items)
	keys := make([]string, 0, len(t))
	for k := range t {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int { return strings.Compare(b, a) })
	w := csv.NewWriter(os.Stdout)
	defer w.Flush()
	for _, k := range keys {
		it := t[k]
		w.Write([]string{k, fmt.Sprint(it.Quantity), fmt.Sprintf("%.2f", float64(it.Quantity)*it.Price)})
	}
}
