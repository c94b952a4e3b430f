package port

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// shown is a value as an argument of fmt.Println that prints what Python's print does.
func (t *Translator) shown(v val) string {
	if v.t.kind == none {
		return `"None"`
	}
	if v.t.is(member, class) {
		leave(v.node, "printing a type")
	}
	v = orNone(t.single(v))
	switch {
	case v.t.is(dict, tuple) && isIn(v.t.goText(), "*py.Dict", "Tuple"):
		return t.withArrays(v.code, v)
	case v.t.is(array, text, integer, result, instance):
		return v.code
	case v.t.name == boundedDeque:
		return fmt.Sprintf(`fmt.Sprintf("deque(%%s, maxlen=%%d)", py.Str(%s), cap(%s))`, t.withArrays(v.code, v),
			v.code)
	case v.t.kind == list && v.t.name != "":
		return `"` + v.t.name + `(" + py.Str(` + t.withArrays(v.t.goText()+"("+v.code+")", v) + `) + ")"`
	case v.t.words && strings.HasSuffix(v.code, ".Shape()"), v.t.words && strings.HasSuffix(v.code, ".Strides()"):
		return v.code
	case v.t.kind == golang && rows[goName(v.t.goes)] != nil:
		fields := commas(rows[goName(v.t.goes)], func(f string) string { return t.rowField(v, f).code })
		return "py.Str(py.Tuple{" + fields + "})"
	case v.t.kind == golang && v.t.numpy: // an element type, by numpy's name
		return "strings.ToLower(" + v.at(7) + ".String())"
	case v.t.kind == golang:
		return v.code
	case v.t.is(boolean, float, list, tuple, anything):
		return "py.Str(" + t.withArrays(t.boxed(v), v) + ")"
	}
	leave(v.node, "printing a value of this type")
	return ""
}

// printed is a value as an argument of print, which is Python's in cells.
func (t *Translator) printed(v val) string {
	v = orNone(t.single(v))
	switch {
	case v.t.kind == none:
		return "nil"
	case v.t.kind == list && v.t.name != "", v.t.kind == golang, v.t.is(member, class):
		return t.shown(v)
	case v.t.words && strings.HasSuffix(v.code, ".Shape()"), v.t.words && strings.HasSuffix(v.code, ".Strides()"):
		return v.code
	case v.t.is(boolean, float, list, tuple, anything):
		return t.withArrays(t.boxed(v), v)
	}
	return t.shown(v)
}

// withArrays is the code of a value whose repr is shown, or of a container: numpy's arrays have their own repr there.
func (t *Translator) withArrays(code string, v val) string {
	switch numpy, tensors := v.t.arrays(); {
	case numpy && tensors:
		leave(v.node, "printing arrays and tensors together")
	case numpy:
		return "py.Arrays(" + code + ")"
	}
	return code
}

// arrays says whether values are or contain arrays of numpy, and other tensors.
func (t *typ) arrays() (numpy, tensors bool) {
	switch {
	case t.is(array, anything):
		return t.numpy, t.kind == array && !t.numpy
	case !t.is(list, tuple, dict):
		return false, false
	case t.elem != nil && (t.kind != tuple || t.elts == nil):
		numpy, tensors = t.elem.arrays()
	}
	for _, e := range t.elts {
		n, o := e.arrays()
		numpy, tensors = numpy || n, tensors || o
	}
	return numpy, tensors
}

// print is a call of print.
func (t *Translator) print(e *python.Call) val {
	sep, end := " ", "\n"
	for _, k := range e.Keywords {
		c, ok := k.Value.(*python.Constant)
		s, isText := "", false
		if ok {
			s, isText = c.Value.(string)
		}
		switch {
		case k.Arg == "sep" && isText:
			sep = s
		case k.Arg == "end" && isText:
			end = s
		case k.Arg == "flush":
		default:
			leave(e, "print with %s", k.Arg)
		}
	}
	if len(e.Args) == 1 && sep == " " {
		if j, ok := e.Args[0].(*python.JoinedStr); ok {
			format, args := t.formatParts(j)
			if len(args) > 0 {
				return atom(
					fmt.Sprintf(
						"fmt.Printf(%s, %s)",
						formatQuoted(format+escapePercent(end)),
						strings.Join(args, ", "),
					),
					tNone,
				)
			}
		}
	}
	plain := sep == " " && end == "\n"
	var args []string
	for _, a := range e.Args {
		if s, ok := a.(*python.Starred); ok {
			v := t.single(t.expr(s.Value))
			if !plain || len(e.Args) > 1 || v.t.kind != list || !v.t.elem.is(integer, float, text, boolean) {
				leave(s, "* in print")
			}
			return atom("print(py.TupleOf("+v.code+")...)", tNone)
		}
		if v := t.expr(a); plain {
			args = append(args, t.printed(v))
		} else {
			args = append(args, t.shown(v))
		}
	}
	switch {
	case plain:
		return atom("print("+strings.Join(args, ", ")+")", tNone)
	case len(args) == 0:
		return atom("fmt.Print("+quoted(end)+")", tNone)
	}
	format := strings.Repeat("%v"+escapePercent(sep), len(args)-1) + "%v" + escapePercent(end)
	return atom(fmt.Sprintf("fmt.Printf(%s, %s)", formatQuoted(format), strings.Join(args, ", ")), tNone)
}

func escapePercent(s string) string { return strings.ReplaceAll(s, "%", "%%") }

func formatQuoted(s string) string { return fmt.Sprintf("%q", s) }

// formatted is an f-string.
func (t *Translator) formatted(e *python.JoinedStr) val {
	format, args := t.formatParts(e)
	if len(args) == 0 {
		return val{code: quoted(strings.ReplaceAll(format, "%%", "%")), prec: 7, t: tText}
	}
	return atom(fmt.Sprintf("fmt.Sprintf(%s, %s)", formatQuoted(format), strings.Join(args, ", ")), tText)
}

// formatParts returns the format and the arguments that an f-string is for Go.
func (t *Translator) formatParts(e *python.JoinedStr) (format string, args []string) {
	for _, part := range e.Values {
		switch p := part.(type) {
		case *python.Constant:
			format += escapePercent(p.Value.(string))
		case *python.FormattedValue:
			verb, arg := t.formatValue(p)
			format += verb
			args = append(args, arg)
		}
	}
	return format, args
}

func (t *Translator) formatValue(p *python.FormattedValue) (verb, arg string) {
	v := t.expr(p.Value)
	if p.Conversion == 'r' {
		v = orNone(t.single(v))
		return "%s", "py.Repr(" + t.withArrays(t.boxed(v), v) + ")"
	}
	if p.Conversion == 'a' {
		leave(p, "!a in an f-string")
	}
	if p.FormatSpec == nil {
		return "%v", t.shown(v)
	}
	v = t.single(v)
	if t.isArray(v) {
		v = t.arrayOf(v)
	}
	spec, args := t.formatParts(p.FormatSpec)
	if len(args) > 0 {
		return "%s", fmt.Sprintf(
			"py.Format(%s, fmt.Sprintf(%s, %s))",
			v.code,
			formatQuoted(spec),
			strings.Join(args, ", "),
		)
	}
	spec = strings.ReplaceAll(spec, "%%", "%")
	if verb := goVerb(spec, v.t); verb != "" {
		return verb, v.code
	}
	return "%s", fmt.Sprintf("py.Format(%s, %s)", t.typed(v), quoted(spec))
}

// goVerb is the verb of fmt that means the same as a format specification, "" when there is none.
func goVerb(spec string, u *typ) string {
	plain := strings.TrimPrefix(spec, ">")
	if strings.Trim(plain, "0123456789.dfe") != "" || plain == "" {
		return ""
	}
	last := plain[len(plain)-1:]
	switch {
	case u.kind == float && isIn(last, "f", "e"), u.kind == integer && last == "d" && !strings.Contains(plain, "."):
		return "%" + plain
	}
	return ""
}

// percent is format % values.
func (t *Translator) percent(format string, right python.Expr) val {
	var vals []val
	if tp, ok := right.(*python.Tuple); ok {
		for _, x := range tp.Elts {
			vals = append(vals, t.expr(x))
		}
	} else {
		vals = []val{t.expr(right)}
	}
	var args []string
	rest, n := format, 0
	for {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			break
		}
		end := i + 1 + strings.IndexAny(rest[i+1:]+"s", "sdfeigx%r")
		if end >= len(rest) {
			leave(right, "the format %q", format)
		}
		verb := rest[end]
		rest = rest[end+1:]
		if verb == '%' {
			continue
		}
		if n >= len(vals) || verb == 'r' || verb == 'i' || verb == 'g' {
			leave(right, "the format %q", format)
		}
		args = append(args, t.percentArg(vals[n], verb))
		n++
	}
	if n != len(vals) {
		leave(right, "the format %q", format)
	}
	return atom(fmt.Sprintf("fmt.Sprintf(%s, %s)", formatQuoted(format), strings.Join(args, ", ")), tText)
}

func (t *Translator) percentArg(v val, verb byte) string {
	if verb == 's' {
		v = orNone(v)
		if s := t.shown(v); !t.single(v).t.is(integer) {
			return s
		}
		return "py.Str(" + v.code + ")"
	}
	v = t.single(v)
	whole := verb == 'd' || verb == 'x'
	switch {
	case t.isArray(v) && whole:
		return t.arrayOf(v).at(7) + ".Int()"
	case t.isArray(v):
		return t.arrayOf(v).at(7) + ".Float()"
	case v.t.kind == integer && whole, v.t.kind == float && !whole:
		return t.typed(v)
	case v.t.kind == integer:
		return t.convert(v, tFloat).code
	case v.t.kind == float:
		return "int(" + v.code + ")"
	}
	leave(v.node, "a value of this type in a format")
	return ""
}

func (t *Translator) textMethod(e *python.Call, v val, name string) val {
	if name == "format" {
		return t.textFormat(e, v)
	}
	out, ok := t.callForm("text."+name, e, &v)
	if !ok {
		leave(e, "the method %s of a string", name)
	}
	return out
}

// textFormat is "…{}…".format(…).
func (t *Translator) textFormat(e *python.Call, v val) val {
	if len(e.Args) == 0 && len(e.Keywords) == 1 && e.Keywords[0].Arg == "" {
		return t.formatMap(e, v)
	}
	s, ok := v.konst.(string)
	if !ok {
		leave(e, "format of a string that is not a literal")
	}
	a := t.arguments(e)
	j := &python.JoinedStr{}
	next := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			j.Values = append(j.Values, &python.Constant{Value: s})
			break
		}
		if i+1 < len(s) && s[i+1] == s[i] {
			j.Values = append(j.Values, &python.Constant{Value: s[:i+1]})
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s, '}')
		if s[i] == '}' || end < i {
			leave(e, "the format %s", v.code)
		}
		field, spec, _ := strings.Cut(s[i+1:end], ":")
		j.Values = append(j.Values, &python.Constant{Value: s[:i]})
		s = s[end+1:]
		p := &python.FormattedValue{Conversion: -1}
		if field, conversion, ok := strings.Cut(field, "!"); ok && conversion == "r" {
			p.Conversion = 'r'
			p.Value = t.formatArgument(e, a, field, &next)
		} else {
			p.Value = t.formatArgument(e, a, field, &next)
		}
		if spec != "" {
			p.FormatSpec = &python.JoinedStr{Values: []python.Expr{&python.Constant{Value: spec}}}
		}
		j.Values = append(j.Values, p)
	}
	for i := range a.taken {
		a.taken[i] = true // arguments that no field names are dropped
	}
	a.done()
	return t.formatted(j)
}

// formatMap is format(**d) of a dict, or of the attributes of an object.
func (t *Translator) formatMap(e *python.Call, v val) val {
	x := e.Keywords[0].Value
	a, ok := x.(*python.Attribute)
	if !ok || a.Attr != "__dict__" {
		d := t.value(x)
		if d.t.kind != dict || d.t.keyType().kind != text {
			leave(e, "** in a call")
		}
		return atom("py.FormatMap("+v.code+", "+d.code+")", tText)
	}
	recv := t.value(a.Value)
	if recv.t.kind != instance {
		leave(e, "__dict__ of a value of this type")
	}
	entries := commas(recv.t.class.fields, func(f *fieldInfo) string {
		value := t.expr(&python.Attribute{Value: a.Value, Attr: f.name, Ctx: python.Load})
		return quoted(f.name) + ", " + t.boxed(orNone(value))
	})
	return atom("py.FormatMap("+v.code+", py.NewDict("+entries+"))", tText)
}

func (t *Translator) formatArgument(e *python.Call, a *arguments, field string, next *int) python.Expr {
	switch {
	case field == "":
		*next++
		return a.need(*next - 1)
	case strings.Trim(field, "0123456789") == "":
		n := 0
		fmt.Sscan(field, &n)
		return a.need(n)
	case a.named[field] != nil:
		return a.need(-1, field)
	}
	leave(e, "the field %s of a format", field)
	return nil
}
