package main

import (
	"bytes"
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"text/scanner"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

type Task struct {
	Name string
	Pri  int
	idx  int
	at   time.Time
}
type PQ []*Task

func (p PQ) Len() int { return len(p) }
func (p PQ) Less(i, j int) bool {
	return p[i].Pri > p[j].Pri || p[i].Pri == p[j].Pri && p[i].at.Before(p[j].at)
}
func (p PQ) Swap(i, j int) { p[i], p[j] = p[j], p[i]; p[i].idx, p[j].idx = i, j }
func (p *PQ) Push(x any)   { t := x.(*Task); t.idx = len(*p); *p = append(*p, t) }
func (p *PQ) Pop() (x any) {
	old := *p
	n := len(old)
	x, old[n-1] = old[n-1], nil
	*p = old[:n-1]
	return
}

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type LRU[K comparable, V any] struct {
	l   *list.List
	m   map[K]*list.Element
	cap int
}
type entry[K comparable, V any] struct {
	k K
	v V
}

func (c *LRU[K, V]) Get(k K) (v V, ok bool) {
	e, ok := c.m[k]
	if !ok {
		return
	}
	c.l.MoveToFront(e)
	return e.Value.(entry[K, V]).v, true
}
func (c *LRU[K, V]) Put(k K, v V) {
	if e, ok := c.m[k]; ok {
		e.Value = entry[K, V]{k, v}
		c.l.MoveToFront(e)
		return
	}
	c.m[k] = c.l.PushFront(entry[K, V]{k, v})
	if c.l.Len() > c.cap {
		delete(c.m, c.l.Remove(c.l.Back()).(entry[K, V]).k)
	}
}

func main() {
	base := time.Date(2024, time.February, 28, 23, 0, 0, 0, time.UTC)
	pq := PQ{}
	for i, n := range []string{"a", "b", "c", "d"} {
		heap.Push(&pq, &Task{Name: n, Pri: i % 2, at: base.Add(time.Duration(-i) * time.Hour)})
	}
	pq[1].Pri = 9
	heap.Fix(&pq, 1)
	heap.Remove(&pq, 2)
	for pq.Len() > 0 {
		t := heap.Pop(&pq).(*Task)
		fmt.Print(t.Name, t.Pri, t.at.AddDate(0, 0, 1).Format(" Jan _2 15h; "))
	}
	fmt.Println()
	rings()
	texts()
	runes()
	times(base)
}

func rings() {
	r := ring.New(4)
	for i := range r.Len() {
		r.Value = i
		r = r.Next()
	}
	r.Unlink(1)
	r.Do(func(v any) { fmt.Print(v.(int), " ") })
	c := &LRU[string, []int]{list.New(), map[string]*list.Element{}, 2}
	c.Put("x", []int{1})
	c.Put("y", nil)
	c.Get("x")
	c.Put("z", []int{3})
	_, ok := c.Get("y")
	v, _ := c.Get("x")
	fmt.Println(ok, v, c.l.Len(), c.l.Front().Value)
	words := strings.Fields("ccc a bb aaa b cc")
	sort.Stable(byLen(words))
	fmt.Println(words, sort.IsSorted(byLen(words)))
}

func texts() {
	re := regexp.MustCompile(`(?P<key>\w+)=(?P<val>"[^"]*"|\S+)`)
	out := re.ReplaceAllStringFunc(`a=1 b="x y" c`, func(m string) string {
		k, v, _ := strings.Cut(m, "=")
		return strings.ToUpper(k) + ":" + strings.Trim(v, `"`)
	})
	fmt.Println(out, re.ReplaceAllString("k=v", "${val}=$key"), re.SubexpNames(),
		re.FindAllStringSubmatchIndex("a=1 b=2", -1))
	fmt.Printf("%q\n", regexp.MustCompile(`[,;]\s*`).Split("a, b;c,,d", -1))
	_, err := regexp.Compile(`a(b`)
	fmt.Println(err)
	fmt.Println(strings.NewReplacer("<", "&lt;", ">", "&gt;", "a", "aa").Replace("<a>"), strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToTitle(r)
	}, "a1b2ß"))
	fmt.Printf("%q %q\n", strings.FieldsFunc("a,b;;c", func(r rune) bool { return r == ',' || r == ';' }),
		strings.SplitAfterN("a.b.c", ".", 2))
}

func runes() {
	s := "héllo\xff世"
	for i, r := range s {
		fmt.Print(i, ":", string(r), utf8.RuneLen(r), " ")
	}
	fmt.Println(utf8.ValidString(s), utf8.RuneCountInString(s), []rune(s)[5], len([]byte(s)), utf16.Encode([]rune("😀")),
		[]byte("é"))
	rn, size := utf8.DecodeLastRuneInString(s)
	fmt.Println(rn, size, strings.ToValidUTF8(s, "?"), bytes.ToUpper([]byte(s[:6])), strings.EqualFold("Straße",
		"STRASSE"))
	var sc scanner.Scanner
	sc.Init(strings.NewReader("x := 3.14 + \"s\" // c\n'a'"))
	sc.Filename = "f"
	for tok := sc.Scan(); tok != scanner.EOF; tok = sc.Scan() {
		fmt.Print(sc.Position, " ", scanner.TokenString(tok), " ", sc.TokenText(), "; ")
	}
	fmt.Println()
}

func times(base time.Time) {
	d, err := time.ParseDuration("1h15m30.918273645s")
	fmt.Println(d.Round(time.Millisecond), d.Truncate(time.Minute), d.Hours(), err)
	t, err := time.Parse(time.RFC1123Z, "Mon, 02 Jan 2006 15:04:05 -0700")
	fmt.Println(t.UTC(), err, t.Weekday(), t.YearDay(), base.Sub(t).Round(time.Hour),
		base.Equal(base.In(time.FixedZone("X", 3600))), base.In(time.FixedZone("X", 3600)))
	_, err = time.Parse("2006-01-02", "2024-13-01")
	fmt.Println(err)
	y, w := base.ISOWeek()
	fmt.Println(y, w, base.Truncate(24*time.Hour).Format(time.Kitchen), base.Compare(t), time.Unix(1e9,
		5).UTC().Format(time.RFC3339Nano))
	i, found := slices.BinarySearch([]string{"a", "b"}, "zz")
	fmt.Println(i, found, slices.Compact([]int{1, 1, 2, 1}), slices.Insert([]int{1, 2}, 1, 9, 8), slices.Delete([]int{1,
		2, 3}, 0, 2))
}
