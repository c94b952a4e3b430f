package foreign

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Alias is a Python name and its Go form.
type Alias struct{ Name, Goes string }

// In returns the names of a Python module that begin with prefix, in order: "ops", "torch", "mindspore.nn". It omits
// names that differ from the Go name only in case, and names with underscores that Go writes without, unless the
// prefix contains one.
func (n *Names) In(module, prefix string) []Alias {
	module = module[strings.LastIndexByte(module, '.')+1:]
	l := &listing{names: n, module: module, prefix: prefix, goes: map[string]string{}}
	in, known := modules[module]
	for name, goes := range special {
		if begins(name, prefix) && !shadowed[module][name] && belongs(goes, in, known) {
			l.add(name, goes)
		}
	}
	for name, goes := range ofModule[module] {
		l.add(name, goes)
	}
	l.ops()
	if known {
		in = in[:1]
	} else {
		in = ofMindSpore
	}
	for _, pkg := range in {
		l.members(pkg)
	}
	var found []Alias
	for _, name := range slices.Sorted(maps.Keys(l.goes)) {
		found = append(found, Alias{name, l.goes[name]})
	}
	return found
}

// ofMindSpore lists the packages with the functions of modules that have no package of their own, such as ms.
var ofMindSpore = []string{"tensor", "grad", "nn/ckpt"}

// listing collects the names of a module that begin with a prefix.
type listing struct {
	names          *Names
	module, prefix string
	goes           map[string]string // Python names → their Go forms
}

func (l *listing) add(name, goes string) {
	short := goes[strings.LastIndexByte(goes, '.')+1:]
	if !begins(name, l.prefix) || l.goes[name] != "" || l.names.isPackage(l.module) && strings.EqualFold(short, name) {
		return
	}
	if why, ok := strings.CutPrefix(goes, "nothing: "); ok {
		goes = "not needed: " + why
	}
	l.goes[name] = goes
}

// ops adds MindSpore's ops: its functions and, in modules that have them, its classes.
func (l *listing) ops() {
	classes := l.module == "ops" || l.module == "P"
	switch l.module {
	case "ops", "P", "F", "functional", "mint", "torch":
	default:
		return
	}
	for _, o := range tensor.Ops() {
		for i, list := range []string{o.Func, o.Class} {
			for name := range strings.SplitSeq(list, ",") {
				if name = strings.TrimSpace(name); name != "" && (i == 0 || classes) {
					l.add(name, "ops."+l.names.ops[fold(name)])
				}
			}
		}
	}
}

// members adds the constructors and functions of a package by their Python names.
func (l *listing) members(pkg string) {
	p, err := l.names.world.Import(ours + pkg)
	if err != nil || pkg == "ops" {
		return
	}
	spelled := strings.Contains(l.prefix, "_") || !l.names.isPackage(l.module)
	for _, m := range p.Scope().Names() {
		if _, ok := p.Scope().Lookup(m).(*types.Func); !ok {
			continue
		}
		if class, ok := strings.CutPrefix(m, "New"); ok && class != "" {
			l.add(class, p.Name()+"."+m)
		} else if spelled && !ok {
			l.add(pyrepr.Snake(m), p.Name()+"."+m)
		}
	}
}

// isPackage reports whether Go has a package of the name of a module.
func (n *Names) isPackage(module string) bool { return len(n.world.PathsNamed(module)) > 0 }

// Methods returns the Python names of methods and attributes of a value of type t that begin with prefix, in order.
func (n *Names) Methods(t types.Type, prefix string) (found []Alias) {
	value := valueOf(t)
	names := map[string]string{}
	for name, goes := range special {
		if head, _, ok := strings.Cut(goes, "."); ok && head == value && value != "" && begins(name, prefix) {
			names[name] = goes
		}
	}
	if strings.Contains(prefix, "_") { // otherwise names begin as the method does
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			m := set.At(i).Obj()
			name := pyrepr.Snake(m.Name())
			if base, ok := strings.CutSuffix(name, "_assign"); ok {
				name = base + "_" // in place
			}
			if m.Exported() && names[name] == "" {
				names[name] = m.Name() + "()"
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		short := strings.TrimPrefix(names[name], value+".")
		short, _, _ = strings.Cut(short, "(")
		if begins(name, prefix) && !strings.EqualFold(short, name) {
			found = append(found, Alias{name, names[name]})
		}
	}
	return found
}

// valueOf returns the name of a value of a type in the Go forms of Python methods, or "" for other types.
func valueOf(t types.Type) string {
	elem := types.Unalias(t)
	if p, ok := elem.(*types.Pointer); ok {
		elem = types.Unalias(p.Elem())
	}
	named, ok := elem.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	for _, h := range holders {
		if named.Obj().Name() == h.name && named.Obj().Pkg().Path() == ours+h.pkg {
			return h.value
		}
	}
	if o, _, _ := types.LookupFieldOrMethod(t, true, nil, "CellBase"); o != nil {
		return "net"
	}
	return ""
}

func begins(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// belongs reports whether a Go form belongs to one of the packages; if none is known, whether it is not a method.
func belongs(goes string, packages []string, known bool) bool {
	head, _, _ := strings.Cut(goes, ".")
	if known {
		return slices.ContainsFunc(packages, func(p string) bool { return p[strings.LastIndexByte(p, '/')+1:] == head })
	}
	return !slices.ContainsFunc(holders, func(h holder) bool { return h.value == head })
}
