package nn

import (
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/tensor"
)

// Layer is anything that embeds Cell, and Cell itself.
type Layer interface{ CellBase() *Cell }

// Cell is the base of every network, mindspore.nn.Cell: a struct embeds it by value and calls Init in
// its constructor. The methods that do not work on the Cell alone raise RuntimeError before Init.
//
//ms:class cell
type Cell struct {
	outer    any // the struct around this Cell, as a pointer
	extra    []attr
	buffers  []buffer
	flags    map[string]any // see AddFlags
	naming   naming
	training bool
	predict  bool // whether the phase is "predict"
	noPrefix bool
	hooks    atomic.Pointer[hookSet]
	internal []*Parameter // see SetInternalParams

	bpropDebug bool
	recompute  bool
	float      tensor.DType // see ToFloat; Invalid without it
	setGrad    bool
	recorded   atomic.Pointer[rehearsal]

	checked atomic.Bool // whether the first call has checked the names
}

// binding guards the late binding of cells built without Init.
var binding sync.Mutex

// CellBase returns c. It is what makes a struct that embeds Cell a Layer.
func (c *Cell) CellBase() *Cell { return c }

// Init binds c to self, the struct that embeds it, and names the parameters by the fields that lead
// to them. It is the counterpart of super().__init__(): n.Init(n) at the end of a constructor.
func (c *Cell) Init(self Layer) {
	if self.CellBase() != c {
		tensor.Throw("Cell", tensor.TypeError, "Init: the argument should be the struct that embeds this Cell, as in n.Init(n).")
	}
	if _, isBase := self.(*Cell); !isBase {
		c.outer = self
	}
	c.sync()
}

// Bind binds the Cell inside a struct to the struct, as Init does, unless that was done; a copy of a struct is
// initialized. It is for networks made without a constructor: a session calls it for networks of cells. A nil pointer
// is ignored.
func Bind(l Layer) {
	p := reflect.ValueOf(l)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return
	}
	c := l.CellBase()
	switch outer := reflect.ValueOf(c.outer); {
	case c.outer == nil:
		c.outer = l
	case outer.Kind() == reflect.Pointer && (p.Pointer() < outer.Pointer() || p.Pointer() >= outer.Pointer()+max(outer.Type().Elem().Size(), 1)):
		c.Init(l)
	}
}

// Outer returns the struct around c, the pointer given to Init. It is nil before Init.
func (c *Cell) Outer() any { return c.self() }

// self returns the struct around c with the current methods of its type: cells of a session may add some.
func (c *Cell) self() any { return newest.Value(c.outer) }

var cellType = reflect.TypeFor[Cell]()

// baseOf returns the Cell that v, a pointer to a struct, embeds by value, directly or inside other
// embedded structs.
func baseOf(v reflect.Value) *Cell {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil
	}
	if l, ok := v.Interface().(Layer); ok {
		return l.CellBase()
	}
	if v.Elem().Kind() != reflect.Struct {
		return nil
	}
	s := v.Elem()
	for i := range s.NumField() {
		if f := s.Type().Field(i); f.Type == cellType && f.Name == "Cell" {
			return exposed(s.Field(i)).Addr().Interface().(*Cell)
		}
	}
	for i := range s.NumField() {
		f := s.Type().Field(i)
		embedded := f.Anonymous || f.Name == structName(f.Type)
		if embedded && f.Type.Kind() == reflect.Struct {
			if c := baseOf(exposed(s.Field(i)).Addr()); c != nil {
				return c
			}
		}
	}
	return nil
}

// structName returns the user's name of a struct type: the tag `class` of its first field, which programs exported
// from notebooks have if several types had the same name, or the name of the type. Type arguments are written as in
// a program, Residual[*nn.Dense], without package paths.
func structName(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.NumField() > 0 {
		if name, ok := t.Field(0).Tag.Lookup("class"); ok {
			return name
		}
	}
	name, args, generic := strings.Cut(t.Name(), "[")
	if !generic {
		return name
	}
	return name + "[" + strings.ReplaceAll(packagePaths().ReplaceAllString(args, ""), ",", ", ")
}

// packagePaths matches the path before a package name, and the package of the program's own types.
var packagePaths = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\s\[\](),*]*/|\bmain\.`) })

// exposed returns v, an addressable field, without reflect's restriction on unexported fields.
func exposed(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// layerOf returns the Cell of v if v holds a layer, and binds it if its constructor did not.
func layerOf(v reflect.Value) *Cell {
	c := baseOf(v)
	if c == nil {
		return nil
	}
	if v.Type() != reflect.TypeFor[*Cell]() {
		c.bindLate(v.Interface())
	}
	return c
}

func (c *Cell) bindLate(outer any) {
	binding.Lock()
	defer binding.Unlock()
	if c.outer == nil {
		c.outer = outer
	}
}

// needOuter returns the struct around c and raises RuntimeError if c is not bound to it.
func (c *Cell) needOuter(what string) any {
	if c.outer == nil {
		tensor.Throw("Cell", tensor.RuntimeError, "%s: the cell does not know the struct that embeds it: "+
			"call n.Init(n) in its constructor.", what)
	}
	return c.outer
}

// layer returns the representation of c in the compiled API: the compiled struct, or c itself if the type of its
// struct is declared in a session.
func (c *Cell) layer() Layer {
	if l, ok := c.self().(Layer); ok {
		return l
	}
	return c
}

// ClassName returns the name of the type around c: Cell.cls_name.
func (c *Cell) ClassName() string {
	t := reflect.TypeOf(c.outer)
	if t == nil {
		return "Cell"
	}
	return structName(t.Elem())
}
