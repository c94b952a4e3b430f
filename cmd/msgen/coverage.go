package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// names holds the names of MindSpore's APIs by which docs/API.md measures coverage: rank.txt has the names used in
// tutorials, by frequency; examples.txt those with examples in MindSpore's reference; and lists.txt those on its
// module pages. A line "## kind title" begins a section; kind selects where to look (see places). Lines of names
// follow, "name=pkg.Name" where ours differs. A line "- reason: names" lists omitted names.
//
//go:embed names/*.txt
var names embed.FS

// section is a part of a list of names.
type section struct {
	kind, title string
	names       []apiName
}

type apiName struct {
	name   string
	ours   string // "pkg.Name" if it does not follow from name
	reason string // why it is omitted
}

// places maps each kind of names to the packages to search. Constructors begin with New there.
var places = map[string][]string{
	"ops":    {"ops", "tensor", "Tensor", "grad"},
	"method": {"Tensor", "tensor", "ops"},
	"np":     {"np"},
	"nn":     {"nn", "optim", "initializer", "train", "ops"},
	"ms":     {"tensor", "grad", "nn", "ckpt", "train", "initializer", "ops", "sparse", "experimental"},
}

// packages are the folders, relative to package tensor, whose exported names count.
var packages = []string{
	".", "../ops", "../grad", "../np", "../nn", "../nn/initializer", "../nn/optim", "../nn/ckpt", "../nn/train",
	"../nn/data", "../nn/data/vision", "../nn/data/transforms", "../nn/experimental", "../sparse", "../display",
}

// coverage returns the documentation of which of MindSpore's names exist.
func coverage(dir string, list []op) ([]byte, error) {
	have, err := exported(dir)
	if err != nil {
		return nil, err
	}
	for _, o := range list {
		for _, name := range strings.Split(o.attrs["func"]+","+o.attrs["class"], ",") {
			have["ops."+plain(name)] = true
		}
	}
	var b bytes.Buffer
	b.WriteString("\n# Coverage\n\n" +
		"How much of MindSpore these and the other packages offer. What is left out on purpose has a reason.\n")
	for _, l := range []struct{ file, title string }{
		{"rank.txt", "Names that MindSpore's tutorials use"},
		{"examples.txt", "Names with an example in MindSpore's reference"},
		{"training.txt", "Names of training and data"},
		{"lists.txt", "Names that the pages of modules list"},
	} {
		text, err := names.ReadFile("names/" + l.file)
		if err != nil {
			return nil, err
		}
		sections, err := readNames(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.file, err)
		}
		b.WriteString("\n## " + l.title + "\n\n")
		writeCoverage(&b, sections, have)
	}
	return b.Bytes(), nil
}

func readNames(text string) (list []section, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		reason := ""
		if title, ok := strings.CutPrefix(line, "## "); ok {
			kind, title, _ := strings.Cut(title, " ")
			if places[kind] == nil {
				return nil, fmt.Errorf("%q is not a kind of names", kind)
			}
			list = append(list, section{kind: kind, title: title})
			continue
		}
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			reason, line, _ = strings.Cut(rest, ": ")
		}
		for _, f := range strings.Fields(line) {
			name, ours, _ := strings.Cut(f, "=")
			s := &list[len(list)-1]
			s.names = append(s.names, apiName{name, ours, reason})
		}
	}
	return list, nil
}

// writeCoverage writes the coverage of the sections and the missing names.
func writeCoverage(b *bytes.Buffer, sections []section, have map[string]bool) {
	b.WriteString("| | names | left out | exist | share | share of the rest |\n|---|---|---|---|---|---|\n")
	var absent bytes.Buffer
	all, out, exist := 0, 0, 0
	for _, s := range sections {
		n, left, missing := 0, 0, map[string][]string{}
		var reasons []string
		for _, a := range s.names {
			if s.has(a, have) {
				n++
				continue
			}
			if a.reason != "" {
				left++
			} else {
				a.reason = "not there"
			}
			if missing[a.reason] == nil {
				reasons = append(reasons, a.reason)
			}
			missing[a.reason] = append(missing[a.reason], "`"+a.name+"`")
		}
		writeShare(b, s.title, len(s.names), left, n)
		for _, r := range reasons {
			fmt.Fprintf(&absent, "| %s | %s | %s |\n", s.title, r, strings.Join(missing[r], ", "))
		}
		all, out, exist = all+len(s.names), out+left, exist+n
	}
	writeShare(b, "**all**", all, out, exist)
	b.WriteString("\nWhat is not there, and why:\n\n| | why | names |\n|---|---|---|\n")
	b.Write(absent.Bytes())
}

func writeShare(b *bytes.Buffer, title string, all, out, exist int) {
	percent := func(of int) string {
		if of == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f %%", 100*float64(exist)/float64(of))
	}
	fmt.Fprintf(b, "| %s | %d | %d | %d | %s | %s |\n", title, all, out, exist, percent(all), percent(all-out))
}

// has reports whether we have MindSpore's API a.
func (s section) has(a apiName, have map[string]bool) bool {
	if a.reason != "" {
		return false
	}
	if a.ours != "" {
		pkg, name, _ := strings.Cut(a.ours, ".")
		return have[pkg+"."+plain(name)]
	}
	if have["nn."+plain(a.name)] && strings.Contains(a.name, ".") { // Cell.get_sub_cell
		return true
	}
	name := plain(strings.TrimSuffix(strings.TrimPrefix(a.name, "Tensor."), "_ext"))
	return slices.ContainsFunc(places[s.kind], func(pkg string) bool {
		return s.kind != "nn" && have[pkg+"."+name] || have[pkg+".new"+name] // as nn options may be named like layers
	})
}

// plain normalizes names of both languages for comparison: lower case, without underscores.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// exported collects the exported functions, types and Tensor methods of the packages as "pkg.name" and
// "Tensor.name", plain.
func exported(dir string) (map[string]bool, error) {
	have := map[string]bool{}
	for _, p := range packages {
		_, files, err := parseFiles(filepath.Join(dir, p), true)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			for _, d := range f.Decls {
				for _, name := range exportedBy(d) {
					prefix := f.Name.Name
					if method, ok := strings.CutPrefix(name, "Tensor."); ok {
						prefix, name = "Tensor", method
					}
					have[prefix+"."+plain(name)] = true
				}
			}
		}
	}
	return have, nil
}

// exportedBy returns the exported names that a declaration declares; methods as "Type.Name".
func exportedBy(d ast.Decl) (list []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			list = append(list, receiver(d)+d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if t, ok := s.(*ast.TypeSpec); ok && t.Name.IsExported() {
				list = append(list, t.Name.Name)
			}
		}
	}
	return list
}

// receiver returns the type of d's receiver followed by a dot, or "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "."
	}
	return "?."
}
