package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode"
)

type row struct {
	When   time.Time
	Who    string
	Amount *big.Rat
	Tags   []string
}

type parseErr struct {
	line int
	col  string
	err  error
}

func (p *parseErr) Error() string { return fmt.Sprintf("%d:%s: %v", p.line, p.col, p.err) }
func (p *parseErr) Unwrap() error { return p.err }

var money = regexp.MustCompile(`^(?P<cur>[€$])?\s*(?P<n>-?\d+(?:\.\d{1,2})?)$`)

func parse(r io.Reader) (rows []row, errs []error) {
	cr := csv.NewReader(r)
	cr.Comment, cr.TrimLeadingSpace = '#', true
	head, err := cr.Read()
	if err != nil {
		return nil, []error{err}
	}
	at := map[string]int{}
	for i, h := range head {
		at[strings.ToLower(h)] = i
	}
	for line := 2; ; line++ {
		rec, err := cr.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		var r row
		fail := func(col string, err error) bool {
			if err != nil {
				errs = append(errs, &parseErr{line, col, err})
			}
			return err != nil
		}
		if r.When, err = time.Parse("2006-01-02", rec[at["when"]]); fail("when", err) {
			continue
		}
		r.Who = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return unicode.ToTitle(r)
		}, rec[at["who"]])
		m := money.FindStringSubmatch(rec[at["amount"]])
		if m == nil {
			fail("amount", fmt.Errorf("%w: %q", strconv.ErrSyntax, rec[at["amount"]]))
			continue
		}
		var ok bool
		if r.Amount, ok = new(big.Rat).SetString(m[money.SubexpIndex("n")]); !ok {
			continue
		}
		r.Tags = strings.FieldsFunc(rec[at["tags"]], func(r rune) bool { return r == ';' || r == ' ' })
		rows = append(rows, r)
	}
}

const page = `{{define "row"}}{{.When.Format "Jan _2"}} {{printf "%-6s" .Who}} {{money .Amount}}{{range $i, $t := .Tags}}{{if $i}},{{else}} {{end}}{{$t}}{{end}}
{{end -}}
{{range .Rows}}{{template "row" .}}{{else}}nothing
{{end}}total {{money .Total}}{{with .Errs}} ({{len .}} bad: {{index . 0}}){{end}}
`

func main() {
	src := "When, Who,Amount,tags\n2024-01-05,ann,€ 12.50,food;fun\n# no\n2024-13-01,bob,1,\n2023-12-31,\"o\u0007tto\",-3,rent\n2024-02-01,eve,12.345,x\n2024-02-01,zoe\n2024-02-02,éva,$7,a b;c\n"
	rows, errs := parse(strings.NewReader(src))
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Or(a.When.Compare(b.When), strings.Compare(a.Who, b.Who)) })
	total := new(big.Rat)
	for _, r := range rows {
		total.Add(total, r.Amount)
	}
	tm := template.Must(template.New("page").Funcs(template.FuncMap{"money": func(r *big.Rat) string { return r.FloatString(2) }}).Parse(page))
	var out bytes.Buffer
	if err := tm.Execute(&out, map[string]any{"Rows": rows, "Total": total, "Errs": errs}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(out.String())
	for _, err := range errs {
		fmt.Printf("%T %v\n", err, err)
	}
	fmt.Println(tm.Execute(io.Discard, row{}) != nil, tm.ExecuteTemplate(&out, "row", 3) != nil)
	fmt.Println(regexp.MustCompile(`(\w)(\w*)`).ReplaceAllStringFunc("hello big world", func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }))
	d := time.Date(2024, 2, 29, 23, 0, 0, 0, time.UTC)
	fmt.Println(d.AddDate(1, 0, 0).Format(time.RFC1123), d.Add(90*time.Minute).Weekday(), d.Sub(rows[0].When).Round(time.Hour), d.YearDay())
}
