package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// Types that are declared on structs of compiled packages have their unexported fields, too.

type day time.Time

func (d day) String() string { return time.Time(d).Format("2 Jan 2006") }

func (d day) MarshalJSON() ([]byte, error) { return json.Marshal(time.Time(d).Format(time.DateOnly)) }

func (d *day) UnmarshalJSON(b []byte) error {
	t, err := time.Parse(`"`+time.DateOnly+`"`, string(b))
	*d = day(t)
	return err
}

type (
	plain  time.Time
	number big.Int
	buffer bytes.Buffer
	lock   sync.Mutex
	reader strings.Reader
)

type person struct {
	Name string
	Born day
	seen plain
	debt number
}

func values() {
	x, y := day(time.Date(1912, 6, 23, 0, 0, 0, 0, time.UTC)), day(time.Date(1954, 6, 7, 0, 0, 0, 0, time.UTC))
	fmt.Println(x, y, x == y, x == day(time.Time(x).Add(0)), any(x) == any(y), time.Time(x).Before(time.Time(y)))
	years := map[day]int{x: 1, y: 2}
	pair := [2]day{x, y}
	other := pair
	other[0] = y
	fmt.Println(len(years), years[y], years[day{}], pair, other, pair == other, pair[1] == other[0])
	p := (*time.Time)(&x)
	*p = p.AddDate(1, 0, 0)
	ch := make(chan day, 1)
	ch <- x
	fmt.Println(<-ch, unsafe.Sizeof(x) == unsafe.Sizeof(time.Time{}), unsafe.Sizeof(number{}) == unsafe.Sizeof(big.Int{}))
	fmt.Printf("%v %d %+v\n", plain(time.Unix(5, 7).UTC()), plain{}, []day{y})
}

func pointers() {
	var b buffer
	(*bytes.Buffer)(&b).WriteString("some text")
	n := number(*big.NewInt(1 << 62))
	(*big.Int)(&n).Mul((*big.Int)(&n), big.NewInt(1<<10))
	r := reader(*strings.NewReader("read"))
	var l lock
	(*sync.Mutex)(&l).Lock()
	fmt.Println((*bytes.Buffer)(&b).Len(), (*big.Int)(&n), (*strings.Reader)(&r).Len(), (*sync.Mutex)(&l).TryLock())
}

func main() {
	values()
	pointers()
	var list []person
	err := json.Unmarshal([]byte(`[{"Name": "A", "Born": "1815-12-10"}, {"Name": "B", "Born": "never"}]`), &list)
	fmt.Println(len(list), list[0].Born, err)
	p := list[0]
	p.Born, p.seen = day(time.Time(p.Born).AddDate(0, 0, 1)), plain(time.Unix(0, 0).UTC())
	text, err := json.Marshal([]person{p, list[0]})
	fmt.Println(string(text), err, time.Time(p.seen).Year(), (*big.Int)(&p.debt).Sign())
	switch v := any(p.seen).(type) {
	case time.Time:
		fmt.Println("a time", v)
	case plain:
		fmt.Println("plain", time.Time(v).Unix())
	}
}
