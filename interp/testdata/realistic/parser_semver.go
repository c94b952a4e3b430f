package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type Version struct {
	Major, Minor, Patch int
	Pre                 []string
	Build               string
}

var ErrFormat = errors.New("invalid version")

func MustParse(s string) Version {
	v, err := ParseVersion(s)
	if err != nil {
		panic(err)
	}
	return v
}

func ParseVersion(s string) (v Version, err error) {
	rest := strings.TrimPrefix(s, "v")
	rest, v.Build, _ = strings.Cut(rest, "+")
	if core, pre, ok := strings.Cut(rest, "-"); ok {
		rest = core
		v.Pre = strings.Split(pre, ".")
		if slices.Contains(v.Pre, "") {
			return v, fmt.Errorf("%w %q: empty identifier", ErrFormat, s)
		}
	}
	nums := strings.Split(rest, ".")
	if len(nums) != 3 {
		return v, fmt.Errorf("%w %q: %d parts", ErrFormat, s, len(nums))
	}
	for i, dst := range []*int{&v.Major, &v.Minor, &v.Patch} {
		if *dst, err = strconv.Atoi(nums[i]); err != nil {
			return v, fmt.Errorf("%w %q: %w", ErrFormat, s, err)
		}
	}
	return v, nil
}

func (v Version) String() string {
	s := fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
	if len(v.Pre) > 0 {
		s += "-" + strings.Join(v.Pre, ".")
	}
	if v.Build != "" {
		s += "+" + v.Build
	}
	return s
}

func (v Version) Compare(w Version) int {
	if c := cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch)); c != 0 {
		return c
	}
	switch a, b := len(v.Pre), len(w.Pre); {
	case a == 0 && b == 0:
		return 0
	case a == 0:
		return 1
	case b == 0:
		return -1
	}
	return slices.CompareFunc(v.Pre, w.Pre, compareIdent)
}

func compareIdent(a, b string) int {
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	switch {
	case errA == nil && errB == nil:
		return cmp.Compare(x, y)
	case errA == nil:
		return -1
	case errB == nil:
		return +1
	default:
		return strings.Compare(a, b)
	}
}

type Constraint func(Version) bool

func constraint(text string) (Constraint, error) {
	ops := []string{">=", "<=", ">", "<", "^", "~", "="}
	var all []Constraint
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		i := slices.IndexFunc(ops, func(op string) bool { return strings.HasPrefix(part, op) })
		if i < 0 {
			return nil, fmt.Errorf("no operator in %q", part)
		}
		op := ops[i]
		want, err := ParseVersion(strings.TrimSpace(part[len(op):]))
		if err != nil {
			return nil, fmt.Errorf("constraint %q: %w", part, err)
		}
		all = append(all, func(v Version) bool {
			c := v.Compare(want)
			switch op {
			case ">=":
				return c >= 0
			case "<=":
				return c <= 0
			case ">":
				return c > 0
			case "<":
				return c < 0
			case "^":
				return c >= 0 && v.Major == want.Major
			case "~":
				return c >= 0 && v.Major == want.Major && v.Minor == want.Minor
			}
			return c == 0
		})
	}
	return func(v Version) bool {
		for _, f := range all {
			if !f(v) {
				return false
			}
		}
		return true
	}, nil
}

func main() {
	var list []Version
	for _, s := range strings.Fields("1.0.0 v1.0.0-rc.1 1.0.0-alpha.beta 1.0.0-alpha 1.0.0-alpha.1 1.0.0-beta.11 1.0.0-beta.2 1.2.10 1.2.9+b7 2.0.0 0.9.12") {
		list = append(list, MustParse(s))
	}
	slices.SortStableFunc(list, Version.Compare)
	for _, v := range list {
		fmt.Print(v, " ")
	}
	fmt.Println()
	for _, c := range []string{"^1.0.0", "~1.2.0", ">=1.0.0-beta.3, <2.0.0", "=0.9.12", "1.0", "> 1.x.0"} {
		ok, err := constraint(c)
		if err != nil {
			fmt.Println(c, "->", err, errors.Is(err, ErrFormat))
			continue
		}
		var hits []string
		for _, v := range list {
			if ok(v) {
				hits = append(hits, v.String())
			}
		}
		fmt.Println(c, "->", hits)
	}
	defer func() { fmt.Println("recovered:", recover()) }()
	MustParse("1..2")
}
