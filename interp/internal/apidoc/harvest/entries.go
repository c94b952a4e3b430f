package harvest

import (
	"bytes"
	"compress/flate"
	"fmt"
	"go/ast"
	"go/doc"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// entry is one record of the table, its names joined with commas.
type entry struct{ in, out, doc string }

// replaced matches the replacement of a deprecated name.
var replaced = regexp.MustCompile(`(?m)^Deprecated: use (\[[\w.]+\](?:(?:, | or )\[[\w.]+\])*)[.,]`)

// Table returns the table of a package in the format of package apidoc.
func (p *Package) Table(l *Loader) ([]byte, error) {
	var names, docs bytes.Buffer
	entries := p.entries(l)
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		e := entries[name]
		fmt.Fprintf(&names, "%s\x01%s\x01%s", name, e.in, e.out)
		if now := replaced.FindStringSubmatch(e.doc); now != nil {
			names.WriteString("\x01" + strings.NewReplacer("[", "", "]", "").Replace(now[1]))
		}
		names.WriteByte(0)
		fmt.Fprintf(&docs, "%s\x00", strings.TrimSpace(e.doc))
	}
	names.WriteString("\x00")
	w, err := flate.NewWriter(&names, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(docs.Bytes()); err != nil {
		return nil, err
	}
	err = w.Close()
	return names.Bytes(), err
}

// entries collects the entries of a package.
func (p *Package) entries(l *Loader) map[string]entry {
	all := map[string]entry{"": {doc: p.doc.Doc + p.example(p.doc.Examples)}}
	addValues(all, p.doc.Consts)
	addValues(all, p.doc.Vars)
	p.addFuncs(all, "", p.doc.Funcs)
	for _, t := range p.doc.Types {
		addValues(all, t.Consts)
		addValues(all, t.Vars)
		p.addFuncs(all, "", t.Funcs)
		maps.Copy(all, p.typeEntries(l, t))
	}
	return all
}

// typeEntries collects a type, its methods and its fields.
func (p *Package) typeEntries(l *Loader, t *doc.Type) map[string]entry {
	all := map[string]entry{}
	spec, file := p.typeSpec(t.Name)
	if spec == nil {
		return all
	}
	if spec.Assign.IsValid() {
		p.addAlias(all, l, t.Name, file, spec.Type)
	}
	if t.Doc != "" || all[t.Name].doc == "" {
		all[t.Name] = entry{doc: strings.TrimSpace(t.Doc) + p.example(t.Examples)}
	}
	p.addFuncs(all, t.Name+".", t.Methods)
	switch typ := spec.Type.(type) {
	case *ast.InterfaceType:
		p.addInterface(all, l, t.Name+".", file, typ)
	case *ast.StructType:
		addFields(all, t.Name+".", typ)
	}
	return all
}

// addAlias adds the entries of a type that the package re-exports from an internal package, which users know only by
// the alias.
func (p *Package) addAlias(all map[string]entry, l *Loader, name string, f *ast.File, target ast.Expr) {
	q, orig := p.resolve(l, f, target)
	if q == nil || !strings.Contains(q.path, "internal/") {
		return
	}
	for _, t := range q.doc.Types {
		if t.Name != orig {
			continue
		}
		for key, e := range q.typeEntries(l, t) {
			all[name+strings.TrimPrefix(key, orig)] = e
		}
	}
}

// addInterface collects the methods of an interface, including those of embedded interfaces, because reflection does
// not distinguish them.
func (p *Package) addInterface(all map[string]entry, l *Loader, prefix string, f *ast.File, t *ast.InterfaceType) {
	for _, m := range t.Methods.List {
		if ft, ok := m.Type.(*ast.FuncType); ok {
			for _, id := range m.Names {
				all[prefix+id.Name] = entry{names(ft.Params), names(ft.Results), comment(m.Doc, m.Comment)}
			}
			continue
		}
		q, name := p.resolve(l, f, m.Type)
		if q == nil {
			continue
		}
		spec, file := q.typeSpec(name)
		if spec == nil {
			continue
		}
		if embedded, ok := spec.Type.(*ast.InterfaceType); ok && embedded != t { // comparable embeds itself
			q.addInterface(all, l, prefix, file, embedded)
		}
	}
}

func addFields(all map[string]entry, prefix string, t *ast.StructType) {
	for _, f := range t.Fields.List {
		text := comment(f.Doc, f.Comment)
		for _, id := range f.Names {
			if id.IsExported() && text != "" {
				all[prefix+id.Name] = entry{doc: text}
			}
		}
	}
}

func (p *Package) addFuncs(all map[string]entry, prefix string, funcs []*doc.Func) {
	for _, f := range funcs {
		all[prefix+f.Name] = entry{names(f.Decl.Type.Params), names(f.Decl.Type.Results), strings.TrimSpace(f.Doc) + p.example(f.Examples)}
	}
}

// addValues collects constants and variables; one without its own comment has that of its group.
func addValues(all map[string]entry, values []*doc.Value) {
	for _, v := range values {
		for _, s := range v.Decl.Specs {
			spec := s.(*ast.ValueSpec)
			text := spec.Doc.Text()
			if text == "" {
				text = v.Doc + "\n" + spec.Comment.Text()
			}
			for _, id := range spec.Names {
				if slices.Contains(v.Names, id.Name) {
					all[id.Name] = entry{doc: text}
				}
			}
		}
	}
}

func comment(doc, line *ast.CommentGroup) string {
	if text := doc.Text(); text != "" {
		return text
	}
	return line.Text()
}

// names returns parameters or results in the format of apidoc.Entry.
func names(list *ast.FieldList) string {
	if list == nil {
		return ""
	}
	var all []string
	for _, f := range list.List {
		spelling := spelling(f.Type)
		if spelling != "" {
			spelling = " " + spelling
		}
		for _, id := range f.Names {
			all = append(all, id.Name+spelling)
		}
		if len(f.Names) == 0 {
			all = append(all, spelling)
		}
	}
	return strings.Join(all, ",")
}

// spelling returns the text of a type that reflection spells differently: rune or byte, alone or after brackets and
// stars. It returns "" for other types.
func spelling(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		if x.Name == "rune" || x.Name == "byte" {
			return x.Name
		}
	case *ast.StarExpr:
		return behind("*", x.X)
	case *ast.Ellipsis:
		return behind("[]", x.Elt)
	case *ast.ArrayType:
		if x.Len == nil {
			return behind("[]", x.Elt)
		}
	}
	return ""
}

func behind(prefix string, x ast.Expr) string {
	if s := spelling(x); s != "" {
		return prefix + s
	}
	return ""
}
