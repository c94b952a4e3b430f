package python

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

func (p *parser) numberAtom() Expr {
	t := p.take()
	text := strings.ReplaceAll(t.text, "_", "")
	low := strings.ToLower(text)
	c := &Constant{exprPos: exprPos{t.pos}}
	hex := strings.HasPrefix(low, "0x")
	switch {
	case !hex && strings.HasSuffix(low, "j"):
		f, err := strconv.ParseFloat(low[:len(low)-1], 64)
		c.Value = complex(0, f)
		p.checkNumber(t, err)
	case !hex && !isIn(low[:min(2, len(low))], "0b", "0o") && strings.ContainsAny(low, ".e"):
		f, err := strconv.ParseFloat(low, 64)
		c.Value = f
		p.checkNumber(t, err)
	default:
		n, ok := new(big.Int).SetString(low, 0)
		if trimmed := strings.TrimLeft(low, "0"); !ok ||
			low[0] == '0' && len(low) > 1 && trimmed != "" && isDigit(low[1]) {
			p.failAt(t.pos, "invalid number '%s'", t.text)
		}
		c.Value = n
	}
	return c
}

func (p *parser) checkNumber(t token, err error) {
	if e, ok := err.(*strconv.NumError); ok && e.Err != strconv.ErrRange {
		p.failAt(t.pos, "invalid number '%s'", t.text)
	}
}

// strings parses adjacent string literals, which form one string.
func (p *parser) strings() Expr {
	at := p.here()
	var parts []Expr
	formatted := false
	for p.is(str) || p.is(fstr) {
		if p.is(fstr) {
			formatted = true
			parts = append(parts, p.fstring(p.take())...)
		} else {
			parts = append(parts, p.stringAtom(p.take()))
		}
	}
	if !formatted {
		return p.joinPlain(at, parts)
	}
	j := &JoinedStr{exprPos{p.from(at)}, nil}
	for _, x := range parts {
		if c, ok := x.(*Constant); ok {
			if _, isBytes := c.Value.(Bytes); isBytes {
				p.failAt(at, "cannot mix bytes and nonbytes literals")
			}
		}
		j.Values = appendPart(j.Values, x)
	}
	return j
}

// appendPart appends a part of an f-string, merging adjacent texts and dropping empty ones.
func appendPart(l []Expr, x Expr) []Expr {
	c, ok := x.(*Constant)
	if !ok {
		return append(l, x)
	}
	if c.Value == "" {
		return l
	}
	if n := len(l); n > 0 {
		if before, ok := l[n-1].(*Constant); ok {
			joined := *before
			joined.Value, joined.End = before.Value.(string)+c.Value.(string), c.End
			l[n-1] = &joined
			return l
		}
	}
	return append(l, x)
}

func (p *parser) joinPlain(at Pos, parts []Expr) Expr {
	c := *parts[0].(*Constant)
	for _, x := range parts[1:] {
		switch v := x.(*Constant).Value.(type) {
		case string:
			s, ok := c.Value.(string)
			if !ok {
				p.failAt(at, "cannot mix bytes and nonbytes literals")
			}
			c.Value = s + v
		case Bytes:
			b, ok := c.Value.(Bytes)
			if !ok {
				p.failAt(at, "cannot mix bytes and nonbytes literals")
			}
			c.Value = b + v
		}
	}
	c.Pos = p.from(at)
	return &c
}

// cut splits a string literal into prefix and body, and returns the length of its quote.
func cut(text string) (prefix, body string, quote int) {
	i := strings.IndexAny(text, "'\"")
	prefix = strings.ToLower(text[:i])
	quote = 1
	if len(text) >= i+6 && text[i+1] == text[i] && text[i+2] == text[i] {
		quote = 3
	}
	return prefix, text[i+quote : len(text)-quote], quote
}

func (p *parser) stringAtom(t token) Expr {
	prefix, body, _ := cut(t.text)
	c := &Constant{exprPos: exprPos{t.pos}}
	body = strings.ReplaceAll(body, "\r\n", "\n")
	isBytes := strings.Contains(prefix, "b")
	if !strings.Contains(prefix, "r") {
		body = p.unescape(t.pos, body, isBytes)
	}
	if isBytes {
		c.Value = Bytes(body)
		return c
	}
	if c.Value = body; prefix == "u" {
		c.Kind = "u"
	}
	return c
}

var escapes = map[byte]string{
	'\n': "", '\\': "\\", '\'': "'", '"': "\"", 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// unescape replaces escape sequences with the characters they denote.
func (p *parser) unescape(at Pos, s string, isBytes bool) string {
	if !strings.Contains(s, "\\") {
		return s
	}
	var b strings.Builder
	for s != "" {
		if s[0] != '\\' {
			i := strings.IndexByte(s, '\\')
			if i < 0 {
				i = len(s)
			}
			b.WriteString(s[:i])
			s = s[i:]
			continue
		}
		if len(s) == 1 {
			b.WriteByte('\\')
			break
		}
		text, size := p.escape(at, s, isBytes)
		b.WriteString(text)
		s = s[size:]
	}
	return b.String()
}

// escape returns the text that an escape sequence denotes, and the length of the sequence.
func (p *parser) escape(at Pos, s string, isBytes bool) (text string, size int) {
	c := s[1]
	if text, ok := escapes[c]; ok {
		return text, 2
	}
	digits := 0
	switch {
	case c == 'x':
		digits = 2
	case c == 'u' && !isBytes:
		digits = 4
	case c == 'U' && !isBytes:
		digits = 8
	case c == 'N' && !isBytes:
		p.failAt(at, "named characters (\\N{…}) are not supported")
	case c >= '0' && c <= '7':
		n := 1
		for n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[1:n], 8, 32)
		return character(rune(v), isBytes), n
	default:
		return s[:2], 2
	}
	if len(s) < 2+digits {
		p.failAt(at, "truncated \\%c escape", c)
	}
	v, err := strconv.ParseUint(s[2:2+digits], 16, 32)
	if err != nil || v > utf8.MaxRune {
		p.failAt(at, "invalid \\%c escape", c)
	}
	return character(rune(v), isBytes), 2 + digits
}

func character(r rune, isBytes bool) string {
	if isBytes {
		return string([]byte{byte(r)})
	}
	return string(r)
}

// fstring parses the parts of an f-string.
func (p *parser) fstring(t token) []Expr {
	prefix, body, quote := cut(t.text)
	off := t.pos.Off + strings.IndexAny(t.text, "'\"") + quote
	f := &fstringReader{p: p, off: off, end: off + len(body), raw: strings.Contains(prefix, "r"), at: t.pos}
	return f.parts(false)
}

// fstringReader parses the text of an f-string between two offsets.
type fstringReader struct {
	p        *parser
	off, end int
	raw      bool
	at       Pos
}

// parts parses texts and replacement fields; in a format specification it stops before "}".
func (f *fstringReader) parts(spec bool) (l []Expr) {
	src := f.p.lexer.src
	for f.off < f.end {
		from := f.off
		for f.off < f.end && src[f.off] != '{' && src[f.off] != '}' {
			if src[f.off] == '\\' && !f.raw && strings.HasPrefix(src[f.off:], "\\N{") {
				f.p.failAt(f.at, "named characters (\\N{…}) are not supported")
			}
			f.off++
		}
		text := strings.ReplaceAll(src[from:f.off], "\r\n", "\n")
		doubled := f.off+1 < f.end && src[f.off+1] == src[f.off] && !spec
		if doubled {
			text += src[f.off : f.off+1]
		}
		if !f.raw {
			text = f.p.unescape(f.at, text, false)
		}
		l = appendPart(l, &Constant{exprPos{f.p.lexer.pos(from, f.off)}, text, ""})
		switch {
		case doubled:
			f.off += 2
		case f.off >= f.end:
		case src[f.off] == '{':
			for _, x := range f.field() {
				l = appendPart(l, x)
			}
		case spec:
			return l
		default:
			f.fail("f-string: single '}' is not allowed")
		}
	}
	return l
}

func (f *fstringReader) fail(msg string) { f.p.failAt(f.p.lexer.pos(f.off, f.off), "%s", msg) }

// field parses {value!conversion:spec}. For {value=}, the text comes first.
func (f *fstringReader) field() (l []Expr) {
	src, open := f.p.lexer.src, f.off
	f.off++
	value := f.value()
	v := &FormattedValue{Value: value, Conversion: -1}
	if src[f.off] == '=' {
		f.off++
		for f.off < f.end && strings.IndexByte(" \t\n", src[f.off]) >= 0 {
			f.off++
		}
		text := src[open+1 : f.off]
		l = append(l, &Constant{exprPos{f.p.lexer.pos(open, f.off)}, text, ""})
		if src[f.off] == '}' {
			v.Conversion = 'r'
		}
	}
	if src[f.off] == '!' {
		if f.off+1 >= f.end || strings.IndexByte("sra", src[f.off+1]) < 0 {
			f.fail("f-string: expected '!s', '!r' or '!a'")
		}
		v.Conversion = int(src[f.off+1])
		f.off += 2
	}
	if src[f.off] == ':' {
		f.off++
		from := f.off
		v.FormatSpec = &JoinedStr{Values: f.parts(true)}
		v.FormatSpec.Pos = f.p.lexer.pos(from, f.off)
	}
	if f.off >= f.end || src[f.off] != '}' {
		f.fail("f-string: expecting '}'")
	}
	f.off++
	v.Pos = f.p.lexer.pos(open, f.off)
	return append(l, v)
}

// value parses the expression of a field and moves past it.
func (f *fstringReader) value() Expr {
	l := &lexer{src: f.p.lexer.src[:f.end], off: f.off, lines: f.p.lexer.lines, levels: []int{0}, inside: true}
	for {
		if l.off >= f.end {
			f.fail("f-string: expecting '}'")
		}
		n, depth := len(l.tokens), len(l.closes)
		l.next()
		if len(l.tokens) == n || depth > 0 || len(l.closes) > 0 {
			continue
		}
		last := l.tokens[n]
		if last.kind == op && isIn(last.text, "}", "!", ":", "=") {
			f.off = last.pos.Off
			l.tokens = l.tokens[:n]
			break
		}
	}
	if len(l.tokens) == 0 {
		f.fail("f-string: valid expression required before '}'")
	}
	l.tokens = append(l.tokens, token{newline, "", l.pos(f.off, f.off)}, token{end, "", l.pos(f.off, f.off)})
	sub := &parser{lexer: f.p.lexer, tokens: l.tokens}
	v := sub.value()
	if !sub.is(newline) {
		sub.failf("f-string: invalid syntax%s", sub.found())
	}
	return v
}
