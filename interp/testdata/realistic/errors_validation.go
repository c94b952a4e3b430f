package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type FieldError struct{ Field, Rule, Msg string }

func (f FieldError) Error() string { return f.Field + ": " + f.Msg }

func (f FieldError) Is(target error) bool {
	t, ok := target.(FieldError)
	return ok && (t.Field == "" || t.Field == f.Field) && (t.Rule == "" || t.Rule == f.Rule)
}

type Errors []error

func (e Errors) Error() string {
	parts := make([]string, len(e))
	for i, err := range e {
		parts[i] = err.Error()
	}
	return strings.Join(parts, "; ")
}

func (e Errors) Unwrap() []error { return e }

// OrNil avoids an error that is not nil but empty.
func (e Errors) OrNil() error {
	if len(e) == 0 {
		return nil
	}
	sort.Slice(e, func(i, j int) bool { return e[i].Error() < e[j].Error() })
	return e
}

type Rule func(v any) (msg string, ok bool)

func required(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "is required", false
	case string:
		return "is empty", strings.TrimSpace(v) != ""
	case []string:
		return "has no elements", len(v) > 0
	}
	return "", true
}

func between(lo, hi int) Rule {
	return func(v any) (msg string, ok bool) {
		n, isInt := v.(int)
		if !isInt {
			return fmt.Sprintf("wants a number, got %T", v), false
		}
		ok = lo <= n && n <= hi
		msg = fmt.Sprintf("%d is not in [%d, %d]", n, lo, hi)
		return
	}
}

func oneOf(options ...string) Rule {
	return func(v any) (string, bool) {
		for _, o := range options {
			if v == o {
				return "", true
			}
		}
		return fmt.Sprintf("%v is none of %s", v, strings.Join(options, "|")), false
	}
}

type Schema map[string]map[string]Rule

func (s Schema) Validate(doc map[string]any) error {
	var errs Errors
	for field, rules := range s {
		for name, rule := range rules {
			if msg, ok := rule(doc[field]); !ok {
				errs = append(errs, FieldError{field, name, msg})
			}
		}
	}
	for field := range doc {
		if _, known := s[field]; !known {
			errs = append(errs, fmt.Errorf("%s: %w", field, errUnknown))
		}
	}
	return errs.OrNil()
}

var errUnknown = errors.New("unknown field")

func main() {
	schema := Schema{
		"name": {"required": required},
		"age":  {"required": required, "range": between(0, 130)},
		"role": {"enum": oneOf("admin", "user")},
		"tags": {"required": required},
	}
	docs := []map[string]any{
		{"name": "Ann", "age": 30, "role": "admin", "tags": []string{"x"}},
		{"name": "  ", "age": 200, "role": "root", "tags": []string{}},
		{"age": "old", "role": "user", "tags": []string{"y"}, "extra": 1, "more": nil},
	}
	for i, doc := range docs {
		err := schema.Validate(doc)
		fmt.Printf("%d: %v\n", i, err)
		if err == nil {
			continue
		}
		fmt.Println("  name?", errors.Is(err, FieldError{Field: "name"}), "range?", errors.Is(err, FieldError{Rule: "range"}), "unknown?", errors.Is(err, errUnknown))
		var first FieldError
		if errors.As(err, &first) {
			fmt.Printf("  first: %+v\n", first)
		}
		var all Errors
		if errors.As(err, &all) {
			fmt.Println("  count:", len(all))
		}
	}
}
