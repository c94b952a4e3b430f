package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// layer is a type of package nn below a //ms:layer directive, or an optimizer or scheduler of nn/optim or
// nn/experimental below //ms:optimizer or //ms:scheduler.
//
//	// Hardtanh is mindspore.nn.Hardtanh: x brought into a range.
//	//
//	//ms:layer layer.activation
//	type Hardtanh struct {
//		Cell
//		minVal float64 `default:"-1"`
//		maxVal float64 `default:"1"`
//	}
//
// After the directive comes MindSpore's module, below mindspore.nn in package nn and below mindspore elsewhere, then
// attributes:
//
//	dims=1,2,3      the type is a prototype of one layer for each number of axes; in its comments {N}, {axes}, {spatial},
//	                {result} and {kernel} differ, and the first word is the name
//	scalar=ARG      the argument is an int where there is one axis
//	name=NAME       the name in nn.get_activation
//	mint=NAME       the name in mindspore.mint.nn, which gets a constructor
//	OPTION=VALUE    another default for an option of an embedded struct, - for none
//
// An option is a field with the tag default, in the struct, in an embedded struct, or in the last parameter of the
// method build. The other parameters of build are the arguments of the constructor, which its comment describes;
// class string is the layer's name. A layer without this method has that of an embedded struct. The field has the
// name of MindSpore's keyword and the type of the option, or a pointer to the type if it matters whether the option
// was given. The function that makes the option has this name, or has the keyword in a list in parentheses in its
// comment: (eps, epsilon); if several have it, the tag option selects one. The tag doc replaces the default in the
// documentation; check is a function of layer, keyword and value; dims has the numbers of axes for which the option
// exists. //ms:text is the text of the settings, with fields of the type in braces; several lines are joined.
// //ms:class MODULE is for types with a hand-written constructor.
type layer struct {
	kind         string // layer, optimizer or scheduler
	name, module string
	dims         int // 0 for a type that is not a prototype
	attrs        map[string]string
	proto        *structType
	build        *ast.FuncDecl // nil if there is none
	options      []layerOption
	settings     string // the type of the options of build, "" if there are none
}

// layerOption is an option of a layer.
type layerOption struct {
	function      optionFunc
	path          string // path of the field: o.hasBias or .alpha
	typ           string
	keyword       string // MindSpore's keyword
	byDefault     string
	doc, check    string
	hasDoc, given bool
}

// optionFunc is a function that makes an option: its name, the types of the value and of the option.
type optionFunc struct{ name, typ, option string }

// structType is a struct type with its methods.
type structType struct {
	name    string
	doc     *ast.CommentGroup
	typ     *ast.StructType
	text    string // its source
	methods []*ast.FuncDecl
}

// layerPackage holds the declarations of a package.
type layerPackage struct {
	name      string
	fset      *token.FileSet
	imports   map[string]string // import paths by name
	structs   map[string]*structType
	functions map[string]optionFunc   // by name, in lower case
	byKeyword map[string][]optionFunc // in lower case, without underscores
	classes   map[string]string       // modules by type
	others    map[string]string       // for package nn, modules of optimizers and schedulers by package and type
	layers    []layer
}

// layers writes the constructors of the layers in dir, which is package nn, and a table of them for tests.
func layers(dir string) error {
	p, err := described(dir, "layer")
	if err != nil {
		return err
	}
	p.others = map[string]string{}
	for _, name := range []string{"optim", "experimental"} {
		q, err := described(filepath.Join(dir, name), optimizerKinds...)
		if err != nil {
			return err
		}
		for typ, module := range q.classes {
			p.others["nn/"+name+"."+typ] = "mindspore." + module
		}
	}
	return p.write(filepath.Join(dir, "zz_layers"), []string{"layer"})
}

// optimizers does the same for optimizers and schedulers, apart from the table of modules, which package nn has.
func optimizers(dir string) error {
	p, err := described(dir, optimizerKinds...)
	if err != nil {
		return err
	}
	return p.write(filepath.Join(dir, "zz_optimizers"), optimizerKinds)
}

var optimizerKinds = []string{"optimizer", "scheduler"}

// described reads the package in dir, and what directives of these kinds describe.
func described(dir string, kinds ...string) (*layerPackage, error) {
	fset, files, err := parse(dir)
	if err != nil {
		return nil, err
	}
	p := &layerPackage{
		name: filepath.Base(dir), fset: fset, imports: importsOf(files),
		structs: map[string]*structType{}, functions: map[string]optionFunc{}, byKeyword: map[string][]optionFunc{},
		classes: map[string]string{},
	}
	if len(files) > 0 {
		p.name = files[0].Name.Name
	}
	if err := p.declarations(files); err != nil {
		return nil, err
	}
	for _, s := range p.structs {
		for _, kind := range kinds {
			if text, ok := directive(s.doc, "//ms:"+kind); ok {
				if err := p.describe(s, kind, text); err != nil {
					return nil, fmt.Errorf("%s: %w", s.name, err)
				}
			}
		}
		if module, ok := directive(s.doc, "//ms:class "); ok {
			p.classes[s.name] = module
		}
	}
	slices.SortFunc(p.layers, func(a, b layer) int { return strings.Compare(a.name, b.name) })
	return p, nil
}

// declarations collects structs, methods and options.
func (p *layerPackage) declarations(files []*ast.File) error {
	for _, f := range files {
		name := p.fset.Position(f.Pos()).Filename
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				p.types(g, source)
			}
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case fn.Recv == nil:
				if o, ok := p.optionFunc(fn); ok {
					p.functions[strings.ToLower(o.name)] = o
					for _, list := range keywordLists.FindAllStringSubmatch(fn.Doc.Text(), -1) {
						for k := range strings.SplitSeq(list[1], ", ") {
							k = strings.ToLower(strings.ReplaceAll(k, "_", ""))
							p.byKeyword[k] = append(p.byKeyword[k], o)
						}
					}
				}
			default:
				if s := p.structs[strings.TrimPrefix(p.source(fn.Recv.List[0].Type), "*")]; s != nil {
					s.methods = append(s.methods, fn)
				}
			}
		}
	}
	return nil
}

func (p *layerPackage) types(g *ast.GenDecl, source []byte) {
	for _, spec := range g.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if s, ok := t.Type.(*ast.StructType); ok {
			doc := g.Doc
			if t.Doc != nil {
				doc = t.Doc
			}
			text := source[p.fset.Position(s.Pos()).Offset:p.fset.Position(s.End()).Offset]
			p.structs[t.Name.Name] = &structType{name: t.Name.Name, doc: doc, typ: s, text: string(text)}
		}
	}
}

// source returns the source of a type or an expression.
func (p *layerPackage) source(e ast.Expr) string { return nodeText(p.fset, e) }

// keywordLists matches keywords in the comment of an option.
var keywordLists = regexp.MustCompile(`\((\w+(?:, \w+)*)\)`)

// optionFor returns the function that makes the option of a field.
func (p *layerPackage) optionFor(field string, tag reflect.StructTag) optionFunc {
	field = strings.ToLower(field)
	if name, ok := tag.Lookup("option"); ok {
		return p.functions[strings.ToLower(name)]
	}
	if o, ok := p.functions[field]; ok || len(p.byKeyword[field]) != 1 {
		return o
	}
	return p.byKeyword[field][0]
}

// optionFunc reads a function of the form func HasBias(on bool) Option { return Option{"HasBias", on} }. Several
// parameters become an array, [2]float64{least, greatest}. ok is false for deprecated functions.
func (p *layerPackage) optionFunc(fn *ast.FuncDecl) (optionFunc, bool) {
	if fn.Type.Params.NumFields() == 0 || len(fn.Body.List) != 1 || strings.Contains(fn.Doc.Text(), "Deprecated:") {
		return optionFunc{}, false
	}
	ret, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return optionFunc{}, false
	}
	lit, ok := ret.Results[0].(*ast.CompositeLit)
	if !ok || len(lit.Elts) != 2 || !strings.HasSuffix(p.source(lit.Type), "Option") {
		return optionFunc{}, false
	}
	typ := p.source(fn.Type.Params.List[0].Type)
	if array, ok := lit.Elts[1].(*ast.CompositeLit); ok {
		typ = p.source(array.Type)
	}
	if rest, variadic := strings.CutPrefix(typ, "..."); variadic {
		typ = "[]" + rest
	}
	return optionFunc{fn.Name.Name, typ, p.source(lit.Type)}, true
}

// describe adds the layers described by a directive.
func (p *layerPackage) describe(s *structType, kind, text string) error {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return fmt.Errorf("//ms:%s without MindSpore's module", kind)
	}
	l := layer{
		kind: kind, name: s.name, module: fields[0], proto: s, attrs: map[string]string{}, build: p.method(s, "build"),
	}
	for _, f := range fields[1:] {
		key, value, _ := strings.Cut(f, "=")
		l.attrs[key] = value
	}
	if l.attrs["dims"] == "" {
		return p.finish(l)
	}
	name, _, _ := strings.Cut(s.doc.Text(), " ")
	for i, n := range strings.Split(l.attrs["dims"], ",") {
		one := l
		one.name, one.dims = strings.ReplaceAll(name, "{N}", n), int(n[0]-'0')
		if one.dims < 1 || one.dims > 3 || i > 2 {
			return fmt.Errorf("dims=%s is not of 1,2,3", l.attrs["dims"])
		}
		if err := p.finish(one); err != nil {
			return err
		}
	}
	return nil
}

// method returns a method of a struct or of an embedded struct, or nil.
func (p *layerPackage) method(s *structType, name string) *ast.FuncDecl {
	for _, m := range s.methods {
		if m.Name.Name == name {
			return m
		}
	}
	for _, e := range p.embedded(s) {
		if m := p.method(e, name); m != nil {
			return m
		}
	}
	return nil
}

// embedded returns the structs of the package that s embeds.
func (p *layerPackage) embedded(s *structType) (list []*structType) {
	for _, f := range s.typ.Fields.List {
		if inner := p.structs[p.source(f.Type)]; inner != nil && len(f.Names) == 0 && inner.name != "Cell" {
			list = append(list, inner)
		}
	}
	return list
}

// isCell reports whether s embeds a cell, so that it has a method Init.
func (p *layerPackage) isCell(s *structType) bool {
	return slices.ContainsFunc(s.typ.Fields.List, func(f *ast.Field) bool {
		return len(f.Names) == 0 && (p.source(f.Type) == "Cell" || p.source(f.Type) == "nn.Cell")
	}) || slices.ContainsFunc(p.embedded(s), p.isCell)
}

// finish finds the options of a layer and adds it.
func (p *layerPackage) finish(l layer) error {
	if err := p.fieldOptions(&l, l.proto, "."); err != nil {
		return err
	}
	if l.build != nil {
		if params := l.build.Type.Params.List; len(params) > 0 {
			typ := p.source(params[len(params)-1].Type)
			if strings.HasSuffix(typ, "Options") {
				l.settings = typ
				if err := p.fieldOptions(&l, p.structs[typ], "set."); err != nil {
					return err
				}
			}
		}
	}
	p.layers = append(p.layers, l)
	p.classes[l.name] = l.module
	return nil
}

// fieldOptions adds the options declared by the fields of a struct.
func (p *layerPackage) fieldOptions(l *layer, s *structType, path string) error {
	for _, f := range s.typ.Fields.List {
		if len(f.Names) == 0 {
			if inner := p.structs[p.source(f.Type)]; inner != nil && inner.name != "Cell" {
				if err := p.fieldOptions(l, inner, path); err != nil {
					return err
				}
			}
			continue
		}
		if f.Tag == nil {
			continue
		}
		tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		byDefault, ok := tag.Lookup("default")
		if dims, some := tag.Lookup("dims"); !ok || some && !strings.Contains(dims, fmt.Sprint(l.dims)) {
			continue
		}
		name := f.Names[0].Name
		if v, ok := l.attrs[name]; ok {
			byDefault = v
		}
		o := layerOption{
			function: p.optionFor(name, tag), path: path + name, typ: p.source(f.Type), keyword: pyrepr.Snake(name),
			byDefault: byDefault, check: tag.Get("check"),
		}
		o.doc, o.hasDoc = tag.Lookup("doc")
		o.given = strings.TrimPrefix(o.typ, "*") == o.function.typ && o.typ != o.function.typ
		if o.function.name == "" {
			return fmt.Errorf("field %s: no function makes this option; add func %s(v %s) %s, with (%s) in its comment",
				name, strings.ToUpper(name[:1])+name[1:], strings.TrimPrefix(o.typ, "*"), l.optionType(), o.keyword)
		}
		if o.typ != o.function.typ && !o.given {
			return fmt.Errorf("field %s %s: the option %s is %s", name, o.typ, o.function.name, o.function.typ)
		}
		at := slices.IndexFunc(l.options, func(have layerOption) bool { return have.function == o.function })
		switch {
		case byDefault == "-":
		case at >= 0: // the outer field hides the embedded one
			l.options[at] = o
		default:
			l.options = append(l.options, o)
		}
	}
	return nil
}
