package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

var inline = []struct {
	re  *regexp.Regexp
	rep string
}{
	{regexp.MustCompile("`([^`]+)`"), "<code>$1</code>"},
	{regexp.MustCompile(`\*\*(.+?)\*\*`), "<b>$1</b>"},
	{regexp.MustCompile(`_(\w[^_]*)_`), "<i>$1</i>"},
	{regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`), `<a href="$2">$1</a>`},
}

func span(s string) string {
	s = html.EscapeString(s)
	for _, r := range inline {
		s = r.re.ReplaceAllString(s, r.rep)
	}
	return s
}

type block struct {
	tag   string
	lines []string
}

type renderer struct {
	out strings.Builder
	cur *block
}

func (r *renderer) open(tag string) {
	if r.cur != nil && r.cur.tag == tag {
		return
	}
	r.flush()
	r.cur = &block{tag: tag}
}

func (r *renderer) flush() {
	b := r.cur
	if b == nil {
		return
	}
	r.cur = nil
	switch b.tag {
	case "ul", "ol":
		fmt.Fprintf(&r.out, "<%s>\n", b.tag)
		for _, l := range b.lines {
			fmt.Fprintf(&r.out, "  <li>%s</li>\n", span(l))
		}
		fmt.Fprintf(&r.out, "</%s>\n", b.tag)
	case "pre":
		fmt.Fprintf(&r.out, "<pre>%s</pre>\n", html.EscapeString(strings.Join(b.lines, "\n")))
	default:
		fmt.Fprintf(&r.out, "<%[1]s>%[2]s</%[1]s>\n", b.tag, span(strings.Join(b.lines, " ")))
	}
}

func (r *renderer) add(line string) { r.cur.lines = append(r.cur.lines, line) }

var numbered = regexp.MustCompile(`^\d+\. `)

func Render(text string) string {
	r := &renderer{}
	fenced := false
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			if fenced = !fenced; fenced {
				r.flush()
				r.open("pre")
			} else {
				r.flush()
			}
			continue
		}
		switch trimmed := strings.TrimSpace(line); {
		case fenced:
			r.add(line)
		case trimmed == "":
			r.flush()
		case trimmed[0] == '#':
			level := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
			r.flush()
			r.open(fmt.Sprintf("h%d", level))
			r.add(strings.TrimSpace(trimmed[level:]))
			r.flush()
		case strings.HasPrefix(trimmed, "- "):
			r.open("ul")
			r.add(trimmed[2:])
		case numbered.MatchString(trimmed):
			r.open("ol")
			r.add(numbered.ReplaceAllLiteralString(trimmed, ""))
		default:
			r.open("p")
			r.add(trimmed)
		}
	}
	r.flush()
	return r.out.String()
}

func main() {
	fmt.Print(Render(strings.Join([]string{
		"# Title & more",
		"Some **bold** text with `a < b`",
		"and _two lines_ of it.",
		"",
		"## List",
		"- one",
		"- [two](http://x.y/?a=1&b=2)",
		"1. first",
		"2. second",
		"```",
		"if a < b {",
		"\treturn",
		"}",
		"```",
		"end",
	}, "\n")))
}
