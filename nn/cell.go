package nn

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// Layer is anything that embeds Cell, and Cell itself.
type Layer interface{ CellBase() *Cell }

// Cell is the base of every network, mindspore.nn.Cell: a struct embeds it by value and calls Init in
// its constructor. The methods that do not work on the Cell alone raise RuntimeError before Init.
type Cell struct {
	outer    any // the struct around this Cell, as a pointer
	extra    []attr
	buffers  []buffer
	flags    map[string]any // see AddFlags
	naming   naming
	training bool
	predict  bool // the phase is "predict"
	noPrefix bool
	hooks    atomic.Pointer[hookSet]
	internal []*Parameter // see SetInternalParams

	bpropDebug bool
	recompute  bool
	float      tensor.DType // see ToFloat; Invalid without it
	setGrad    bool
	recorded   atomic.Pointer[rehearsal]

	checked atomic.Bool // the names were checked on the first call
	inText  atomic.Bool // String is asking the user's own String method
}

// binding guards the late binding of cells that were built without Init.
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

// Outer returns the struct around c: for a compiled type the pointer given to Init, for a type
// declared in a session the raw pointer to its value. It is nil before Init.
func (c *Cell) Outer() any { return c.self() }

// BindInterpreted makes the Cell inside *ptr, a struct of a type declared in a session, know ptr. The
// session calls it for every new value of such a type. It returns the Cell, nil when *ptr holds none.
func BindInterpreted(ptr any) *Cell {
	ptr = bridge.Unwrap(ptr)
	c := baseOf(reflect.ValueOf(ptr))
	if c != nil && c.outer == nil {
		c.outer = ptr
	}
	return c
}

// InitInterpreted is Init for a value of a type declared in a session.
func InitInterpreted(ptr any) {
	ptr = bridge.Unwrap(ptr)
	c := baseOf(reflect.ValueOf(ptr))
	if c == nil {
		tensor.Throw("Cell", tensor.TypeError, "Init: the argument should be a pointer to a struct that embeds nn.Cell.")
	}
	c.outer = ptr
	c.sync()
}

// self returns the struct around c with the methods that its type has now: cells of a session may add some.
func (c *Cell) self() any { return bridge.Newest(c.outer) }

var cellType = reflect.TypeFor[Cell]()

// baseOf returns the Cell that v, a pointer to a struct, embeds by value, directly or inside other
// embedded structs. Interpreted structs have neither methods nor reliable embedding marks, so that
// fields are what is left to go by.
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
	class := bridge.ClassOf(v.Type())
	for i := range s.NumField() {
		f := s.Type().Field(i)
		embedded := f.Anonymous || f.Name == structName(f.Type) || class != nil && class.Embeds(i)
		if embedded && f.Type.Kind() == reflect.Struct {
			if c := baseOf(exposed(s.Field(i)).Addr()); c != nil {
				return c
			}
		}
	}
	return nil
}

// structName is the user's name of a struct type: for one declared in a session that of its class, else what the tag
// `class` of its first field says, which programs made from notebooks have where several types had the same name.
func structName(t reflect.Type) string {
	if c := bridge.ClassOf(reflect.PointerTo(t)); c != nil {
		return c.Name
	}
	if t.Kind() == reflect.Struct && t.NumField() > 0 {
		if name, ok := t.Field(0).Tag.Lookup("class"); ok {
			return name
		}
	}
	return t.Name()
}

// exposed returns v, an addressable field, without reflect's ban on unexported fields.
func exposed(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// layerOf returns the Cell of v when v holds a layer, and binds it when its constructor did not.
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

// needOuter returns the struct around c and raises RuntimeError when c was not bound to it.
func (c *Cell) needOuter(what string) any {
	if c.outer == nil {
		tensor.Throw("Cell", tensor.RuntimeError, "%s: the cell does not know the struct that embeds it: "+
			"call n.Init(n) in its constructor.", what)
	}
	return c.outer
}

// layer returns what represents c in the compiled API: the compiled struct, or c itself when its
// struct is of a type declared in a session.
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
