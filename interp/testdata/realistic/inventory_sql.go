package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

type Cond func(r Row) (bool, error)

type Row map[string]any

type Table struct {
	Name  string
	cols  []column
	rows  []Row
	index map[string]map[any][]int
}

type column struct {
	name string
	kind reflect.Kind
	def  any
}

type fieldError struct{ table, field, msg string }

func (f fieldError) Error() string { return f.table + "." + f.field + " " + f.msg }
func (f fieldError) Is(err error) bool {
	g, ok := err.(fieldError)
	return ok && (g.field == "" || g.field == f.field) && (g.msg == "" || g.msg == f.msg)
}

func TableOf[T any](name string) (t *Table, err error) {
	typ := reflect.TypeFor[T]()
	if typ.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v is a %v, not a struct", typ, typ.Kind())
	}
	t = &Table{Name: name, index: map[string]map[any][]int{}}
	for i := range typ.NumField() {
		f := typ.Field(i)
		tag, opts, _ := strings.Cut(f.Tag.Get("db"), ",")
		if tag == "-" {
			continue
		}
		c := column{cmp.Or(tag, strings.ToLower(f.Name)), f.Type.Kind(), reflect.Zero(f.Type).Interface()}
		for o := range strings.SplitSeq(opts, ",") {
			switch k, v, _ := strings.Cut(o, "="); k {
			case "index":
				t.index[c.name] = map[any][]int{}
			case "default":
				if c.kind == reflect.Int {
					if c.def, err = strconv.Atoi(v); err != nil {
						return nil, fmt.Errorf("%s: %w", f.Name, err)
					}
				} else {
					c.def = v
				}
			}
		}
		t.cols = append(t.cols, c)
	}
	return
}

func (t *Table) Insert(r Row) error {
	full := Row{}
	var errs []error
	for _, c := range t.cols {
		v, ok := r[c.name]
		if !ok {
			v = c.def
		}
		if k := reflect.ValueOf(v).Kind(); k != c.kind {
			errs = append(errs, fieldError{t.Name, c.name, fmt.Sprintf("is %v, not %v", c.kind, k)})
		}
		full[c.name] = v
	}
	for _, k := range slices.Sorted(maps.Keys(r)) {
		if !slices.ContainsFunc(t.cols, func(c column) bool { return c.name == k }) {
			errs = append(errs, fieldError{t.Name, k, "is unknown"})
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	for c, ix := range t.index {
		ix[full[c]] = append(ix[full[c]], len(t.rows))
	}
	t.rows = append(t.rows, full)
	return nil
}

type Query struct {
	t     *Table
	where []Cond
	order func(a, b Row) int
	limit int
}

func (t *Table) Where(conds ...Cond) *Query { return &Query{t: t, where: conds, limit: -1} }
func (q *Query) OrderBy(col string, desc bool) *Query {
	prev := q.order
	q.order = func(a, b Row) (c int) {
		if prev != nil {
			if c = prev(a, b); c != 0 {
				return
			}
		}
		defer func() {
			if desc {
				c = -c
			}
		}()
		switch x := a[col].(type) {
		case int:
			return cmp.Compare(x, b[col].(int))
		case string:
			return strings.Compare(x, b[col].(string))
		}
		return
	}
	return q
}
func (q Query) Limit(n int) *Query { q.limit = n; return &q }

func (q *Query) All() (rows []Row, err error) {
rows:
	for _, r := range q.t.rows {
		for _, c := range q.where {
			switch ok, err := c(r); {
			case err != nil:
				return rows, err
			case !ok:
				continue rows
			}
		}
		rows = append(rows, r)
	}
	if q.order != nil {
		slices.SortStableFunc(rows, q.order)
	}
	if q.limit >= 0 && q.limit < len(rows) {
		rows = rows[:q.limit]
	}
	return
}

func Field[V cmp.Ordered](name string, ok func(V) bool) Cond {
	return func(r Row) (bool, error) {
		v, is := r[name].(V)
		if !is {
			return false, fmt.Errorf("%s: %T is no %T", name, r[name], v)
		}
		return ok(v), nil
	}
}

func Over[V cmp.Ordered](name string, least V) Cond {
	return Field(name, func(v V) bool { return v > least })
}

func GroupBy[K comparable, V any](rows []Row, key string, fold func(acc V, r Row) V) map[K]V {
	out := make(map[K]V)
	for _, r := range rows {
		k := r[key].(K)
		out[k] = fold(out[k], r)
	}
	return out
}

type Item struct {
	Name   string `db:"name,index"`
	Qty    int    `db:",default=1"`
	Where  string `db:"shelf,index,default=A1"`
	secret int    `db:"-"`
}

func main() {
	t, err := TableOf[Item]("items")
	fmt.Println(t.cols, err)
	_, err = TableOf[[]int]("x")
	fmt.Println(err)
	_, err = TableOf[struct {
		N int `db:",default=z"`
	}]("x")
	fmt.Println(err, errors.Is(err, strconv.ErrSyntax))
	for _, r := range []Row{{"name": "bolt", "qty": 40}, {"name": "nut", "shelf": "B2"}, {"name": "gear", "qty": 7, "shelf": "B2"}, {"name": "bolt"}, {"qty": "x", "colour": 1}} {
		if err := t.Insert(r); err != nil {
			fmt.Println(err, errors.Is(err, fieldError{field: "qty"}), errors.Is(err, fieldError{msg: "is unknown"}), errors.Is(err, fieldError{msg: "?"}))
		}
	}
	fmt.Println(t.index)
	fmt.Println(t.Where(Over("qty", 0)).OrderBy("shelf", true).OrderBy("qty", false).All())
	fmt.Println(t.Where(Over("name", "c"), Field("shelf", func(s string) bool { return s[0] == 'B' })).Limit(1).All())
	fmt.Println(t.Where(Over("name", 3)).All())
	rows, _ := t.Where().All()
	fmt.Println(GroupBy[string](rows, "shelf", func(n int, r Row) int { return n + r["qty"].(int) }))
	fmt.Println(GroupBy[int](rows, "qty", func(l []string, r Row) []string { return append(l, r["name"].(string)) }))
	func() {
		defer func() { fmt.Println(recover()) }()
		GroupBy[bool](rows, "name", func(int, Row) int { return 0 })
	}()
}
