package rt

import (
	"fmt"
	htmltemplate "html/template"
	"io"
	"reflect"
	"slices"
	"text/template"
	"text/template/parse"

	"github.com/msrepl/msrepl/internal/bridge"
)

// Templates find the methods of compiled types only. Values of types that cells declare are refused where the text of a
// template names one of their methods, or may print them by one.

// Execute is the method of the templates of packages text/template and html/template. methods are those of types of the
// session that are no structs.
func Execute(t any, w io.Writer, data any, methods []string) error {
	switch t := t.(type) {
	case *template.Template:
		return t.Execute(w, templateData(textNames(t), data, methods))
	case *htmltemplate.Template:
		return t.Execute(w, templateData(htmlNames(t), data, methods))
	}
	panic(fmt.Sprintf("a template is a %T", t))
}

// ExecuteTemplate is their method for a template with a name.
func ExecuteTemplate(t any, w io.Writer, name string, data any, methods []string) error {
	switch t := t.(type) {
	case *template.Template:
		return t.ExecuteTemplate(w, name, templateData(textNames(t), data, methods))
	case *htmltemplate.Template:
		return t.ExecuteTemplate(w, name, templateData(htmlNames(t), data, methods))
	}
	panic(fmt.Sprintf("a template is a %T", t))
}

// printsBy are the methods by which a template prints a value.
var printsBy = []string{"String", "Error", "Format"}

func textNames(t *template.Template) []string {
	names := slices.Clone(printsBy)
	if t == nil {
		return names
	}
	for _, each := range append(t.Templates(), t) {
		if each.Tree != nil {
			names = selected(names, reflect.ValueOf(each.Root))
		}
	}
	return names
}

func htmlNames(t *htmltemplate.Template) []string {
	names := append(slices.Clone(printsBy), "MarshalJSON", "MarshalText") // package html/template writes JSON in scripts
	if t == nil {
		return names
	}
	for _, each := range append(t.Templates(), t) {
		if each.Tree != nil {
			names = selected(names, reflect.ValueOf(each.Tree.Root))
		}
	}
	return names
}

// selected adds the names of the fields and methods that a part of the text of a template names.
func selected(names []string, v reflect.Value) []string {
	switch v.Kind() {
	case reflect.Interface:
		return selected(names, v.Elem())
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*parse.Tree]() {
			return names
		}
		switch n := v.Interface().(type) {
		case *parse.FieldNode:
			return append(names, n.Ident...)
		case *parse.VariableNode:
			return append(names, n.Ident[1:]...)
		case *parse.ChainNode:
			names = append(names, n.Field...)
		}
		return selected(names, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				names = selected(names, v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			names = selected(names, v.Index(i))
		}
	}
	return names
}

// templateData returns what a template is given: data without the boxes that it cannot look into.
func templateData(names []string, data any, methods []string) any {
	held := reflect.New(reflect.TypeFor[any]()).Elem()
	if data != nil {
		held.Set(reflect.ValueOf(data))
		v := bridge.Value{Value: held}
		if !printsItself(data) {
			v = bridge.ValueOf(canonical(data))
		}
		refuseSelected(v, names, methods)
	}
	return opening(data, 0)
}

// printsItself says whether x is in a box that prints it, and is nothing that a template looks into.
func printsItself(x any) bool {
	b, boxed := canonical(x).(Box)
	if !boxed {
		return false
	}
	v := bridge.ValueOf(b)
	_, text := v.OwnText()
	return text && !isComposite(v.Kind()) && v.Kind() != reflect.Pointer
}

// refuseSelected panics when a value, or a part of it, is of a type with one of some methods, or embeds a struct with a
// field of such a name.
func refuseSelected(v bridge.Value, names, methods []string) {
	s := search{methods: names, declared: methods, deep: true, promotes: true, seen: map[reflect.Type]bool{}}
	if typ, method := s.in(v, 0); method != "" {
		panic(&Fault{"InterpreterError", fmt.Sprintf("package template cannot find %s of %s, which a cell declares (a limit of the interpreter)", method, typ)})
	}
}

// opening returns a value without boxes, as far as maps and lists of interfaces hold them.
func opening(x any, depth int) any {
	if printsItself(x) {
		return canonical(x)
	}
	x = bare(x)
	v := reflect.ValueOf(x)
	if depth > deepest || !v.IsValid() || (v.Kind() != reflect.Map && v.Kind() != reflect.Slice) || v.IsNil() {
		return x
	}
	if v.Type().Elem().Kind() != reflect.Interface || v.Type().Elem().NumMethod() > 0 {
		return x
	}
	set := func(to reflect.Value, from any) reflect.Value {
		if from = opening(from, depth+1); from != nil {
			to.Set(reflect.ValueOf(from))
		}
		return to
	}
	if v.Kind() == reflect.Slice {
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			set(out.Index(i), v.Index(i).Interface())
		}
		return out.Interface()
	}
	out := reflect.MakeMapWithSize(v.Type(), v.Len())
	for _, k := range v.MapKeys() {
		out.SetMapIndex(k, set(reflect.New(v.Type().Elem()).Elem(), v.MapIndex(k).Interface()))
	}
	return out.Interface()
}

// TemplateFuncs returns functions for templates. Those that return values of types with methods, or take or return ones that
// compiled code cannot tell from others, are refused.
func TemplateFuncs(funcs map[string]any) map[string]any {
	out := make(map[string]any, len(funcs))
	for name, f := range funcs {
		b, boxed := canonical(f).(Box)
		t := reflect.TypeOf(bare(f))
		if t == nil || t.Kind() != reflect.Func {
			out[name] = f
			continue
		}
		if boxed {
			panic(&Fault{"InterpreterError", fmt.Sprintf("package template cannot call %s, which is %s of types that a cell declares (a limit of the interpreter)", name, b.of.name)})
		}
		for i := range t.NumOut() {
			result := bridge.ValueOf(reflect.Zero(t.Out(i)).Interface())
			if !result.IsValid() || result.Class() == nil {
				continue
			}
			for method := range result.Class().Methods {
				panic(&Fault{"InterpreterError", fmt.Sprintf("package template cannot find the method %s of %s, which %s returns and a cell declares (a limit of the interpreter)", method, result.TypeText(), name)})
			}
		}
		out[name] = bare(f)
	}
	return out
}
