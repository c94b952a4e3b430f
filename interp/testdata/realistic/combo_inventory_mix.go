package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/template"
)

type SKU [3]byte

func (s SKU) MarshalText() ([]byte, error) { return s[:], nil }
func (s *SKU) UnmarshalText(b []byte) error {
	if len(b) != len(s) {
		return fmt.Errorf("SKU %q has %d letters: %w", b, len(b), strconv.ErrSyntax)
	}
	copy(s[:], b)
	return nil
}
func (s SKU) String() string { return strings.ToUpper(string(s[:])) }

type Dim struct{ W, H, D float32 }

func (d Dim) Volume() float32 { return d.W * d.H * d.D }

type Item struct {
	SKU   SKU            `json:"sku"`
	Stock map[string]int `json:"stock"`
	Dim   `json:"dim"`
	Tags  []string `json:"tags,omitempty"`
	Next  *Item    `json:"next,omitempty"`
}

func (it Item) Total() (n int) {
	for _, k := range it.Stock {
		n += k
	}
	return
}

// Take lowers the stock of the item that it is called for.
func (it *Item) Take(where string, n int) (left int, err error) {
	defer func() {
		if err == nil && left == 0 {
			delete(it.Stock, where)
		}
	}()
	have, ok := it.Stock[where]
	if !ok {
		return 0, fmt.Errorf("%v: %s: %w", it.SKU, where, os.ErrNotExist)
	}
	if it.Stock[where] -= n; it.Stock[where] < 0 {
		it.Stock[where] = have
		return have, &short{*it, n - have}
	}
	return it.Stock[where], nil
}

type short struct {
	Item
	by int
}

func (s *short) Error() string { return fmt.Sprintf("%v short by %d", s.SKU, s.by) }

type byKey[K interface{ ~int | ~string | ~float32 }] struct {
	items []Item
	key   func(Item) K
}

func (b byKey[K]) Len() int           { return len(b.items) }
func (b byKey[K]) Less(i, j int) bool { return b.key(b.items[i]) < b.key(b.items[j]) }
func (b byKey[K]) Swap(i, j int)      { b.items[i], b.items[j] = b.items[j], b.items[i] }

const table = `sku,place,n,w,h,d
abc,north,5,1,2,3.5
abc,south,7,1,2,3.5
xyz,north,1,0.1,0.2,0.3
toolong,north,1,1,1,1
def,east,x,1,1,1
`

func load(text string) (items []Item, err error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	at := map[SKU]int{}
	for i, row := range rows[1:] {
		var it Item
		n, e := strconv.Atoi(row[2])
		if e = errors.Join(it.SKU.UnmarshalText([]byte(row[0])), e); e != nil {
			err = errors.Join(err, fmt.Errorf("row %d: %w", i+1, e))
			continue
		}
		for k, p := range []*float32{&it.W, &it.H, &it.D} {
			f, _ := strconv.ParseFloat(row[3+k], 32)
			*p = float32(f)
		}
		k, ok := at[it.SKU]
		if !ok {
			it.Stock = map[string]int{}
			k = len(items)
			at[it.SKU], items = k, append(items, it)
		}
		items[k].Stock[row[1]] += n
	}
	return items, err
}

func main() {
	items, err := load(table)
	fmt.Printf("%v\n%v %v\n", err, errors.Is(err, strconv.ErrSyntax), len(items))
	copied := slices.Clone(items)
	copied[0].W = 10
	copied[0].Stock["west"] = 1
	fmt.Println(items[0].W, items[0].Total(), items[0].Volume(), copied[0].Volume(), items[1].Volume())
	sort.Sort(sort.Reverse(byKey[float32]{items, Item.Volume}))
	sort.Stable(byKey[int]{copied, Item.Total})
	fmt.Println(items[0].SKU, copied[0].SKU)
	for _, take := range []struct {
		where string
		n     int
	}{{"north", 2}, {"north", 3}, {"north", 1}, {"south", 9}} {
		left, err := items[0].Take(take.where, take.n)
		var s *short
		fmt.Println(left, err, errors.Is(err, os.ErrNotExist), errors.As(err, &s) && s.by > 0)
	}
	items[0].Next = &items[1]
	b, err := json.Marshal(map[SKU]any{items[0].SKU: items[0]})
	fmt.Println(string(b), err)
	var back map[SKU]Item
	err = json.Unmarshal(b, &back)
	fmt.Println(back[items[0].SKU].Next.Volume(), err, json.Unmarshal([]byte(`{"toolong":{}}`), &back))
	t := template.Must(template.New("").Parse("{{range .}}" +
		"{{.SKU}} {{.Total}} {{printf \"%.2f\" .Volume}}{{with .Next}} -> {{.SKU}}{{end}}\n{{end}}"))
	fmt.Println(t.Execute(os.Stdout, items))
}
