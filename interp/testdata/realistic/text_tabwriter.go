package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"text/tabwriter"
)

type product struct {
	Name  string
	Price float64
	Stock int
	Tags  []string
}

type byStock []product

func (b byStock) Len() int           { return len(b) }
func (b byStock) Less(i, j int) bool { return b[i].Stock < b[j].Stock }
func (b byStock) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	list := []product{
		{"tea", 4.5, 120, []string{"drink", "hot"}},
		{"coffee beans", 12.25, 8, nil},
		{Name: "mug", Price: 7, Stock: 33, Tags: []string{"ceramic"}},
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	defer w.Flush()
	report(w, list)

	sort.Sort(sort.Reverse(byStock(list)))
	fmt.Println(names(list))
	left := tabwriter.NewWriter(os.Stdout, 5, 0, 1, '.', 0)
	for i, p := range list {
		fmt.Fprintf(left, "%d\t%s\t%q\n", i, p.Name, strings.Join(p.Tags, ","))
	}
	if err := left.Flush(); err != nil {
		fmt.Println(err)
	}
}

func report(w *tabwriter.Writer, list []product) {
	fmt.Fprintln(w, "name\tprice\tstock\tvalue\t")
	total := 0.0
	for _, p := range list {
		value := p.Price * float64(p.Stock)
		total += value
		fmt.Fprintf(w, "%s\t%.2f\t%d\t%.2f\t\n", p.Name, p.Price, p.Stock, value)
	}
	fmt.Fprintf(w, "\t\t\t%.2f\t\n", total)
}

func names(list []product) (out []string) {
	for _, p := range list {
		out = append(out, p.Name)
	}
	return
}
