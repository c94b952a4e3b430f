package main

import (
	"fmt"
	"strings"
)

type Query struct {
	table  string
	cols   []string
	where  []string
	args   []any
	order  string
	limit  int
	joined bool
}

func From(table string) *Query { return &Query{table: table, limit: -1} }

func (q *Query) Select(cols ...string) *Query { q.cols = append(q.cols, cols...); return q }

func (q *Query) Where(cond string, args ...any) *Query {
	if n := strings.Count(cond, "?"); n != len(args) {
		panic(fmt.Sprintf("%d placeholders, %d arguments", n, len(args)))
	}
	q.where = append(q.where, "("+cond+")")
	q.args = append(q.args, args...)
	return q
}

func (q *Query) OrderBy(col string, desc ...bool) *Query {
	q.order = col
	if len(desc) > 0 && desc[0] {
		q.order += " DESC"
	}
	return q
}

func (q *Query) Limit(n int) *Query { q.limit = n; return q }

func (q *Query) When(cond bool, f func(*Query) *Query) *Query {
	if cond {
		return f(q)
	}
	return q
}

func (q Query) Clone() *Query {
	q.where = append([]string(nil), q.where...)
	q.args = append([]any(nil), q.args...)
	return &q
}

func (q *Query) String() string {
	var b strings.Builder
	b.WriteString("SELECT ")
	if len(q.cols) == 0 {
		b.WriteString("*")
	}
	b.WriteString(strings.Join(q.cols, ", "))
	b.WriteString(" FROM " + q.table)
	for i, w := range q.where {
		b.WriteString(map[bool]string{true: " WHERE ", false: " AND "}[i == 0] + w)
	}
	if q.order != "" {
		fmt.Fprint(&b, " ORDER BY ", q.order)
	}
	if q.limit >= 0 {
		fmt.Fprintf(&b, " LIMIT %d", q.limit)
	}
	return b.String()
}

func main() {
	base := From("users").Select("id", "name")
	adults := base.Clone().Where("age >= ?", 18).OrderBy("name")
	fmt.Println(base)
	fmt.Println(adults, adults.args)
	for _, admin := range []bool{false, true} {
		q := adults.Clone().When(admin, func(q *Query) *Query {
			return q.Where("role = ? OR role = ?", "admin", "root").Limit(5)
		})
		fmt.Println(q, len(q.args), q.args)
	}
	fmt.Println(From("t").OrderBy("x", true).Limit(0))
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		From("t").Where("a = ? AND b = ?", 1)
	}()
	fmt.Println(adults.Limit(1).limit, base.limit)
}
