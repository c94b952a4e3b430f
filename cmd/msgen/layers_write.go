package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// nodeText returns the source of a syntax tree.
func nodeText(fset *token.FileSet, n ast.Node) string {
	var b bytes.Buffer
	printer.Fprint(&b, fset, n)
	return b.String()
}

// write writes a file with the constructors, and a test file with a table for each kind.
func (p *layerPackage) write(file string, kinds []string) error {
	var b bytes.Buffer
	rows := map[string]*bytes.Buffer{}
	for _, kind := range kinds {
		rows[kind] = &bytes.Buffer{}
	}
	for _, l := range p.layers {
		if l.dims > 0 {
			p.declaration(&b, l)
		}
		p.constructor(&b, l)
		p.callMethod(&b, l)
		p.textMethod(&b, l)
		p.row(rows[l.kind], l)
	}
	p.tables(&b)
	if err := p.writeFile(file+".go", p.name, b.String()); err != nil {
		return err
	}
	b.Reset()
	for _, kind := range kinds {
		if rows[kind].Len() > 0 {
			fmt.Fprintf(&b,
				"// %[1]sRows are the %[1]ss that are described, with their defaults as options.\n"+
					"var %[1]sRows = []%[1]sRow{\n%s}\n\n",
				kind, rows[kind])
		}
	}
	return p.writeFile(file+"_test.go", p.name+"_test", b.String())
}

// writeFile writes a file of package pkg with the imports it needs.
func (p *layerPackage) writeFile(name, pkg, text string) error {
	head := header + "package " + pkg + "\n\n"
	f, err := parser.ParseFile(token.NewFileSet(), name, head+text, 0)
	if err != nil {
		return err
	}
	used := map[string]bool{}
	for _, id := range f.Unresolved {
		if path := p.imports[id.Name]; path != "" {
			used[path] = true
		}
	}
	return writeGo(name, []byte(head+"import (\n\t"+strings.Join(slices.Sorted(maps.Keys(used)), "\n\t")+"\n)\n"+text))
}

// importsOf returns the imports of files by name, and the packages that generated files need.
func importsOf(files []*ast.File) map[string]string {
	paths := map[string]string{}
	add := func(quoted string) { paths[strings.Trim(quoted[strings.LastIndex(quoted, "/")+1:], `"`)] = quoted }
	for _, f := range files {
		for _, spec := range f.Imports {
			add(spec.Path.Value)
		}
	}
	const root = "github.com/msrepl/msrepl/"
	for _, own := range []string{"internal/kwargs", "tensor", "nn", "nn/optim", "nn/experimental"} {
		add(strconv.Quote(root + own))
	}
	return paths
}

// spoken replaces the words that depend on the number of axes.
var spoken = map[int]*strings.Replacer{
	1: strings.NewReplacer("{N}", "1", "{axes}", "the last axis", "{spatial}", "L", "{result}", "L'", "{kernel}", "K"),
	2: strings.NewReplacer("{N}", "2", "{axes}", "the last two axes", "{spatial}", "H, W", "{result}", "H', W'",
		"{kernel}", "KH, KW"),
	3: strings.NewReplacer("{N}", "3", "{axes}", "the last three axes", "{spatial}", "D, H, W", "{result}", "D', H', W'",
		"{kernel}", "KD, KH, KW"),
}

// doc returns a comment without its directives, with the words for the layer filled in.
func (l layer) doc(c *ast.CommentGroup) string {
	text := strings.TrimSpace(c.Text())
	if l.dims > 0 {
		text = spoken[l.dims].Replace(text)
	}
	return text
}

// declaration writes the type of a layer with a prototype, and its methods, which are copies of the prototype's.
func (p *layerPackage) declaration(b *bytes.Buffer, l layer) {
	fmt.Fprintf(b, "\n%stype %s %s\n", wrapped(l.doc(l.proto.doc)), l.name, optionTags.ReplaceAllString(l.proto.text, ""))
	for _, m := range l.proto.methods {
		if !m.Name.IsExported() {
			continue
		}
		recv := m.Recv.List[0].Names[0].Name
		var args []string
		for _, f := range m.Type.Params.List {
			for _, n := range f.Names {
				args = append(args, n.Name)
			}
		}
		signature := strings.TrimPrefix(nodeText(p.fset, m.Type), "func")
		fmt.Fprintf(b, "\n%sfunc (%s *%s) %s%s { return (*%s)(%s).%s(%s) }\n", wrapped(l.doc(m.Doc)), recv, l.name,
			m.Name.Name, signature, l.proto.name, recv, m.Name.Name, strings.Join(args, ", "))
	}
}

var optionTags = regexp.MustCompile("`default:[^`]*`")

// isClass reports whether a parameter of build receives the name of the layer.
func isClass(f *ast.Field) bool { return len(f.Names) == 1 && f.Names[0].Name == "class" }

// arguments returns the arguments of the constructor, as declared and as passed to build, and whether build takes the
// family.
func (p *layerPackage) arguments(l layer) (decls, names []string, types map[string]string, family bool) {
	types = map[string]string{}
	if l.build == nil {
		return nil, nil, types, false
	}
	for _, f := range l.build.Type.Params.List {
		typ := p.source(f.Type)
		if typ == "family" {
			family = true
			continue
		}
		if typ == l.settings || isClass(f) {
			continue
		}
		var group []string
		for _, n := range f.Names {
			one := typ
			if l.dims == 1 && l.attrs["scalar"] == n.Name {
				one = "int"
			}
			group, names, types[n.Name] = append(group, n.Name), append(names, n.Name), one
			typ = one
		}
		decls = append(decls, strings.Join(group, ", ")+" "+typ)
	}
	return decls, names, types, family
}

// constructor writes the function that makes a layer.
func (p *layerPackage) constructor(b *bytes.Buffer, l layer) {
	v := strings.ToLower(l.name[:1])
	if l.build != nil {
		v = l.build.Recv.List[0].Names[0].Name
	}
	decls, names, _, family := p.arguments(l)
	decls = append(decls, "opts ..."+l.optionType())
	signature := "(" + strings.Join(decls, ", ") + ") *" + l.name
	fmt.Fprintf(b, "\n%sfunc New%s%s {\n\t%s := &%s{}\n", wrapped(l.constructorDoc()), l.name, signature, v, l.name)
	if l.settings != "" {
		fmt.Fprintf(b, "\tset := %s{}\n", l.settings)
	}
	p.reading(b, l, v)
	if l.build != nil {
		recv := v
		if l.dims > 0 {
			recv = "(*" + l.proto.name + ")(" + v + ")"
		}
		if family {
			names = append([]string{fmt.Sprintf("family{%q, %d}", l.name, l.dims)}, names...)
		}
		if slices.ContainsFunc(l.build.Type.Params.List, isClass) {
			names = append([]string{strconv.Quote(l.name)}, names...)
		}
		if l.settings != "" {
			names = append(names, "set")
		}
		fmt.Fprintf(b, "\t%s.build(%s)\n", recv, strings.Join(names, ", "))
	}
	if l.kind == "layer" || p.isCell(l.proto) {
		fmt.Fprintf(b, "\t%s.Init(%s)\n", v, v)
	}
	fmt.Fprintf(b, "\treturn %s\n}\n", v)
	if mint := l.attrs["mint"]; mint != "" {
		_, names, _, _ := p.arguments(l)
		doc := fmt.Sprintf("New%s is [New%s] by the name in mindspore.mint.nn. %s", mint, l.name, l.optionsDoc())
		fmt.Fprintf(b, "\n%sfunc New%s%s { return New%s(%s) }\n", wrapped(doc), mint, signature, l.name,
			strings.Join(append(names, "opts..."), ", "))
	}
}

// reading writes the code with which the constructor reads its options into v.
func (p *layerPackage) reading(b *bytes.Buffer, l layer, v string) {
	if len(l.options) == 0 {
		fmt.Fprintf(b, "\treadOptions(%q, opts)\n", l.name)
		return
	}
	var names []string
	var settings, checks strings.Builder
	for _, o := range l.options {
		path := o.path
		if strings.HasPrefix(path, ".") {
			path = v + path
		}
		names = append(names, strconv.Quote(o.function.name))
		fmt.Fprintf(&settings, "\t%s = %s\n", path, o.reading(path))
		if o.check != "" {
			fmt.Fprintf(&checks, "\t%s(%q, %q, %s)\n", o.check, l.name, o.keyword, path)
		}
	}
	list := strings.Join(names, ", ")
	if len(list) > 60 {
		list = "\n\t\t" + strings.Join(names, ",\n\t\t") + ",\n\t"
	}
	fmt.Fprintf(b, "\tgiven := readOptions(%q, opts, %s)\n%s%s", l.name, list, settings.String(), checks.String())
}

// reading returns the expression for the value of the option, or its default, for the field at path.
func (o layerOption) reading(path string) string {
	switch d := o.expression(); {
	case o.given:
		return fmt.Sprintf("kwargs.Passed[%s](given, %q)", o.function.typ, o.function.name)
	case d != "":
		return fmt.Sprintf("kwargs.Get[%s](given, %q, %s)", o.typ, o.function.name, d)
	}
	return fmt.Sprintf("kwargs.Get(given, %q, %s)", o.function.name, path)
}

// callMethod writes the method Call of a layer whose Construct does more than make one tensor of others.
func (p *layerPackage) callMethod(b *bytes.Buffer, l layer) {
	m := p.method(l.proto, "Construct")
	if l.kind != "layer" || m == nil {
		return
	}
	var args []string
	optional, tensors := "", true
	for _, f := range m.Type.Params.List {
		tensors = tensors && p.source(f.Type) == "*tensor.Tensor"
		for _, n := range f.Names {
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				optional = n.Name
			} else {
				args = append(args, n.Name)
			}
		}
	}
	var outs []string
	for _, f := range m.Type.Results.List {
		for range max(1, len(f.Names)) {
			outs = append(outs, fmt.Sprintf("outs[%d].(%s)", len(outs), p.source(f.Type)))
		}
	}
	if tensors && len(outs) == 1 {
		return
	}
	if optional != "" {
		args = []string{"withOptional(" + strings.Join(append([]string{optional}, args...), ", ") + ")..."}
	}
	v, signature := strings.ToLower(l.name[:1]), strings.TrimPrefix(nodeText(p.fset, m.Type), "func")
	doc := wrapped("Call" + strings.TrimPrefix(l.doc(m.Doc), "Construct"))
	fmt.Fprintf(b, "\n%[1]sfunc (%[2]s *%[3]s) Call%[4]s {\n\touts := %[2]s.Invoke(%[5]s)\n\treturn %[6]s\n}\n",
		doc, v, l.name, signature, strings.Join(args, ", "), strings.Join(outs, ", "))
}

// textMethod writes ExtendRepr by the directive //ms:text.
func (p *layerPackage) textMethod(b *bytes.Buffer, l layer) {
	text := ""
	if l.proto.doc != nil {
		for _, c := range l.proto.doc.List {
			if rest, ok := strings.CutPrefix(c.Text, "//ms:text "); ok {
				text = strings.TrimSpace(text + " " + rest)
			}
		}
	}
	if text == "" {
		return
	}
	v := strings.ToLower(l.name[:1])
	var parts []string
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		parts = append(parts, strconv.Quote(before))
		if found {
			field, after, _ := strings.Cut(rest, "}")
			parts, rest = append(parts, "settingText("+v+"."+field+")"), after
		}
		text = rest
	}
	fmt.Fprintf(b, "\n// ExtendRepr is the text of the settings.\nfunc (%s *%s) ExtendRepr() string {\nreturn %s\n}\n",
		v, l.name, strings.Join(parts, " +\n"))
}

// expression returns the default in Go syntax, "" for the zero value.
func (o layerOption) expression() string {
	d := o.byDefault
	switch {
	case d == "":
		return ""
	case o.typ == "string":
		return strconv.Quote(d)
	case o.typ == "any":
		if _, err := strconv.ParseFloat(d, 64); err == nil {
			return d
		}
		return strconv.Quote(d)
	case strings.HasPrefix(o.typ, "["):
		return o.typ + "{" + d + "}"
	case o.typ == "tensor.DType":
		return "tensor." + d
	}
	return d
}

// constructorDoc returns the documentation of a constructor.
func (l layer) constructorDoc() string {
	what := " " + l.kind
	if strings.HasPrefix(l.module, "loss.") {
		what = ""
	}
	s := fmt.Sprintf("New%s returns %s %s%s", l.name, article(l.name), l.name, what)
	if len(l.options) == 0 {
		s += ", which has no options."
	} else {
		s += ". " + l.optionsDoc()
	}
	if l.build != nil && l.build.Doc != nil {
		s += " " + l.doc(l.build.Doc)
	}
	return s
}

// optionType returns the type of the options.
func (l layer) optionType() string {
	if len(l.options) == 0 {
		return "Option"
	}
	return l.options[0].function.option
}

// optionsDoc returns the list of options with their defaults.
func (l layer) optionsDoc() string {
	var list []string
	for _, o := range l.options {
		s := "[" + o.function.name + "]"
		switch {
		case o.hasDoc && o.doc != "":
			s += " (" + o.doc + ")"
		case o.hasDoc || o.byDefault == "":
		case o.typ == "string" || o.typ == "any" && strings.HasPrefix(o.expression(), `"`):
			s += " (" + strconv.Quote(o.byDefault) + ")"
		default:
			s += " (" + o.byDefault + ")"
		}
		list = append(list, s)
	}
	switch n := len(list); {
	case n == 0:
		return "It has no options."
	case n == 1:
		return "Its option is " + list[0] + "."
	default:
		return "Options are " + strings.Join(list[:n-1], ", ") + " and " + list[n-1] + "."
	}
}

// article returns "a" or "an" for a name. One that starts with two capitals is spelled out when spoken.
func article(name string) string {
	spelled := len(name) > 1 && !(name[1] >= 'a' && name[1] <= 'z')
	vowels := "AEIOU"
	if spelled {
		vowels = "AEFHILMNORSX"
	}
	if strings.Contains(vowels, name[:1]) {
		return "an"
	}
	return "a"
}

// wrapped returns a text as a comment with wrapped lines.
func wrapped(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString("//\n")
		}
		line := "//"
		for _, word := range strings.Fields(paragraph) {
			if len([]rune(line))+1+len([]rune(word)) > 118 {
				b.WriteString(line + "\n")
				line = "//"
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// tables writes, for package nn, the modules of types and the activations by name.
func (p *layerPackage) tables(b *bytes.Buffer) {
	if p.others == nil {
		return
	}
	modules := func(doc, variable string, of map[string]string) {
		fmt.Fprintf(b, "\n// %s\nvar %s = kwargs.Table{\n", doc, variable)
		for _, name := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(b, "\t{%q, %q},\n", name, of[name])
		}
		b.WriteString("}\n")
	}
	modules("modules are the types with MindSpore's modules below mindspore.nn, by name.", "modules", p.classes)
	modules("optimizerModules are the optimizers and schedulers with MindSpore's modules, by package and name.",
		"optimizerModules", p.others)
	b.WriteString("\n// activations are the layers that options may name (nn.get_activation).\n" +
		"var activations = []activationName{\n")
	byName := func(a, b layer) int { return strings.Compare(a.attrs["name"], b.attrs["name"]) }
	for _, l := range slices.SortedFunc(slices.Values(p.layers), byName) {
		if name := l.attrs["name"]; name != "" {
			fmt.Fprintf(b, "\t{%q, func() Layer { return New%s() }},\n", name, l.name)
		}
	}
	b.WriteString("}\n")
}

// samples maps the names of arguments, or else their types, to values for tests.
var samples = map[string]string{
	"params": "sampleParams()", "lr any": "0.1", "opt": "sampleOptimizer()", "optimizer": "sampleOptimizer()",
	"minLR": "0.1",
	"endLR": "0.1", "baseLR": "0.1",
	"int": "4", "any": "1", "float64": "1", "[]int": "[]int{4}", "[][]int": "[][]int{{1, 1}}", "Layer": "nn.NewReLU()",
	"*TransformerEncoderLayer": "nn.NewTransformerEncoderLayer(4, 2)",
	"*TransformerDecoderLayer": "nn.NewTransformerDecoderLayer(4, 2)",
}

// row writes the line of a layer in the table for tests.
func (p *layerPackage) row(b *bytes.Buffer, l layer) {
	_, names, types, _ := p.arguments(l)
	var args, defaults, options []string // one per line
	for _, n := range names {
		args = append(args, cmp.Or(samples[n+" "+types[n]], samples[n], samples[types[n]]))
	}
	for _, o := range l.options {
		options = append(options, fmt.Sprintf("%q: %q", o.function.name, o.function.typ))
		if expr := o.expression(); expr != "" {
			if strings.HasPrefix(o.typ, "[") {
				expr = o.byDefault
			}
			defaults = append(defaults, p.name+"."+o.function.name+"("+expr+")")
		}
	}
	lines := func(list []string) string {
		if len(list) == 0 {
			return "{}"
		}
		return "{\n" + strings.Join(list, ",\n") + ",\n}"
	}
	option, result := p.name+"."+l.optionType(), "any"
	if l.kind == "layer" || p.isCell(l.proto) {
		result = "nn.Layer"
	}
	fmt.Fprintf(b, "\t{\n%q, func(opts ...%s) %s { return %s.New%s(%s) },\n", l.name, option, result, p.name, l.name,
		strings.Join(append(args, "opts..."), ", "))
	fmt.Fprintf(b, "[]%s%s, map[string]string%s,\n},\n", option, lines(defaults), lines(options))
}
