// Package kwargs reads the options of constructors and functions, which are MindSpore's keyword arguments:
// nn.HasBias(true) is has_bias=True.
package kwargs

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Table has pairs of a name and what belongs to it, sorted by name.
type Table [][2]string

// Find returns what belongs to a name, "" for an unknown one.
func (t Table) Find(name string) string {
	i, ok := slices.BinarySearchFunc(t, name, func(p [2]string, name string) int { return strings.Compare(p[0], name) })
	if !ok {
		return ""
	}
	return t[i][1]
}

// Package is a package whose functions make options.
type Package struct {
	Name  string
	Names Table // the functions by keyword
}

// Arg is an option that a constructor or function takes.
type Arg struct {
	keyword string
	into    any
}

// To is the option of a keyword, which sets the variable that into points to. Where it counts whether the option was
// given, that variable is a pointer, nil before.
func To(keyword string, into any) Arg { return Arg{keyword, into} }

// synonyms are keywords of one meaning, between which MindSpore's classes differ: each is taken for the other.
var synonyms = map[string]string{
	"eps": "epsilon", "epsilon": "eps", "nesterov": "use_nesterov", "use_nesterov": "nesterov",
}

// Set sets the argument of the keyword to a value; nil sets nothing. A keyword that is not among the arguments of
// class, a constructor or function, raises TypeError, which lists them, and so does a value of another type.
func (p Package) Set(class, keyword string, value any, args []Arg) {
	i := slices.IndexFunc(args, func(a Arg) bool { return a.keyword == keyword || synonyms[a.keyword] == keyword })
	if i < 0 {
		tensor.Throw(class, tensor.TypeError, "For '%s', got an unexpected option '%s' (%s); its options are %s.",
			class, keyword, p.function(keyword), p.list(args))
	}
	to, v := reflect.ValueOf(args[i].into).Elem(), reflect.ValueOf(value)
	if k := to.Type(); k.Kind() == reflect.Pointer && k.Elem().Kind() != reflect.Struct { // not a tensor
		if !v.IsValid() && k.Elem().Kind() != reflect.Interface {
			return
		}
		to.Set(reflect.New(k.Elem()))
		to = to.Elem()
	}
	switch {
	case !v.IsValid():
	case v.Type().AssignableTo(to.Type()):
		to.Set(v)
	default:
		tensor.Throw(class, tensor.TypeError, "For '%s', the option '%s' (%s) must be of type %s, but got %s.",
			class, keyword, p.function(keyword), to.Type(), v.Type())
	}
}

func (p Package) list(args []Arg) string {
	if len(args) == 0 {
		return "none"
	}
	var names []string
	for _, a := range args {
		names = append(names, p.function(a.keyword))
	}
	return strings.Join(names, ", ")
}

// function is the function that makes the option of a keyword, with its package.
func (p Package) function(keyword string) string { return p.Name + "." + p.Names.Find(keyword) }
