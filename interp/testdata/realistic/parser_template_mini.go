package main

import (
	"errors"
	"fmt"
	"strings"
)

func main() {
	funcs := map[string]func(string) string{
		"upper": strings.ToUpper,
		"title": title,
		"twice": func(s string) string { return s + s },
	}
	data := map[string]any{
		"name":  "ada lovelace",
		"items": []string{"tea", "milk"},
		"admin": true,
		"count": 2,
	}
	for _, src := range []string{
		"Hello, {name|title}!",
		"{name | upper | twice}",
		"{#items}- {.}\n{/items}total {count}",
		"{?admin}secret{/admin}{?guest}hidden{/guest} end",
		"{nope}",
		"{name|shout}",
		"{#items}open",
	} {
		t := &tmpl{funcs: funcs}
		out, err := t.render(src, data)
		var missing *MissingError
		switch {
		case errors.As(err, &missing):
			fmt.Printf("missing %s %q\n", missing.What, missing.Name)
		case err != nil:
			fmt.Println("error:", err)
		default:
			fmt.Println(out)
		}
	}
}

func title(s string) string {
	words := strings.Fields(s)
	for i := range words {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, " ")
}

type MissingError struct{ What, Name string }

func (m *MissingError) Error() string { return m.What + " " + m.Name }

type tmpl struct {
	funcs map[string]func(string) string
	depth int
}

func (t *tmpl) render(src string, data map[string]any) (string, error) {
	t.depth++
	defer func() { t.depth-- }()
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(src, "{")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		action, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", errors.New("unclosed {")
		}
		src = after
		switch kind := action[0]; kind {
		case '#', '?':
			name := action[1:]
			end := "{/" + name + "}"
			body, tail, ok := strings.Cut(src, end)
			if !ok {
				return "", fmt.Errorf("no %s", end)
			}
			src = tail
			var inner []map[string]any
			switch v := data[name].(type) {
			case []string:
				for _, s := range v {
					inner = append(inner, map[string]any{".": s})
				}
			case bool:
				if v {
					inner = append(inner, data)
				}
			}
			for _, d := range inner {
				s, err := t.render(body, d)
				if err != nil {
					return "", fmt.Errorf("in %s: %w", name, err)
				}
				out.WriteString(s)
			}
		default:
			s, err := t.value(action, data)
			if err != nil {
				return "", err
			}
			out.WriteString(s)
		}
	}
}

func (t *tmpl) value(action string, data map[string]any) (s string, err error) {
	for i, part := range strings.Split(action, "|") {
		part = strings.TrimSpace(part)
		if i == 0 {
			v, ok := data[part]
			if !ok {
				return "", &MissingError{"value", part}
			}
			s = fmt.Sprint(v)
			continue
		}
		f := t.funcs[part]
		if f == nil {
			return "", &MissingError{"function", part}
		}
		s = f(s)
	}
	return s, nil
}
