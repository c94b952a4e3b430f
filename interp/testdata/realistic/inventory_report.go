package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

var data = `sku,warehouse,qty,price
A-1,Oslo,10,2.50
B-7,Oslo,0,10
A-1,Bergen,4,2.75
C-3,Bergen,x,1
B-7,Tromsø,12,9.90
`

type row struct {
	sku, site string
	qty       int
	price     float64
}

type report struct {
	rows   []row
	errors []error
}

func read(text string) (rep report) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = 4
	records, err := r.ReadAll()
	if err != nil {
		rep.errors = append(rep.errors, err)
		return
	}
	columns := map[string]int{}
	for i, name := range records[0] {
		columns[name] = i
	}
	for n, rec := range records[1:] {
		var rw row
		var err error
		rw.sku, rw.site = rec[columns["sku"]], rec[columns["warehouse"]]
		if rw.qty, err = strconv.Atoi(rec[columns["qty"]]); err != nil {
			rep.errors = append(rep.errors, fmt.Errorf("record %d: %w", n+1, err))
			continue
		}
		rw.price, _ = strconv.ParseFloat(rec[columns["price"]], 64)
		rep.rows = append(rep.rows, rw)
	}
	return rep
}

type by []func(a, b *row) int

func (r report) sorted(order by) []row {
	rows := append([]row{}, r.rows...)
	sort.SliceStable(rows, func(i, j int) bool {
		for _, cmp := range order {
			if c := cmp(&rows[i], &rows[j]); c != 0 {
				return c < 0
			}
		}
		return false
	})
	return rows
}

func (r report) totals() (sums map[string]struct {
	Units int
	Value float64
}) {
	sums = make(map[string]struct {
		Units int
		Value float64
	})
	for _, rw := range r.rows {
		t := sums[rw.sku]
		t.Units += rw.qty
		t.Value += float64(rw.qty) * rw.price
		sums[rw.sku] = t
	}
	return sums
}

func main() {
	rep := read(data)
	for _, err := range rep.errors {
		fmt.Println("warning:", err)
	}
	bySite := func(a, b *row) int { return strings.Compare(a.site, b.site) }
	byQty := func(a, b *row) int { return b.qty - a.qty }
	for _, rw := range rep.sorted(by{bySite, byQty}) {
		fmt.Printf("%-8s %-4s %3d × %5.2f\n", rw.site, rw.sku, rw.qty, rw.price)
	}
	totals := rep.totals()
	skus := make([]string, 0, len(totals))
	for sku := range totals {
		skus = append(skus, sku)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(skus)))
	w := csv.NewWriter(os.Stdout)
	w.UseCRLF = false
	w.Write([]string{"sku", "units", "value"})
	for _, sku := range skus {
		t := totals[sku]
		w.Write([]string{sku, strconv.Itoa(t.Units), strconv.FormatFloat(t.Value, 'f', 2, 64)})
	}
	w.Write([]string{"quoted \"sku\"", "a,b", "line\nbreak"})
	w.Flush()
	if err := w.Error(); err != nil {
		fmt.Println(err)
	}
	empty := read("a,b,c,d\n1,2\n")
	fmt.Println(len(empty.rows), empty.errors)
}
